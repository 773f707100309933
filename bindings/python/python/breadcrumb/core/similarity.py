"""How alike two elements are: the single measures and the classic score."""

from collections.abc import Mapping
from dataclasses import dataclass

from .._native import (
    DEFAULT_WEIGHTS,
    SimilarityScorer,
    class_similarity,
    compute_similarity,
    dom_path_similarity,
    jaccard_similarity,
    lcs_length,
    levenshtein_distance,
    position_similarity,
    sibling_similarity,
    tag_similarity,
    text_similarity,
)

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
