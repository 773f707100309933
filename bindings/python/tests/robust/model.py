"""What a case is, and how it ends: written once for the sync and the async API.

Steps are generators that yield each call, as in `tests/cases`: the sync call has been made when it
is yielded, the async one is awaited by the driver.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

#: The test's own time for a call that fails, in milliseconds.
TIMEOUT = 1000
#: For a call that passes. Playwright looks every 500 ms: with less a slow machine would decide.
PATIENT = 5000

Steps = Generator[Any, Any, None]


@dataclass(frozen=True)
class Stage:
    """What the steps of a case work with."""

    page: Any
    base: str
    expect: Any
    frames: list[Any] = field(default_factory=list)
    """Where the call happens, if not in the page itself."""

    def locator(self, selector: str) -> Any:
        """Return a locator of the last frame, else of the page."""
        return [self.page, *self.frames][-1].locator(selector)


@dataclass(frozen=True)
class Case:
    """A page in some state, and a call of a test on it."""

    name: str
    #: Brings the page into that state.
    open: Callable[[Stage], Steps]
    #: The call that is compared.
    call: Callable[[Stage], Any]
    #: Options of the browser's context.
    context: dict[str, Any] = field(default_factory=dict)
    #: Whether it ends its browser.
    has_own_browser: bool = False


@dataclass(frozen=True)
class End:
    """How the call of a case has ended."""

    kind: str
    first_line: str
    seconds: float
    notes: str = ""

    @property
    def outcome(self) -> tuple[str, str]:
        """What must be the same with and without Breadcrumb."""
        return self.kind, self.first_line


#: By name: a call that finds its element, or one that does not.
CALLS: dict[str, Callable[[Stage], Any]] = {
    "click": lambda stage: stage.locator("#gone").click(),
    "read": lambda stage: stage.locator("#gone").text_content(),
    "fill": lambda stage: stage.locator("#field").fill("x"),
    "evaluate": lambda stage: stage.locator("#gone").evaluate("e => e.id"),
    "expect": lambda stage: stage.expect(stage.locator("#gone")).to_be_visible(timeout=TIMEOUT),
    "is_visible": lambda stage: stage.locator("#gone").is_visible(),
    "count": lambda stage: stage.locator("#gone").count(),
}


def end_of(started: float, value: Any = None, error: BaseException | None = None) -> End:
    """Return how a call has ended."""
    seconds = time.monotonic() - started
    if error is None:
        return End("value", repr(value), seconds)
    # Since 3.11 notes are apart; an assertion has them in its text.
    notes = "\n".join(getattr(error, "__notes__", []))
    lines = [line for line in str(error).splitlines() if line.strip()] or [""]
    return End(type(error).__name__, lines[0], seconds, notes or str(error))
