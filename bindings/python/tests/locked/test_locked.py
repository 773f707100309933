"""A database that cannot be had costs a run nothing but a warning, and loses nothing."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from conftest import LOGIN_V1

from locked.holding import (
    ALLOWANCE_S,
    ASYNC,
    ASYNC_TESTS,
    LOCKS,
    SYNC,
    SYNC_TESTS,
    held,
    rows,
)

KINDS = {"sync": (SYNC, SYNC_TESTS), "async": (ASYNC, ASYNC_TESTS)}
# How often a run may be disturbed by what else the machine does.
TRIES = 3
PLUGINS = ("-p", "no:playwright", "-p", "no:base_url", "-p", "no:rerunfailures")


class Suite:
    """One project with a suite of tests."""

    def __init__(self, pytester: pytest.Pytester, kind: str) -> None:
        conftest, tests = KINDS[kind]
        self._pytester = pytester
        self.path = pytester.path
        self.db = pytester.path / ".breadcrumb.db"
        pytester.makeconftest(conftest)
        pytester.makepyfile(test_suite=tests)
        (pytester.path / "site.html").write_text(LOGIN_V1)
        git = ("git", "-c", "user.name=n", "-c", "user.email=e")
        for command in (("init", "-q", "-b", "trunk"), ("commit", "-qm", "x", "--allow-empty")):
            subprocess.run((*git, *command), cwd=pytester.path, check=True)

    def run(self, *arguments: str) -> pytest.RunResult:
        if (self.path / "conftest.py").read_text().find("asyncio") < 0:
            arguments = ("-p", "no:asyncio", *arguments)
        return self._pytester.runpytest_subprocess(*PLUGINS, "--tb=short", *arguments)

    def plain(self) -> pytest.RunResult:
        return self.run()

    def hurried(self, *arguments: str) -> tuple[pytest.RunResult, pytest.RunResult, int]:
        """Run it with and without Breadcrumb, until the first takes little longer than the second.

        A machine that does much else can slow one of them down; a test that waits for the
        database is slow each time. Returns the two, and how often it ran with Breadcrumb.
        """
        for tries in range(1, TRIES + 1):
            plain = self.run(*arguments)
            result = self.run("--breadcrumb", *arguments)
            if result.duration < plain.duration + ALLOWANCE_S:
                return plain, result, tries
        pytest.fail(f"{result.duration} s instead of {plain.duration} s")

    def spools(self) -> list[Path]:
        return sorted(self.path.glob(".breadcrumb.db.spool-*"))


@pytest.fixture(autouse=True)
def outside_of_xdist(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PYTEST_XDIST_TESTRUNUID", "PYTEST_XDIST_WORKER"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(params=KINDS)
def suite(pytester: pytest.Pytester, request: pytest.FixtureRequest) -> Suite:
    return Suite(pytester, request.param)


@pytest.fixture
def sync_suite(pytester: pytest.Pytester) -> Suite:
    return Suite(pytester, "sync")


def outcomes(result: pytest.RunResult) -> dict[str, int]:
    counted = result.parseoutcomes()
    counted.pop("warnings", None)
    counted.pop("warning", None)
    return counted


def warnings_of_ours(result: pytest.RunResult) -> list[str]:
    return [line for line in result.outlines if "BreadcrumbWarning: " in line]


def attempts_recorded(suite: Suite) -> int:
    return len(rows(suite.db, "SELECT 1 FROM test_runs WHERE run_ref IS NOT NULL"))


def arrived(suite: Suite, runs: int) -> None:
    """Assert that all of so many runs is in the database."""
    known = rows(suite.db, "SELECT branch, runner FROM runs")
    assert known == [("trunk", "pytest")] * runs
    tests = int(rows(suite.db, "SELECT COUNT(DISTINCT test_id) FROM test_runs")[0][0])  # type: ignore[call-overload]
    assert attempts_recorded(suite) == runs * tests
    assert len(rows(suite.db, "SELECT 1 FROM fingerprints")) >= 2
    assert rows(suite.db, "SELECT 1 FROM revisions WHERE author = 'n'")
    assert suite.spools() == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_from_first_to_last_changes_no_outcome(suite: Suite, lock: str) -> None:
    suite.run("--breadcrumb")
    with held(suite.db, lock):
        plain, result, tries = suite.hurried()
    assert outcomes(result) == outcomes(plain)
    (warning,) = warnings_of_ours(result)
    assert "locked" in warning
    assert len(suite.spools()) == tries
    assert outcomes(suite.run("--breadcrumb")) == outcomes(plain)
    arrived(suite, runs=tries + 2)


def test_a_lock_from_before_the_database_is_made(suite: Suite) -> None:
    with closing(sqlite3.connect(suite.db, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        other.execute("CREATE TABLE x (y)")
        plain, result, tries = suite.hurried()
        other.execute("ROLLBACK")
    assert outcomes(result) == outcomes(plain)
    assert len(warnings_of_ours(result)) == 1
    subprocess.run(
        [sys.executable, "-m", "breadcrumb", "quarantine", "update"], cwd=suite.path, check=True
    )
    arrived(suite, runs=tries)


def test_a_lock_that_is_released_in_the_middle_leaves_nothing_behind(sync_suite: Suite) -> None:
    suite = sync_suite
    plain = suite.plain()
    suite.run("--breadcrumb")
    (suite.path / "test_suite.py").write_text(
        SYNC_TESTS
        + """

