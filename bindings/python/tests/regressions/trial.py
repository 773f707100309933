"""Runs a row: learns on the old page, then checks a release."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from breadcrumb import crumb
from breadcrumb.core import FingerprintStore
from playwright.async_api import Browser as AsyncBrowser
from playwright.async_api import expect as async_expect
from playwright.sync_api import Browser, Error, expect

from .model import Row

URL = "http://shop.test/"
#: For a check that is expected to pass, in milliseconds: a busy machine must not fail it.
PATIENT = 10_000
#: For a check that is expected to fail: it takes as long as this.
SHORT = 600
#: How often a row is learned at the most.
_TRIES = 3


def sync_trial(
    browser: Browser, row: Row, release: str, folder: Path, timeout: int
) -> tuple[bool, int]:
    """Learn a row and check a release; returns whether it was green, and after how many heals."""
    database = folder / "crumbs.db"
    for html, limit in _visits(row, release, timeout, database):
        with browser.new_context() as context:
            page = context.new_page()
            page.route("**/*", lambda route, _, html=html: _fulfill(route, html))
            page.set_default_timeout(limit)
            expect.set_options(timeout=limit)
            page.goto(URL, timeout=PATIENT)
            healing: Any = None
            try:
                with crumb(page, row.name, database, heal_after=0) as healing:
                    for _ in _steps(row.check(healing, expect)):
                        pass
            except (Error, AssertionError):
                if html is row.v1:
                    raise
                return False, len(healing.breadcrumb_heals)
            finally:
                expect.set_options(timeout=None)
    return True, len(healing.breadcrumb_heals)


async def async_trial(
    browser: AsyncBrowser, row: Row, release: str, folder: Path, timeout: int
) -> tuple[bool, int]:
    """Do the same with the async API."""
    database = folder / "crumbs.db"
    for html, limit in _visits(row, release, timeout, database):
        context = await browser.new_context()
        page = await context.new_page()
        await page.route("**/*", lambda route, _, html=html: _fulfill(route, html))
        page.set_default_timeout(limit)
        async_expect.set_options(timeout=limit)
        await page.goto(URL, timeout=PATIENT)
        healing: Any = None
        try:
            async with crumb(page, row.name, database, heal_after=0) as healing:
                calls = row.check(healing, async_expect)
                result = None
                try:
                    while True:
                        result = await calls.send(result)
                except StopIteration:
                    pass
        except (Error, AssertionError):
            if html is row.v1:
                raise
            return False, len(healing.breadcrumb_heals)
        finally:
            async_expect.set_options(timeout=None)
            await context.close()
    return True, len(healing.breadcrumb_heals)


def _visits(row: Row, release: str, timeout: int, database: Path) -> Iterator[tuple[str, int]]:
    """Return the pages to go to: the old one until it is learned, which a busy machine may miss."""
    for _ in range(_TRIES):
        yield row.v1, PATIENT
        if FingerprintStore(database).get_all_fingerprints():
            break
    yield release, timeout


def _fulfill(route: Any, html: str) -> Any:
    return route.fulfill(body=html, content_type="text/html; charset=utf-8")


def _steps(calls: Any) -> Iterator[Any]:
    result = None
    try:
        while True:
            result = calls.send(result)
            yield result
    except StopIteration:
        return
