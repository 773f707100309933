"""The engine's values and decisions in Python."""

from .fingerprint import BoundingBox as BoundingBox
from .fingerprint import ElementFingerprint as ElementFingerprint
from .healer import Healer as Healer
from .healer import HealResult as HealResult
from .similarity import ScoringResult as ScoringResult
from .similarity import SimilarityScorer as SimilarityScorer
from .similarity import compute_similarity as compute_similarity
from .storage import FingerprintStore as FingerprintStore
from .storage import HealingEvent as HealingEvent
