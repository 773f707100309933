"""Tracebacks that show the test and Playwright, as if Breadcrumb were not between them."""

from pathlib import Path
from types import TracebackType

OURS = str(Path(__file__).resolve().parent.parent)


def hide_ours(error: BaseException | None) -> None:
    """Take our own calls out of the traceback of an error, and of those that led to it.

    The first call stays: it is the one that catches the error.
    """
    done: set[int] = set()
    while error is not None and id(error) not in done:
        done.add(id(error))
        entry = error.__traceback__
        while entry is not None:
            entry.tb_next = _first_of_others(entry.tb_next)
            entry = entry.tb_next
        error = error.__cause__ or error.__context__


def _first_of_others(entry: TracebackType | None) -> TracebackType | None:
    while entry is not None and entry.tb_frame.f_code.co_filename.startswith(OURS):
        entry = entry.tb_next
    return entry
