use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use breadcrumb_core::{FailureReason, RunStatus, TestRun};
use breadcrumb_flaky::EntryKind;
use breadcrumb_store::{ResultStore, SqliteStore, Store};

use super::*;
use crate::flaky::QuarantineEntry;
use crate::recorder::Recorder;

use PhaseName::{Call, Setup, Teardown};
use PhaseResult::{Failed, Passed, Skipped};

fn phase(name: PhaseName, result: PhaseResult) -> Phase {
    Phase {
        name,
        result,
        is_expected: false,
        duration_ms: 10.0,
    }
}

fn nothing(_: &str) -> Option<OsString> {
    None
}

fn front() -> Front {
    Front {
        runner: "runner".to_owned(),
        runner_version: "1.2".to_owned(),
        runtime: "python3.12".to_owned(),
        ..Front::default()
    }
}

fn item(test_id: &str) -> TestItem {
    TestItem {
        test_id: test_id.to_owned(),
        ..TestItem::default()
    }
}

/// Reads setup, call and teardown: `P`assed, `F`ailed, `S`kipped, `-` for one that never was; `p`, `f` and `s` where the
/// runner says that a failure was expected.
fn phases(letters: &str) -> Vec<Phase> {
    let read = |(name, letter): (PhaseName, char)| {
        let result = match letter.to_ascii_uppercase() {
            'P' => Passed,
            'F' => Failed,
            'S' => Skipped,
            _ => return None,
        };
        Some(Phase {
            is_expected: letter.is_lowercase(),
            ..phase(name, result)
        })
    };
    let named = PhaseName::ALL.into_iter().zip(letters.chars());
    named.filter_map(read).collect()
}

#[test]
fn the_first_phase_that_did_not_pass_is_how_a_test_ended() {
    for (letters, wanted, what) in [
        ("PPP", "call passed passed", "passed"),
        ("PFP", "call failed failed", "failed"),
        ("PFF", "call failed failed", "failed, and its teardown too"),
        ("PFS", "call failed failed", "failed, teardown skipped"),
        ("F-P", "setup error error", "setup failed"),
        ("F-F", "setup error error", "setup and teardown failed"),
        ("PPF", "teardown error error", "teardown failed"),
        (
            "S-P",
            "setup skipped skipped",
            "skipped by a marker or a fixture",
        ),
        ("S-F", "setup skipped skipped", "skipped, teardown failed"),
        ("PSP", "call skipped skipped", "skipped in the test"),
        (
            "PSF",
            "call skipped skipped",
            "skipped in the test, teardown failed",
        ),
        ("PPS", "teardown skipped skipped", "skipped in teardown"),
        ("PsP", "call skipped xfailed", "failed as expected"),
        (
            "PsF",
            "call skipped xfailed",
            "failed as expected, teardown failed",
        ),
        ("s-P", "setup skipped xfailed", "setup failed as expected"),
        (
            "PpP",
            "call passed xfailed",
            "passed, though expected to fail",
        ),
        (
            "PFP",
            "call failed failed",
            "passed, though strictly expected to fail",
        ),
        (
            "-PP",
            "call passed passed",
            "begun in the test: its setup was not seen",
        ),
        ("PP-", "none", "interrupted in teardown"),
        ("PF-", "none", "interrupted after a failure"),
        ("P--", "none", "interrupted in the test"),
        ("---", "none", "interrupted in setup"),
    ] {
        let phases = phases(letters);
        let found = Outcome::of(&phases);
        let said = found.map_or("none".to_owned(), |end| {
            format!("{} {} {}", end.phase.name(), end.status, end.word)
        });
        assert_eq!(said, wanted, "{what}");
        let Some(found) = found else { continue };
        assert_eq!(
            found.is_passed(),
            found.status == RunStatus::Passed,
            "{what}"
        );
        let wanted: f64 = phases.iter().map(|phase| phase.duration_ms).sum();
        assert!((found.duration_ms - wanted).abs() < 1e-9, "{what}");
    }
}

