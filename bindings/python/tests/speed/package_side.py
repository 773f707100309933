"""What `pytest-breadcrumb` 0.1.0a2 takes for a healed click and a negative check.

A script for a Python of its own: the package has the same import name as ours. It gets a folder
with `v1.html` and `v2.html`, the database to use and the browser, and prints seconds as JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from breadcrumb.playwright import heal  # type: ignore[attr-defined]
from playwright.sync_api import sync_playwright

URL = "http://shop.test/login"


def seconds(call: Callable[[], object]) -> float:
    started = perf_counter()
    call()
    return perf_counter() - started


def main(folder: Path, db: Path, executable: str, arguments: list[str]) -> dict[str, object]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=arguments)
        page = browser.new_page()
        html = folder / "v1.html"
        page.route(
            "**/*", lambda route: route.fulfill(body=html.read_text(), content_type="text/html")
        )
        page.goto(URL)
        heal(page, test_id="t", db_path=db).locator("#login").click()
        html = folder / "v2.html"
        page.goto(URL)
        click = seconds(heal(page, test_id="t", db_path=db).locator("#login").click)
        hit = page.evaluate("window.hit")
        check = seconds(heal(page, test_id="t", db_path=db).locator(".error").is_visible)
        browser.close()
    return {"click": click, "hit": hit, "check": check}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4:])))
