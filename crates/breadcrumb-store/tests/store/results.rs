use std::ops::ControlFlow;

use breadcrumb_core::{FailureReason, RunInfo, RunStatus, TestRun};
use breadcrumb_flaky::{
    Action, EntryKind, Override, QuarantineEntry, QuarantineEvent, Scope, State, TestMemory,
};
use breadcrumb_store::{
    ErrorKind, QuarantineChange, RememberedTest, ResultStore, RevisionInfo, RunFilter, SqliteStore,
    Store,
};

use crate::scratch::{Scratch, query};

fn run(test_id: &str, status: RunStatus, timestamp: f64) -> TestRun {
    TestRun::new(test_id, status, timestamp)
}

fn entry(test_id: &str) -> QuarantineEntry {
    let mut entry = QuarantineEntry::new(test_id, "why", EntryKind::Manual, 5.0);
    entry.variants = vec!["firefox".into()];
    entry.fingerprints = vec!["fp_v1:1".into(), "fp_v1:2".into()];
    entry.reason_code = Some("flaky".into());
    entry.evidence_json = Some("{}".into());
    entry.rate_at_entry = Some(0.25);
    entry.owner = Some("@team".into());
    entry.ticket = Some("T-1".into());
    entry.created_by = Some("me".into());
    entry.expires_at = Some(99.0);
    entry.renewals = 1;
    entry.verdict = Some(Override::Always);
    entry.suspended_at = Some(7.0);
    entry
}

#[test]
fn a_history_holds_what_the_attempts_say() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut info = RunInfo::new("run");
    info.branch_kind = Some("pr".into());
    info.pr = Some("7".into());
    info.dirty = Some(true);
    info.infra_flag = Some("outage".into());
    let mut failed = run("a", RunStatus::Error, 3.0);
    failed.details.revision = Some("tree".into());
    failed.details.phase = Some("setup".into());
    failed.details.variant = Some("firefox".into());
    failed.details.failure = Some(FailureReason::new("fp"));
    // After the other, so that it is none of those from before there were variants.
    let mut verified = run("a", RunStatus::Passed, 3.5);
    verified.healed = true;
    verified.details.retry_reason = Some("verify".into());
    let skipped = run("a", RunStatus::Skipped, 4.0);
    let old = run("a", RunStatus::Passed, 0.5);
    store
        .record_runs(&info, &[failed, verified, skipped, old])
        .unwrap();

    let history = store.history(1.0).unwrap();
    let tests: Vec<_> = history
        .tests()
        .iter()
        .map(|test| test.variant.as_str())
        .collect();
    assert_eq!(tests, ["", "firefox"]);
    let verified = history.tests()[0].attempts[0];
    assert!(verified.verifies && verified.healed && !verified.failed);
    assert_eq!(history.tests()[0].attempts.len(), 1);
    let failed = history.tests()[1].attempts[0];
    assert!(failed.failed && failed.outside_call);
    assert_eq!(history.error(failed.error.unwrap()), Some("fp"));
    assert_eq!(
        history.revision(failed.revision.unwrap()).unwrap().id,
        "tree"
    );
    let facts = history.run(failed.run.unwrap()).unwrap();
    assert_eq!(facts.pull_request.as_deref(), Some("7"));
    assert_eq!(facts.incident.as_deref(), Some("outage"));
    assert!(facts.is_dirty && !history.has_protected());
}

/// Attempts of 60 tests, not in the order they happened, many of them at the same time.
fn many(count: usize) -> Vec<TestRun> {
    let attempt = |number: usize| {
        let status = match number % 7 {
            0 => RunStatus::Failed,
            1 => RunStatus::Error,
            2 => RunStatus::Skipped,
            _ => RunStatus::Passed,
        };
        let test_id = format!("test {}", number * 11 % 60);
        let mut attempt = run(&test_id, status, (number * 37 % 50) as f64);
        attempt.duration_ms = Some(number as f64);
        attempt.error_type = (number % 7 < 2).then(|| format!("Error{}", number % 5));
        attempt.details.revision = Some(format!("tree {}", number % 9));
        attempt.details.variant = number.is_multiple_of(3).then(|| "firefox".to_owned());
        attempt
    };
    (0..count).map(attempt).collect()
}

