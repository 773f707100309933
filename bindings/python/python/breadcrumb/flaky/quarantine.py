"""Tests whose failures do not fail a run."""

from __future__ import annotations

from pathlib import Path

from .. import _native
from ..core.storage import FingerprintStore
from .analyzer import TestAnalyzer

__all__ = ["QuarantineManager"]


class QuarantineManager:
    """Puts tests into quarantine and releases them.

    `auto_update` follows the policy in `breadcrumb.toml` of `folder`: by default a test enters
    only where it passed and failed on the same code, so that a regression is never hidden.
    """

    def __init__(
        self,
        store: FingerprintStore,
        analyzer: TestAnalyzer | None = None,
        fliprate_threshold: float = 0.3,
        *,
        folder: Path | None = None,
    ) -> None:
        """Keep the quarantine of a store.

        `analyzer` and `fliprate_threshold` are those of earlier versions; the policy decides.
        """
        self._native = _native.Flaky(store, folder)

    def is_quarantined(self, test_id: str) -> bool:
        """Tell whether a test is in quarantine."""
        return test_id in self.get_all_quarantined()

    def quarantine(self, test_id: str, reason: str) -> None:
        """Put a test into quarantine by hand: it stays until it is released or expires."""
        self._native.quarantine(test_id, reason)

    def unquarantine(self, test_id: str) -> None:
        """Release a test."""
        self._native.unquarantine(test_id)

    def auto_update(self) -> dict[str, list[str]]:
        """Bring the quarantine up to date; returns the tests that changed.

        The keys are `quarantined`, `unquarantined`, `suspended`, `resumed` and `proposed`.
        """
        done = self._native.auto_update()
        return {
            "quarantined": done.quarantined,
            "unquarantined": done.unquarantined,
            "suspended": done.suspended,
            "resumed": done.resumed,
            "proposed": done.proposed,
        }

    def get_all_quarantined(self) -> list[str]:
        """Return the tests in quarantine."""
        return [entry.test_id for entry in self._native.quarantined()]
