"""`TestTracker`, `TestAnalyzer`, `QuarantineManager`."""

from __future__ import annotations

from pathlib import Path

import pytest
from breadcrumb.core.storage import FingerprintStore
from breadcrumb.flaky.analyzer import TestAnalyzer
from breadcrumb.flaky.quarantine import QuarantineManager
from breadcrumb.flaky.tracker import TestTracker

STATUS = {"P": "passed", "F": "failed", "E": "error", "S": "skipped"}


@pytest.fixture
def store(db: Path) -> FingerprintStore:
    return FingerprintStore(db)


def tracker_of(store: FingerprintStore, runs: str) -> TestTracker:
    tracker = TestTracker(store)
    for letter in runs:
        tracker.record_run("t", STATUS[letter])
    return tracker


@pytest.mark.parametrize(
    ("runs", "rate", "tier"),
    [
        ("PPPPPPPPPP", 0.0, "Stable"),
        ("PPPPPF", 0.2, "Intermittent"),
        ("PPF", 0.5, "Flaky"),
        ("PPFP", 2 / 3, "Chronic"),
        ("PSPSF", 0.5, "Flaky"),
        ("FEFE", 0.0, "Stable"),
        ("", 0.0, "Stable"),
    ],
)
def test_tiers_at_their_borders(store: FingerprintStore, runs: str, rate: float, tier: str) -> None:
    analyzer = TestAnalyzer(tracker_of(store, runs))
    assert analyzer.compute_fliprate("t") == pytest.approx(rate)
    assert analyzer.classify("t") == tier


def test_a_run_is_read_back(store: FingerprintStore) -> None:
    tracker = TestTracker(store)
    tracker.record_run("t", "failed", 12.5, True, "TimeoutError", "ci")
    (run,) = tracker.get_runs("t")
    assert (run["status"], run["duration_ms"], run["error_type"]) == (
        "failed",
        12.5,
        "TimeoutError",
    )
    assert run["healing_occurred"] is True
    assert tracker.get_all_test_ids() == ["t"]
    with pytest.raises(ValueError, match="unknown status"):
        tracker.record_run("t", "odd")


def test_runs_of_the_past_keep_their_time(store: FingerprintStore) -> None:
    tracker = TestTracker(store)
    tracker.record_run("t", "passed", timestamp=2000.5)
    tracker.record_run("t", "failed", timestamp=1000.0)
    runs = [(run["status"], run["timestamp"]) for run in tracker.get_runs("t")]
    assert runs == [("passed", 2000.5), ("failed", 1000.0)]


def test_a_fresh_regression_is_not_quarantined_but_much_flipping_on_one_tree_is(
    store: FingerprintStore,
) -> None:
    tracker = tracker_of(store, "PPF")
    manager = QuarantineManager(store, TestAnalyzer(tracker))
    assert manager.auto_update()["quarantined"] == []
    for letter in "PFPFPFPPFPPP":
        tracker.record_run("t", STATUS[letter])
    assert manager.auto_update()["quarantined"] == ["t"]
    assert manager.is_quarantined("t")


def test_a_manual_entry_stays_until_it_is_released(store: FingerprintStore) -> None:
    tracker = tracker_of(store, "P" * 30)
    manager = QuarantineManager(store, TestAnalyzer(tracker))
    manager.quarantine("t", "known")
    assert manager.auto_update()["unquarantined"] == []
    assert manager.get_all_quarantined() == ["t"]
    manager.unquarantine("t")
    assert not manager.is_quarantined("t")
