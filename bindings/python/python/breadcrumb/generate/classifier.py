"""Saying what an element is for."""

from .._native import ElementClassifier

__all__ = ["ElementClassifier"]
