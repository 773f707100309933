"""Fingerprints by way of a selector engine: one message to the browser, which no other call is.

Playwright lets one add to its selectors. Ours is put after the test's own selector and leads from
an element to a new one, which is in no document and has the fingerprint as its text. Reading that
text is one step for the browser, where finding an element and asking it takes three; and it runs
in Playwright's own world of the page, whatever the page has made of its own.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote
from weakref import WeakSet

from .. import _native
from ._tasks import in_background

__all__ = ["YOUNGER", "Engine", "fingerprint_of"]

_NAME = "_breadcrumb"

# What an answer starts with that comes from a document which is younger than the question.
YOUNGER = "!"

# A selector may find many elements; all but the first only count. Playwright loads this whenever it
# first looks into a document, in the test's own calls too, and that may be before the document has
# an element: nothing is set up before it is needed, and whatever goes wrong then is no answer.
_SOURCE = f"""(() => {{
const load = () => {{
{_native.PAGE_SCRIPT}
return main;
}};
let loaded = null;
let isAsked = false;
const fingerprint = (element, text) => {{
  const request = JSON.parse(decodeURIComponent(text));
  loaded = loaded || load();
  const isYounger = performance.timeOrigin > request.asked;
  return (isYounger ? '{YOUNGER}' : '') + (loaded(element, request) || '');
}};
const query = (element, request) => {{
  try {{
    const answer = document.createElement('i');
    if (isAsked) return answer;
    isAsked = true;
    Promise.resolve().then(() => {{ isAsked = false; }});
    try {{ answer.textContent = fingerprint(element, request); }} catch {{}}
    return answer;
  }} catch {{
    return null;
  }}
}};
const queryAll = (element, request) => {{
  const answer = query(element, request);
  return answer ? [answer] : [];
}};
return {{ query, queryAll }};
}})()"""

# Contexts that know the engine: they keep it as long as they live.
_equipped: WeakSet[Any] = WeakSet()


class Engine:
    """The engine in the documents of a test."""

    def __init__(self) -> None:
        """Start with no document."""
        self._with: WeakSet[Any] = WeakSet()
        self._without: WeakSet[Any] = WeakSet()

    def install(self, frame: Any) -> None:
        """Let a frame's context know the engine; documents that come after it have it."""
        context = frame.page.context
        if context in _equipped:
            return
        register = getattr(context._channel, "registerSelectorEngine", None)
        if register is None:  # before 1.65
            self.note(frame, False)
            return
        _equipped.add(context)
        engine = {"name": _NAME, "source": _SOURCE, "contentScript": True}
        in_background(register(selectorEngine=engine), context._loop)

    def navigated(self, frame: Any) -> None:
        """Start anew in a frame that has another document now."""
        self._with.discard(frame)
        self._without.discard(frame)
        if frame.page.context in _equipped:
            self._with.add(frame)

    def note(self, frame: Any, is_there: bool) -> None:
        """Note whether the engine is in a frame's document."""
        (self._with if is_there else self._without).add(frame)

    def may_be_there(self, frame: Any) -> bool:
        """Tell whether it makes sense to ask the engine in a frame."""
        return frame not in self._without

    def is_there(self, frame: Any) -> bool:
        """Tell whether the engine is known to be in a frame's document."""
        return frame in self._with and frame not in self._without


def fingerprint_of(selector: str, strict: bool, request: dict[str, Any]) -> str:
    """Return a selector that leads to the fingerprint of what another one finds."""
    asked = quote(json.dumps(request), safe="")
    first = "" if strict else " >> nth=0"
    return f"{selector}{first} >> {_NAME}={asked}"
