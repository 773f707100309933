//! [`ResultStore`]: test results as a whole, and the quarantine that follows from them.

use breadcrumb_core::{FailureReason, RunInfo, TestRun};
use breadcrumb_flaky::{History, QuarantineEntry, QuarantineEvent, TestMemory};

use crate::error::Error;
use crate::survey::{Glimpse, TestFacts, Tried};

/// How many days single attempts are kept; what is older is only counted by the day.
pub const KEPT_DAYS: f64 = 90.0;

/// Takes attempts one by one; breaks off where one cannot be stored.
pub type AttemptSink<'a> = dyn FnMut(TestRun) -> std::ops::ControlFlow<()> + 'a;

/// What a store does with the results of tests.
///
/// Part of [`Store`](crate::Store); apart because it has a subject of its own.
pub trait ResultStore {
    /// Lists the runs of the suite whose id begins with `prefix`, those that were recorded last first:
    /// their ids, runner, times and exit code.
    fn recorded_runs(&self, prefix: &str, limit: u32) -> Result<Vec<RunInfo>, Error>;

    /// Loads all attempts that ended at `since` or later, in a compact form.
    ///
    /// A test that was renamed has all its attempts under its present id.
    fn history(&self, since: f64) -> Result<History, Error>;

    /// Loads the attempts of those tests only that failed since `since` or are in quarantine: for a
    /// summary, which only counts the others; [`count_tried`](Self::count_tried) does.
    ///
    /// `None` where that is not to be had for less than the whole [`history`](Self::history), e.g.
    /// because tests were renamed, or many of them failed. `enough` says how many attempts of a run with
    /// so many failures are worth counting.
    fn glimpse(&self, since: f64, enough: &dyn Fn(u64) -> u64) -> Result<Option<Glimpse>, Error>;

    /// Counts what was tried since a time, without a look at every attempt.
    ///
    /// `None` where only the [`history`](Self::history) knows.
    fn count_tried(&self, since: f64) -> Result<Option<Tried>, Error>;

    /// Loads what the newest attempts of each of these tests say of it, in the same order.
    ///
    /// What one attempt says belongs together: an owner that is no longer named is none.
    fn test_facts(&self, test_ids: &[&str]) -> Result<Vec<TestFacts>, Error>;

    /// Calls `visit` with each reason to fail: its fingerprint, class and message.
    ///
    /// `visit` must not use the store.
    fn for_each_failure_reason(&self, visit: &mut dyn FnMut(FailureReason)) -> Result<(), Error>;

    /// Appends the attempts that `produce` hands over, in one transaction: all of them, or none
    /// where `produce` returns false or a row cannot be stored.
    ///
    /// For more attempts than fit in memory. Returns how many there were, `None` where `produce`
    /// gave up.
    fn record_stream(
        &self,
        info: &RunInfo,
        produce: &mut dyn FnMut(&mut AttemptSink<'_>) -> bool,
    ) -> Result<Option<u64>, Error>;

    /// Saves what is known of a state of the code; what is not known this time stays as it was.
    fn record_revision(&self, revision: &RevisionInfo) -> Result<(), Error>;

    /// Returns all entries of the quarantine, by test.
    fn quarantine_entries(&self) -> Result<Vec<QuarantineEntry>, Error>;

    /// Changes the quarantine and what is remembered of tests, in one transaction.
    fn change_quarantine(&self, changes: &[QuarantineChange]) -> Result<(), Error>;

    /// Returns the changes of the quarantine, of all tests or of one, newest first.
    fn quarantine_events(&self, test_id: Option<&str>) -> Result<Vec<QuarantineEvent>, Error>;

    /// Returns what is remembered of all tests.
    fn test_memories(&self) -> Result<Vec<RememberedTest>, Error>;

    /// Gives a test another id: its attempts so far count for the new one.
    fn rename_test(&self, old_id: &str, new_id: &str) -> Result<(), Error>;

    /// Returns the test that ran before an attempt, on the same worker of the same run.
    fn test_before(&self, attempt: &TestRun) -> Result<Option<String>, Error>;

    /// Counts the attempts before a time by the day and deletes them; returns how many there were.
    fn roll_up(&self, before: f64) -> Result<u64, Error>;
}

/// A change of the quarantine.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum QuarantineChange {
    /// Saves an entry in place of an earlier one.
    Save(Box<QuarantineEntry>),
    /// Deletes the entry of a test.
    Delete(String),
    /// Appends to the log of changes.
    Log(QuarantineEvent),
    /// Saves what is remembered of a test.
    Remember(RememberedTest),
}

/// What is remembered of a test in one variant.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct RememberedTest {
    /// The test.
    pub test_id: String,
    /// The variant; empty where it has only one.
    pub variant: String,
    /// What is remembered.
    pub memory: TestMemory,
}

/// What is known of a state of the code.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct RevisionInfo {
    /// What it is known by: [`RunDetails::revision`](breadcrumb_core::RunDetails).
    pub revision: String,
    /// The commit.
    pub commit_sha: Option<String>,
    /// The hash of the commit's tree.
    pub tree_hash: Option<String>,
    /// The hash of what differs from the commit.
    pub diff_hash: Option<String>,
    /// Who made the commit.
    pub author: Option<String>,
    /// When, in seconds since 1970.
    pub committed_at: Option<f64>,
}

impl RememberedTest {
    /// Remembers this of a test.
    #[must_use]
    pub fn new(test_id: impl Into<String>, variant: impl Into<String>, memory: TestMemory) -> Self {
        Self {
            test_id: test_id.into(),
            variant: variant.into(),
            memory,
        }
    }
}

impl RevisionInfo {
    /// Makes the record of a revision of which nothing else is known.
    #[must_use]
    pub fn new(revision: impl Into<String>) -> Self {
        Self {
            revision: revision.into(),
            ..Self::default()
        }
    }
}
