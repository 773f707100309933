"""What the reports for people have in common: the engine makes the text."""

from pathlib import Path
from typing import ClassVar

from .. import _native

DEFAULT_DAYS = _native.DEFAULT_REPORT_DAYS


class TextReport:
    """A report that is a text; policy and owners are those of the working directory."""

    _format: ClassVar[str]

    def render(self, store: _native.FingerprintStore, days: int = DEFAULT_DAYS) -> str:
        """Return the report of the last days."""
        return _native.render_report(store, self._format, days)

    def export(
        self, store: _native.FingerprintStore, path: str | Path, days: int = DEFAULT_DAYS
    ) -> None:
        """Write the report to a file, all at once."""
        _native.write_report(path, self.render(store, days))
