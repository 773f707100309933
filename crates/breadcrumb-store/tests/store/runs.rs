use std::ops::ControlFlow;

use breadcrumb_core::{FailureReason, RunInfo, RunStatus, TestRun};
use breadcrumb_store::{
    DecisionStore as _, ErrorKind, ResultStore as _, RunFilter, SqliteStore, Store,
};
use rusqlite::types::Value;

use crate::scratch::{Scratch, query};

fn run(test_id: &str, status: RunStatus, timestamp: f64) -> TestRun {
    TestRun::new(test_id, status, timestamp)
}

fn detailed(uid: &str, timestamp: f64) -> TestRun {
    let mut run = run("test", RunStatus::Failed, timestamp);
    run.duration_ms = Some(12.5);
    run.healed = true;
    run.error_type = Some("TimeoutError".into());
    run.environment = Some("ci".into());
    let mut failure = FailureReason::new("fp_v1:1");
    failure.coarse_fingerprint = Some("fp_v1:c".into());
    failure.error_class = Some("TimeoutError".into());
    failure.message = Some("timeout <n> ms".into());
    failure.top_frames = Some("a.py::f".into());
    failure.sample = Some("timeout 30 ms".into());
    let details = &mut run.details;
    details.uid = Some(uid.into());
    details.run_uid = Some("run".into());
    details.revision = Some("tree".into());
    details.commit_sha = Some("commit".into());
    details.variant = Some("firefox".into());
    details.attempt_no = Some(2);
    details.phase = Some("call".into());
    details.outcome = Some("rerun".into());
    details.started_at = Some(0.5);
    details.worker = Some("gw1".into());
    details.shard = Some("1/2".into());
    details.order_index = Some(3);
    details.failure = Some(failure);
    details.heal_score = Some(0.75);
    details.retry_reason = Some("failed".into());
    details.source_file = Some("test_a.py".into());
    details.source_line = Some(9);
    details.owner = Some("@team".into());
    details.tags = vec!["smoke".into(), "critical".into()];
    run
}

fn times(store: &SqliteStore, filter: &RunFilter) -> Vec<f64> {
    let runs = store.test_runs(filter).unwrap();
    runs.iter().map(|run| run.timestamp).collect()
}

#[test]
fn a_run_is_read_back_with_all_its_details() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let plain = run("test", RunStatus::Skipped, 1.0);
    let first = store.record_run(&detailed("a", 3.0)).unwrap();
    store.record_run(&detailed("b", 2.0)).unwrap();
    store.record_run(&plain).unwrap();
    assert_eq!(store.record_run(&detailed("a", 3.0)).unwrap(), first);
    let runs = store.test_runs(&RunFilter::new()).unwrap();
    assert_eq!(runs, [detailed("a", 3.0), detailed("b", 2.0), plain]);
    let health = store.health(0.0, 30).unwrap();
    for table in ["runs", "revisions", "errors"] {
        assert_eq!(health.rows(table), Some(1), "{table}");
    }
    assert!(health.is_sound(), "{health:?}");
}

