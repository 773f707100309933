"""One browser for each API, each in a thread of its own, and a database that knows the elements."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cases.browser import launch_options
from playwright import async_api, sync_api

from . import drive
from .drive import Use
from .model import Case, End
from .server import serve

USES: list[Use] = [("heal", True), ("heal", False), ("suggest", True), ("off", True)]


@dataclass
class Bench:
    """Runs cases in one browser."""

    run_in: Callable[[Case, Use], End]

    def __call__(self, case: Case, use: Use = None) -> End:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return self.run_in(case, use)


@pytest.fixture(scope="session")
def base() -> Iterator[str]:
    with serve() as address:
        yield address


@pytest.fixture(scope="session")
def known(sync_browser: Any, base: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database with the fingerprints of all elements and checks."""
    thread, browser = sync_browser
    db = tmp_path_factory.mktemp("known") / "crumbs.db"

    thread.submit(drive.learn, browser, base, db).result()
    return db


@pytest.fixture(scope="session")
def sync_browser() -> Iterator[Any]:
    with ThreadPoolExecutor(max_workers=1) as thread:
        playwright = thread.submit(sync_api.sync_playwright().start).result()
        options = launch_options(playwright.chromium.executable_path)
        browser = thread.submit(lambda: playwright.chromium.launch(**options)).result()
        yield thread, browser
        thread.submit(browser.close).result()
        thread.submit(playwright.stop).result()


@pytest.fixture
def bench(sync_browser: Any, base: str, known: Path, tmp_path: Path) -> Bench:
    """Runs cases with the sync API."""
    thread, browser = sync_browser

    return Bench(
        lambda case, use: thread.submit(
            drive.run_sync, browser, case, use, base, known, tmp_path
        ).result()
    )


@pytest.fixture(scope="module")
def async_browser() -> Iterator[Any]:
    with ThreadPoolExecutor(max_workers=1) as thread:
        loop = asyncio.new_event_loop()

        def call(coroutine: Callable[[], Any]) -> Any:
            return thread.submit(lambda: loop.run_until_complete(coroutine())).result()

        playwright = call(async_api.async_playwright().start)
        options = launch_options(playwright.chromium.executable_path)
        browser = call(lambda: playwright.chromium.launch(**options))
        yield call, browser
        call(browser.close)
        call(playwright.stop)
        loop.close()


@pytest.fixture
def async_bench(async_browser: Any, base: str, known: Path, tmp_path: Path) -> Bench:
    """Runs cases with the async API."""
    call, browser = async_browser

    return Bench(
        lambda case, use: call(lambda: drive.run_async(browser, case, use, base, known, tmp_path))
    )
