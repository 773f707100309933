"""The report as a page."""

from .._native import ReportHTML

__all__ = ["ReportHTML"]