#[test]
fn what_is_said_of_a_test_is_what_its_newest_attempt_with_a_file_says() {
    let scratch = Scratch::new();
    let store = scratch.open();
    store.record_run(&detailed("a", 1.0)).unwrap();
    let mut moved = detailed("b", 2.0);
    moved.details.source_line = Some(12);
    moved.details.owner = None;
    store.record_run(&moved).unwrap();
    // A report of another tool, which knows no file.
    store
        .record_run(&run("test", RunStatus::Passed, 3.0))
        .unwrap();
    store
        .record_run(&run("bare", RunStatus::Passed, 3.0))
        .unwrap();
    store.rename_test("test", "renamed").unwrap();
    let facts = store.test_facts(&["bare", "renamed", "unknown"]).unwrap();
    let [bare, renamed, unknown] = facts.as_slice() else {
        panic!("{facts:?}");
    };
    assert_eq!(bare, unknown);
    assert_eq!(renamed.source_file.as_deref(), Some("test_a.py"));
    assert_eq!(renamed.source_line, Some(12));
    assert_eq!(renamed.owner, None);
    assert_eq!(
        renamed.tags_json.as_deref(),
        Some(r#"["smoke","critical"]"#)
    );
    assert_eq!(bare.source_file, None);
}

#[test]
fn what_was_tried_is_counted_whenever_it_was_stored() {
    let scratch = Scratch::new();
    let store = scratch.open();
    for (test, status, time) in [
        ("late", RunStatus::Passed, 90.0),
        // Read in afterwards.
        ("late", RunStatus::Passed, 10.0),
        ("old", RunStatus::Passed, 10.0),
        ("skipped", RunStatus::Skipped, 80.0),
    ] {
        store.record_run(&run(test, status, time)).unwrap();
    }
    let tried = store.count_tried(50.0).unwrap().unwrap();
    let mut tests = tried.tests;
    tests.sort();
    assert_eq!(tests, ["late", "skipped"]);
    assert_eq!(tried.attempts, 2);
}

#[test]
fn a_glimpse_is_of_tests_that_failed_while_they_are_few() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let info = RunInfo::new("run");
    let many = |test: &str, status, count: u32| {
        let attempts = (0..count).map(|n| run(test, status, 100.0 + f64::from(n)));
        store
            .record_runs(&info, &attempts.collect::<Vec<_>>())
            .unwrap();
    };
    many("calm", RunStatus::Passed, 500);
    many("broken", RunStatus::Failed, 3);
    many("broken", RunStatus::Skipped, 2);
    many("never", RunStatus::Skipped, 1);
    let glimpse = |since| store.glimpse(since, &|_| 400).unwrap();
    let seen = glimpse(0.0).unwrap();
    let tests: Vec<&str> = seen
        .history
        .tests()
        .iter()
        .map(|test| test.test_id.as_str())
        .collect();
    assert_eq!(tests, ["broken"]);
    assert_eq!(seen.history.skips_of("broken").len(), 2);
    assert_eq!(seen.skips.len(), 3);
    // Of five hundred and three so many were worth counting.
    assert_eq!(seen.runs[0].attempts, 400);
    let later = glimpse(102.5).unwrap();
    assert!(later.history.tests().is_empty());
    // Reading them one by one takes longer than reading all.
    many("broken", RunStatus::Failed, 1_001);
    assert!(glimpse(0.0).is_none());
    assert_eq!(store.history(0.0).unwrap().tests().len(), 2);
}

#[test]
fn runs_are_filtered_by_test_time_and_number_newest_first() {
    let scratch = Scratch::new();
    let store = scratch.open();
    for (test, time) in [("b", 2.0), ("a", 3.0), ("b", 4.0), ("a", 1.0)] {
        store
            .record_run(&run(test, RunStatus::Passed, time))
            .unwrap();
    }
    let all = RunFilter::new;
    assert_eq!(times(&store, &all()), [4.0, 3.0, 2.0, 1.0]);
    assert_eq!(times(&store, &all().test_id("a")), [3.0, 1.0]);
    assert_eq!(times(&store, &all().since(3.0)), [4.0, 3.0]);
    assert_eq!(times(&store, &all().test_id("b").limit(1)), [4.0]);
    assert_eq!(store.test_ids().unwrap(), ["a", "b"]);
}

