"""Does what the engine says around a call of the test, and tells it what came of that."""

from __future__ import annotations

import asyncio
import functools
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

from .. import _native
from ._inside import Error, PlaywrightTimeout, url_of
from ._page_side import shown_in_trace
from ._scope import Scope
from ._stopping import Stopping
from ._tasks import in_background, sent

# Makes the call of the test, with this selector and, in milliseconds, this much time.
Run = Callable[[str, float], Awaitable[Any]]


async def perform(
    scope: Scope,
    frame: Any,
    selector: str,
    timeout: float,
    make_want: Callable[[], _native.Want],
    run: Run,
) -> Any:
    """Carry out a call of the test that needs an element."""
    started = monotonic()
    performance = _Performance(scope, frame, run, timeout or math.inf)  # 0 is forever
    over: _native.Over | None = None
    call = scope.safely(lambda test: test.call(make_want()))
    if call is not None:
        try:
            over = await performance.carry_out(call)
        finally:
            scope.tell_events()
    if over is None and (not performance.ends or performance.ends[-1].is_early):
        # Breadcrumb is off, or broken; the test is not.
        used = (monotonic() - started) * 1000 if performance.ends and timeout else 0.0
        try:
            return await run(selector, max(timeout - used, min(timeout, 1.0)))
        except Error as error:
            _name_timeout(error, timeout)
            raise
    end = performance.ends[-1 if over is None else over.act]
    if end.error is None:
        return end.result
    if over is not None:
        _name_timeout(end.error, over.whole_timeout_ms)
        if over.notes:
            _add_note(end.error, "\n".join(over.notes))
    raise end.error


@dataclass(frozen=True)
class _End:
    """What came of a call of the test."""

    result: Any = None
    error: Any = None
    # Whether it was ended before the test would have it.
    is_early: bool = False


@dataclass
class _Performance:
    """What the engine's steps are done with."""

    _scope: Scope
    _frame: Any
    _run: Run | None = None
    # The test's own.
    _timeout: float = math.inf
    ends: list[_End] = field(default_factory=list[_End])

    async def carry_out(self, call: _native.Call) -> _native.Over | None:
        """Take step by step; none where the engine cannot go on."""
        step: Any = self._scope.safely(lambda _: call.start(monotonic()))
        while isinstance(step, (_native.Act, _native.Ask, _native.Start)):
            answer = await self._done(step)
            step = self._scope.safely(functools.partial(_answered, call, answer))
        return step if isinstance(step, _native.Over) else None

    async def _done(self, step: _native.Act | _native.Ask | _native.Start) -> _native.Answer:
        if isinstance(step, _native.Act):
            return await self._act(step)
        try:
            if isinstance(step, _native.Ask):
                return await self._scope.page_side.answer(self._frame, step)
            task = self._begin(step.call)
            await (asyncio.wait({task}) if step.wait else sent())
            return _native.Answer.done()
        except Exception as error:
            # The engine ends the call as it would end without Breadcrumb.
            why = str(error)
            self._scope.safely(lambda test: test.give_up(why))
            return _native.Answer.error(why, False)

    async def _act(self, act: _native.Act) -> _native.Answer:
        beside = None if act.beside is None else self._begin(act.beside.call)
        stopping = None
        if act.stop_after is not None:
            count = functools.partial(self._scope.page_side.count, self._frame, act.selector)
            stopping = Stopping(self._frame, act.stop_after, count)
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
        is_stopped = stopping is not None and stopping.is_stopped
        is_early = is_stopped or act.timeout_ms < self._timeout
        self.ends.append(replace(end, is_early=is_early and end.error is not None))
        if end.error is not None:
            _cancel(beside)
            if is_stopped:
                return _native.Answer.stopped(list(getattr(end.error, "_log", None) or ()))
            timed_out = isinstance(end.error, PlaywrightTimeout)
            return _native.Answer.failed(str(end.error), timed_out)
        if act.beside is not None and act.beside.wait and beside is not None:
            await asyncio.wait({beside})
        return _native.Answer.acted(end.result, url_of(self._frame))

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


def _answered(call: _native.Call, answer: _native.Answer, _test: _native.Test) -> _native.Step:
    return call.answer(answer, monotonic())


def _cancel(task: asyncio.Future[Any] | None) -> None:
    if task is not None:
        task.cancel()


def _name_timeout(error: Any, whole: float) -> None:
    """Let an error name the time that the test has given, where it names the rest of it."""

    def timed(value: Any) -> Any:
        return _native.with_whole_timeout(value, whole) if isinstance(value, str) else value

    error.args = tuple(map(timed, error.args))
    for name in ("_message", "_stack"):
        if hasattr(error, name):
            setattr(error, name, timed(getattr(error, name)))
    # What an assertion says is in its result.
    result: dict[str, Any] = getattr(error, "result", {})
    result["log"] = list(map(timed, result.get("log") or ()))


def _add_note(error: Any, note: str) -> None:
    if hasattr(error, "add_note"):
        error.add_note(note)
    else:  # Python 3.10
        error.args = (f"{error.args[0] if error.args else ''}\n{note}", *error.args[1:])
