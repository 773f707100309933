"""Runs a case with the sync or the async API, with or without Breadcrumb."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Any

from breadcrumb import crumb
from cases.browser import launch_options
from playwright import async_api, sync_api

from .model import TIMEOUT, Case, End, Stage, end_of

#: How a test uses Breadcrumb: not at all, or in a mode, with fingerprints or without.
Use = tuple[str, bool] | None


def learn(browser: Any, base: str, db: Path) -> None:
    """Learn all elements and checks of the cases."""
    page = browser.new_page()
    with crumb(page, "t", db) as healing:
        healing.goto(base + "/before")
        for name in ("#target", "#gone"):
            healing.locator(name).click()
            healing.locator(name).is_visible()
            healing.locator(name).count()
        healing.locator("#field").fill("x")
    page.close()


def run_sync(browser: Any, case: Case, use: Use, base: str, known: Path, folder: Path) -> End:
    """Run a case with the sync API."""
    if case.has_own_browser:
        browser = _another(browser)
    context = browser.new_context(**case.context)
    page = context.new_page()
    try:
        stage = Stage(_used(page, use, known, folder), base, sync_api.expect)
        for _ in case.open(stage):
            pass
        page.set_default_timeout(TIMEOUT)
        started = time.monotonic()
        try:
            return end_of(started, case.call(stage))
        except (sync_api.Error, AssertionError) as error:
            return end_of(started, error=error)
    finally:
        context.close()


async def run_async(
    browser: Any, case: Case, use: Use, base: str, known: Path, folder: Path
) -> End:
    """Run a case with the async API."""
    if case.has_own_browser:
        browser = await _another(browser)
    context = await browser.new_context(**case.context)
    page = await context.new_page()
    try:
        stage = Stage(_used(page, use, known, folder), base, async_api.expect)
        for step in case.open(stage):
            if hasattr(step, "__await__"):
                await step
        page.set_default_timeout(TIMEOUT)
        started = time.monotonic()
        try:
            return end_of(started, await case.call(stage))
        except (async_api.Error, AssertionError) as error:
            return end_of(started, error=error)
    finally:
        await context.close()


def _another(browser: Any) -> Any:
    kind = browser.browser_type
    return kind.launch(**launch_options(kind.executable_path))


def _used(page: Any, use: Use, known: Path, folder: Path) -> Any:
    if use is None:
        return page
    mode, is_known = use
    db = folder / f"{mode}-{is_known}.db"
    if is_known and not db.exists():
        shutil.copy(known, db)
    return crumb(page, "t", db, mode=mode, heal_after=0.1)  # type: ignore[call-overload]
