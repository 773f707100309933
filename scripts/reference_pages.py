"""Writes the reference pages that the `breadcrumb` command knows best, or checks them.

python3 scripts/reference_pages.py [--check] [PAGE ...]
"""

import argparse
import os
import pathlib
import subprocess
import sys

REFERENCE = pathlib.Path(__file__).resolve().parent.parent / "docs" / "reference"
NOTICE = "<!-- Written by `make docs` from the command's own tables; do not edit. -->\n"
PAGES = {
    "cli.md": (
        "# Command line\n\nThe same as `breadcrumb COMMAND --help`, on one page.\n\n",
        ["breadcrumb", "reference"],
    ),
    "config.md": (
        "# Settings\n\n"
        "In `breadcrumb.toml`, or under `[tool.breadcrumb]` in `pyproject.toml`, of the working directory or the\n"
        "nearest one above it. The nearest to the test wins: argument of `crumb()`, marker, flag, environment\n"
        "variable, ini option of pytest, file, default. A wrong setting stops, and says where it comes from.\n"
        "`breadcrumb config show` says who has set what.\n\n",
        ["breadcrumb", "config", "reference"],
    ),
}


def page_text(name: str) -> str:
    header, command = PAGES[name]
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100"}
    asked = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    if asked.returncode != 0:
        sys.exit(f"error: `{' '.join(command)}` exits with {asked.returncode}\n{asked.stderr.strip()}")
    # One title a page.
    body = asked.stdout
    title, _, rest = body.partition("\n")
    body = rest.lstrip("\n") if title.startswith("# ") else body
    return NOTICE + header + body.rstrip("\n") + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="cli.md, config.md; all where none is named")
    parser.add_argument("--check", action="store_true", help="only says which pages are out of date")
    args = parser.parse_args()
    code = 0
    for name in args.pages or PAGES:
        path, text = REFERENCE / name, page_text(name)
        if not args.check:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            print(f"docs/reference/{name} is not what the command says; make docs writes it anew", file=sys.stderr)
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
