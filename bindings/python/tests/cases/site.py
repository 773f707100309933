"""The pages of a case as whole documents that log who gets which event.

An element says who it is with `data-who`. The recorder reads that and takes it away at once, so
that the truth is not among the things an element can be recognized by. The log lives in the
session storage: it outlives a navigation and is shared with the frames of the page.
"""

from __future__ import annotations

from pathlib import Path

from .model import Case

READ_LOG = "() => JSON.parse(sessionStorage.getItem('log') || '[]')"

_FOLDER = Path(__file__).resolve().parents[4] / "fixtures" / "cases"
_STYLE = (_FOLDER / "style.css").read_text(encoding="utf-8")
_RECORDER = (_FOLDER / "recorder.js").read_text(encoding="utf-8")


def document(case: Case, version: int, path: str) -> str | None:
    """Returns a page as a document, or nothing where the site has no such page."""
    body = case.site(version).get(path)
    if body is None:
        return None
    recorder = _RECORDER.replace("EVENTS", str(case.events.split()))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>'
        f"<style>{_STYLE}</style></head><body>{body}<script>{recorder}</script></body></html>"
    )