def test_released():
    from pathlib import Path
    import time
    Path("release").touch()
    while not Path("released").exists():
        time.sleep(0.01)
    time.sleep(0.5)


def test_after(page):
    page.locator("#login").click(timeout=1500)
"""
    )
    with held(suite.db, "rollback journal, BEGIN EXCLUSIVE") as other:
        release = threading.Thread(target=_release, args=(suite.path, other))
        release.start()
        result = suite.run("--breadcrumb")
        release.join()
    assert outcomes(result)["passed"] == outcomes(plain)["passed"] + 2
    assert len(warnings_of_ours(result)) == 1
    assert suite.spools() == []
    assert rows(suite.db, "SELECT branch, runner FROM runs") == [("trunk", "pytest")] * 2
    assert attempts_recorded(suite) == 7 + 9


def _release(folder: Path, other: sqlite3.Connection) -> None:
    while not (folder / "release").exists():
        time.sleep(0.01)
    other.execute("ROLLBACK")
    (folder / "released").touch()


def _read_only(db: Path) -> None:
    db.chmod(0o444)


def _no_folder(db: Path) -> None:
    db.rename(db.with_suffix(".away"))
    db.symlink_to(db.parent / "nowhere" / "x.db")


@pytest.mark.parametrize("spoil", [_read_only, _no_folder])
def test_a_database_that_cannot_be_written_changes_no_outcome(
    sync_suite: Suite, spoil: Callable[[Path], None]
) -> None:
    suite = sync_suite
    suite.run("--breadcrumb")
    spoil(suite.db)
    plain, result, tries = suite.hurried()
    assert outcomes(result) == outcomes(plain)
    assert len(warnings_of_ours(result)) == 1
    if suite.db.is_symlink():
        suite.db.unlink()
        suite.db.with_suffix(".away").rename(suite.db)
    suite.db.chmod(0o644)
    suite.run("--breadcrumb")
    arrived(suite, runs=tries + 2)


def test_what_comes_after_the_database_is_deleted_is_in_the_new_one(sync_suite: Suite) -> None:
    suite = sync_suite
    (suite.path / "test_suite.py").write_text(
        SYNC_TESTS
        + """

def test_delete():
    from pathlib import Path
    for file in Path().glob(".breadcrumb.db*"):
        file.unlink()


