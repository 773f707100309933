"""On a page that does not answer a test ends with its own error, in its own time."""

from __future__ import annotations

import pytest

from .blocked import BLOCKED, CRASHED, KILLED
from .conftest import Bench
from .model import Case

#: Machines are noisy; `measure.py` has the medians.
SLACK = 2.0
USES = [("heal", True), ("heal", False), ("suggest", True)]


@pytest.mark.parametrize("case", [*BLOCKED, *CRASHED, *KILLED], ids=lambda case: case.name)
def test_a_blocked_page_fails_as_before(bench: Bench, case: Case) -> None:
    _check(bench, case)


@pytest.mark.parametrize("case", BLOCKED[::6], ids=lambda case: case.name)
def test_a_blocked_page_fails_as_before_async(async_bench: Bench, case: Case) -> None:
    _check(async_bench, case)


def _check(bench: Bench, case: Case) -> None:
    plain = bench(case)
    for use in USES:
        end = bench(case, use)
        assert end.outcome == plain.outcome, (use, end)
        assert end.seconds < plain.seconds + SLACK, (use, plain, end)
