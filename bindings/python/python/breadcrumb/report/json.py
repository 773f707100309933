"""The report for machines; `docs/schema/report-v1.json` describes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..core.storage import FingerprintStore
from ._render import DEFAULT_DAYS, render, write

__all__ = ["ReportJSON"]


class ReportJSON:
    """The whole report, with a version."""

    def render(self, store: FingerprintStore, days: int = DEFAULT_DAYS) -> dict[str, Any]:
        """Return the report of the last days as plain values."""
        report: dict[str, Any] = json.loads(render(store, "json", days))
        return report

    def export(self, store: FingerprintStore, path: str | Path, days: int = DEFAULT_DAYS) -> None:
        """Write the report to a file."""
        write(path, render(store, "json", days))
