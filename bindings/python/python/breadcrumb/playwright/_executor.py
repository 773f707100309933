"""Does what the engine says around a call of the test, and tells it what came of that."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any

from .. import _native
from ._inside import Error, PlaywrightTimeout
from ._page_side import shown_in_trace
from ._scope import Scope
from ._stopping import Stopping
from ._tasks import in_background, sent

__all__ = ["Run", "perform"]

# Makes the call of the test, with this selector and, in milliseconds, this much time.
Run = Callable[[str, float], Awaitable[Any]]


async def perform(scope: Scope, frame: Any, want: _native.Want, run: Run) -> Any:
    """Carry out a call of the test that needs an element."""
    test = scope.test
    if test is None:
        return await run(want.selector, want.timeout_ms)
    performance = _Performance(scope, frame, run)
    try:
        over = await performance.carry_out(test.call(want))
    finally:
        scope.tell_events()
    if over is None and not performance.ends:
        # The engine is broken; the test is not.
        return await run(want.selector, want.timeout_ms)
    end = performance.ends[-1 if over is None else over.act]
    if end.error is None:
        return end.result
    if over is not None:
        _annotate(end.error, over)
    raise end.error


@dataclass(frozen=True)
class _End:
    """What came of a call of the test."""

    result: Any = None
    error: Error | None = None


class _Performance:
    """What the engine's steps are done with."""

    def __init__(self, scope: Scope, frame: Any, run: Run | None = None) -> None:
        self._scope = scope
        self._frame = frame
        self._run = run
        self.ends: list[_End] = []

    async def carry_out(self, call: _native.Call) -> _native.Over | None:
        """Take step by step; none where the engine cannot go on."""
        step = self._next(call.start)
        while step is not None and not isinstance(step, _native.Over):
            step = self._next(call.answer, await self._done(step))
        return step

    def _next(self, go_on: Callable[..., _native.Step], *answer: _native.Answer) -> Any:
        try:
            return go_on(*answer, monotonic())
        except Exception as error:
            self._scope.give_up(error)
            return None

    async def _done(self, step: _native.Step) -> _native.Answer:
        if isinstance(step, _native.Act):
            return await self._act(step)
        try:
            if isinstance(step, _native.Ask):
                return await self._scope.page_side.answer(self._frame, step)
            if isinstance(step, _native.Start):
                task = self._begin(step.call)
                await (asyncio.wait({task}) if step.wait else sent())
            return _native.Answer.done()
        except Exception as error:
            self._scope.give_up(error)
            return _native.Answer.error(str(error), False)

    async def _act(self, act: _native.Act) -> _native.Answer:
        beside = None if act.beside is None else self._begin(act.beside.call)
        stopping = None if act.stop_after is None else self._stopping(act, act.stop_after)
        try:
            if act.beside is not None and beside is not None:
                if act.beside.is_sent_first:
                    await sent()
                elif act.beside.longest is not None:
                    await asyncio.wait({beside}, timeout=act.beside.longest)
            async with shown_in_trace(self._frame, act.title):
                end = await self._made(act, stopping)
        except BaseException:
            _cancel(beside)
            raise
        if end is None:
            return _native.Answer.silent()
        self.ends.append(end)
        if end.error is not None:
            _cancel(beside)
            if stopping is not None and stopping.is_stopped:
                return _native.Answer.stopped(list(getattr(end.error, "_log", None) or ()))
            timed_out = isinstance(end.error, PlaywrightTimeout)
            return _native.Answer.failed(str(end.error), timed_out)
        if act.beside is not None and act.beside.wait and beside is not None:
            await asyncio.wait({beside})
        return _native.Answer.acted(end.result, _url(self._frame))

    async def _made(self, act: _native.Act, stopping: Stopping | None) -> _End | None:
        """Make the call of the test; none where it has not ended within its limit."""
        if self._run is None:
            return _End()
        made = self._run(act.selector, act.timeout_ms)
        if stopping is not None:
            made = stopping.make(made)
        try:
            if act.limit is None:
                return _End(await made)
            task = in_background(made)
            try:
                await asyncio.wait({task}, timeout=act.limit)
                return _End(task.result()) if task.done() else None
            finally:
                task.cancel()
        except Error as error:
            return _End(error=error)

    def _stopping(self, act: _native.Act, after: float) -> Stopping:
        page_side = self._scope.page_side
        return Stopping(self._frame, after, lambda: page_side.count(self._frame, act.selector))

    def _begin(self, call: _native.Call) -> asyncio.Future[Any]:
        """Start a call of ours beside the test; the end of the test waits for it."""
        task = in_background(self._beside(call))
        self._scope.on_their_way[task] = self._frame
        task.add_done_callback(lambda done: self._scope.on_their_way.pop(done, None))
        return task

    async def _beside(self, call: _native.Call) -> None:
        try:
            await _Performance(self._scope, self._frame).carry_out(call)
        finally:
            # What it holds goes with it, even where it was cancelled.
            call.give_up()
            self._scope.tell_events()


def _cancel(task: asyncio.Future[Any] | None) -> None:
    if task is not None:
        task.cancel()


def _url(frame: Any) -> str:
    page = frame.page
    return "" if page is None else str(page.url)


def _annotate(error: Any, over: _native.Over) -> None:
    """Name the test's own time in an error, and add our lines."""
    timed: Callable[[Any], Any] = lambda value: (
        over.with_whole_timeout(value) if isinstance(value, str) else value
    )
    error.args = tuple(map(timed, error.args))
    for name in ("_message", "_stack"):
        if hasattr(error, name):
            setattr(error, name, timed(getattr(error, name)))
    # What an assertion says is in its result.
    result: dict[str, Any] = getattr(error, "result", {})
    result["log"] = list(map(timed, result.get("log") or ()))
    if over.notes:
        _add_note(error, "\n".join(over.notes))


def _add_note(error: Any, note: str) -> None:
    if hasattr(error, "add_note"):
        error.add_note(note)
    else:  # Python 3.10
        error.args = (f"{error.args[0] if error.args else ''}\n{note}", *error.args[1:])
