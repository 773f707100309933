"""Writing page objects and tests."""

from .._native import TestCodeGenerator

__all__ = ["TestCodeGenerator"]
