"""The store: fingerprints and heals in one SQLite file."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .._native import DEFAULT_DB_FILE, FingerprintStore

__all__ = ["DEFAULT_DB_PATH", "FingerprintStore", "HealingEvent"]

DEFAULT_DB_PATH = Path(DEFAULT_DB_FILE)


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
    reasons: tuple[str, ...] = ()

    def __hash__(self) -> int:
        """Hash what tells heals apart."""
        return hash((self.test_id, self.locator, self.confidence, self.timestamp))
