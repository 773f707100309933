"""The decision whether an element is still there, for callers with their own candidates."""

from dataclasses import dataclass

from .._native import DEFAULT_THRESHOLD, Healer
from .fingerprint import ElementFingerprint
from .similarity import ScoringResult

__all__ = ["DEFAULT_CONFIDENCE_THRESHOLD", "HealResult", "Healer"]

DEFAULT_CONFIDENCE_THRESHOLD = DEFAULT_THRESHOLD


@dataclass(frozen=True)
class HealResult:
    """What was decided."""

    healed: bool
    candidate: ElementFingerprint | None
    score: ScoringResult | None
    all_scores: tuple[tuple[ElementFingerprint, ScoringResult], ...]
    verdict: str
    message: str