#[test]
fn two_readers_find_what_one_finds() {
    // A store in memory has one reader only.
    let alone = SqliteStore::open(":memory:").unwrap();
    let scratch = Scratch::new();
    let shared = scratch.open();
    for store in [&alone, &shared] {
        let info = RunInfo::new("run");
        store.record_runs(&info, &many(12_000)).unwrap();
    }
    let (alone, shared) = (alone.history(5.0).unwrap(), shared.history(5.0).unwrap());
    assert_eq!(alone.tests().len(), shared.tests().len());
    for (one, other) in alone.tests().iter().zip(shared.tests()) {
        assert_eq!(
            (&one.test_id, &one.variant),
            (&other.test_id, &other.variant)
        );
        assert_eq!(one.attempts.len(), other.attempts.len());
        for (mut one, mut other) in one
            .attempts
            .iter()
            .copied()
            .zip(other.attempts.iter().copied())
        {
            // Classes are numbered as they come.
            let class = one
                .error_class
                .take()
                .and_then(|class| alone.error_class(class));
            let others = other.error_class.take();
            assert_eq!(class, others.and_then(|class| shared.error_class(class)));
            assert_eq!(one, other);
        }
    }
    for test in alone.skipped_tests() {
        assert_eq!(shared.skips_of(&test.test_id), test.skips);
    }
    assert_eq!(alone.skipped_tests().len(), shared.skipped_tests().len());
}

#[test]
fn a_renamed_test_keeps_its_history() {
    let scratch = Scratch::new();
    let store = scratch.open();
    for (test, time) in [("a", 1.0), ("b", 2.0), ("c", 3.0)] {
        store
            .record_run(&run(test, RunStatus::Passed, time))
            .unwrap();
    }
    store.rename_test("a", "b").unwrap();
    store.rename_test("b", "c").unwrap();
    let history = store.history(0.0).unwrap();
    assert_eq!(history.test_count(), 1);
    assert_eq!(history.variants_of("c").next().unwrap().attempts.len(), 3);
    // Back again is no circle.
    store.rename_test("c", "b").unwrap();
    assert_eq!(store.history(0.0).unwrap().variants_of("b").count(), 1);
}

#[test]
fn an_entry_its_log_and_a_memory_are_read_back() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut event = QuarantineEvent::new("b", Action::Entered, 5.0);
    event.actor = Some("me".into());
    event.reason = Some("why".into());
    let mut memory = TestMemory::default();
    memory.state = Some(State::Flaky);
    memory.epoch_at = Some(1.0);
    memory.peak_rate = Some(0.5);
    memory.released_at = Some(2.0);
    memory.acknowledged_at = Some(3.0);
    let remembered = RememberedTest::new("b", "firefox", memory);
    let changes = [
        QuarantineChange::Save(Box::new(entry("b"))),
        QuarantineChange::Save(Box::new(entry("a"))),
        QuarantineChange::Log(event.clone()),
        QuarantineChange::Remember(remembered.clone()),
    ];
    store.change_quarantine(&changes).unwrap();
    store.change_quarantine(&changes[3..]).unwrap();
    assert_eq!(
        store.quarantine_entries().unwrap(),
        [entry("a"), entry("b")]
    );
    assert_eq!(store.quarantine_events(Some("b")).unwrap(), [event]);
    assert_eq!(store.quarantine_events(Some("a")).unwrap(), []);
    assert_eq!(store.test_memories().unwrap(), [remembered]);
    store
        .change_quarantine(&[QuarantineChange::Delete("a".into())])
        .unwrap();
    assert_eq!(store.quarantine_entries().unwrap(), [entry("b")]);
}

#[test]
fn an_entry_of_the_python_package_masks_the_whole_test_and_never_expires() {
    let scratch = Scratch::new();
    drop(scratch.open());
    let sql = "INSERT INTO quarantine (test_id, reason, quarantined_at) VALUES ('t', 'auto', 1)";
    scratch.raw().execute(sql, []).unwrap();
    let found = scratch.open().quarantine_entries().unwrap();
    let mut expected = QuarantineEntry::new("t", "auto", EntryKind::Auto, 1.0);
    expected.scope = Scope::Test;
    assert_eq!(found, [expected]);
}