#[test]
fn every_combination_of_phases_ends_as_its_first_that_did_not_pass() {
    let all = [Passed, Failed, Skipped];
    for (setup, call, teardown) in all
        .iter()
        .flat_map(|a| all.iter().map(move |b| (a, b)))
        .flat_map(|(a, b)| all.iter().map(move |c| (*a, *b, *c)))
    {
        let results = [(Setup, setup), (Call, call), (Teardown, teardown)];
        let phases = results.map(|(name, result)| phase(name, result));
        let found = Outcome::of(&phases).unwrap();
        let first = results.into_iter().find(|(_, result)| *result != Passed);
        let wanted = match first {
            None => (Call, RunStatus::Passed),
            Some((name, Skipped)) => (name, RunStatus::Skipped),
            Some((Call, _)) => (Call, RunStatus::Failed),
            Some((name, _)) => (name, RunStatus::Error),
        };
        assert_eq!((found.phase, found.status), wanted, "{results:?}");
        assert_eq!(found.word, found.status.name());
        let turned: Vec<Phase> = phases.iter().rev().copied().collect();
        assert_eq!(Outcome::of(&turned), Some(found));
    }
}

#[test]
fn a_runner_has_its_own_words_for_a_failure() {
    for (word, result) in [
        ("passed", Passed),
        ("skipped", Skipped),
        ("failed", Failed),
        ("rerun", Failed),
        ("timedOut", Failed),
    ] {
        assert_eq!(PhaseResult::from_word(word), result);
    }
    assert_eq!(PhaseName::from_name("call"), Some(Call));
    assert_eq!(PhaseName::from_name("collect"), None);
}

fn error(root: &Path) -> PhaseError {
    let frame = |file: PathBuf, function: &str, is_hidden| Frame {
        file,
        line: Some(3),
        function: function.to_owned(),
        is_hidden,
    };
    PhaseError {
        class: "TimeoutError".to_owned(),
        message: "TimeoutError: took 31 ms".to_owned(),
        frames: vec![
            frame(root.join("runner.py"), "run", false),
            frame(root.join("tests/test_a.py"), "test_a", false),
            frame(root.join("tests/helpers.py"), "check", true),
            frame(root.join("shop/pay.py"), "pay", false),
        ],
    }
}

#[test]
fn the_reason_of_a_failure_begins_in_the_test_and_leaves_hidden_calls_out() {
    let root = Path::new("/suite");
    let found = error(root).reason(Some(Path::new("tests/test_a.py")), root);
    let trace = "File \"tests/test_a.py\", line 3, in test_a\nFile \"shop/pay.py\", line 3, in pay";
    let wanted =
        breadcrumb_ingest::failure_reason(Some("TimeoutError"), "TimeoutError: took 31 ms", trace);
    assert_eq!(found, wanted);
    let elsewhere = Path::new("/ci/build/suite");
    let there = error(elsewhere).reason(Some(Path::new("tests/test_a.py")), elsewhere);
    assert_eq!(there, found);
    // A test whose file nobody knows has all calls.
    assert_ne!(
        error(root).reason(None, root),
        PhaseError::default().reason(None, root)
    );
}

#[test]
fn the_first_error_of_a_test_is_why_it_failed() {
    let folder = tempfile::tempdir().unwrap();
    let run = SuiteRun::new(folder.path(), &nothing, front());
    let mut attempt = run.begin(item("t"));
    assert_eq!(attempt.note(phase(Setup, Passed), None), None);
    let first = error(folder.path());
    let told = attempt.note(phase(Call, Failed), Some(&first)).unwrap();
    assert_eq!(
        (told.phase.as_str(), told.variant.as_deref()),
        ("call", None)
    );
    assert_eq!(FailedPhase::from_text(&told.to_text()), Some(told.clone()));
    assert_eq!(FailedPhase::from_text("[]"), None);
    let mut later = error(folder.path());
    later.class = "OSError".to_owned();
    assert!(
        attempt
            .note(phase(Teardown, Failed), Some(&later))
            .is_some()
    );
    let record = run.record(&attempt, None).unwrap();
    assert_eq!(record.error_type.as_deref(), Some("TimeoutError"));
    assert_eq!(record.details.failure, Some(told.failure));
    // A test that failed without an error, because it passed against expectation, has no reason.
    let mut strict = run.begin(item("s"));
    strict.note(phase(Setup, Passed), None);
    assert_eq!(strict.note(phase(Call, Failed), None), None);
    strict.note(phase(Teardown, Passed), None);
    let record = run.record(&strict, None).unwrap();
    assert_eq!((record.error_type, record.details.failure), (None, None));
}

