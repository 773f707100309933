"""One browser for each API, each in a thread of its own (see `cases/browser.py`)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from answers import limit_answers
from cases.browser import launch_options
from playwright.async_api import async_playwright
from playwright.sync_api import sync_playwright

from .trial import async_trial, sync_trial

#: Learns a row, checks a release; whether that was green, and after how many heals.
Trial = Callable[..., tuple[bool, int]]


@pytest.fixture(scope="module", params=["sync", "async"])
def trial(request: pytest.FixtureRequest) -> Iterator[Trial]:
    """Run trials with one of the APIs."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        loop = asyncio.new_event_loop()

        def call(function: Callable[..., Any], *args: Any, **options: Any) -> Any:
            if request.param == "sync":
                return thread.submit(function, *args, **options).result()
            run = lambda: loop.run_until_complete(function(*args, **options))  # noqa: E731
            return thread.submit(run).result()

        is_sync = request.param == "sync"
        playwright = call(sync_playwright().start if is_sync else async_playwright().start)
        chromium = playwright.chromium
        browser = call(chromium.launch, **launch_options(chromium.executable_path))
        one = sync_trial if is_sync else async_trial
        yield lambda *args: call(one, browser, *args)
        call(browser.close)
        call(playwright.stop)
        loop.close()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a page on a busy machine answer late: what is tested here is what it is healed to."""
    limit_answers(monkeypatch, least=2.0)
