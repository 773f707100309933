"""A heal and a negative check beside `pytest-breadcrumb` 0.1.0a2, in the same run.

`BREADCRUMB_PACKAGE_PYTHON` names a Python that has the package; `make bench-browser` sets it.
"""

from __future__ import annotations

import json
import os
import subprocess
import warnings
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from breadcrumb import crumb
from conftest import URL, Site, launch_options
from test_speed import milliseconds, shop

ELEMENTS = 1_000
ROUNDS = 9
# As often as we must be faster, and as many plain clicks a heal may take.
TIMES, CLICKS = 50.0, 3.0
PACKAGE_PYTHON = os.environ.get("BREADCRUMB_PACKAGE_PYTHON")


def package(folder: Path, db: Path, executable: str, arguments: list[str]) -> dict[str, Any]:
    """Run the package with Playwright's defaults: it waits for the whole 30 s."""
    script = Path(__file__).with_name("package_side.py")
    command = [str(PACKAGE_PYTHON), str(script), str(folder), str(db), executable, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=180)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.skipif(PACKAGE_PYTHON is None, reason="BREADCRUMB_PACKAGE_PYTHON is not set")
def test_a_heal_beside_the_package(site: Site, db: Path, tmp_path: Path) -> None:
    before, after = shop(ELEMENTS, "login"), shop(ELEMENTS, "sign-in")
    (tmp_path / "v1.html").write_text(before)
    (tmp_path / "v2.html").write_text(after)
    executable, arguments = launch_options(site.page.context.browser.browser_type)  # type: ignore[union-attr]
    theirs = package(tmp_path, tmp_path / "theirs.db", executable, arguments)

    site.html = before
    with crumb(site.page, "t", db) as page:
        page.goto(URL)
        page.locator("#login").click()
    site.html = after
    heals: list[float] = []
    plains: list[float] = []
    checks: list[float] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(ROUNDS):
            page = crumb(site.page, "t", db, heal_after=0).__enter__()
            page.goto(URL)
            heals.append(milliseconds(page.locator("#login").click))
            assert page.evaluate("window.hit") == "sign-in"
            checks.append(milliseconds(page.locator(".error").is_visible))
            site.page.goto(URL)
            plains.append(milliseconds(site.page.locator("#sign-in").click))
    ours, plain, check = median(heals), median(plains), median(checks)
    times = theirs["click"] * 1000 / ours
    print(
        f"\nhealed click, {ELEMENTS} elements: theirs {theirs['click']:.2f} s, ours {ours:.0f} ms: "
        f"{times:.0f} times faster; {ours / plain:.1f} plain clicks"
        f"\nnegative check: theirs {theirs['check']:.2f} s, ours {check:.1f} ms: "
        f"{theirs['check'] * 1000 / check:.0f} times faster"
    )
    assert theirs["hit"] == "sign-in"
    assert times >= TIMES
    assert ours <= CLICKS * plain
    assert check < theirs["check"] * 1000
