"""The version of the application, as its own pages show it."""

import asyncio
import contextlib
from typing import Any

from .. import _native
from ._page_side import ASSET, unseen
from ._tasks import in_background


class ShownVersion:
    """What the documents that a test has opened say; what goes wrong here leaves it as it was."""

    def __init__(self, header: str | None, meta: str | None) -> None:
        """Look for a response header and a meta tag of these names."""
        self._header = None if header is None else header.lower()
        self._meta = meta
        self.version: str | None = None

    def note(self, page: Any, response: Any) -> None:
        """Look at a document that was just opened, without waiting for anything."""
        if self._header is None and self._meta is None:
            return
        with contextlib.suppress(Exception):
            # The answer has brought these headers along.
            shown = response.headers.get(self._header) if response is not None else None
            if shown:
                self.version = shown
            elif self._meta is not None:
                in_background(self._ask(page.main_frame))

    async def _ask(self, frame: Any) -> None:
        asked = {"op": "meta", "name": self._meta}
        question = unseen(frame, lambda: frame.evaluate(expression=ASSET, arg=asked))
        shown = await asyncio.wait_for(question, _native.ANSWER_S)
        if isinstance(shown, str) and shown.strip():
            self.version = shown
