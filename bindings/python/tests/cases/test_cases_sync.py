"""The table, with Playwright's sync API."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .conftest import RunCase
from .model import Case
from .table import CASES


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case, run_sync: RunCase, heals: Callable[[RunCase, Case], None]) -> None:
    heals(run_sync, case)