#[test]
fn attempts_are_counted_by_test_and_ordered_as_they_end() {
    let folder = tempfile::tempdir().unwrap();
    let rerun = |name: &str| (name == "BREADCRUMB_RERUN").then(|| OsString::from("confirm"));
    let mut front = front();
    front.worker = Some("gw1".to_owned());
    let run = SuiteRun::new(folder.path(), &rerun, front);
    let end = |test_id: &str, is_interrupted: bool| -> Option<TestRun> {
        let mut attempt = run.begin(TestItem {
            tags: vec!["slow".to_owned(), "a".to_owned(), "slow".to_owned()],
            source_file: Some("test_a.py".to_owned()),
            source_line: Some(7),
            ..item(test_id)
        });
        attempt.note(phase(Setup, Passed), None);
        if !is_interrupted {
            attempt.note(phase(Teardown, Passed), None);
        }
        run.record(&attempt, None)
    };
    let first = end("a", false).unwrap();
    assert_eq!(end("a", true), None);
    let second = end("a", false).unwrap();
    let other = end("b", false).unwrap();
    let told = |run: &TestRun| (run.details.attempt_no, run.details.order_index);
    assert_eq!(told(&first), (Some(1), Some(0)));
    assert_eq!(told(&second), (Some(3), Some(1)));
    assert_eq!(told(&other), (Some(1), Some(2)));
    let details = &other.details;
    assert_eq!(details.tags, ["a", "slow"]);
    assert_eq!(details.worker.as_deref(), Some("gw1"));
    assert_eq!(details.retry_reason.as_deref(), Some("confirm"));
    assert_eq!(
        (details.source_file.as_deref(), details.source_line),
        (Some("test_a.py"), Some(7))
    );
    assert!(details.started_at.unwrap() < other.timestamp);
    let (a, b) = (first.details.uid.unwrap(), second.details.uid.unwrap());
    assert_eq!((a.len(), b.len()), (32, 32));
    assert!(a != b && a[..12] <= b[..12]);
}

#[test]
fn all_processes_of_a_run_have_its_id_and_its_leg() {
    let folder = tempfile::tempdir().unwrap();
    let ci = |name: &str| {
        let known = [
            ("GITLAB_CI", "true"),
            ("CI_PIPELINE_ID", "7"),
            ("CI_JOB_ID", "9"),
            ("CI_JOB_NAME", "e2e 1/2"),
        ];
        let found = known.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| OsString::from(value))
    };
    let first = SuiteRun::new(folder.path(), &ci, front());
    let mut given = front();
    given.own_id = Some(first.own_id().to_owned());
    let worker = SuiteRun::new(folder.path(), &ci, given);
    let (info, its) = (first.started(), worker.started());
    assert_eq!(
        info.run_uid,
        format!("gitlab-7/9/e2e 1/2/{}", first.own_id())
    );
    assert_eq!(its.run_uid, info.run_uid);
    assert_eq!(info.runner.as_deref(), Some("runner"));
    assert_eq!(info.runner_version.as_deref(), Some("1.2"));
    let told = worker.begin(item("t"));
    let variant = "e2e/python3.12";
    let failed = { told }.note(phase(Call, Failed), Some(&PhaseError::default()));
    assert_eq!(failed.unwrap().variant.as_deref(), Some(variant));
    assert_ne!(
        SuiteRun::new(folder.path(), &ci, front()).own_id(),
        first.own_id()
    );
    assert_eq!(
        SuiteRun::new(folder.path(), &nothing, front())
            .own_id()
            .len(),
        32
    );
}

