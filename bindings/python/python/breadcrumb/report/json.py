"""The report for machines; `docs/schema/report-v1.json` describes it."""

from .._native import ReportJSON

__all__ = ["ReportJSON"]
