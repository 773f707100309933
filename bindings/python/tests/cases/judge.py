"""What was seen of a case, and whether it is what the case expects."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from .model import Case, Healed, Refused, Untouched


@dataclass(frozen=True)
class Seen:
    """How the steps ended on one version."""

    error: Exception | None
    log: tuple[str, ...]
    healed: tuple[str, ...] = ()


def healed_locators(db_path: Path) -> tuple[str, ...]:
    """Returns the locators that were healed, from the heal log."""
    with closing(sqlite3.connect(db_path)) as db:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'healing_events'").fetchone():
            # On a busy machine the test was over before the database was open.
            return ()
        rows = db.execute("SELECT DISTINCT locator FROM healing_events ORDER BY locator")
        return tuple(locator for (locator,) in rows)


def check_learned(case: Case, seen: Seen) -> None:
    """Version 1 is the healthy one: the steps pass and nothing is healed."""
    if seen.error is not None:
        raise seen.error
    check_log(case, 1, seen)
    assert not seen.healed, seen.healed


def check_outcome(case: Case, seen: Seen) -> None:
    """Version 2 ends as the case says, and the right elements got the events."""
    match case.expected:
        case Healed(locators=count):
            if seen.error is not None:
                raise seen.error
            check_log(case, 2, seen)
            assert len(seen.healed) == count, seen.healed
        case Refused():
            check_log(case, 2, seen)
            assert not seen.healed, seen.healed
            check_error(seen, "Timeout|Locator expected|Assertion")
        case Untouched(error=error):
            check_log(case, 2, seen)
            assert not seen.healed, seen.healed
            check_error(seen, error)


def check_log(case: Case, version: int, seen: Seen) -> None:
    """Exactly the expected elements got exactly the expected events."""
    expected = case.expected_log(version)
    assert seen.log == expected, f"logged {seen.log}, expected {expected}"


def check_error(seen: Seen, expected: str) -> None:
    """The error says one of the expected things, or there is none where none is expected."""
    if not expected and seen.error is not None:
        raise seen.error
    if not expected:
        return
    assert seen.error is not None, "the steps passed"
    text = f"{type(seen.error).__name__}: {seen.error}"
    assert any(part in text for part in expected.split("|")), text
