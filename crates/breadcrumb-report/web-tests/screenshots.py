"""Takes the pictures of `docs/images` from the shop's results.

    python crates/breadcrumb-report/web-tests/screenshots.py
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, sync_playwright

import shop
from conftest import ARGUMENTS, find_browser, make_database

IMAGES = Path(__file__).resolve().parents[3] / "docs" / "images"
DESKTOP = {"width": 1100, "height": 760}
PHONE = {"width": 360, "height": 740}
TALLEST = {1100: 1500, 360: 1400}
"""A picture shows no more of a page than a reader of the documentation looks at."""

TEST = "tests/account/test_profile.py::test_uploads_a_picture[firefox]"
FRONT = 720
"""The README shows the upper part of the overview."""

VIEWS = ["overview", "tests", "test", "heal"]
LOOKS: list[tuple[str, str, dict[str, int]]] = [
    ("light", "light", DESKTOP), ("dark", "dark", DESKTOP), ("phone", "light", PHONE),
]


def fragments(document: dict[str, Any]) -> dict[str, str]:
    heal = next(h for h in document["healing_events"] if h["locator"] == "#add-arc-lamp")
    return {
        "overview": "#/", "tests": "#/tests", "test": "#/test/" + quote(TEST, safe=""), "heal": f"#/heal/{heal['id']}",
    }


def take(
    browser: Browser, report: Path, fragment: str, picture: Path, scheme: str, viewport: dict[str, int], tallest: int
) -> None:
    page = browser.new_page(viewport=viewport, color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(report.as_uri() + fragment)
    page.wait_for_selector("main h1")
    page.wait_for_function("() => !document.querySelector('.loading')")
    page.wait_for_timeout(200)
    height = min(page.evaluate("document.documentElement.scrollHeight"), tallest)
    page.screenshot(path=picture, full_page=True, clip={"x": 0, "y": 0, "width": viewport["width"], "height": height})
    page.close()


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    sandbox = ["--no-sandbox"] if os.getuid() == 0 else []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        database = make_database(Path(folder), shop.fill)
        report, views = database.html(), fragments(database.json())
        browser = playwright.chromium.launch(executable_path=find_browser(), args=ARGUMENTS + sandbox)
        for view in VIEWS:
            for name, scheme, viewport in LOOKS:
                picture, tallest = IMAGES / f"report-{view}-{name}.png", TALLEST[viewport["width"]]
                take(browser, report, views[view], picture, scheme, viewport, tallest)
        for scheme in ("light", "dark"):
            take(browser, report, views["overview"], IMAGES / f"front-{scheme}.png", scheme, DESKTOP, FRONT)
        browser.close()
        database.close()


if __name__ == "__main__":
    main()
