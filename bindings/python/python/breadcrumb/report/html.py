"""The report as a page."""

from __future__ import annotations

from pathlib import Path

from ..core.storage import FingerprintStore
from ._render import DEFAULT_DAYS, render, write

__all__ = ["ReportHTML"]


class ReportHTML:
    """One page with everything in it; it opens offline."""

    def render(self, store: FingerprintStore, days: int = DEFAULT_DAYS) -> str:
        """Return the page of the last days."""
        return render(store, "html", days)

    def export(self, store: FingerprintStore, path: str | Path, days: int = DEFAULT_DAYS) -> None:
        """Write the page to a file."""
        write(path, self.render(store, days))
