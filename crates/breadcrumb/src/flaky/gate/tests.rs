use breadcrumb_core::RunStatus;
use breadcrumb_store::SqliteStore;

use super::*;

const PASSED: RunStatus = RunStatus::Passed;
const FAILED: RunStatus = RunStatus::Failed;

/// A store in which runs of pytest are recorded one after the other.
struct Recorded {
    store: SqliteStore,
}

impl Recorded {
    fn new() -> Self {
        let store = SqliteStore::open(":memory:").unwrap();
        Self { store }
    }

    /// Records a run with an exit code, and one attempt at each of its tests at `time`.
    fn run(&self, uid: &str, exit_code: Option<i32>, time: f64, tests: &[(&str, RunStatus)]) {
        let mut info = RunInfo::new(uid);
        info.runner = Some("pytest".to_owned());
        info.exit_code = exit_code;
        let attempts = tests.iter().map(|(test, status)| {
            let mut attempt = TestRun::new(*test, *status, time);
            attempt.details.run_uid = Some(uid.to_owned());
            attempt
        });
        let attempts: Vec<TestRun> = attempts.collect();
        self.store.record_runs(&info, &attempts).unwrap();
    }

    fn gate(&self, id: Option<&str>) -> Gate {
        let selection = id.map_or(Selection::Last, |id| Selection::Id(id.to_owned()));
        Gate::judge(&self.store, &selection, &[], 0.0).unwrap()
    }
}

fn failed(gate: &Gate) -> Vec<&str> {
    let failed = gate.judged.real.iter();
    failed.map(|test| test.test_id.as_str()).collect()
}

#[test]
fn the_last_run_is_the_one_that_was_recorded_last_whatever_its_clock_says() {
    let recorded = Recorded::new();
    recorded.run("ahead", Some(0), 2e9, &[("a", PASSED)]);
    recorded.run("now", Some(1), 1e9, &[("a", FAILED)]);
    let gate = recorded.gate(None);
    assert_eq!(
        (gate.runs.as_slice(), failed(&gate)),
        (&["now".to_owned()][..], vec!["a"])
    );
}

#[test]
fn a_run_that_says_nothing_is_missing() {
    for (exit_code, sentence) in [
        (
            None,
            "run `a` began and did not end: it was killed, or is still running",
        ),
        (
            Some(2),
            "run `a` was interrupted, or could not collect its tests (exit code 2)",
        ),
        (Some(5), "run `a` collected no tests (exit code 5)"),
        (Some(0), "run `a` has no results"),
    ] {
        let recorded = Recorded::new();
        recorded.run("before", Some(0), 1.0, &[("a", PASSED)]);
        recorded.run("a", exit_code, 2.0, &[]);
        assert_eq!(recorded.gate(None).missing, [sentence]);
    }
    let recorded = Recorded::new();
    recorded.run("a", Some(0), 1.0, &[("a", PASSED)]);
    assert_eq!(
        recorded.gate(Some("github-1")).missing,
        ["no run of `github-1` is recorded"]
    );
    assert_eq!(Recorded::new().gate(None).missing, ["no run is recorded"]);
}

#[test]
fn a_failure_that_is_not_recorded_is_a_failure() {
    let recorded = Recorded::new();
    recorded.run("a", Some(1), 1.0, &[("a", PASSED)]);
    let sentence = "run `a` ended with exit code 1, but no failed test is recorded";
    assert_eq!(recorded.gate(None).unexplained, [sentence]);
}

#[test]
fn any_leg_of_a_job_that_failed_counts_in_whatever_order() {
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
        let recorded = Recorded::new();
        for leg in order {
            let (code, status) = if leg == 1 { (1, FAILED) } else { (0, PASSED) };
            let uid = format!("github-7/1/e2e/leg-{leg}");
            recorded.run(&uid, Some(code), 1.0, &[("a", status)]);
        }
        recorded.run("github-71/1/e2e/x", Some(0), 2.0, &[("a", PASSED)]);
        let gate = recorded.gate(Some("github-7"));
        assert_eq!((gate.runs.len(), failed(&gate)), (3, vec!["a"]));
    }
}

#[test]
fn a_later_try_at_a_job_replaces_its_results_and_no_others() {
    let recorded = Recorded::new();
    recorded.run(
        "github-7/1/e2e/a",
        Some(1),
        1.0,
        &[("a", FAILED), ("b", PASSED)],
    );
    recorded.run("github-7/1/unit/a", Some(1), 1.0, &[("u", FAILED)]);
    recorded.run(
        "github-7/2/e2e/a",
        Some(0),
        2.0,
        &[("a", PASSED), ("b", PASSED)],
    );
    assert_eq!(failed(&recorded.gate(Some("github-7"))), ["u"]);
    recorded.run("github-7/2/unit/a", None, 2.0, &[("u", PASSED)]);
    assert_eq!(recorded.gate(Some("github-7")).missing.len(), 1);
}
