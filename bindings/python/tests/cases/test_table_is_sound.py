"""The table keeps its word without Breadcrumb: what breaks in plain Playwright, and what doesn't.

A case that would pass on version 2 anyway shows nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from .conftest import RunCase
from .judge import check_error, check_learned, check_log
from .model import Case, Healed, Refused, Untouched
from .table import CASES

BREAKS = [case for case in CASES if isinstance(case.expected, Healed | Refused)]
ENDS_THE_SAME = [case for case in CASES if isinstance(case.expected, Untouched)]


def test_every_name_is_used_once() -> None:
    twice = [name for name, count in Counter(case.name for case in CASES).items() if count > 1]
    assert not twice


def test_the_table_is_long_enough() -> None:
    assert len(CASES) >= 45


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_version_1_passes(case: Case, run_sync: RunCase) -> None:
    check_learned(case, run_sync(case, 1))


@pytest.mark.parametrize("case", BREAKS, ids=lambda case: case.name)
def test_version_2_breaks(case: Case, run_sync: RunCase) -> None:
    # Nothing comes late on these pages; the wait is for what must work on a busy machine.
    seen = run_sync(replace(case, timeout=1_500), 2)
    check_error(seen, "Timeout|Locator expected|Assertion")
    if isinstance(case.expected, Refused):
        check_log(case, 2, seen)


@pytest.mark.parametrize("case", ENDS_THE_SAME, ids=lambda case: case.name)
def test_version_2_ends_as_expected(case: Case, run_sync: RunCase) -> None:
    seen = run_sync(case, 2)
    assert isinstance(case.expected, Untouched)
    check_error(seen, case.expected.error)
    check_log(case, 2, seen)
