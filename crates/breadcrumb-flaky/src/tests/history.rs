//! From attempts to evidence.

use breadcrumb_core::RunStatus;

use crate::{
    Attempt, BranchKind, Evidence, FlakyPolicy, Gatherer, History, Incidents, RevisionFacts,
    RunFacts,
};

const DAY: f64 = 86_400.0;

/// A history of one test: branch, revision and outcome of each attempt, one a second.
struct Story {
    history: History,
    runs: Vec<(Option<BranchKind>, crate::RunIndex)>,
    at: f64,
}

impl Story {
    fn new() -> Self {
        Self {
            history: History::new(),
            runs: Vec::new(),
            at: 0.0,
        }
    }

    fn attempt(&mut self, branch: Option<BranchKind>, revision: usize, status: RunStatus) {
        while self.history.revisions.len() <= revision {
            let id = self.history.revisions.len().to_string();
            self.history.add_revision(RevisionFacts::new(id));
        }
        let known = self.runs.iter().find(|(known, _)| *known == branch);
        let run = known.map(|(_, run)| *run);
        let run = run.unwrap_or_else(|| self.history.add_run(RunFacts::on(branch)));
        self.runs.push((branch, run));
        self.at += 1.0;
        if let Some(mut attempt) = Attempt::new(status, self.at) {
            attempt.run = Some(run);
            attempt.revision = Some(crate::RevisionIndex::numbered(revision));
            self.history.add_attempt("t", "", attempt);
        }
    }

    fn evidence(&mut self, now: f64, epoch: Option<f64>) -> Evidence {
        self.history.sort();
        let policy = FlakyPolicy::default();
        let incidents = Incidents::find(&self.history, &policy.infra);
        let gatherer = Gatherer::new(&self.history, &incidents, &policy, now);
        let test = self.history.variants_of("t").next().unwrap();
        gatherer.evidence(&test.attempts, epoch)
    }
}

fn counts(evidence: &Evidence) -> Vec<(u32, u32)> {
    let count = |entry: &crate::RevisionEvidence| (entry.attempts, entry.failures);
    evidence.revisions.iter().map(count).collect()
}

#[test]
fn attempts_are_grouped_by_revision_and_skips_are_dropped() {
    let mut story = Story::new();
    for (revision, status) in [
        (0, RunStatus::Failed),
        (0, RunStatus::Passed),
        (1, RunStatus::Skipped),
        (1, RunStatus::Error),
        (2, RunStatus::Skipped),
    ] {
        story.attempt(None, revision, status);
    }
    let evidence = story.evidence(10.0, None);
    assert_eq!(counts(&evidence), [(2, 1), (1, 1)]);
    assert_eq!(evidence.mixed().count(), 1);
    assert!(evidence.revisions.first().unwrap().first_failed);
}

#[test]
fn a_revert_makes_an_old_tree_the_newest_again() {
    let mut story = Story::new();
    for (revision, status) in [
        (0, RunStatus::Passed),
        (1, RunStatus::Failed),
        (0, RunStatus::Passed),
    ] {
        story.attempt(None, revision, status);
    }
    assert_eq!(counts(&story.evidence(10.0, None)), [(1, 1), (2, 0)]);
}

#[test]
fn private_runs_count_until_there_is_a_protected_branch() {
    let mut story = Story::new();
    story.attempt(Some(BranchKind::Local), 0, RunStatus::Failed);
    story.attempt(None, 1, RunStatus::Failed);
    assert_eq!(counts(&story.evidence(10.0, None)), [(1, 1), (1, 1)]);
    story.attempt(Some(BranchKind::PullRequest), 2, RunStatus::Passed);
    assert_eq!(counts(&story.evidence(10.0, None)).len(), 3);
    story.attempt(Some(BranchKind::Protected), 3, RunStatus::Passed);
    assert_eq!(counts(&story.evidence(10.0, None)), [(1, 0), (1, 0)]);
}

#[test]
fn a_window_an_epoch_and_incidents_limit_the_evidence() {
    let mut story = Story::new();
    for revision in 0..120 {
        story.attempt(None, revision, RunStatus::Passed);
    }
    assert_eq!(counts(&story.evidence(200.0, None)).len(), 100);
    assert_eq!(counts(&story.evidence(200.0, Some(111.0))).len(), 10);
    assert_eq!(counts(&story.evidence(100.0 + 60.0 * DAY, None)).len(), 21);
    story
        .history
        .runs
        .iter_mut()
        .for_each(|run| run.incident = Some("outage".into()));
    assert_eq!(counts(&story.evidence(200.0, None)).len(), 0);
}