def test_after(page):
    page.locator("#login").click(timeout=1500)
"""
    )
    result = suite.run("--breadcrumb")
    assert outcomes(result)["failed"] == 1
    assert rows(suite.db, "SELECT branch, runner FROM runs") == [("trunk", "pytest")]
    tests = [str(test) for (test,) in rows(suite.db, "SELECT test_id FROM test_runs ORDER BY id")]
    assert [test.rpartition("::")[2] for test in tests] == ["test_delete", "test_after"]
    assert rows(suite.db, "SELECT locator FROM fingerprints") == [("#login",)]


def test_workers_of_xdist_do_not_wait_either(sync_suite: Suite) -> None:
    suite = sync_suite
    suite.run("--breadcrumb", "-n", "2")
    with held(suite.db, "rollback journal, BEGIN EXCLUSIVE"):
        plain, result, tries = suite.hurried("-n", "2")
    assert outcomes(result) == outcomes(plain)
    suite.run("--breadcrumb", "-n", "2")
    arrived(suite, runs=tries + 2)


SCRIPT = """
import asyncio, sys, time
from pathlib import Path
from playwright.async_api import async_playwright
from playwright.sync_api import sync_playwright
from breadcrumb import crumb
from conftest import options

html = Path("site.html").read_text()
URL = "http://shop.test/login"


def sync():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**options(playwright.chromium))
        real = browser.new_page()
        real.route("**/*", lambda route: route.fulfill(body=html, content_type="text/html"))
        real.goto(URL)
        start = time.perf_counter()
        page = crumb(real, "script")
        page.locator("#login").click(timeout=1000)
        with crumb(real, "staged") as page:
            page.locator("#help").click(timeout=1000)
        print("took", time.perf_counter() - start)
        browser.close()


async def asynchronous():
    gap = 0.0

    async def beat():
        nonlocal gap
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0.005)
            gap, last = max(gap, time.perf_counter() - last), time.perf_counter()

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**options(playwright.chromium))
        real = await browser.new_page()

        async def answer(route):
            await route.fulfill(body=html, content_type="text/html")

        await real.route("**/*", answer)
        await real.goto(URL)
        task = asyncio.ensure_future(beat())
        start = time.perf_counter()
        page = crumb(real, "script")
        await page.locator("#login").click(timeout=1000)
        async with crumb(real, "staged") as page:
            await page.locator("#help").click(timeout=1000)
        print("took", time.perf_counter() - start)
        task.cancel()
        assert gap < 0.5, gap
        await browser.close()


sync() if sys.argv[1] == "sync" else asyncio.run(asynchronous())
"""


@pytest.mark.parametrize("lock", LOCKS)
def test_a_script_does_not_wait_and_loses_nothing(suite: Suite, lock: str) -> None:
    script = suite.path / "script.py"
    script.write_text(SCRIPT)
    kind = "async" if "asyncio" in (suite.path / "conftest.py").read_text() else "sync"
    command = [sys.executable, str(script), kind]
    environment = {**os.environ, "PYTHONWARNINGS": "always"}
    subprocess.run([sys.executable, "-m", "breadcrumb", "quarantine", "update"], cwd=suite.path)
    with held(suite.db, lock):
        start = time.perf_counter()
        done = subprocess.run(
            command, cwd=suite.path, capture_output=True, text=True, env=environment
        )
        took = time.perf_counter() - start
    assert done.returncode == 0, done.stderr
    assert took < 30
    assert float(done.stdout.split()[-1]) < 5, done.stdout
    assert done.stderr.count("BreadcrumbWarning: ") == 1, done.stderr
    subprocess.run([sys.executable, "-m", "breadcrumb", "quarantine", "update"], cwd=suite.path)
    found = rows(suite.db, "SELECT test_id, locator FROM fingerprints ORDER BY 1")
    assert found == [("script", "#login"), ("staged", "#help")]
    assert suite.spools() == []
