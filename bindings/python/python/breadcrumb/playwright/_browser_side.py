"""What Breadcrumb asks of a page. None of it changes the page."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from .. import _native
from ._engine import YOUNGER, Engine, fingerprint_of
from ._inside import ApiCallOptions, Error, LocatorImpl, PlaywrightTimeout
from ._limits import TooLarge, answered
from ._tasks import in_background

__all__ = [
    "ADDRESS_FUNCTION",
    "ANSWER",
    "Capture",
    "Kept",
    "Sighting",
    "addresses",
    "appears",
    "capture",
    "count",
    "is_quiet",
    "normalized",
    "question",
    "sight",
    "trace_step",
    "unseen",
]

ANSWER = f"(first, second) => {{\n{_native.PAGE_SCRIPT}return main(first, second);\n}}"

# How many elements a selector has, and the fingerprint of the first one.
_SIGHT = f"""(all, [request, isStrict]) => {{
if (all.length === 0 || (isStrict && all.length > 1)) return all.length;
{_native.PAGE_SCRIPT}
const isYounger = performance.timeOrigin > request.asked;
return (isYounger ? '{YOUNGER}' : '') + (main(all[0], request) || '');
}}"""
_PAYLOAD_OF_CAPTURED = "(capture) => capture && capture.payload"
_ASK = "(main, request) => main(request)"

# A selector that leads to an element step by step from the root, through frames and open shadow
# roots: exact, whatever names the page has. `null` for an element that has left the page.
ADDRESS_FUNCTION = """const address = (element) => {
  if (!element || !element.isConnected) return null;
  const parts = [];
  for (let node = element; node; ) {
    const steps = [];
    for (; node.parentElement; node = node.parentElement) {
      let nth = 1;
      for (let other = node; (other = other.previousElementSibling); ) nth += 1;
      steps.unshift(`:nth-child(${nth})`);
    }
    const root = node.getRootNode();
    if (root instanceof ShadowRoot || root.host) {
      let nth = 1;
      for (let other = node; (other = other.previousElementSibling); ) nth += 1;
      steps.unshift(':scope', `:nth-child(${nth})`);
      parts.unshift('css=' + steps.join(' > '));
      node = root.host;
      continue;
    }
    steps.unshift(':root');
    parts.unshift('css=' + steps.join(' > '));
    const frame = node.ownerDocument.defaultView && node.ownerDocument.defaultView.frameElement;
    if (frame) parts.unshift('internal:control=enter-frame');
    node = frame;
  }
  return parts.join(' >> ');
};"""
_ADDRESS_OF_CAPTURED = f"""(capture, index) => {{ {ADDRESS_FUNCTION}
return [address(capture.elements[index]), address(document.documentElement)]; }}"""
_ADDRESSES = f"(all) => {{ {ADDRESS_FUNCTION} return all.slice(0, 2).map(address); }}"


@dataclass(frozen=True)
class Sighting:
    """What a selector finds at this moment."""

    count: int
    payload: str | None


class Capture:
    """A page as it was at one moment, with a hold on its elements."""

    def __init__(self, frame: Any, handle: Any, payload: str) -> None:
        """Take over a handle to what the page-side code returned."""
        self._frame = frame
        self._handle = handle
        self.payload = payload

    async def address(self, index: int) -> tuple[str, str] | None:
        """Return where exactly this element is: from the page's root, and from the frame's.

        None if it has left the page, or is not in the frame that the test looks into.
        """
        address, root = await unseen(
            self._frame, lambda: self._handle.evaluate(_ADDRESS_OF_CAPTURED, index)
        )
        if address is None or root is None:
            return None
        above = root.removesuffix("css=:root")
        if not address.startswith(above):
            return None
        return address, address[len(above) :]

    def let_go(self) -> None:
        """Let go of the page's elements, without waiting for it."""
        in_background(self._dispose())

    async def _dispose(self) -> None:
        with contextlib.suppress(Error):
            await unseen(self._frame, self._handle.dispose)


class Kept:
    """The page-side code in the documents of a test.

    It stays there as long as the document does: sending and compiling it costs as much as a call.
    """

    def __init__(self) -> None:
        """Start with no document."""
        self.engine = Engine()
        self._mains: dict[Any, asyncio.Future[Any]] = {}
        # Frames whose documents cannot be taken in: nobody tries twice.
        self._too_large: set[Any] = set()

    def forget(self) -> None:
        """Start anew after a navigation."""
        for task in self._mains.values():
            task.cancel()
        self._mains.clear()
        self._too_large.clear()

    async def main(self, frame: Any) -> Any:
        """Return the function that is kept in a frame's document."""
        task = self._mains.get(frame)
        if task is None:
            task = in_background(_keep(frame))
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

    async def taken_in(self, frame: Any, take: Callable[[], Awaitable[Any]]) -> Any:
        """Take a page in, unless that has failed before."""
        if frame not in self._too_large:
            taken = await take()
            if taken is not None:
                return taken
            self._too_large.add(frame)
        raise TooLarge("the page is too large to be looked at, or has no content")

    async def ask(self, frame: Any, request: dict[str, Any]) -> Any:
        """Let the page answer a request."""
        main = await self.main(frame)
        return await unseen(frame, lambda: main.evaluate(_ASK, request))


