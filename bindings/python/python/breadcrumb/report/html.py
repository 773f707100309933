"""The report as a page."""

from ._render import TextReport

__all__ = ["ReportHTML"]


class ReportHTML(TextReport):
    """One page with everything in it; it opens offline."""

    _format = "html"
