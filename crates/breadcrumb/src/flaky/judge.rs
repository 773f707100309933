//! [`Judge`]: which failures of a run are real, and which are masked.

use std::collections::{HashMap, HashSet};

use breadcrumb_core::{RunInfo, TestRun};
use breadcrumb_flaky::{
    Masking, QuarantineEntry, QuarantineEvent, SeenFailure, has_failed, masking,
};

/// Why a failure of a quarantined test counts.
const LATER: &str = "the test is quarantined only from the next run on";

/// Looks at the attempts of a run, one by one; for each test the last one counts.
#[derive(Debug, Clone, Default)]
pub struct Judge {
    entries: HashMap<String, QuarantineEntry>,
    /// Tests that are in quarantine now, and were not when the run began.
    later: HashSet<String>,
    last: Outcomes,
    now: f64,
}

/// How tests ended, by test and variant; `None` for one that passed.
pub(super) type Outcomes = HashMap<(String, String), Option<FailedTest>>;

/// A test that has failed.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct FailedTest {
    /// The test.
    pub test_id: String,
    /// The variant; empty where it has only one.
    pub variant: String,
    /// Why it does not count, or why it does although the test is in quarantine.
    pub why: Option<String>,
    /// Whether it is masked.
    pub is_masked: bool,
}

/// What is to be said of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Judged {
    /// How many tests had a result.
    pub tests: usize,
    /// Failures that count.
    pub real: Vec<FailedTest>,
    /// Failures that do not.
    pub masked: Vec<FailedTest>,
}

impl Judge {
    /// Judges by these entries, as of `now` in seconds since 1970.
    #[must_use]
    pub fn new(entries: Vec<QuarantineEntry>, now: f64) -> Self {
        let by_test = |entry: QuarantineEntry| (entry.test_id.clone(), entry);
        Self {
            entries: entries.into_iter().map(by_test).collect(),
            later: HashSet::new(),
            last: HashMap::new(),
            now,
        }
    }

    /// Judges a run that has ended by the entries as they were when it began: its own evidence masks none of its failures.
    pub(super) fn of_run(
        run: &RunInfo,
        entries: &[QuarantineEntry],
        events: &[QuarantineEvent],
        now: f64,
    ) -> Self {
        let began = run.started_at.unwrap_or(now);
        let mut later = HashSet::new();
        let mut standing = Vec::new();
        for entry in entries {
            match entry.as_of(began, events) {
                Some(entry) => standing.push(entry),
                None => drop(later.insert(entry.test_id.clone())),
            }
        }
        Self {
            later,
            ..Self::new(standing, now)
        }
    }

    /// Looks at an attempt.
    pub fn see(&mut self, run: &TestRun) {
        let Some(failed) = has_failed(run.status) else {
            return;
        };
        let variant = run.details.variant.clone().unwrap_or_default();
        let verdict = failed.then(|| self.judge(run, &variant));
        self.last.insert((run.test_id.clone(), variant), verdict);
    }

    /// Judges one failure.
    #[must_use]
    pub fn judge(&self, run: &TestRun, variant: &str) -> FailedTest {
        let failure = run.details.failure.as_ref();
        let seen = SeenFailure {
            variant,
            phase: run.details.phase.as_deref(),
            fingerprint: failure.map(|failure| failure.fingerprint.as_str()),
            is_crash: run.details.outcome.as_deref() == Some("crashed"),
        };
        let entry = self.entries.get(&run.test_id);
        let (is_masked, why) = match entry.map(|entry| (entry, masking(entry, &seen, self.now))) {
            None if self.later.contains(&run.test_id) => (false, Some(LATER.to_owned())),
            None => (false, None),
            Some((entry, Masking::Masked)) => (true, Some(entry.reason.clone())),
            Some((_, Masking::BreaksThrough(why))) => (false, Some(why)),
        };
        FailedTest {
            test_id: run.test_id.clone(),
            variant: variant.to_owned(),
            why,
            is_masked,
        }
    }

    /// Returns what is to be said of all of them.
    #[must_use]
    pub fn finish(self) -> Judged {
        let tests = self.last.len();
        Judged::new(tests, self.last.into_values().flatten().collect())
    }

    /// Returns how each test and variant ended; `None` for one that passed.
    pub(super) fn into_outcomes(self) -> Outcomes {
        self.last
    }
}

impl Judged {
    pub(super) fn new(tests: usize, mut failed: Vec<FailedTest>) -> Self {
        failed.sort_by(|a, b| (&a.test_id, &a.variant).cmp(&(&b.test_id, &b.variant)));
        let (masked, real) = failed.into_iter().partition(|test| test.is_masked);
        Self {
            tests,
            real,
            masked,
        }
    }
}
