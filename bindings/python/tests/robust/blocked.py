"""Pages that do not answer."""

from __future__ import annotations

import contextlib
from typing import Any

from breadcrumb.playwright._inside import Error

from .model import CALLS, TIMEOUT, Case, Stage, Steps
from .server import NEVER

# Longer than the test's own time, so that no call sees the end of it.
_LOOP_MS = TIMEOUT + 1500


def _script(script: str) -> Any:
    def steps(stage: Stage) -> Steps:
        yield stage.page.goto(stage.base + "/good")
        yield stage.page.evaluate(f"() => {{ setTimeout(() => {{ {script} }}, 0); }}")
        yield stage.page.wait_for_timeout(100)

    return steps


def _dialog(stage: Stage) -> Steps:
    stage.page.on("dialog", lambda _dialog: None)
    yield from _script("alert('Wait')")(stage)


def _goto(path: str) -> Any:
    def steps(stage: Stage) -> Steps:
        yield stage.page.goto(stage.base + path, wait_until="commit")
        yield stage.page.wait_for_timeout(150)

    return steps


def _crashed(stage: Stage) -> Steps:
    yield stage.page.goto(stage.base + "/good")
    # Nobody waits for it: the answer never comes.
    crash = getattr(stage.page, "_impl_obj").main_frame  # noqa: B009
    crash._loop.create_task(_crash(crash))
    yield stage.page.wait_for_event("crash")


async def _crash(frame: Any) -> None:
    with contextlib.suppress(Error):
        await frame.goto("chrome://crash", None, None, None)


def _closed(stage: Stage) -> Steps:
    yield stage.page.goto(stage.base + "/good")
    yield stage.page.close()


def _killed(stage: Stage) -> Steps:
    """End the browser itself, as a machine without memory does."""
    yield stage.page.goto(stage.base + "/good")
    browser = getattr(stage.page.context.browser, "_impl_obj")  # noqa: B009
    browser._loop.create_task(_kill(browser))
    yield stage.page.wait_for_event("close")


async def _kill(browser: Any) -> None:
    with contextlib.suppress(Error):
        session = await browser.new_browser_cdp_session()
        await session.send("Browser.crash", None, None)


def _detached(stage: Stage) -> Steps:
    yield stage.page.goto(stage.base + "/frame")
    stage.frames.append(stage.page.frames[1])
    yield stage.page.locator("iframe").evaluate("(frame) => frame.remove()")


#: Whether a check, which has no timeout in Playwright, ends there. An assertion has one, but does
#: not end either while a dialog is open.
_STATES: list[tuple[str, Any, dict[str, Any], bool]] = [
    ("dialog", _dialog, {}, False),
    ("loop", _script(f"const end = Date.now() + {_LOOP_MS}; while (Date.now() < end);"), {}, False),
    ("synchronous-request", _goto("/sync"), {}, False),
    ("no-script", _goto("/good"), {"java_script_enabled": False}, True),
    ("sandbox", _goto("/sandbox"), {}, True),
    ("closed", _closed, {}, True),
    ("detached", _detached, {}, True),
]
assert NEVER * 1000 > _LOOP_MS

BLOCKED = [
    Case(f"{state}-{name}", opened, call, context)
    for state, opened, context, has_checks in _STATES
    for name, call in CALLS.items()
    if has_checks or name not in ("is_visible", "count")
    if (state, name) != ("dialog", "expect")
]
KILLED = [
    Case(f"killed-{name}", _killed, call, has_own_browser=True) for name, call in CALLS.items()
]
CRASHED = [Case(f"crashed-{name}", _crashed, call) for name, call in CALLS.items()]
