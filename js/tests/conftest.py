"""One browser for the session, one page a test, and a short way to ask the page."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import payload
import pytest
from asset import ASSET
from playwright.sync_api import Browser, Locator, Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

Snapshot = Callable[..., payload.Page]


def find_browser() -> str | None:
    """The browser that is asked for, else one on the path, else Playwright's own."""
    found = (shutil.which(name) for name in NAMES)
    return os.environ.get("BREADCRUMB_CHROMIUM") or next(filter(None, found), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    sandbox = ["--no-sandbox"] if os.getuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser(), args=ARGUMENTS + sandbox
        )
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1000, "height": 700})
    yield page
    page.close()


@pytest.fixture
def snapshot(page: Page) -> Snapshot:
    """Sets the content where it is given and reads the whole page."""

    def take(html: str | None = None, **request: Any) -> payload.Page:
        if html is not None:
            page.set_content(html)
        return payload.read(page.evaluate(ASSET, {"op": "snapshot", **request}))

    return take


@pytest.fixture
def fingerprint() -> Snapshot:
    """Reads the part of the page that belongs to one element."""

    def take(locator: Locator, **request: Any) -> payload.Page:
        return payload.read(locator.evaluate(ASSET, {"op": "fingerprint", **request}))

    return take
