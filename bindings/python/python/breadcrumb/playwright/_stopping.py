"""Stopping a call of the test while it waits for an element that is not there."""

import asyncio
import types
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from typing import Any

from ._inside import abort, pending_calls
from ._tasks import in_background


@dataclass
class Stopping:
    """Makes a call, and has the driver stop it where its element is missing after a while.

    The driver then ends the call with its log, which says how far it has come. Nothing is cancelled
    here: the call of the test ends by itself.
    """

    _frame: Any
    # How many seconds it has, and what counts its elements then.
    _after: float
    _count: Callable[[], Awaitable[int]]
    # The call's first message to the driver.
    _message: Any = None
    is_stopped: bool = False

    async def make(self, call: Awaitable[Any]) -> Any:
        """Make it."""
        watch = in_background(self._watch())
        try:
            return await self._noted(call)
        finally:
            watch.cancel()

    async def _watch(self) -> None:
        await asyncio.sleep(self._after)
        # A call of several messages that has got beyond the first has found its element.
        if self._message in pending_calls(self._frame) and await self._count() == 0:
            self.is_stopped = abort(self._frame, self._message)

    @types.coroutine
    def _noted(self, call: Awaitable[Any]) -> Generator[Any, Any, Any]:
        """Make a call, and note the first message that it sends."""
        before = set(pending_calls(self._frame))
        steps = call.__await__()
        try:
            waited = next(steps)
            # Nothing else has run since the call began.
            new = [message for message in pending_calls(self._frame) if message not in before]
            self._message = new[0] if new else None
            try:
                yield waited
            except BaseException as error:
                yield steps.throw(error)
            return (yield from steps)
        except StopIteration as end:
            return end.value
