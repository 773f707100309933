"""One browser for the session, and pages whose version the test chooses."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserType, Page, Playwright, Route, sync_playwright

pytest_plugins = ["pytester"]

URL = "http://shop.test/login"
LOGIN_V1 = """<!doctype html><title>Shop</title><h1>Log in</h1>
<form onsubmit="return false"><label>Mail <input id="mail" name="mail"></label>
<button id="login" class="btn primary" onclick="window.hit = this.id">Log in</button>
<a id="help" href="#help">Help</a></form>"""
LOGIN_V2 = LOGIN_V1.replace('id="login"', 'id="sign-in"')

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_ARGUMENTS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]


def launch_options(chromium: BrowserType) -> tuple[str, list[str]]:
    """Return the browser that is asked for, else Playwright's own, else one on the path."""
    own = chromium.executable_path
    on_path = next(filter(None, map(shutil.which, _NAMES)), None)
    found = own if Path(own).exists() or on_path is None else on_path
    sandbox = ["--no-sandbox"] if os.getuid() == 0 else []
    return os.environ.get("BREADCRUMB_CHROMIUM") or found, _ARGUMENTS + sandbox


def launch(playwright: Playwright) -> Browser:
    """Start the browser; of the async API as well, then it is to be awaited."""
    executable, arguments = launch_options(playwright.chromium)
    return playwright.chromium.launch(executable_path=executable, args=arguments)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


class Site:
    """One page of a site, in the version that the test has set."""

    def __init__(self, page: Page, html: str) -> None:
        self.page = page
        self.html = html
        page.route("**/*", self._answer)

    def _answer(self, route: Route) -> None:
        route.fulfill(body=self.html, content_type="text/html")


@pytest.fixture
def site(browser: Browser) -> Iterator[Site]:
    page = browser.new_page(viewport={"width": 1000, "height": 700})
    yield Site(page, LOGIN_V1)
    page.context.close()


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "crumbs.db"