#[test]
fn a_run_is_recorded_when_it_begins_and_when_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(":memory:").unwrap());
    let recorder = Recorder::direct(store.clone());
    let run = SuiteRun::new(folder.path(), &nothing, front());
    run.record_start(&recorder).unwrap();
    run.record_end(&recorder, 1).unwrap();
    let known = store.recorded_runs("", 9).unwrap();
    assert_eq!(known.len(), 1);
    assert_eq!(known[0].exit_code, Some(1));
    assert_eq!(known[0].runner.as_deref(), Some("runner"));
    assert!(known[0].duration_ms.is_some());
}

#[test]
fn the_suite_says_its_app_version_until_it_says_another() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("breadcrumb.toml"),
        "app_version_header = 'x-v'",
    )
    .unwrap();
    let run = SuiteRun::new(folder.path(), &nothing, front());
    assert_eq!(run.app().header.as_deref(), Some("x-v"));
    let mut attempt = run.begin(item("t"));
    attempt.note(phase(Teardown, Passed), None);
    let revision = |shown| run.record(&attempt, shown).unwrap().details.revision;
    let unknown = revision(None);
    let shown = revision(Some("2"));
    run.note_app_version(Some("3".to_owned()));
    let said = revision(Some("2"));
    assert!(shown.as_deref().unwrap().ends_with("@2"), "{shown:?}");
    assert!(said.as_deref().unwrap().ends_with("@3"), "{said:?}");
    run.note_app_version(None);
    assert_eq!((revision(None), revision(Some("2"))), (unknown, shown));
}

#[test]
fn the_code_of_a_test_that_begins_is_what_is_known_by_then() {
    let folder = tempfile::tempdir().unwrap();
    let run = SuiteRun::new(folder.path(), &nothing, front());
    assert_eq!(run.revision(), None, "no version control, and no version");
    let setting = "app_version_header = 'x-v'";
    std::fs::write(folder.path().join("breadcrumb.toml"), setting).unwrap();
    let run = SuiteRun::new(folder.path(), &nothing, front());
    let mut attempt = run.begin(item("t"));
    attempt.note(phase(Teardown, Passed), None);
    let app = || run.revision().map(|revision| revision.id().to_owned());
    assert_eq!(app().as_deref(), Some("@"));
    for (shown, expected) in [(Some("2"), "@2"), (None, "@2"), (Some(" "), "@2")] {
        run.record(&attempt, shown).unwrap();
        assert_eq!(app().as_deref(), Some(expected));
    }
    run.note_app_version(Some("3".to_owned()));
    assert_eq!(app().as_deref(), Some("@3"));
}

#[test]
fn a_summary_names_each_test_once_and_what_to_do() {
    let mut summary = RunSummary::default();
    assert!(summary.lines().is_empty());
    summary.add("t", "somebody_elses", "x", true);
    summary.add("t", "breadcrumb_heal", "healed in a failing test", false);
    assert!(summary.lines().is_empty());
    summary.add("t", "breadcrumb_drift", "another element", false);
    assert_eq!(
        summary.lines(),
        [
            "finds another element than it used to:",
            "  t",
            "    another element"
        ]
    );
    summary.add("b", "breadcrumb_refused", "`#x`: no", false);
    let at = heal_text(
        "healed `#a`",
        Some(Path::new("/s/t.py")),
        Some(4),
        Path::new("/s"),
    );
    for _ in 0..2 {
        summary.add("b", "breadcrumb_heal", &at, true);
        summary.add("a", "breadcrumb_heal", "healed `#b`", true);
    }
    let lines = [
        "passed only because healed:",
        "  a",
        "    healed `#b`",
        "  b",
        "    healed `#a`",
        "      at t.py:4",
        "finds another element than it used to:",
        "  t",
        "    another element",
        "not healed:",
        "  b",
        "    `#x`: no",
        "next: run `breadcrumb review`, then `breadcrumb fix`",
    ];
    assert_eq!(
        summary.lines().join("\n").lines().collect::<Vec<_>>(),
        lines
    );
}

