"""How often tests change their outcome."""

from .._native import TestAnalyzer

__all__ = ["TestAnalyzer"]
