"""Runs a case with Playwright's async API."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

from playwright.async_api import Browser, Error, Page, Route, expect

from .judge import Seen
from .model import BASE_URL, LOAD_TIMEOUT, Case, Popup, Run
from .site import READ_LOG, document

#: Turns a page into the one the steps use.
Wrap = Callable[[Page], AbstractAsyncContextManager[Any]]


async def run_case(browser: Browser, case: Case, version: int, wrap: Wrap = nullcontext) -> Seen:
    """Runs the steps on one version of the site."""
    async with await browser.new_context(base_url=BASE_URL) as context:
        await context.route("**/*", lambda route: _serve(case, version, route))
        page = await context.new_page()
        timeout = case.timeout_on(version)
        page.set_default_timeout(timeout)
        expect.set_options(timeout=timeout)
        error = None
        try:
            async with wrap(page) as wrapped:
                await wrapped.goto("/", timeout=LOAD_TIMEOUT)
                await _drive(case, Run(wrapped, expect, version))
        except (Error, AssertionError) as raised:
            error = raised
        finally:
            expect.set_options(timeout=None)
        return Seen(error, tuple(await page.evaluate(READ_LOG)))


async def _serve(case: Case, version: int, route: Route) -> None:
    body = document(case, version, "/" + route.request.url.removeprefix(BASE_URL))
    status = 404 if body is None else 200
    await route.fulfill(status=status, body=body or "", content_type="text/html; charset=utf-8")


async def _drive(case: Case, run: Run) -> None:
    steps = case.steps(run)
    call = next(steps)
    try:
        while True:
            try:
                result = await _result(run, call)
            except (Error, AssertionError) as error:
                call = steps.throw(error)
            else:
                call = steps.send(result)
    except StopIteration:
        return


async def _result(run: Run, call: Any) -> Any:
    if not isinstance(call, Popup):
        return await call
    async with run.page.expect_popup() as popup:
        await call.action()
    return await popup.value