#[test]
fn the_clean_streak_is_not_limited_by_the_window() {
    let mut story = Story::new();
    for revision in 0..150 {
        story.attempt(None, revision, RunStatus::Passed);
    }
    story.history.sort();
    let policy = FlakyPolicy::default();
    let incidents = Incidents::find(&story.history, &policy.infra);
    let gatherer = Gatherer::new(&story.history, &incidents, &policy, 200.0);
    let test = story.history.variants_of("t").next().unwrap();
    assert_eq!(gatherer.clean_streak(&test.attempts, 0.0), 150);
    assert_eq!(gatherer.clean_streak(&test.attempts, 141.0), 10);
}

#[test]
fn variants_are_kept_apart_and_tests_are_counted_once() {
    let mut history = History::new();
    for variant in ["", "firefox", ""] {
        history.add_attempt("t", variant, Attempt::new(RunStatus::Passed, 1.0).unwrap());
    }
    history.sort();
    let lengths: Vec<usize> = history
        .variants_of("t")
        .map(|test| test.attempts.len())
        .collect();
    assert_eq!((lengths, history.test_count()), (vec![2, 1], 1));
}

#[test]
fn more_classes_of_errors_than_there_are_numbers_share_the_last() {
    let mut history = History::new();
    let name = |n: u32| format!("AssertionError: expected {n}");
    let classes: Vec<_> = (0..70_000)
        .map(|n| history.add_error_class(&name(n)))
        .collect();
    assert_eq!(history.error_class(classes[0]), Some(name(0).as_str()));
    assert_eq!(
        history.error_class(classes[65_000]),
        Some(name(65_000).as_str())
    );
    assert_eq!(history.add_error_class(&name(65_000)), classes[65_000]);
    assert_eq!(classes[69_999], classes[65_533]);
}

/// Adds an attempt of a run with this id, on the only revision.
fn in_run(history: &mut History, run_uid: &str, at: f64, status: RunStatus) {
    let run = history.add_run(RunFacts::on(Some(BranchKind::Protected)).with_id(run_uid));
    let mut attempt = Attempt::new(status, at).unwrap();
    attempt.run = Some(run);
    history.add_attempt("t", "", attempt);
}

fn mixed(history: &mut History) -> (usize, bool) {
    history.sort();
    let policy = FlakyPolicy::default();
    let incidents = Incidents::find(history, &policy.infra);
    let gatherer = Gatherer::new(history, &incidents, &policy, 10.0);
    let test = history.variants_of("t").next().unwrap();
    let evidence = gatherer.evidence(&test.attempts, None);
    (evidence.mixed().count(), evidence.has_unnamed_legs)
}

#[test]
fn runs_of_one_ci_job_are_no_pass_and_failure_on_the_same_code() {
    for (first, second, expected) in [
        ("github-1/1/e2e/a", "github-1/1/e2e/b", (0, true)),
        ("github-1/1/e2e/a", "github-1/2/e2e/b", (1, false)),
        ("github-1/1/e2e/a", "github-2/1/e2e/b", (1, false)),
        ("github-1/1/e2e/a", "github-1/1/unit/b", (1, false)),
        ("a", "b", (1, false)),
    ] {
        let mut history = History::new();
        in_run(&mut history, first, 1.0, RunStatus::Passed);
        in_run(&mut history, second, 2.0, RunStatus::Failed);
        assert_eq!(mixed(&mut history), expected, "{first} {second}");
    }
    // A leg that is tried again stays a leg of which nobody knows which.
    let mut history = History::new();
    for (run, status) in [
        ("github-1/1/e2e/a", RunStatus::Failed),
        ("github-1/1/e2e/b", RunStatus::Passed),
        ("github-1/2/e2e/c", RunStatus::Failed),
    ] {
        in_run(&mut history, run, 1.0, status);
    }
    assert_eq!(mixed(&mut history), (0, true));
}

