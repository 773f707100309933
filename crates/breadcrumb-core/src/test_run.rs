//! [`TestRun`]: the record of one attempt at a test, and [`RunInfo`]: that of the whole run.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::hash::hash128;

/// What comes between a reason and the values that were compared, in a fingerprint.
const VALUES_MARK: char = '/';
/// So many hexadecimal digits tell the values of one comparison apart.
const VALUES_DIGITS: usize = 16;

/// One attempt at a test, written once and never changed.
///
/// ```
/// use breadcrumb_core::{RunStatus, TestRun};
///
/// let mut run = TestRun::new("test_login", RunStatus::Passed, 1_700_000_000.0);
/// run.duration_ms = Some(812.5);
/// run.details.worker = Some("gw0".to_owned());
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TestRun {
    /// The test, by its runner's own id.
    pub test_id: String,
    /// How the attempt ended.
    pub status: RunStatus,
    /// How long it took.
    pub duration_ms: Option<f64>,
    /// Whether a locator was healed in it.
    pub healed: bool,
    /// The class of the error, e.g. `TimeoutError`.
    pub error_type: Option<String>,
    /// Where it ran, in the user's own words.
    pub environment: Option<String>,
    /// When it ended, in seconds since 1970.
    pub timestamp: f64,
    /// What else is known; empty for rows of the Python package.
    pub details: RunDetails,
}

/// How an attempt ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RunStatus {
    /// The test passed.
    Passed,
    /// The test found something wrong.
    Failed,
    /// The test could not be carried out, e.g. because its setup failed.
    Error,
    /// The test was not carried out.
    Skipped,
}

/// What an attempt says about itself beyond the classic record.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct RunDetails {
    /// An id that stays the same when stores are merged.
    pub uid: Option<String>,
    /// The run of the suite it belongs to: [`RunInfo::run_uid`].
    pub run_uid: Option<String>,
    /// The state of the code: its tree hash, or commit and hash of the difference.
    pub revision: Option<String>,
    /// The commit; by itself it stands for the revision too.
    pub commit_sha: Option<String>,
    /// Which of several ways the test ran in, e.g. `firefox/linux`.
    pub variant: Option<String>,
    /// Which attempt it was, counted from 1.
    pub attempt_no: Option<u32>,
    /// The part of the test that decided: `setup`, `call` or `teardown`.
    pub phase: Option<String>,
    /// How it ended, in the runner's own word, e.g. `xfailed`.
    pub outcome: Option<String>,
    /// When it began, in seconds since 1970.
    pub started_at: Option<f64>,
    /// The worker that carried it out.
    pub worker: Option<String>,
    /// The shard of the suite it was in.
    pub shard: Option<String>,
    /// Its place in the order of its worker.
    pub order_index: Option<u32>,
    /// Why it failed.
    pub failure: Option<FailureReason>,
    /// The lowest confidence of its heals.
    pub heal_score: Option<f64>,
    /// Why it was tried again.
    pub retry_reason: Option<String>,
    /// The file of the test.
    pub source_file: Option<String>,
    /// The line in that file, counted from 1.
    pub source_line: Option<u32>,
    /// Who looks after the test.
    pub owner: Option<String>,
    /// The test's tags or markers.
    pub tags: Vec<String>,
}

/// A reason to fail, the same for all attempts that fail in the same way.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct FailureReason {
    /// What the reason is known by.
    pub fingerprint: String,
    /// What it is known by across tests.
    pub coarse_fingerprint: Option<String>,
    /// The class of the error.
    pub error_class: Option<String>,
    /// The message without what differs each time.
    pub message: Option<String>,
    /// The innermost calls in the user's own files.
    pub top_frames: Option<String>,
    /// The message as it was the first time.
    pub sample: Option<String>,
}

