"""How often tests change their outcome."""

from __future__ import annotations

from .tracker import TestTracker

__all__ = ["TestAnalyzer"]


class TestAnalyzer:
    """Flip rates and tiers. Skipped runs are no samples; an error is a failure."""

    __test__ = False  # the name is no test's

    def __init__(self, tracker: TestTracker) -> None:
        """Analyze what a tracker has recorded."""
        self._tracker = tracker
        self._native = tracker._native

    def compute_fliprate(self, test_id: str, window: int = 10) -> float:
        """Return the share of the newest runs that changed the outcome."""
        return self._native.flip_rate(test_id, window)

    def compute_ewma_fliprate(self, test_id: str, alpha: float = 0.3, window: int = 20) -> float:
        """Return the same with more weight on what is newer."""
        return self._native.ewma_flip_rate(test_id, alpha, window)

    def classify(self, test_id: str) -> str:
        """Return `Stable`, `Intermittent`, `Flaky` or `Chronic`."""
        return self._native.classify(test_id)

    def get_all_classifications(self) -> dict[str, str]:
        """Return the tier of every test."""
        return {test_id: self.classify(test_id) for test_id in self._native.test_ids()}
