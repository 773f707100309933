"""The engine's values and decisions in Python."""

from .fingerprint import BoundingBox, ElementFingerprint
from .healer import Healer, HealResult
from .similarity import ScoringResult, SimilarityScorer, compute_similarity
from .storage import FingerprintStore, HealingEvent

__all__ = [
    "BoundingBox",
    "ElementFingerprint",
    "FingerprintStore",
    "HealResult",
    "Healer",
    "HealingEvent",
    "ScoringResult",
    "SimilarityScorer",
    "compute_similarity",
]
