"""Questions to a page, as the engine asks them. None of them changes the page."""

import asyncio
import contextlib
import inspect
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any
from weakref import WeakSet

from .. import _native
from ._inside import ApiCallOptions, Error, LocatorImpl, PlaywrightTimeout
from ._tasks import in_background

ASSET = f"(first, second) => {{\n{_native.PAGE_SCRIPT}return main(first, second);\n}}"
_OF_KEPT = "(main, request) => main(request)"
_OF_KEPT_AND_ALL = "(found, [main, request]) => main(found, request)"
_ENGINE = {"name": "_breadcrumb", "source": _native.SELECTOR_ENGINE, "contentScript": True}

# Contexts whose documents have our selector engine from now on.
_equipped: WeakSet[Any] = WeakSet()


class PageSide:
    """The page-side code in the documents of a test.

    It stays there as long as the document does: sending and compiling it costs as much as a call.
    """

    def __init__(self) -> None:
        """Start with no document."""
        self._mains: dict[Any, asyncio.Future[Any]] = {}

    def forget(self) -> None:
        """Start anew after a navigation."""
        for task in self._mains.values():
            task.cancel()
        self._mains.clear()

    async def answer(self, frame: Any, ask: _native.Ask) -> _native.Answer:
        """Ask a frame, for so long at most."""
        question = in_background(getattr(self, f"_{ask.question}")(frame, ask))
        try:
            await asyncio.wait({question}, timeout=ask.limit)
            if not question.done():
                return _native.Answer.silent()
            answer: _native.Answer = question.result()
            return answer
        except Error as error:
            return _native.Answer.error(str(error), isinstance(error, PlaywrightTimeout))
        finally:
            # Playwright aborts a call whose task is cancelled; a late answer is nobody's.
            question.cancel()

    async def count(self, frame: Any, selector: str) -> int:
        """Count what a selector finds now."""
        return int(await unseen(frame, LocatorImpl(frame, selector).count))

    async def _keep(self, frame: Any, _ask: _native.Ask) -> _native.Answer:
        await self._main(frame)
        return _native.Answer.done()

    async def _page(self, frame: Any, ask: _native.Ask) -> _native.Answer:
        main, request = await self._main(frame), json.loads(ask.request)
        return _value(await unseen(frame, lambda: main.evaluate(_OF_KEPT, request)))

    async def _count(self, frame: Any, ask: _native.Ask) -> _native.Answer:
        return _native.Answer.count(await self.count(frame, ask.selector))

    async def _appear(self, frame: Any, ask: _native.Ask) -> _native.Answer:
        locator = LocatorImpl(frame, ask.selector)
        await unseen(frame, lambda: locator.wait_for(state="attached", timeout=ask.timeout_ms))
        return _native.Answer.done()

    async def _text(self, frame: Any, ask: _native.Ask) -> _native.Answer:
        asked = {"selector": ask.selector, "strict": ask.is_strict, "timeout": ask.timeout_ms}
        return _native.Answer.text(await unseen(frame, lambda: frame.text_content(**asked)))

    async def _all(self, frame: Any, ask: _native.Ask) -> _native.Answer:
        request = json.loads(ask.request)
        asked: dict[str, Any] = {"selector": ask.selector, "expression": ASSET, "arg": request}
        if not ask.is_sent:
            asked |= {"expression": _OF_KEPT_AND_ALL, "arg": [await self._main(frame), request]}
        return _value(await unseen(frame, lambda: frame.eval_on_selector_all(**asked)))

    async def _crop(self, frame: Any, ask: _native.Ask) -> _native.Answer:
        call = frame.page.screenshot
        # Which options there are, and whether they have defaults, differs between versions.
        options: dict[str, Any] = dict.fromkeys(inspect.signature(call).parameters)
        # With these, Playwright neither hides the caret nor stops animations.
        options.update(type="png", scale="css", caret="initial", animations="allow")
        options.update(clip=json.loads(ask.request), timeout=ask.timeout_ms)
        return _native.Answer.image(await unseen(frame, lambda: call(**options)))

    async def _main(self, frame: Any) -> Any:
        """Return the function that is kept in a frame's document."""
        task = self._mains.get(frame)
        if task is None:
            task = in_background(_kept(frame))
            self._mains[frame] = task
        try:
            return await asyncio.shield(task)
        except Error:
            self._mains.pop(frame, None)
            raise
        except asyncio.CancelledError:
            if not task.cancelled():
                raise
            raise Error("the page has gone to another document") from None


async def _kept(frame: Any) -> Any:
    return await unseen(frame, lambda: frame.evaluate_handle(expression=ASSET, arg={"op": "keep"}))


def _value(found: Any) -> _native.Answer:
    if isinstance(found, str):
        return _native.Answer.text(found)
    parts: dict[str, Any] = found if isinstance(found, dict) else {}  # pyright: ignore
    payload = parts.pop("payload", None)
    return _native.Answer.value(json.dumps(found), payload)


def install_engine(frame: Any) -> None:
    """Let the documents that come in a frame's context have our selector engine."""
    context = frame.page.context
    register = getattr(context._channel, "registerSelectorEngine", None)
    if context not in _equipped and register is not None:
        _equipped.add(context)
        in_background(register(selectorEngine=_ENGINE), context._loop)


def has_engine(frame: Any) -> bool:
    """Tell whether a document that comes now has it."""
    return frame.page.context in _equipped


@contextlib.asynccontextmanager
async def shown_in_trace(frame: Any, title: str | None) -> AsyncGenerator[None, None]:
    """Show what is done in it as one named step, where a trace is being recorded."""
    tracing: Any = title and getattr(frame.page.context, "tracing", None)
    if not (getattr(tracing, "_is_tracing", False) and hasattr(tracing, "group")):
        yield
        return
    with contextlib.suppress(Error, asyncio.TimeoutError):
        await asyncio.wait_for(tracing.group(name=title, location=None), _native.ANSWER_S)
    try:
        yield
    finally:
        with contextlib.suppress(Error, asyncio.TimeoutError):
            await asyncio.wait_for(tracing.group_end(), _native.ANSWER_S)


async def unseen(frame: Any, call: Callable[[], Awaitable[Any]]) -> Any:
    """Make a call that does not show as a step of the test in a trace."""
    if ApiCallOptions is None:
        return await call()

    def run(_zone: Any) -> Awaitable[Any]:
        return call()

    return await frame._wrap_api_call(run, ApiCallOptions(internal=True))
