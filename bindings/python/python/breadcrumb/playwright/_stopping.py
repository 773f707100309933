"""Stopping a call of the test while it waits for an element that is not there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator
from typing import Any

from ._inside import abort, pending_calls
from ._tasks import in_background


class Stopping:
    """Makes a call, and has the driver stop it where its element is missing after a while.

    The driver then ends the call with its log, which says how far it has come. Nothing is cancelled
    here: the call of the test ends by itself.
    """

    def __init__(self, frame: Any, after: float, count: Callable[[], Awaitable[int]]) -> None:
        """Stop it after so many seconds, where nothing is counted then."""
        self._frame = frame
        self._after = after
        self._count = count
        # The call's first message to the driver.
        self._message: Any = None
        self.is_stopped = False

    async def make(self, call: Awaitable[Any]) -> Any:
        """Make it."""
        watch = in_background(self._watch())
        try:
            return await _Noted(call, self._frame, self._note)
        finally:
            watch.cancel()

    def _note(self, message: Any) -> None:
        self._message = message

    async def _watch(self) -> None:
        await asyncio.sleep(self._after)
        # A call of several messages that has got beyond the first has found its element.
        if self._message in pending_calls(self._frame) and await self._count() == 0:
            self.is_stopped = abort(self._frame, self._message)


class _Noted:
    """An awaitable that notes the first message that it sends."""

    def __init__(self, call: Awaitable[Any], frame: Any, note: Callable[[Any], None]) -> None:
        self._call = call
        self._frame = frame
        self._note = note

    def __await__(self) -> Generator[Any, Any, Any]:
        before = set(pending_calls(self._frame))
        steps = self._call.__await__()
        try:
            waited = next(steps)
            # Nothing else has run since the call began.
            new = [message for message in pending_calls(self._frame) if message not in before]
            self._note(new[0] if new else None)
            try:
                yield waited
            except BaseException as error:
                yield steps.throw(error)
            return (yield from steps)
        except StopIteration as end:
            return end.value