async def _keep(frame: Any) -> Any:
    return await unseen(frame, lambda: frame.evaluate_handle(expression=ANSWER, arg={"op": "keep"}))


async def question(
    frame: Any, selector: str, strict: bool, request: dict[str, Any], kept: Kept, timeout: float
) -> str | None:
    """Fingerprint what a selector finds, or will find in so many milliseconds.

    The question goes out at once, in one message.
    """
    if kept.engine.may_be_there(frame):
        asked = fingerprint_of(selector, strict, request)
        try:
            text: str | None = await unseen(
                frame,
                lambda: frame.text_content(selector=asked, strict=strict, timeout=timeout),
                timeout,
            )
        except PlaywrightTimeout:
            return None
        except Error as error:
            if "strict mode violation" in str(error):
                return None
        else:
            kept.engine.note(frame, True)
            return text or None
    seen = await sight(frame, selector, strict, request)
    # The document was there before the engine.
    kept.engine.note(frame, False)
    return seen.payload


async def sight(frame: Any, selector: str, strict: bool, request: dict[str, Any]) -> Sighting:
    """Tell whether a selector finds something at this moment, and fingerprint it."""
    seen = await unseen(
        frame,
        lambda: frame.eval_on_selector_all(
            selector=selector, expression=_SIGHT, arg=[request, strict]
        ),
    )
    if isinstance(seen, str):
        return Sighting(1, seen or None)
    return Sighting(seen if isinstance(seen, int) else 1, None)


async def capture(frame: Any, redact: list[str], kept: Kept) -> Capture:
    """Take in the whole page."""
    request = {"op": "capture", "redact": redact}
    main = await kept.main(frame)
    handle: Any = None

    async def take() -> Any:
        nonlocal handle
        handle = await unseen(frame, lambda: main.evaluate_handle(_ASK, request))
        return await unseen(frame, lambda: handle.evaluate(_PAYLOAD_OF_CAPTURED, None))

    payload = await kept.taken_in(frame, take)
    return Capture(frame, handle, payload)


async def is_quiet(frame: Any, milliseconds: float, kept: Kept, left: float) -> bool:
    """Tell whether the page has loaded and stays unchanged for `milliseconds`, within `left`."""
    asked = in_background(kept.ask(frame, {"op": "quiet", "milliseconds": milliseconds}))
    # Where scripts are off no timer ever ends; a page that is busy is not quiet either.
    limit = min(milliseconds + _native.PROBE_MS, left)
    await asyncio.wait({asked}, timeout=limit / 1000)
    if not asked.done():
        asked.cancel()
        return False
    answer = asked.result()
    if not isinstance(answer, str):
        return False
    state = json.loads(answer)
    return bool(state["ready"] != "loading" and state["changes"] == 0)


async def count(frame: Any, selector: str) -> int:
    """Count what a selector finds now."""
    return int(await unseen(frame, LocatorImpl(frame, selector).count))


async def appears(frame: Any, selector: str, timeout: float) -> None:
    """Wait for a selector to find something."""
    locator = LocatorImpl(frame, selector)
    await unseen(frame, lambda: locator.wait_for(state="attached", timeout=timeout), timeout)


async def addresses(frame: Any, selector: str) -> list[str | None]:
    """Return where the first two elements of a selector are."""
    found: list[str | None] = await unseen(
        frame,
        lambda: frame.eval_on_selector_all(selector=selector, expression=_ADDRESSES, arg=None),
    )
    return found


async def normalized(frame: Any, address: str) -> tuple[str, str] | None:
    """Return Playwright's own best locator for an element: its selector and its Python code."""
    locator = LocatorImpl(frame, address)
    if not hasattr(locator, "normalize"):
        return None
    best = await unseen(frame, locator.normalize)
    return best._selector, str(best)


@contextlib.asynccontextmanager
async def trace_step(frame: Any, name: str) -> AsyncGenerator[None, None]:
    """Show what is done in it as one named step, where a trace is being recorded."""
    tracing: Any = getattr(frame.page.context, "tracing", None)
    if not (getattr(tracing, "_is_tracing", False) and hasattr(tracing, "group")):
        yield
        return
    with contextlib.suppress(Error):
        await answered(tracing.group(name=name, location=None))
    try:
        yield
    finally:
        with contextlib.suppress(Error):
            await answered(tracing.group_end())


async def unseen(frame: Any, call: Callable[[], Awaitable[Any]], own_timeout: float = 0.0) -> Any:
    """Make a call that does not show as a step of the test in a trace, and that has a limit."""
    if ApiCallOptions is None:
        return await answered(call(), own_timeout)

    def run(_zone: Any) -> Awaitable[Any]:
        return call()

    made = frame._wrap_api_call(run, ApiCallOptions(internal=True))
    return await answered(made, own_timeout)
