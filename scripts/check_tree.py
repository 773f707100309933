"""Checks what no compiler does: file sizes, crate borders, and what must not be in the tree.

    python3 scripts/check_tree.py
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MAX_LINES = 800
"""No source file is longer; 200 is the aim, 400 is borne."""

SOURCES = {".rs", ".py", ".js", ".ts", ".sh"}
# Paths of somebody's machine and addresses of package mirrors have no place in a repository.
FORBIDDEN = re.compile(r"/(?:root|home/(?!me\b)\w+|Users/\w+)/|index-url|registry\s*=\s*\"https?://")
# Which of our crates a crate may use. Arrows point to what is purer.
PURE = {"breadcrumb-core"}
ARROWS = {
    "breadcrumb-core": set(),
    "breadcrumb-fix": PURE,
    "breadcrumb-flaky": PURE,
    "breadcrumb-front": PURE,
    "breadcrumb-gen": PURE | {"breadcrumb-html"},
    "breadcrumb-crawl": PURE | {"breadcrumb-gen", "breadcrumb-html"},
    "breadcrumb-html": PURE,
    "breadcrumb-ingest": PURE,
    "breadcrumb-report": PURE | {"breadcrumb-flaky"},
    "breadcrumb-store": PURE | {"breadcrumb-flaky"},
    "breadcrumb": PURE | {
        "breadcrumb-crawl", "breadcrumb-fix", "breadcrumb-flaky", "breadcrumb-front", "breadcrumb-gen",
        "breadcrumb-html",
        "breadcrumb-ingest", "breadcrumb-report", "breadcrumb-store",
    },
    "breadcrumb-cli": {"breadcrumb", "breadcrumb-mcp"},
    "breadcrumb-mcp": {"breadcrumb"},
    "breadcrumb-bench": {"breadcrumb"},
    "breadcrumb-node": {"breadcrumb", "breadcrumb-cli"},
    "breadcrumb-python": {"breadcrumb", "breadcrumb-cli"},
}


def tracked() -> list[pathlib.Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )
    return [ROOT / line for line in listed.stdout.splitlines() if (ROOT / line).is_file()]


def long_files(files: list[pathlib.Path]) -> list[str]:
    found = []
    for path in files:
        if path.suffix in SOURCES and "fixtures" not in path.parts:
            lines = len(path.read_text(encoding="utf-8").splitlines())
            if lines > MAX_LINES:
                found.append(f"{path.relative_to(ROOT)}: {lines} lines, {MAX_LINES} are borne")
    return found


def foreign_paths(files: list[pathlib.Path]) -> list[str]:
    found = []
    for path in files:
        if path == pathlib.Path(__file__).resolve():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if FORBIDDEN.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: a path or address of one machine")
    return found


def wrong_arrows() -> list[str]:
    found = []
    metadata = subprocess.run(
        ["cargo", "metadata", "--no-deps", "--format-version", "1"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )
    for crate in json.loads(metadata.stdout)["packages"]:
        name = crate["name"]
        if name not in ARROWS:
            found.append(f"{name}: not in the list of arrows of scripts/check_tree.py")
            continue
        used = {dep["name"] for dep in crate["dependencies"] if dep["kind"] is None}
        for dep in sorted(dep for dep in used - ARROWS[name] if dep.startswith("breadcrumb")):
            found.append(f"{name} must not use {dep}")
    return found


def misplaced_scripts() -> list[str]:
    """The page-side code is joined in one order, wherever it is embedded."""
    order = (ROOT / "js/injected/order.txt").read_text(encoding="utf-8").split()
    found = []
    path = ROOT / "crates/breadcrumb-core/src/page/script.rs"
    included = re.findall(r"js/injected/([\w.-]+)\"", path.read_text(encoding="utf-8"))
    if included != [*order, "engine.js"]:
        found.append(f"{path.relative_to(ROOT)}: not the files of js/injected/order.txt, in that order")
    return found


def main() -> int:
    files = tracked()
    found = long_files(files) + foreign_paths(files) + wrong_arrows() + misplaced_scripts()
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
