"""The decision whether an element is still there, for callers with their own candidates."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from .. import _native
from .fingerprint import ElementFingerprint
from .similarity import ScoringResult
from .storage import FingerprintStore, HealingEvent

__all__ = ["DEFAULT_CONFIDENCE_THRESHOLD", "HealResult", "Healer"]

DEFAULT_CONFIDENCE_THRESHOLD: float = _native.DEFAULT_THRESHOLD


@dataclass(frozen=True)
class HealResult:
    """What was decided."""

    healed: bool
    candidate: ElementFingerprint | None
    score: ScoringResult | None
    all_scores: tuple[tuple[ElementFingerprint, ScoringResult], ...]
    verdict: str
    message: str


class Healer:
    """Finds the element that a locator no longer finds."""

    def __init__(
        self,
        store: FingerprintStore | None = None,
        threshold: float | None = None,
        weights: Mapping[str, float] | None = None,
    ) -> None:
        """Use a store and, with `weights`, the classic scorer."""
        self._store = store if store is not None else FingerprintStore()
        self._native = _native.Healer(threshold, None if weights is None else dict(weights))

    @property
    def store(self) -> FingerprintStore:
        """Where the fingerprints are."""
        return self._store

    @property
    def threshold(self) -> float:
        """The confidence from which on it heals."""
        return self._native.threshold

    def save(self, fingerprint: ElementFingerprint) -> None:
        """Save what a passing test has seen."""
        self._store.save_fingerprint(fingerprint)

    def heal(
        self, test_id: str, locator: str, candidates: Sequence[ElementFingerprint]
    ) -> HealResult:
        """Look for an element among candidates; a heal is logged and becomes the baseline."""
        stored = self._store.load_fingerprint(test_id, locator)
        kind, message, ranked = self._native.heal(
            None if stored is None else stored.to_json(),
            [candidate.to_json() for candidate in candidates],
        )
        scores = tuple(
            (candidates[position], ScoringResult._of(scoring))  # pyright: ignore[reportPrivateUsage]
            for position, _, scoring, _, _ in ranked
        )
        best, score = scores[0] if scores else (None, None)
        is_healed = kind == "healed"
        if is_healed and stored is not None and best is not None and score is not None:
            self._keep(stored, replace(best, test_id=test_id, locator=locator), score.total)
        return HealResult(is_healed, best, score, scores, kind, message)

    def _keep(
        self, stored: ElementFingerprint, healed: ElementFingerprint, confidence: float
    ) -> None:
        event = HealingEvent(
            stored.test_id,
            stored.locator,
            confidence,
            stored.to_dict(),
            healed.to_dict(),
            time.time(),
        )
        self._store.record_healing(event)
        self._store.save_fingerprint(healed)
