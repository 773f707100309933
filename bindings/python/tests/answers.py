"""How long pages may take to answer in a test, and what they answer."""

from __future__ import annotations

from typing import Any

import pytest
from breadcrumb.playwright._page_side import PageSide


class _Limited:
    """A question with a limit of its own."""

    def __init__(self, ask: Any, limit: float) -> None:
        self._ask = ask
        self.limit = limit

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ask, name)


def limit_answers(monkeypatch: pytest.MonkeyPatch, least: float = 0.0, most: float = 60.0) -> None:
    """Let each answer of a page take so many seconds, whatever the engine says."""
    answer = PageSide.answer

    async def limited(self: PageSide, frame: Any, ask: Any) -> Any:
        return await answer(self, frame, _Limited(ask, min(max(ask.limit, least), most)))

    monkeypatch.setattr(PageSide, "answer", limited)
