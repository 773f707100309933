"""One browser for each API, each in a thread of its own (see `browser.py`)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from answers import limit_answers
from playwright.async_api import async_playwright
from playwright.sync_api import sync_playwright

from . import drive_async, drive_sync
from .browser import launch_options
from .judge import Seen
from .model import Case, Healed

#: Runs a case on one version of its site.
RunCase = Callable[..., Seen]


@pytest.fixture(scope="module")
def run_sync() -> Iterator[RunCase]:
    """Runs cases with the sync API."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        call = partial(_call, thread)
        playwright = call(sync_playwright().start)
        chromium = playwright.chromium
        browser = call(chromium.launch, **launch_options(chromium.executable_path))
        yield partial(call, drive_sync.run_case, browser)
        call(browser.close)
        call(playwright.stop)


@pytest.fixture(scope="module")
def run_async() -> Iterator[RunCase]:
    """Runs cases with the async API."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        loop = asyncio.new_event_loop()

        def call(function: Callable[..., Any], *args: Any, **options: Any) -> Any:
            return _call(thread, lambda: loop.run_until_complete(function(*args, **options)))

        playwright = call(async_playwright().start)
        chromium = playwright.chromium
        browser = call(chromium.launch, **launch_options(chromium.executable_path))
        yield partial(call, drive_async.run_case, browser)
        call(browser.close)
        call(playwright.stop)
        loop.close()


@pytest.fixture
def heals(tmp_path: Path) -> Callable[[RunCase, Case], None]:
    """Learns a case on version 1, runs it on version 2, and checks both."""
    from breadcrumb import crumb

    from .judge import check_learned, check_outcome, healed_locators

    db_path = tmp_path / "crumbs.db"

    def check(run: RunCase, case: Case) -> None:
        if case.name == "detached" and version("playwright").startswith("1.58."):
            pytest.skip("Playwright 1.58 clicks nothing there, with or without Breadcrumb")

        def wrap(page: Any) -> Any:
            return crumb(page, test_id=case.name, db_path=str(db_path), heal_after=case.heal_after)

        def seen(version: int) -> Seen:
            ended = run(case, version, wrap)
            return Seen(ended.error, ended.log, healed_locators(db_path))

        check_learned(case, seen(1))
        outcome = seen(2)
        if isinstance(case.expected, Healed) and outcome.error and not outcome.healed:
            # A check answers at once: on a busy machine its fingerprint may have come too late, or
            # the database, and then it is left alone. What is wrong is wrong a second time.
            check_learned(case, seen(1))
            outcome = seen(2)
        check_outcome(case, outcome)

    return check


def _call(thread: ThreadPoolExecutor, function: Callable[..., Any], *args: Any, **kw: Any) -> Any:
    return thread.submit(function, *args, **kw).result()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a page on a busy machine answer late: what is tested here is what it is healed to."""
    limit_answers(monkeypatch, least=2.0)
