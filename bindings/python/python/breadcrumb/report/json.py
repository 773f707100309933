"""The report for machines; `docs/schema/report-v1.json` describes it."""

import json
from pathlib import Path
from typing import Any

from .. import _native
from ._render import DEFAULT_DAYS

__all__ = ["ReportJSON"]


class ReportJSON:
    """The whole report, with a version."""

    def render(self, store: _native.FingerprintStore, days: int = DEFAULT_DAYS) -> dict[str, Any]:
        """Return the report of the last days as plain values."""
        return dict(json.loads(_native.render_report(store, "json", days)))

    def export(
        self, store: _native.FingerprintStore, path: str | Path, days: int = DEFAULT_DAYS
    ) -> None:
        """Write the report to a file, all at once."""
        _native.write_report(path, _native.render_report(store, "json", days))
