"""The store: fingerprints and heals in one SQLite file."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import _native
from .fingerprint import ElementFingerprint

__all__ = ["DEFAULT_DB_PATH", "FingerprintStore", "HealingEvent"]

DEFAULT_DB_PATH = Path(_native.DEFAULT_DB_FILE)


@dataclass
class HealingEvent:
    """One heal; what is in the log is never changed."""

    test_id: str
    locator: str
    confidence: float
    original_fingerprint: dict[str, Any]
    healed_fingerprint: dict[str, Any]
    timestamp: float
    proposed_locator: str | None = None
    action: str | None = None
    source_file: str | None = None
    source_line: int | None = None
    reasons: tuple[str, ...] = field(default=())

    def __hash__(self) -> int:
        """Hash what tells heals apart."""
        return hash((self.test_id, self.locator, self.confidence, self.timestamp))

    @classmethod
    def _of(cls, event: _native.Heal) -> HealingEvent:
        test_id, locator, confidence, original, healed, timestamp, details = event
        proposed, action, source_file, source_line, reasons = details
        return cls(
            test_id,
            locator,
            confidence,
            json.loads(original),
            json.loads(healed),
            timestamp,
            proposed,
            action,
            source_file,
            source_line,
            tuple(reasons),
        )

    def _plain(self) -> _native.Heal:
        return (
            self.test_id,
            self.locator,
            self.confidence,
            json.dumps(self.original_fingerprint),
            json.dumps(self.healed_fingerprint),
            self.timestamp,
            (
                self.proposed_locator,
                self.action,
                self.source_file,
                self.source_line,
                list(self.reasons),
            ),
        )


class FingerprintStore:
    """One database file; it is created on first use.

    Without a path it is the file that `BREADCRUMB_DB` names, else `.breadcrumb.db`.
    """

    def __init__(self, db_path: str | Path | None = None) -> None:
        """Open the file."""
        self._native = _native.Store(None if db_path is None else Path(db_path))

    @property
    def db_path(self) -> Path:
        """The database file."""
        return self._native.path

    def save_fingerprint(self, fingerprint: ElementFingerprint) -> None:
        """Save a fingerprint under its test id and locator, in place of an earlier one.

        Raises:
            ValueError: The test id or the locator is empty.
        """
        self._native.save_fingerprint(fingerprint.to_json())

    def load_fingerprint(self, test_id: str, locator: str) -> ElementFingerprint | None:
        """Load the newest fingerprint of a key; `None` if there is none."""
        return _fingerprint(self._native.load_fingerprint(test_id, locator))

    def get_all_fingerprints(self) -> list[ElementFingerprint]:
        """Load each key's newest fingerprint."""
        return [ElementFingerprint.from_json(text) for text in self._native.all_fingerprints()]

    def delete_fingerprint(self, test_id: str, locator: str) -> bool:
        """Delete a key's fingerprints; tells whether there was one."""
        return self._native.delete_fingerprint(test_id, locator)

    def get_fingerprint_history(self, test_id: str, locator: str) -> list[ElementFingerprint]:
        """Load a key's earlier fingerprints, the latest first."""
        past = self._native.fingerprint_history(test_id, locator)
        return [ElementFingerprint.from_json(text) for text in past]

    def roll_back(self, test_id: str, locator: str) -> ElementFingerprint | None:
        """Make a key's previous fingerprint the current one again, and return it."""
        return _fingerprint(self._native.roll_back(test_id, locator))

    def record_healing(self, event: HealingEvent) -> None:
        """Append a heal to the log."""
        self._native.record_healing(event._plain())  # pyright: ignore[reportPrivateUsage]

    def get_healing_events(
        self, test_id: str | None = None, locator: str | None = None
    ) -> list[HealingEvent]:
        """Load heals, newest first."""
        events = self._native.healing_events(test_id, locator)
        return [HealingEvent._of(event) for event in events]  # pyright: ignore[reportPrivateUsage]

    def clear(self) -> None:
        """Delete all fingerprints and heals."""
        self._native.clear()

    def stats(self) -> dict[str, int]:
        """Count fingerprints and heals."""
        fingerprints, healing_events = self._native.stats()
        return {"fingerprints": fingerprints, "healing_events": healing_events}

    def close(self) -> None:
        """Close the file; the next call opens it again."""
        self._native.close()


def _fingerprint(text: str | None) -> ElementFingerprint | None:
    return None if text is None else ElementFingerprint.from_json(text)
