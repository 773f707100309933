"""At any moment of a document's life a test ends as in plain Playwright, and as soon."""

from __future__ import annotations

import pytest

from .conftest import USES, Bench
from .model import Case
from .moments import MOMENTS

#: Machines are noisy; `measure.py` has the medians.
SLACK = 2.0


@pytest.mark.parametrize("case", MOMENTS, ids=lambda case: case.name)
def test_a_moment_changes_nothing(bench: Bench, case: Case) -> None:
    _check(bench, case)


@pytest.mark.parametrize("case", MOMENTS[:5], ids=lambda case: case.name)
def test_a_moment_changes_nothing_async(async_bench: Bench, case: Case) -> None:
    _check(async_bench, case)


def _check(bench: Bench, case: Case) -> None:
    plain = bench(case)
    # Every mode somewhere, the default everywhere.
    others = USES[2:] if MOMENTS.index(case) % 4 == 0 else []
    for use in [*USES[:2], *others]:
        end = bench(case, use)
        assert end.outcome == plain.outcome, (use, end)
        assert end.seconds < plain.seconds + SLACK, (use, plain, end)
