"""A test fails for the same reason however pytest is asked to print it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

HELPERS = """
class PayError(Exception):
    pass

def pay():
    raise PayError("declined")

def answer(status):
    __tracebackhide__ = True
    assert status == 200, "the shop answers"
"""
# The first ones fail in the test's own function: even a report without a traceback tells where.
OWN = """
def test_compared():
    def inner():
        return 503
    status = inner()
    assert status == 200

class TestShop:
    def test_text(self):
        shown = "Sign in"
        assert shown == "Log in", "the button"

def test_missing():
    {}["cart"]

def test_list():
    assert list(range(20)) == list(range(21))
"""
CALLS = """
from shop.helpers import answer, pay

def test_helper():
    pay()

def test_chained():
    try:
        {}["cart"]
    except KeyError as error:
        raise ValueError("no cart") from error

def test_deep():
    def middle():
        def inner():
            pay()
        inner()
    middle()

def test_lambda():
    (lambda: pay())()

def test_hidden():
    answer(503)
"""
STYLES = {
    "default": (),
    "short": ("--tb=short",),
    "long": ("--tb=long",),
    "native": ("--tb=native",),
    "line": ("--tb=line",),
    "no": ("--tb=no",),
    "locals": ("--showlocals",),
    "verbose": ("-vv",),
    "full": ("--full-trace",),
    "quiet": ("-p", "no:terminal"),
    "xdist": ("-n", "2"),
}
WITHOUT_TRACE = ("line", "no")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose tests all fail."""
    folder = tmp_path_factory.mktemp("reasons")
    (folder / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    (folder / "shop").mkdir()
    (folder / "shop/__init__.py").write_text("")
    (folder / "shop/helpers.py").write_text(HELPERS)
    (folder / "test_own.py").write_text(OWN)
    (folder / "tests").mkdir()
    (folder / "tests/test_calls.py").write_text(CALLS)
    return folder


def call(folder: Path, *command: str) -> None:
    drop = ("PYTEST_ADDOPTS", "BREADCRUMB_DB")
    environment = {name: value for name, value in os.environ.items() if name not in drop}
    done = subprocess.run(
        (sys.executable, "-m", *command),
        cwd=folder,
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr


def reasons(database: Path) -> dict[str, str]:
    with closing(sqlite3.connect(database)) as opened:
        rows = opened.execute(
            "SELECT log.test_id, error.error_fp FROM test_runs AS log "
            "JOIN errors AS error ON error.id = log.error_ref"
        )
        return dict(rows.fetchall())


def run(folder: Path, style: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the reasons that the plugin has seen, and those of the report of the same run."""
    seen, told, xml = (folder / f"{style}{end}" for end in (".db", "-junit.db", ".xml"))
    flags = ("-p", "no:cacheprovider", f"--junitxml={xml}", *STYLES[style])
    call(folder, "pytest", "--breadcrumb", f"--breadcrumb-db={seen}", *flags)
    call(folder, "breadcrumb", "ingest", str(xml), "--db", str(told))
    return reasons(seen), reasons(told)


@pytest.fixture(scope="module")
def known(folder: Path) -> dict[str, str]:
    """The reasons, as the plugin sees them."""
    known, _ = run(folder, "default")
    assert len(known) == len(set(known.values())) == 9
    return known


@pytest.mark.parametrize("style", STYLES)
def test_a_reason_is_that_of_the_exception(folder: Path, known: dict[str, str], style: str) -> None:
    seen, told = run(folder, style)
    assert seen == known
    # Python's own traceback shows what asks pytest to be hidden.
    is_shown = {
        test_id: "test_own" in test_id
        if style in WITHOUT_TRACE
        else not ("hidden" in test_id and style in ("native", "full"))
        for test_id in known
    }
    assert set(told) == set(known)
    assert {t: fp for t, fp in told.items() if is_shown[t]} == {
        t: fp for t, fp in known.items() if is_shown[t]
    }
