"""The version of everything that is released: the workspace's `Cargo.toml` has it, the rest follows.

python3 scripts/version.py                says it, and fails where a file has another one
python3 scripts/version.py --set 0.2.0    writes it wherever it stands
python3 scripts/version.py --tag v0.2.0   fails where a tag is not this version; an empty tag is none
python3 scripts/version.py --notes        prints what CHANGELOG.md says of it
"""

import argparse
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CARGO = ROOT / "Cargo.toml"
CHANGELOG = ROOT / "CHANGELOG.md"
SEMVER = re.compile(r"\d+\.\d+\.\d+(-[\w.]+)?")
_OWN = re.compile(r'(?<=^version = ")[^"]+', re.M)
# Cargo wants the version of a crate beside its path, or the crate cannot be published.
_CRATES = re.compile(r'(?<=^)(breadcrumb[\w-]* = \{ path = "[^"]+", version = ")([^"]+)', re.M)


def packages() -> list[pathlib.Path]:
    """Returns the package.json files of what goes to npm."""
    return [path for path in [ROOT / "bindings/node/package.json"] if path.exists()]


def current() -> str:
    found = _OWN.search(CARGO.read_text(encoding="utf-8"))
    if found is None:
        sys.exit("error: Cargo.toml has no version")
    return found[0]


def differing(version: str) -> list[str]:
    """Returns the files and lines that have another version."""
    cargo = CARGO.read_text(encoding="utf-8")
    found = [f"Cargo.toml: {line}{other}" for line, other in _CRATES.findall(cargo) if other != version]
    for path in packages():
        other = json.loads(path.read_text(encoding="utf-8")).get("version")
        if other != version:
            found.append(f"{path.relative_to(ROOT)}: {other}")
    return found


def write(version: str) -> None:
    cargo = CARGO.read_text(encoding="utf-8")
    cargo = _CRATES.sub(rf"\g<1>{version}", _OWN.sub(version, cargo, count=1))
    CARGO.write_text(cargo, encoding="utf-8")
    for path in packages():
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r'("version": ")[^"]+', rf"\g<1>{version}", text, count=1), encoding="utf-8")


def notes(version: str) -> str:
    """Returns the changelog's section of a version."""
    text = CHANGELOG.read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(version)}\b[^\n]*\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    if found is None:
        sys.exit(f"error: CHANGELOG.md has no section `## {version}`")
    return found[1].strip()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--set", metavar="VERSION", help="writes this version wherever it stands")
    parser.add_argument("--tag", help="fails where this tag is not `v` and the version")
    parser.add_argument("--notes", action="store_true", help="prints the changelog's section")
    args = parser.parse_args()
    if args.set:
        if not SEMVER.fullmatch(args.set):
            sys.exit(f"error: `{args.set}` is not a version such as 0.2.0")
        write(args.set)
    version = current()
    if found := differing(version):
        print(f"error: the version is {version}, but:", *found, sep="\n  ", file=sys.stderr)
        print(f"hint: run `python3 scripts/version.py --set {version}`", file=sys.stderr)
        return 1
    if args.tag and args.tag != f"v{version}":
        print(f"error: the tag is `{args.tag}`, the version {version}", file=sys.stderr)
        return 1
    print(notes(version) if args.notes else version)
    return 0


if __name__ == "__main__":
    sys.exit(main())
