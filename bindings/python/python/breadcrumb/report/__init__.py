"""Reports: on a terminal, as a page, and for machines."""

from .console import ReportConsole
from .html import ReportHTML
from .json import ReportJSON

__all__ = ["ReportConsole", "ReportHTML", "ReportJSON"]