#[test]
fn what_is_known_of_a_run_of_the_suite_is_completed_not_lost() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut started = RunInfo::new("run");
    started.branch = Some("main".into());
    started.dirty = Some(false);
    let attempts = [
        run("a", RunStatus::Passed, 7.0),
        run("b", RunStatus::Error, 6.0),
    ];
    store.record_runs(&started, &attempts).unwrap();
    let mut ended = RunInfo::new("run");
    ended.exit_code = Some(1);
    store.record_runs(&ended, &[]).unwrap();

    let rows = query(
        &scratch.raw(),
        "SELECT run_uid, branch, dirty, exit_code, started_at FROM runs",
    );
    let text = |text: &str| Value::Text(text.into());
    assert_eq!(
        rows,
        [[
            text("run"),
            text("main"),
            Value::Integer(0),
            Value::Integer(1),
            Value::Real(6.0)
        ]]
    );
    for run in store.test_runs(&RunFilter::new()).unwrap() {
        assert_eq!(run.details.run_uid.as_deref(), Some("run"));
    }
}

#[test]
fn a_visit_sees_every_run_across_batches_and_leaves_strange_ones_out() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let runs: Vec<TestRun> = (0..700)
        .map(|n| run(&format!("{n:03}"), RunStatus::Passed, f64::from(n % 4)))
        .collect();
    store.record_runs(&RunInfo::new("run"), &runs).unwrap();
    let strange = "INSERT INTO test_runs (test_id, status, timestamp) VALUES ('x', 'odd', 2)";
    scratch.raw().execute(strange, []).unwrap();
    let mut seen = Vec::new();
    let visited = store
        .for_each_test_run(&RunFilter::new(), &mut |run| {
            store.stats().unwrap();
            seen.push(run.test_id);
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!((visited.rows, visited.skipped), (700, 1));
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 700);
}

#[test]
fn a_run_without_an_id_or_a_time_is_refused_with_all_that_come_with_it() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let good = run("test", RunStatus::Passed, 1.0);
    for (bad, kind) in [
        (run("", RunStatus::Passed, 1.0), ErrorKind::EmptyKey),
        (
            run("test", RunStatus::Passed, f64::NAN),
            ErrorKind::InvalidEvent,
        ),
    ] {
        assert_eq!(store.record_run(&bad).unwrap_err().kind(), kind);
        let refused = store.record_runs(&RunInfo::new("run"), &[good.clone(), bad]);
        assert_eq!(refused.unwrap_err().kind(), kind);
    }
    let nameless = store.record_runs(&RunInfo::default(), &[good]);
    assert_eq!(nameless.unwrap_err().kind(), ErrorKind::EmptyKey);
    assert_eq!(times(&store, &RunFilter::new()), [0.0; 0]);
}

#[test]
fn many_tests_passed_last_when_each_of_them_did() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut suite = RunInfo::new("suite");
    suite.runner = Some("pytest".into());
    let names: Vec<String> = (0..60).map(|n| format!("test_{n}")).collect();
    let mut runs = Vec::new();
    for round in 0..20 {
        for (n, name) in names.iter().enumerate() {
            // Each test has its own rhythm; some never pass, some have not for long.
            let passes = n % 7 != 0 && round % (n % 11 + 1) == 0;
            let status = if passes {
                RunStatus::Passed
            } else {
                RunStatus::Failed
            };
            let at = (round * 100 + n) as f64;
            let mut attempt = run(name, status, at);
            attempt.details.started_at = (n % 3 != 0).then_some(at - 1.0);
            attempt.healed = n % 5 == 0;
            runs.push(attempt);
        }
    }
    let (front, read_in) = runs.split_at(runs.len() - 60);
    store.record_runs(&suite, front).unwrap();
    store.record_runs(&RunInfo::new("junit"), read_in).unwrap();
    let ids: Vec<&str> = names.iter().map(String::as_str).collect();
    let together = store.last_passes(&ids).unwrap();
    let apart = ids.iter().map(|id| store.last_passes(&[id]).unwrap()[0]);
    assert_eq!(together, apart.collect::<Vec<_>>());
    assert!(together.iter().any(Option::is_none) && together.iter().any(Option::is_some));
    let newest = together.iter().flatten().copied().fold(0.0, f64::max);
    assert!(
        newest < 1_900.0,
        "a report that was read in does not count: {newest}"
    );
}
