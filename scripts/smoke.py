"""Learns and heals once with the installed package, as a user would: the last look at a wheel.

python scripts/smoke.py

Follows the first steps of docs/getting-started.md in an empty folder, on any system, and prints how
long each run of pytest took.
"""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys
import tempfile
import time

GUIDE = pathlib.Path(__file__).resolve().parent.parent / "docs" / "getting-started.md"
_FILE = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.M | re.S)
OLD = 'id="login-btn" class="btn primary">Log in'
NEW = 'id="sign-in" class="button">Sign in'


def run_tests(folder: pathlib.Path, label: str) -> str:
    start = time.monotonic()
    command = [sys.executable, "-m", "pytest", "--breadcrumb", "--color=no"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    print(f"{label}: exit code {ran.returncode}, {time.monotonic() - start:.1f} s")
    if ran.returncode != 0:
        sys.exit(ran.stdout + ran.stderr)
    return ran.stdout


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, text in _FILE.findall(GUIDE.read_text(encoding="utf-8")):
            (folder / file).write_text(text, encoding="utf-8")
        run_tests(folder, "learned")
        page = folder / "login.html"
        text = page.read_text(encoding="utf-8")
        assert OLD in text, "docs/getting-started.md has another page now"
        page.write_text(text.replace(OLD, NEW), encoding="utf-8")
        said = run_tests(folder, "healed")
        if "1 healed" not in said:
            sys.exit(f"error: the locator was not healed\n{said}")


if __name__ == "__main__":
    main()
