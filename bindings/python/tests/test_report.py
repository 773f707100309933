"""Reports: the names and shapes that users of the Python package know."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from breadcrumb.core.storage import FingerprintStore, HealingEvent
from breadcrumb.flaky import QuarantineManager, TestTracker
from breadcrumb.report import ReportConsole, ReportHTML, ReportJSON
from breadcrumb.report.console import ReportConsole as ConsoleByModule
from breadcrumb.report.html import ReportHTML as PageByModule
from breadcrumb.report.json import ReportJSON as JsonByModule

SEED_KEYS = {
    "generated_at",
    "period_days",
    "summary",
    "healing_events",
    "flaky_tests",
    "top_locators",
}


@pytest.fixture
def store(db: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FingerprintStore:
    """A store with a calm, a healed, a failing and a quarantined test."""
    monkeypatch.chdir(tmp_path)
    store = FingerprintStore(db)
    tracker = TestTracker(store)
    for status in ("passed", "passed", "passed"):
        tracker.record_run("calm", status, duration_ms=10)
        tracker.record_run("healed", status, healing_occurred=True)
    for status in ("passed", "failed"):
        tracker.record_run("failing", status, error_type="ValueError")
        tracker.record_run("wolf", status)
    tracker.record_run("wolf", "passed")
    QuarantineManager(store).quarantine("wolf", "cries wolf")
    element: dict[str, Any] = {"tag": "button", "text": "Log in", "attributes": [["id", "a"]]}
    for _ in range(2):
        store.record_healing(
            HealingEvent("healed", "#login", 0.91234, element, element, time.time())
        )
    return store


def test_the_dict_has_the_keys_of_the_package_and_their_meaning(store: FingerprintStore) -> None:
    report = ReportJSON().render(store)
    assert report.keys() >= SEED_KEYS
    assert (report["format"], report["version"], report["period_days"]) == (
        "breadcrumb-report",
        1,
        30,
    )
    expected = {"total": 4, "stable": 1, "healed": 1, "flaky": 1, "failing": 1}
    assert {name: report["summary"][name] for name in expected} == expected
    event = report["healing_events"][0]
    assert (event["test_id"], event["locator"]) == ("healed", "#login")
    assert event["original"]["tag"] == "button"
    top = report["top_locators"][0]
    assert (top["count"], top["avg_confidence"]) == (2, 0.9123)
    flaky = report["flaky_tests"][0]
    assert (flaky["test_id"], flaky["reason"], flaky["fliprate"]) == ("wolf", "cries wolf", 1.0)


def test_the_text_has_the_numbers(store: FingerprintStore) -> None:
    text = ReportConsole().render(store, days=7)
    assert text.startswith("Test health, last 7 days\n")
    assert "healed           1   25.0 %" in text
    assert "cries wolf" in text or "wolf" in text
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) <= 80


def test_the_page_is_one_file(store: FingerprintStore) -> None:
    page = ReportHTML().render(store)
    assert page.startswith("<!doctype html>")
    assert "Content-Security-Policy" in page
    assert 'id="bc-index"' in page
    assert 'id="bc-heals-0"' in page


def test_files_are_written_whole(store: FingerprintStore, tmp_path: Path) -> None:
    ReportHTML().export(store, tmp_path / "a.html")
    ReportJSON().export(store, str(tmp_path / "a.json"), days=1)
    ReportConsole().export(store, tmp_path / "a.txt")
    document = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    assert document["period_days"] == 1
    assert (tmp_path / "a.html").read_text(encoding="utf-8").rstrip().endswith("</html>")
    assert (tmp_path / "a.txt").read_text(encoding="utf-8").startswith("Test health")
    assert not list(tmp_path.glob("*.tmp"))
    with pytest.raises(FileNotFoundError):
        ReportHTML().export(store, tmp_path / "no" / "folder.html")


def test_a_wrong_number_of_days_is_an_error(store: FingerprintStore) -> None:
    for days in (0, -1):
        with pytest.raises(ValueError, match="at least one day"):
            ReportJSON().render(store, days=days)


def test_modules_have_the_classes() -> None:
    assert (ConsoleByModule, PageByModule, JsonByModule) == (
        ReportConsole,
        ReportHTML,
        ReportJSON,
    )


def test_the_command_ends_on_ctrl_c(store: FingerprintStore, db: Path) -> None:
    command = [sys.executable, "-m", "breadcrumb", "serve", "--db", str(db)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("http://127.0.0.1:")
        process.send_signal(2)
        assert process.wait(timeout=10) == -2


PAGE_TEST = """
import pytest

@pytest.fixture
def page():
    return object()

@pytest.mark.smoke
@pytest.mark.parametrize("n", [1])
@pytest.mark.skipif(False, reason="")
def test_shop(page, n):
    pass
"""


def test_a_run_records_tags_and_place_and_writes_the_page(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makepyfile(PAGE_TEST)
    pytester.makeini("[pytest]\nmarkers = smoke: a tag")
    result = pytester.runpytest_subprocess(
        "--breadcrumb", "--breadcrumb-report", "--breadcrumb-db=a.db", "-p", "no:playwright"
    )
    result.stdout.fnmatch_lines(["the report: *breadcrumb-report.html"])
    assert (pytester.path / "breadcrumb-report.html").exists()
    report = ReportJSON().render(FingerprintStore(pytester.path / "a.db"))
    (test,) = report["tests"]
    assert test["tags"] == ["smoke"]
    assert test["file"].endswith(".py")
    assert test["line"] > 1
