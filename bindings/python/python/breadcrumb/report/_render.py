"""What the three reports have in common: the engine makes the text."""

from __future__ import annotations

from pathlib import Path

from .. import _native
from ..core.storage import FingerprintStore

__all__ = ["DEFAULT_DAYS", "render", "write"]

DEFAULT_DAYS = _native.DEFAULT_REPORT_DAYS


def render(store: FingerprintStore, kind: str, days: int) -> str:
    """Render what happened in the last days; policy and owners are those of this folder."""
    if days < 1:
        raise ValueError(f"a report looks back at least one day, not {days}")
    return _native.render_report(store, kind, days, Path.cwd())


def write(path: str | Path, text: str) -> None:
    """Write a file all at once."""
    _native.write_report(Path(path), text)
