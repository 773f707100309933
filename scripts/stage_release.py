"""Copies the sources into a folder from which packages can be made.

python3 scripts/stage_release.py FOLDER [--url https://github.com/OWNER/NAME]

A package holds the files of its own folder only, and knows the address of its repository. In the
repository one copy of the page-side code serves all fronts, and a fork has an address of its own.
The copy puts each shared file into the crate that embeds it, and the address into the manifests.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# `include_str!` of a file outside of the crate; what tests read does not travel.
_SHARED = re.compile(r'include_str!\("((?:\.\./){4,})((?!fixtures/)[^"]+)"\)')
#: Where a crate keeps its copies, beside the source that embeds them.
SHARED = "shared"


def tracked() -> list[pathlib.Path]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return [pathlib.Path(name) for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def copy(stage: pathlib.Path) -> None:
    if stage.exists():
        shutil.rmtree(stage)
    for path in tracked():
        if path.parts[0] in {"fixtures", "fuzz"}:
            continue
        (stage / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, stage / path)


def embed_shared(stage: pathlib.Path) -> int:
    """Copies what a crate embeds from outside of it, and returns how many files that were."""
    count = 0
    for source in stage.glob("crates/*/src/**/*.rs"):
        text = source.read_text(encoding="utf-8")
        for _, name in _SHARED.findall(text):
            target = source.parent / SHARED / pathlib.Path(name).name
            target.parent.mkdir(exist_ok=True)
            shutil.copy2(ROOT / name, target)
            count += 1
        own = _SHARED.sub(lambda m: f'include_str!("{SHARED}/{pathlib.Path(m[2]).name}")', text)
        if own != text:
            source.write_text(own, encoding="utf-8")
    return count


def write_url(stage: pathlib.Path, url: str) -> None:
    workspace = stage / "Cargo.toml"
    text = workspace.read_text(encoding="utf-8")
    head = "[workspace.package]\n"
    workspace.write_text(text.replace(head, f'{head}repository = "{url}"\n', 1), encoding="utf-8")
    for manifest in stage.glob("crates/*/Cargo.toml"):
        text = manifest.read_text(encoding="utf-8")
        line = "license.workspace = true\n"
        manifest.write_text(text.replace(line, f"{line}repository.workspace = true\n", 1), encoding="utf-8")
    project = stage / "bindings/python/pyproject.toml"
    urls = (
        "[project.urls]\n"
        f'Repository = "{url}"\n'
        f'Changelog = "{url}/blob/main/CHANGELOG.md"\n'
        f'Documentation = "{url}/blob/main/docs/index.md"\n'
        f'Issues = "{url}/issues"\n\n'
    )
    text = project.read_text(encoding="utf-8")
    project.write_text(text.replace("[project.scripts]\n", urls + "[project.scripts]\n", 1), encoding="utf-8")


def copy_licenses(stage: pathlib.Path) -> None:
    """Each package has the texts of its licenses in it."""
    for folder in [*stage.glob("crates/*/"), stage / "bindings/python"]:
        for name in ("LICENSE-APACHE", "LICENSE-MIT"):
            shutil.copy2(ROOT / name, folder / name)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=pathlib.Path, help="is emptied first")
    parser.add_argument("--url", help="the address of the repository, for the packages' metadata")
    args = parser.parse_args()
    stage = args.folder.resolve()
    if stage == ROOT or stage in ROOT.parents:
        sys.exit(f"error: `{stage}` holds the sources themselves")
    copy(stage)
    count = embed_shared(stage)
    copy_licenses(stage)
    if args.url:
        write_url(stage, args.url.rstrip("/"))
    print(f"staged in {args.folder}, with {count} shared files in the crates that embed them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
