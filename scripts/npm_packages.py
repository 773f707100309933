"""Makes the packages for npm: one engine for each platform, and the front that needs them.

python3 scripts/npm_packages.py ENGINES OUT [--url https://github.com/OWNER/NAME]

ENGINES is a folder with `breadcrumb.PLATFORM-ARCH.node` files. The front is what `scripts/node.sh` has built in
`bindings/node`, without the engine of this machine.
"""

import argparse
import json
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FRONT = ROOT / "bindings" / "node"
SCOPE = "@breadcrumb-playwright"
_ENGINE = re.compile(r"breadcrumb\.((\w+)-(\w+))\.node")


def write_json(path: pathlib.Path, value: dict[str, object]) -> None:
    path.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")


def shared(url: str | None) -> dict[str, object]:
    """Returns what all packages say of themselves."""
    front = json.loads((FRONT / "package.json").read_text(encoding="utf-8"))
    found = {name: front[name] for name in ("version", "license", "engines")}
    return {**found, **({"repository": {"type": "git", "url": f"git+{url}.git"}} if url else {})}


def make_engine(engine: pathlib.Path, out: pathlib.Path, url: str | None) -> str:
    """Makes the package of one platform and returns its name."""
    match = _ENGINE.fullmatch(engine.name)
    if match is None:
        sys.exit(f"error: `{engine.name}` is not named like breadcrumb.linux-x64.node")
    folder = out / f"engine-{match[1]}"
    folder.mkdir(parents=True)
    shutil.copy2(engine, folder)
    name = f"{SCOPE}/{match[1]}"
    about = f"The engine of breadcrumb-playwright for {match[1]}"
    (folder / "README.md").write_text(f"# {name}\n\n{about}.\n", encoding="utf-8")
    package = {"name": name, "description": about, "main": engine.name, "files": [engine.name]}
    write_json(folder / "package.json", {**package, "os": [match[2]], "cpu": [match[3]], **shared(url)})
    copy_licenses(folder)
    return name


def make_front(out: pathlib.Path, engines: list[str], url: str | None) -> None:
    folder = out / "front"
    shutil.copytree(FRONT / "dist", folder / "dist")
    if (FRONT / "README.md").exists():
        shutil.copy2(FRONT / "README.md", folder)
    package = json.loads((FRONT / "package.json").read_text(encoding="utf-8"))
    for name in ("devDependencies", "scripts"):
        package.pop(name, None)
    package["files"] = ["dist"]
    package["optionalDependencies"] = {name: package["version"] for name in engines}
    write_json(folder / "package.json", {**package, **shared(url)})
    copy_licenses(folder)


def copy_licenses(folder: pathlib.Path) -> None:
    for name in ("LICENSE-APACHE", "LICENSE-MIT"):
        shutil.copy2(ROOT / name, folder)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("engines", type=pathlib.Path, help="the folder with the engines")
    parser.add_argument("out", type=pathlib.Path, help="is made; must not exist")
    parser.add_argument("--url", help="the address of the repository")
    args = parser.parse_args()
    engines = sorted(args.engines.glob("*.node"))
    if not engines:
        sys.exit(f"error: `{args.engines}` has no engine")
    names = [make_engine(engine, args.out, args.url) for engine in engines]
    make_front(args.out, names, args.url)
    print(f"made {len(names)} engines and the front in {args.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
