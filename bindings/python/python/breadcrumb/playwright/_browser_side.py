"""What Breadcrumb asks of a page. None of it changes the page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from .. import _native
from ._inside import LocatorImpl

__all__ = ["Capture", "Sighting", "addresses", "capture", "is_quiet", "normalized", "sight"]

_ANSWER = f"(first, second) => {{\n{_native.PAGE_SCRIPT}return main(first, second);\n}}"

# How many elements a selector has, and the fingerprint of the first one.
_SIGHT = f"""(all, [request, isStrict]) => {{
if (all.length === 0 || (isStrict && all.length > 1)) return all.length;
{_native.PAGE_SCRIPT}return main(all[0], request);
}}"""

# A selector that leads to an element step by step from the root, through frames and open shadow
# roots: exact, whatever names the page has. `null` for an element that has left the page.
_ADDRESS = """const address = (element) => {
  if (!element.isConnected) return null;
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
_ADDRESS_OF_CAPTURED = f"(capture, index) => {{ {_ADDRESS} return address(capture.elements[index]); }}"
_ADDRESSES = f"(all) => {{ {_ADDRESS} return all.slice(0, 2).map(address); }}"


@dataclass(frozen=True)
class Sighting:
    """What a selector finds at this moment."""

    count: int
    payload: str | None


class Capture:
    """A page as it was at one moment, with a hold on its elements."""

    def __init__(self, handle: Any, payload: str) -> None:
        """Take over a handle to what the page-side code returned."""
        self._handle = handle
        self.payload = payload

    async def address(self, index: int) -> str | None:
        """Return a selector for exactly this element; none if it has left the page."""
        address: str | None = await self._handle.evaluate(_ADDRESS_OF_CAPTURED, index)
        return address

    async def dispose(self) -> None:
        """Let go of the page's elements."""
        await self._handle.dispose()


async def sight(frame: Any, selector: str, strict: bool, redact: list[str]) -> Sighting:
    """Look whether a selector finds something, and fingerprint it, in one call."""
    request = [{"op": "fingerprint", "redact": redact}, strict]
    seen = await _unseen(
        frame,
        lambda: frame.eval_on_selector_all(selector=selector, expression=_SIGHT, arg=request),
    )
    if isinstance(seen, str):
        return Sighting(1, seen)
    return Sighting(seen if isinstance(seen, int) else 1, None)


async def capture(frame: Any, redact: list[str]) -> Capture:
    """Take in the whole page."""
    request = {"op": "capture", "redact": redact}
    handle = await _unseen(
        frame, lambda: frame.evaluate_handle(expression=_ANSWER, arg=request)
    )
    payload = await _unseen(frame, lambda: handle.evaluate("capture => capture.payload", None))
    return Capture(handle, payload)


async def is_quiet(frame: Any, milliseconds: float) -> bool:
    """Tell whether the page has loaded and does not change for so long."""
    request = {"op": "quiet", "milliseconds": milliseconds}
    answer = await _unseen(frame, lambda: frame.evaluate(expression=_ANSWER, arg=request))
    return bool(answer == '{"ready":"complete","changes":0}') or (
        '"changes":0' in answer and '"loading"' not in answer
    )


async def addresses(frame: Any, selector: str) -> list[str | None]:
    """Return where the first two elements of a selector are."""
    found: list[str | None] = await _unseen(
        frame,
        lambda: frame.eval_on_selector_all(selector=selector, expression=_ADDRESSES, arg=None),
    )
    return found


async def normalized(frame: Any, address: str) -> tuple[str, str] | None:
    """Return Playwright's own best locator for an element: its selector and its Python code."""
    locator = LocatorImpl(frame, address)
    if not hasattr(locator, "normalize"):
        return None
    best = await _unseen(frame, locator.normalize)
    return best._selector, str(best)


async def _unseen(frame: Any, call: Callable[[], Awaitable[Any]]) -> Any:
    """Make a call that does not show as a step of the test in a trace."""
    try:
        from playwright._impl.channel_owner import ApiCallOptions
    except ImportError:
        return await call()
    return await frame._wrap_api_call(lambda _: call(), ApiCallOptions(internal=True))
