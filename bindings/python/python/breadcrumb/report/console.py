"""The report on a terminal."""

from .._native import ReportConsole

__all__ = ["ReportConsole"]