/// One run of the test suite: where, on which code, and how it went.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct RunInfo {
    /// An id of its own, the same in all processes of the run.
    pub run_uid: String,
    /// The CI service.
    pub ci_provider: Option<String>,
    /// Where the CI service shows the run.
    pub build_url: Option<String>,
    /// The CI job.
    pub job: Option<String>,
    /// The branch.
    pub branch: Option<String>,
    /// What the branch is: `protected`, `merge_queue`, `pr` or `local`.
    pub branch_kind: Option<String>,
    /// The pull request.
    pub pr: Option<String>,
    /// The commit.
    pub commit_sha: Option<String>,
    /// The hash of the commit's tree.
    pub tree_hash: Option<String>,
    /// Whether files differed from the commit.
    pub dirty: Option<bool>,
    /// The operating system.
    pub os: Option<String>,
    /// The browser.
    pub browser: Option<String>,
    /// The browser's version.
    pub browser_version: Option<String>,
    /// The test runner.
    pub runner: Option<String>,
    /// The test runner's version.
    pub runner_version: Option<String>,
    /// How often a failing test is tried again.
    pub retries_allowed: Option<u32>,
    /// When it began, in seconds since 1970.
    pub started_at: Option<f64>,
    /// How long it took.
    pub duration_ms: Option<f64>,
    /// What the test runner returned to the system.
    pub exit_code: Option<i32>,
    /// The seed of a random order.
    pub seed: Option<String>,
    /// Why the run says nothing about its tests, e.g. `outage`.
    pub infra_flag: Option<String>,
}

impl TestRun {
    /// Makes a record of an attempt; what is optional is filled in afterwards.
    #[must_use]
    pub fn new(test_id: impl Into<String>, status: RunStatus, timestamp: f64) -> Self {
        Self {
            test_id: test_id.into(),
            status,
            duration_ms: None,
            healed: false,
            error_type: None,
            environment: None,
            timestamp,
            details: RunDetails::default(),
        }
    }
}

impl RunStatus {
    /// All of them, in the order they are shown.
    pub const ALL: [Self; 4] = [Self::Passed, Self::Failed, Self::Error, Self::Skipped];

    /// Returns the name that is stored and shown; the Python package has the same.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Error => "error",
            Self::Skipped => "skipped",
        }
    }

    /// Finds a status by its name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }
}

impl fmt::Display for RunStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FailureReason {
    /// Makes a reason that is known by its fingerprint.
    #[must_use]
    pub fn new(fingerprint: impl Into<String>) -> Self {
        Self {
            fingerprint: fingerprint.into(),
            ..Self::default()
        }
    }

    /// Returns the fingerprint of a reason with the values that were compared.
    #[must_use]
    pub fn with_values(fingerprint: &str, values: &str) -> String {
        let values = hash128(&[values]);
        format!(
            "{fingerprint}{VALUES_MARK}{}",
            values.get(..VALUES_DIGITS).unwrap_or(&values)
        )
    }

    /// Returns a fingerprint without the values that were compared.
    ///
    /// ```
    /// use breadcrumb_core::FailureReason;
    ///
    /// let one = FailureReason::with_values("fp_v1:0a", "503 == 200");
    /// assert_eq!(FailureReason::without_values(&one), "fp_v1:0a");
    /// assert_eq!(FailureReason::without_values("fp_v1:0a"), "fp_v1:0a");
    /// ```
    #[must_use]
    pub fn without_values(fingerprint: &str) -> &str {
        fingerprint
            .split_once(VALUES_MARK)
            .map_or(fingerprint, |(plain, _)| plain)
    }
}

impl RunInfo {
    /// Makes a record of a run of which nothing else is known yet.
    #[must_use]
    pub fn new(run_uid: impl Into<String>) -> Self {
        Self {
            run_uid: run_uid.into(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_found_by_its_name_and_nothing_else_is() {
        for status in RunStatus::ALL {
            assert_eq!(RunStatus::from_name(status.name()), Some(status));
        }
        for other in ["", "PASSED", "xfailed"] {
            assert_eq!(RunStatus::from_name(other), None);
        }
    }
}