#[test]
fn places_are_shown_from_the_root_and_refusals_once() {
    let root = Path::new("/suite");
    assert_eq!(heal_text("x", None, None, root), "x");
    let elsewhere = heal_text("x", Some(Path::new("/lib/p.py")), Some(2), root);
    assert_eq!(elsewhere, "x\n  at /lib/p.py:2");
    let refusal = |locator: &str| (locator.to_owned(), "no".to_owned());
    let texts = refusal_texts(&[refusal("#b"), refusal("#a"), refusal("#b")]);
    assert_eq!(texts, ["`#b`: no", "`#a`: no"]);
    assert_eq!(app_version_trouble("gone"), "no app version: gone");
}

fn failed(fingerprint: &str) -> FailedPhase {
    FailedPhase::new(Call, FailureReason::new(fingerprint), None)
}

fn quarantine(folder: &Path, environment: &dyn Fn(&str) -> Option<OsString>) -> RunQuarantine {
    RunQuarantine::new(Some(folder.join("q.db")), folder, environment)
}

#[test]
fn a_known_failure_of_a_quarantined_test_is_masked_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path().join("q.db")).unwrap();
    let mut entry = QuarantineEntry::new("t", "known to be flaky", EntryKind::Manual, 1.0e12);
    entry.fingerprints = vec!["known".to_owned()];
    let save = breadcrumb_store::QuarantineChange::Save(Box::new(entry));
    store.change_quarantine(&[save]).unwrap();
    let mut run = quarantine(folder.path(), &nothing);
    assert_eq!(run.mask("other", &failed("known")), None);
    let reason = run.mask("t", &failed("known"));
    assert_eq!(reason.as_deref(), Some("quarantined: known to be flaky"));
    assert_eq!(run.mask("t", &failed("new")), None);
    run.update();
    assert_eq!(
        run.lines(),
        [
            "quarantined, does not fail the run: t: known to be flaky",
            "quarantined, but fails the run: t: it failed for a new reason",
        ]
    );
    let rerun = |name: &str| (name == "BREADCRUMB_RERUN").then(|| OsString::from("confirm"));
    let mut again = quarantine(folder.path(), &rerun);
    assert_eq!(again.mask("t", &failed("known")), None);
    again.update();
    assert!(again.lines().is_empty());
}

#[test]
fn a_quarantine_that_cannot_be_read_masks_nothing_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("q.db"), "no database at all ".repeat(60)).unwrap();
    let mut run = quarantine(folder.path(), &nothing);
    assert_eq!(run.mask("t", &failed("known")), None);
    run.update();
    let lines = run.lines();
    assert_eq!(lines.len(), 1);
    assert!(lines[0].starts_with("the quarantine is not known, so every failure counts: "));
    let line = database_line(Some(&folder.path().join("q.db")));
    assert!(line.starts_with("no report: "), "{line}");
    let page = folder.path().join(REPORT_PAGE);
    let line = page_line(Some(&folder.path().join("q.db")), folder.path(), &page);
    assert!(line.starts_with("no page: "), "{line}");
    assert!(!page.exists());
}

#[test]
fn a_report_says_what_is_stored_and_where_its_page_is() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("q.db");
    let page = folder.path().join(REPORT_PAGE);
    let line = database_line(Some(&database));
    assert_eq!(
        line,
        format!("{}: 0 fingerprints, 0 heals", database.display())
    );
    let line = page_line(Some(&database), folder.path(), &page);
    assert_eq!(line, format!("the report: {}", page.display()));
    assert!(page.exists());
}
