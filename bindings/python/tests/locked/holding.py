"""Ways to keep a database from a test run, and the suites that must not notice."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

# How much longer a suite may take because of a database that cannot be had, in seconds.
ALLOWANCE_S = 2.0

# Each says how it gets hold of the database; all of them keep it until the connection is closed.
LOCKS = {
    "write-ahead log, BEGIN EXCLUSIVE": (
        "PRAGMA journal_mode = WAL",
        "BEGIN EXCLUSIVE",
    ),
    "rollback journal, BEGIN EXCLUSIVE": (
        "PRAGMA journal_mode = DELETE",
        "BEGIN EXCLUSIVE",
    ),
    "locking_mode=EXCLUSIVE": (
        "PRAGMA locking_mode = EXCLUSIVE",
        "PRAGMA journal_mode = WAL",
        "CREATE TABLE IF NOT EXISTS daily_rollups (a)",
        "BEGIN EXCLUSIVE",
        "COMMIT",
    ),
}

BROWSER = """
import os
import shutil
import time
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def options(chromium):
    own = chromium.executable_path
    on_path = next(filter(None, map(shutil.which, NAMES)), None)
    found = own if Path(own).exists() or on_path is None else on_path
    return {"executable_path": os.environ.get("BREADCRUMB_CHROMIUM") or found,
            "args": ["--disable-gpu", "--no-sandbox"]}
"""

SYNC = (
    BROWSER
    + """
from playwright.sync_api import sync_playwright


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**options(playwright.chromium))
        yield browser
        browser.close()


@pytest.fixture
def page(browser):
    page = browser.new_page()
    html = Path("site.html").read_text()
    page.route("**/*", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto("http://shop.test/login")
    yield page
    page.close()
"""
)

SYNC_TESTS = """
import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize("n", range(4))
def test_click(page, n):
    page.locator("#login").click(timeout=1500)
    assert page.evaluate("window.hit") == "login"


def test_visible_for_a_moment(page):
    page.evaluate("setTimeout(() => document.getElementById('help').remove(), 900)")
    page.locator("#help").click(timeout=800)


def test_fails(page):
    page.locator("#never").click(timeout=50)


def test_without_a_page():
    pass
"""

ASYNC = (
    BROWSER
    + """
import asyncio

import pytest_asyncio
from playwright.async_api import async_playwright


@pytest_asyncio.fixture
async def page():
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**options(playwright.chromium))
        page = await browser.new_page()
        html = Path("site.html").read_text()

        async def answer(route):
            await route.fulfill(body=html, content_type="text/html")

        await page.route("**/*", answer)
        await page.goto("http://shop.test/login")
        yield page
        await browser.close()


@pytest_asyncio.fixture
async def longest_gap():
    gaps = [0.0]

    async def beat():
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0.005)
            now = time.perf_counter()
            gaps[0] = max(gaps[0], now - last)
            last = now

    task = asyncio.ensure_future(beat())
    yield gaps
    task.cancel()
"""
)

# A loop that waits for the database stands still for seconds; a busy machine, for 0.2 s.
ASYNC_TESTS = """
import pytest

pytestmark = pytest.mark.asyncio


async def test_click(page, longest_gap):
    await page.locator("#login").click(timeout=1500)
    assert await page.evaluate("window.hit") == "login"
    assert longest_gap[0] < 0.5, longest_gap


async def test_visible_for_a_moment(page, longest_gap):
    await page.evaluate("setTimeout(() => document.getElementById('help').remove(), 900)")
    await page.locator("#help").click(timeout=800)
    assert longest_gap[0] < 0.5, longest_gap


async def test_fails(page):
    await page.locator("#never").click(timeout=50)
"""


@contextmanager
def held(path: Path, kind: str) -> Iterator[sqlite3.Connection]:
    """Keep a database locked, from another process than the one that runs the tests."""
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        for statement in LOCKS[kind]:
            other.execute(statement).fetchall()
        yield other


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    """Ask a database with plain SQL."""
    with closing(sqlite3.connect(path)) as database:
        return database.execute(query).fetchall()
