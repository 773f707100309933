"""Four workers and 200 tests with a real page lose nothing, even when a worker is killed."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from breadcrumb import _native
from conftest import LOGIN_V2
from test_plugin import project, run, store

__all__ = ["project"]

TESTS = 200
# One test in so many uses a locator that version 2 breaks.
BROKEN_EVERY = 4
VICTIM = 101
SUITE = f"""
import os, signal
from pathlib import Path
import pytest

@pytest.fixture(scope="session")
def page(browser):
    page = browser.new_page()
    yield page
    page.close()

@pytest.mark.parametrize("n", range({TESTS}))
def test_n(n, page):
    page.set_content(Path("site.html").read_text())
    locator = page.locator("#login" if n % {BROKEN_EVERY} == 0 else "#mail")
    assert locator.get_attribute("class", timeout=10_000) in ("btn primary", None)
    if n == {VICTIM} and os.environ.get("KILL"):
        os.kill(os.getpid(), signal.SIGKILL)
"""


def suite_runs(project: pytest.Pytester) -> dict[str | None, list[_native.TestRun]]:
    """Return the recorded runs of tests by the run of the suite that they belong to."""
    found: dict[str | None, list[_native.TestRun]] = {}
    for attempt in store(project)._test_runs():
        found.setdefault(attempt.run_uid, []).append(attempt)
    return found


def test_nothing_is_lost(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    project.makepyfile(SUITE)
    flags = ("--breadcrumb", "--breadcrumb-report", "-n4", "-q")
    result = run(project, *flags)
    result.assert_outcomes(passed=TESTS)
    assert result.stdout.str().count("fingerprints, 0 heals") == 1
    [entries] = suite_runs(project).values()
    assert len(entries) == TESTS
    assert {entry.worker for entry in entries} == {"gw0", "gw1", "gw2", "gw3"}
    assert store(project).stats()["fingerprints"] == TESTS

    monkeypatch.setenv("KILL", "1")
    result = run(project, *flags, html=LOGIN_V2)
    broken = TESTS // BROKEN_EVERY
    result.stdout.fnmatch_lines([f"*worker 'gw*' crashed while running*test_n?{VICTIM}?*"])
    assert result.stdout.str().count("passed only because healed:") == 1
    assert result.stdout.str().count("healed `#login` ->") >= broken
    second = [entries for entries in suite_runs(project).values() if len(entries) < TESTS]
    assert [len(entries) for entries in second] == [TESTS - 1]
    assert store(project).stats()["fingerprints"] == TESTS
    assert store(project).stats()["healing_events"] == broken
    with closing(sqlite3.connect(project.path / ".breadcrumb.db")) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
