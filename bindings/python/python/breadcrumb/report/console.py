"""The report on a terminal."""

from ._render import TextReport

__all__ = ["ReportConsole"]


class ReportConsole(TextReport):
    """A summary in 80 columns, without colors."""

    _format = "console"