#[test]
fn a_change_that_cannot_be_made_leaves_all_as_it_was() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let good = QuarantineChange::Save(Box::new(entry("a")));
    let bad = QuarantineChange::Delete(String::new());
    let error = store.change_quarantine(&[good, bad]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::EmptyKey);
    assert_eq!(store.quarantine_entries().unwrap(), []);
}

fn stream(store: &SqliteStore, runs: &[TestRun], is_good: bool) -> Option<u64> {
    let mut produce = |sink: &mut breadcrumb_store::AttemptSink<'_>| {
        for run in runs {
            if sink(run.clone()) == ControlFlow::Break(()) {
                return false;
            }
        }
        is_good
    };
    store
        .record_stream(&RunInfo::new("run"), &mut produce)
        .unwrap()
}

#[test]
fn a_stream_is_written_whole_or_not_at_all() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let runs = [
        run("a", RunStatus::Passed, 1.0),
        run("b", RunStatus::Failed, 2.0),
    ];
    assert_eq!(stream(&store, &runs, false), None);
    assert_eq!(store.health(0.0, 30).unwrap().rows("runs"), Some(0));
    assert_eq!(stream(&store, &runs, true), Some(2));
    assert_eq!(store.test_ids().unwrap(), ["a", "b"]);

    let mut refused = |sink: &mut breadcrumb_store::AttemptSink<'_>| {
        let _ = sink(run("c", RunStatus::Passed, 1.0));
        sink(run("", RunStatus::Passed, 1.0)) == ControlFlow::Continue(())
    };
    let error = store
        .record_stream(&RunInfo::new("more"), &mut refused)
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::EmptyKey);
    assert_eq!(store.test_ids().unwrap(), ["a", "b"]);
}

#[test]
fn old_attempts_are_counted_by_the_day_and_deleted() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let day = 86_400.0;
    for (status, time) in [
        (RunStatus::Passed, 1.0),
        (RunStatus::Error, 2.0),
        (RunStatus::Passed, day + 1.0),
        (RunStatus::Passed, 9.0 * day),
    ] {
        store.record_run(&run("a", status, time)).unwrap();
    }
    assert_eq!(store.roll_up(2.0 * day).unwrap(), 3);
    assert_eq!(store.roll_up(2.0 * day).unwrap(), 0);
    assert_eq!(store.test_runs(&RunFilter::new()).unwrap().len(), 1);
    let days = query(
        &scratch.raw(),
        "SELECT day || ' ' || passed || ' ' || failed FROM daily_rollups ORDER BY day",
    );
    let days: Vec<String> = days
        .into_iter()
        .map(|row| format!("{:?}", row[0]))
        .collect();
    assert_eq!(
        days,
        [r#"Text("1970-01-01 1 1")"#, r#"Text("1970-01-02 1 0")"#]
    );
}

#[test]
fn a_revision_is_completed_not_overwritten() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut revision = RevisionInfo::new("tree");
    revision.author = Some("Ada".into());
    store.record_revision(&revision).unwrap();
    revision.author = Some("Bob".into());
    revision.commit_sha = Some("commit".into());
    store.record_revision(&revision).unwrap();
    let mut attempt = run("a", RunStatus::Passed, 1.0);
    attempt.details.revision = Some("tree".into());
    store.record_run(&attempt).unwrap();
    let history = store.history(0.0).unwrap();
    let facts = history
        .revision(history.tests()[0].attempts[0].revision.unwrap())
        .unwrap();
    assert_eq!(facts.author.as_deref(), Some("Ada"));
    assert_eq!(facts.commit.as_deref(), Some("commit"));
}

#[test]
fn the_test_before_an_attempt_is_that_of_its_worker() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let placed = |test: &str, worker: &str, place: u32| {
        let mut run = run(test, RunStatus::Passed, 1.0);
        run.details.run_uid = Some("run".into());
        run.details.worker = Some(worker.into());
        run.details.order_index = Some(place);
        run
    };
    for run in [
        placed("a", "gw0", 0),
        placed("b", "gw1", 0),
        placed("c", "gw1", 1),
    ] {
        store.record_run(&run).unwrap();
    }
    assert_eq!(
        store
            .test_before(&placed("c", "gw1", 1))
            .unwrap()
            .as_deref(),
        Some("b")
    );
    assert_eq!(store.test_before(&placed("a", "gw0", 0)).unwrap(), None);
}
