"""Runs a case with Playwright's sync API."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from playwright.sync_api import Browser, Error, Page, Route, expect

from .judge import Seen
from .model import BASE_URL, LOAD_TIMEOUT, Case, Popup, Run
from .site import READ_LOG, document

#: Turns a page into the one the steps use.
Wrap = Callable[[Page], AbstractContextManager[Any]]


def run_case(browser: Browser, case: Case, version: int, wrap: Wrap = nullcontext) -> Seen:
    """Runs the steps on one version of the site."""
    with browser.new_context(base_url=BASE_URL) as context:
        context.route("**/*", lambda route: _serve(case, version, route))
        page = context.new_page()
        timeout = case.timeout_on(version)
        page.set_default_timeout(timeout)
        expect.set_options(timeout=timeout)
        error = None
        try:
            with wrap(page) as wrapped:
                wrapped.goto("/", timeout=LOAD_TIMEOUT)
                _drive(case, Run(wrapped, expect, version))
        except (Error, AssertionError) as raised:
            error = raised
        finally:
            expect.set_options(timeout=None)
        return Seen(error, tuple(page.evaluate(READ_LOG)))


def _serve(case: Case, version: int, route: Route) -> None:
    body = document(case, version, "/" + route.request.url.removeprefix(BASE_URL))
    status = 404 if body is None else 200
    route.fulfill(status=status, body=body or "", content_type="text/html; charset=utf-8")


def _drive(case: Case, run: Run) -> None:
    steps = case.steps(run)
    result: Any = None
    try:
        while True:
            result = _result(run, steps.send(result))
    except StopIteration:
        return


def _result(run: Run, call: Any) -> Any:
    if not isinstance(call, Popup):
        return call
    with run.page.expect_popup() as popup:
        call.action()
    return popup.value