#[test]
fn a_leg_that_gets_a_name_keeps_its_history() {
    let lengths = |attempts: &[(&str, f64)]| {
        let mut history = History::new();
        for (variant, at) in attempts {
            history.add_attempt("t", variant, Attempt::new(RunStatus::Passed, *at).unwrap());
        }
        history.sort();
        let variants = history.variants_of("t");
        let length = |test: &crate::TestHistory| (test.variant.clone(), test.attempts.len());
        variants.map(length).collect::<Vec<_>>()
    };
    let (none, linux, mac) = (String::new(), "linux".to_owned(), "mac".to_owned());
    let named = [("", 1.0), ("", 2.0), ("linux", 3.0)];
    assert_eq!(lengths(&named), [(linux.clone(), 3)]);
    let still_there = [("", 1.0), ("linux", 2.0), ("", 3.0)];
    assert_eq!(
        lengths(&still_there),
        [(none.clone(), 2), (linux.clone(), 1)]
    );
    let several = [("", 1.0), ("linux", 2.0), ("mac", 3.0)];
    assert_eq!(lengths(&several), [(none, 1), (linux, 1), (mac, 1)]);
}

/// What the model sees of passes and failures on one commit, each with its app version, its hour and its run.
fn on_apps(attempts: &[(&str, f64, &str, RunStatus)]) -> Evidence {
    let mut history = History::new();
    let mut revisions: Vec<(String, crate::RevisionIndex)> = Vec::new();
    for (app, hour, run, status) in attempts {
        let id = format!("3f2a{app}");
        let known = revisions.iter().find(|(known, _)| *known == id);
        let revision = known.map(|(_, revision)| *revision);
        let revision = revision.unwrap_or_else(|| {
            let revision = history.add_revision(RevisionFacts::new(&id));
            revisions.push((id, revision));
            revision
        });
        in_run(&mut history, run, hour * 3_600.0, *status);
        let added = history.tests.last_mut().unwrap().attempts.last_mut();
        added.unwrap().revision = Some(revision);
    }
    history.sort();
    let policy = FlakyPolicy::default();
    let incidents = Incidents::find(&history, &policy.infra);
    let gatherer = Gatherer::new(&history, &incidents, &policy, 100.0 * 3_600.0);
    gatherer.evidence(&history.tests()[0].attempts, None)
}

#[test]
fn a_release_of_the_application_is_no_flake() {
    let (pass, fail) = (RunStatus::Passed, RunStatus::Failed);
    // Each with its app version: a release.
    let released = on_apps(&[("@1", 0.0, "a", pass), ("@2", 1.0, "b", fail)]);
    assert_eq!(counts(&released), [(1, 0), (1, 1)]);
    // Of one version, days apart: a flake.
    let flaky = on_apps(&[("@1", 0.0, "a", pass), ("@1", 50.0, "b", fail)]);
    assert_eq!(counts(&flaky), [(2, 1)]);
    // Of unknown versions: a flake where nothing can have been released in between.
    for (hour, expected) in [(1.0, vec![(2, 1)]), (24.0, vec![(1, 0), (1, 1)])] {
        let unknown = on_apps(&[("@", 0.0, "a", pass), ("@", hour, "b", fail)]);
        assert_eq!(counts(&unknown), expected);
        assert!(unknown.has_unknown_app);
    }
    // In the repository: as ever, and it is said that hours are in between.
    let ours = on_apps(&[("", 0.0, "a", pass), ("", 24.0, "b", fail)]);
    assert_eq!(counts(&ours), [(2, 1)]);
    assert!(!ours.has_unknown_app && ours.revisions[0].quick_flips == 0);
    let at_once = on_apps(&[("", 0.0, "a", fail), ("", 0.1, "b", pass)]);
    assert_eq!(at_once.revisions[0].quick_flips, 1);
}

#[test]
fn once_the_application_has_a_version_its_lack_means_unknown() {
    let (pass, fail) = (RunStatus::Passed, RunStatus::Failed);
    let before = [("", 0.0, "a", pass), ("", 24.0, "b", fail)];
    let after = [
        ("", 0.0, "a", pass),
        ("", 24.0, "b", fail),
        ("@1", 48.0, "c", pass),
    ];
    assert_eq!(counts(&on_apps(&before)), [(2, 1)]);
    assert_eq!(counts(&on_apps(&after)), [(1, 0), (1, 1), (1, 0)]);
}
