"""Flaky tests: recorded, judged, and kept from failing a run without hiding a regression."""

from .analyzer import TestAnalyzer
from .quarantine import QuarantineManager
from .tracker import TestTracker

__all__ = ["QuarantineManager", "TestAnalyzer", "TestTracker"]
