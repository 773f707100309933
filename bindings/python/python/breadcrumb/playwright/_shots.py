"""Pictures of elements: a small crop of what is on the screen, taken without touching the page.

Off unless asked for. A picture is never worth a failing test: where none can be taken, there is
none.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from ._browser_side import unseen
from ._inside import Error

if TYPE_CHECKING:
    from ._flow import Deed

__all__ = ["take"]

# What a picture shows at most, in CSS pixels: enough for a person to know the element again.
MAX_WIDTH = 320
MAX_HEIGHT = 200
# A little of what is around, so that edges and shadows are on it.
MARGIN = 6
# A page that does not answer by then is busy with the test.
TIMEOUT_MS = 1000.0

# Where the first element is on the screen. Nothing where it is not on it, is inside a frame of
# another origin, or where a field with a password, with typed text or with a redacted attribute
# would be on the picture.
_PLACE = """(all, [redact, margin, maxWidth, maxHeight]) => {
  const element = all[0];
  if (!element) return null;
  const box = element.getBoundingClientRect();
  const area = { left: box.left - margin, top: box.top - margin,
    right: Math.min(box.right + margin, box.left - margin + maxWidth),
    bottom: Math.min(box.bottom + margin, box.top - margin + maxHeight) };
  const isHidden = (name) => redact.some((rule) => rule.endsWith('*')
    ? name.startsWith(rule.slice(0, -1).toLowerCase()) : name === rule.toLowerCase());
  const isRedacted = (node) => Array.from(node.attributes)
    .some((attribute) => isHidden(attribute.name.toLowerCase()));
  const harmless = ['button', 'submit', 'reset', 'checkbox', 'radio', 'image', 'range', 'color'];
  const isPrivate = (field) => {
    if (isRedacted(field) || field.type === 'password') return true;
    if (field.isContentEditable) return field.textContent !== '';
    return !harmless.includes(field.type) && field.tagName !== 'SELECT' && Boolean(field.value);
  };
  const isOnIt = (node) => {
    const other = node.getBoundingClientRect();
    return other.right > area.left && other.left < area.right
      && other.bottom > area.top && other.top < area.bottom;
  };
  const root = element.getRootNode();
  const fields = Array.from(root.querySelectorAll('input, textarea, select, [contenteditable]'));
  const inside = Array.from(element.querySelectorAll('*'));
  if (isRedacted(element) || inside.some(isRedacted)) return null;
  if (fields.some((field) => isOnIt(field) && isPrivate(field))) return null;
  let view = element.ownerDocument.defaultView;
  let x = area.left, y = area.top;
  for (; view && view !== view.parent; view = view.parent) {
    const frame = view.frameElement;
    if (!frame) return null;
    const outer = frame.getBoundingClientRect();
    x += outer.left + frame.clientLeft;
    y += outer.top + frame.clientTop;
  }
  const left = Math.max(0, x), top = Math.max(0, y);
  const width = Math.min(view.innerWidth, x + area.right - area.left) - left;
  const height = Math.min(view.innerHeight, y + area.bottom - area.top) - top;
  return box.width > 0 && box.height > 0 && width > margin && height > margin
    ? { x: left, y: top, width, height } : null;
}"""


async def take(deed: Deed, selector: str | None = None) -> bytes | None:
    """Take a picture of what a call is made on; none where that is not asked for."""
    scope = deed.scope
    if not scope.shots:
        return None
    try:
        place = await _place(deed.frame, selector or deed.selector, scope.redact)
        if place is None:
            return None
        return await _crop(deed.frame, place)
    except Error:
        return None


async def _place(frame: Any, selector: str, redact: list[str]) -> dict[str, float] | None:
    asked = [redact, MARGIN, MAX_WIDTH, MAX_HEIGHT]
    place: dict[str, float] | None = await unseen(
        frame,
        lambda: frame.eval_on_selector_all(selector=selector, expression=_PLACE, arg=asked),
    )
    return place


async def _crop(frame: Any, place: dict[str, float]) -> bytes:
    call = frame.page.screenshot
    # Which options there are, and whether they have defaults, differs between versions.
    options: dict[str, Any] = dict.fromkeys(inspect.signature(call).parameters)
    # With these, Playwright neither hides the caret nor stops animations: the page stays as it is.
    options.update(
        type="png", clip=place, scale="css", caret="initial", animations="allow", timeout=TIMEOUT_MS
    )
    image: bytes = await unseen(frame, lambda: call(**options))
    return image
