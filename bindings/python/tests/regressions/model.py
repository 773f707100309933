"""What a row is: one check, a page it holds on, and two releases that rename what it looks for.

Both releases rename the classes and ids that the check's locator uses. In `renamed` nothing else
changes, so the check should be healed and pass. In `broken` what it checks is no longer true, so
it must fail: whoever heals it by what it asserts turns a regression green.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

#: The calls of a check, one by one; each gets its result back (see `cases/model.py`).
Calls = Generator[Any, Any, None]
#: Makes the calls with a page and Playwright's `expect`.
Check = Callable[[Any, Any], Calls]


@dataclass(frozen=True)
class Row:
    """One row of the table."""

    name: str
    check: Check
    v1: str
    renamed: str | None
    """The release in which the check still holds; none where there is no such release."""
    broken: str | None
    """The release in which it does not; none where only a rename is of interest."""
