"""One browser for the session, reports made once, and a page that fails a test on any complaint."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Route, sync_playwright

import hostile
import shop
from database import Database, command

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"width": 1200, "height": 800}
PHONE = {"width": 360, "height": 740}
# The page asks every two seconds; a busy machine may need a few rounds.
PATIENCE_MS = 15_000

Open = Callable[..., Page]


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


def make_database(folder: Path, fill: Callable[[Database], object]) -> Database:
    database = Database(folder / "results.db")
    fill(database)
    database.save()
    return database


@pytest.fixture(scope="session")
def shop_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    database = make_database(tmp_path_factory.mktemp("shop"), shop.fill)
    yield database
    database.close()


@pytest.fixture(scope="session")
def shop_report(shop_database: Database) -> Path:
    return shop_database.html()


@pytest.fixture(scope="session")
def document(shop_database: Database) -> dict[str, Any]:
    """What the page is made from, for comparison."""
    return shop_database.json()


@pytest.fixture(scope="session")
def empty_report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_database(tmp_path_factory.mktemp("empty"), lambda _: None).html()


@pytest.fixture(scope="session")
def hostile_report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_database(tmp_path_factory.mktemp("hostile"), hostile.fill).html()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Open]:
    """Opens pages, and fails the test where one complains or asks for anything but itself."""
    contexts = []
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def watch(route: Route, request: Request) -> None:
        if request.is_navigation_request() and request.url.startswith("file:"):
            route.continue_()
            return
        complaints.append(f"asked for {request.url[:200]}")
        route.abort()

    def open_page(report: Path | str, fragment: str = "#/", viewport: object = None, **options: object) -> Page:
        context = browser.new_context(viewport=viewport or DESKTOP, **options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        address = report.as_uri() if isinstance(report, Path) else report
        if isinstance(report, Path):
            page.route("**/*", watch)
        page.goto(address + fragment)
        page.wait_for_selector("main h1:not(noscript *)")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def live_database(tmp_path: Path) -> Iterator[Database]:
    database = make_database(tmp_path, lambda made: shop.fill(made, days=10))
    yield database
    database.close()


@pytest.fixture
def server(live_database: Database) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [command(), "serve", "--db", str(live_database.path)], stdout=subprocess.PIPE, text=True
    )
    yield process
    process.kill()
    process.wait()


def address(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    url = server.stdout.readline().strip()
    assert url.startswith("http://127.0.0.1:")
    return url
