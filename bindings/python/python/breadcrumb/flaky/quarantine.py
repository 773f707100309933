"""Tests whose failures do not fail a run."""

from .._native import QuarantineManager

__all__ = ["QuarantineManager"]
