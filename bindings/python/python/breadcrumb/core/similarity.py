"""Similarity of two elements: the single measures and the classic score."""

from collections.abc import Mapping
from dataclasses import dataclass

from .._native import (
    DEFAULT_WEIGHTS as DEFAULT_WEIGHTS,
)
from .._native import (
    SimilarityScorer as SimilarityScorer,
)
from .._native import (
    class_similarity as class_similarity,
)
from .._native import (
    compute_similarity as compute_similarity,
)
from .._native import (
    dom_path_similarity as dom_path_similarity,
)
from .._native import (
    jaccard_similarity as jaccard_similarity,
)
from .._native import (
    lcs_length as lcs_length,
)
from .._native import (
    levenshtein_distance as levenshtein_distance,
)
from .._native import (
    position_similarity as position_similarity,
)
from .._native import (
    sibling_similarity as sibling_similarity,
)
from .._native import (
    tag_similarity as tag_similarity,
)
from .._native import (
    text_similarity as text_similarity,
)


@dataclass(frozen=True)
class ScoringResult:
    """How similar an element is to a fingerprint, with each signal's share."""

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
