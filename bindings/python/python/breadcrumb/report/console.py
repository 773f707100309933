"""The report on a terminal."""

from __future__ import annotations

from pathlib import Path

from ..core.storage import FingerprintStore
from ._render import DEFAULT_DAYS, render, write

__all__ = ["ReportConsole"]


class ReportConsole:
    """A summary in 80 columns, without colors."""

    def render(self, store: FingerprintStore, days: int = DEFAULT_DAYS) -> str:
        """Return the summary of the last days."""
        return render(store, "console", days)

    def export(self, store: FingerprintStore, path: str | Path, days: int = DEFAULT_DAYS) -> None:
        """Write the summary to a file."""
        write(path, self.render(store, days))
