"""How alike two elements are: the single measures and the classic score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .. import _native
from .fingerprint import BoundingBox, ElementFingerprint

__all__ = [
    "DEFAULT_WEIGHTS",
    "ScoringResult",
    "SimilarityScorer",
    "class_similarity",
    "compute_similarity",
    "dom_path_similarity",
    "jaccard_similarity",
    "lcs_length",
    "levenshtein_distance",
    "position_similarity",
    "sibling_similarity",
    "tag_similarity",
    "text_similarity",
]

DEFAULT_WEIGHTS: dict[str, float] = dict(_native.DEFAULT_WEIGHTS)

tag_similarity = _native.tag_similarity
levenshtein_distance = _native.levenshtein_distance
text_similarity = _native.text_similarity
class_similarity = _native.class_similarity


def jaccard_similarity(
    set_a: frozenset[tuple[str, str]], set_b: frozenset[tuple[str, str]]
) -> float:
    """Return the shared part of two sets of attributes."""
    return _native.jaccard_similarity(set_a, set_b)


def lcs_length(a: Sequence[str], b: Sequence[str]) -> int:
    """Return the length of the longest common subsequence."""
    return _native.lcs_length(list(a), list(b))


def dom_path_similarity(a: Sequence[str], b: Sequence[str]) -> float:
    """Compare two paths by their longest common subsequence."""
    return _native.lcs_similarity(list(a), list(b))


def sibling_similarity(a: Sequence[str], b: Sequence[str]) -> float:
    """Compare the tags of two elements' siblings by their longest common subsequence."""
    return _native.lcs_similarity(list(a), list(b))


def position_similarity(a: BoundingBox | None, b: BoundingBox | None) -> float:
    """Compare two places by the distance of their centers."""
    return _native.position_similarity(_edges(a), _edges(b))


@dataclass(frozen=True)
class ScoringResult:
    """How alike an element is to a fingerprint, with each signal's part in it."""

    total: float
    breakdown: Mapping[str, float]
    weights: Mapping[str, float]

    def __repr__(self) -> str:
        """Show the total and each signal."""
        parts = [f"{name}={score:.3f}" for name, score in sorted(self.breakdown.items())]
        return f"ScoringResult(total={self.total:.4f}, {', '.join(parts)})"

    def __hash__(self) -> int:
        """Hash the numbers."""
        return hash((self.total, tuple(self.breakdown.items()), tuple(self.weights.items())))

    @classmethod
    def _of(cls, scoring: _native.Scoring) -> ScoringResult:
        total, signals = scoring
        breakdown = {name: score for name, score, _ in signals}
        return cls(total, breakdown, {name: weight for name, _, weight in signals})


class SimilarityScorer:
    """The classic scorer: a weighted mean of eight signals."""

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        """Override default weights by name."""
        self._weights = None if weights is None else dict(weights)

    def score(self, stored: ElementFingerprint, candidate: ElementFingerprint) -> ScoringResult:
        """Score a candidate against what was known."""
        scoring = _native.score(stored.to_json(), candidate.to_json(), self._weights)
        return ScoringResult._of(scoring)  # pyright: ignore[reportPrivateUsage]


def compute_similarity(
    stored: ElementFingerprint,
    candidate: ElementFingerprint,
    weights: Mapping[str, float] | None = None,
) -> ScoringResult:
    """Score a candidate against what was known, with the classic scorer."""
    return SimilarityScorer(weights).score(stored, candidate)


def _edges(box: BoundingBox | None) -> tuple[float, float, float, float] | None:
    return None if box is None else (box.x, box.y, box.width, box.height)
