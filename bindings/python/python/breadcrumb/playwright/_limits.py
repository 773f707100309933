"""Limits: no question of Breadcrumb holds a test up, and no error of it fails one.

Every question to a page goes through `answered`. How long it may take follows from the call of the
test that it belongs to (`within`); see `docs/design/0017-limits.md`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Generator
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from .. import _native
from ._inside import Error
from ._tasks import in_background

if TYPE_CHECKING:
    from ._scope import Scope

__all__ = ["NoAnswer", "TooLarge", "answered", "harmless", "sent", "within"]


class NoAnswer(Error):
    """A page that has not answered in time."""


class TooLarge(Error):
    """A page that cannot be taken in."""


@dataclass(frozen=True)
class _Limit:
    """How long the questions of one call of a test may take, all together."""

    scope: Scope
    end: float
    """In seconds of the monotonic clock."""

    def left(self) -> float:
        """Return what is left for one question, in milliseconds."""
        left = (self.end - monotonic()) * 1000
        return max(_native.PROBE_MS, min(_native.ANSWER_MS, left))


_limit: ContextVar[_Limit | None] = ContextVar("breadcrumb_limit", default=None)


@contextlib.contextmanager
def within(scope: Scope, milliseconds: float) -> Generator[None, None, None]:
    """Let all questions that are asked in it end in so many milliseconds."""
    token = _limit.set(_Limit(scope, monotonic() + milliseconds / 1000))
    try:
        yield
    finally:
        _limit.reset(token)


async def answered(question: Awaitable[Any], own_timeout: float = 0.0) -> Any:
    """Wait for an answer of the page; after one that does not come Breadcrumb is off for the test.

    A question that ends by itself, after so many milliseconds, gets at least as long.
    """
    limit = _limit.get()
    task = in_background(question)
    if limit is not None and limit.scope.is_off:
        task.cancel()
        raise NoAnswer(limit.scope.why_off)
    left = _native.ANSWER_MS if limit is None else limit.left()
    if own_timeout:
        left = max(left, own_timeout + _native.PROBE_MS)
    try:
        done, _ = await asyncio.wait({task}, timeout=left / 1000)
    finally:
        # Playwright aborts a call whose task is cancelled; a late answer is nobody's.
        if not task.done():
            task.cancel()
    if done and not task.cancelled():
        return task.result()
    error = NoAnswer(f"the page did not answer within {left:.0f} ms")
    if limit is not None:
        limit.scope.give_up(error)
    raise error


async def sent() -> None:
    """Let a question that another task asks go out: that takes its task one turn, ours the next."""
    await asyncio.sleep(0)
    await asyncio.sleep(0)


@contextlib.contextmanager
def harmless(scope: Scope) -> Generator[None, None, None]:
    """Do something that the test has not asked for: what goes wrong in it ends it, and no more.

    A page that cannot answer is nothing unusual; any other error is ours, and turns Breadcrumb off
    for the test.
    """
    try:
        yield
    except Error:
        pass
    except Exception as error:
        scope.give_up(error)
