//! [`AttemptRow`] and [`HealRow`]: what reports read, without more than they show.

use breadcrumb_core::{ElementFingerprint, RunStatus};
use breadcrumb_flaky::{ErrorIndex, History, RunIndex};

/// One attempt as it passes by in [`ResultStore::survey`](crate::ResultStore::survey).
///
/// It borrows from the row: a survey looks at a million of them.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct AttemptRow<'a> {
    /// The test, by its present id.
    pub test_id: &'a str,
    /// Which of several ways it ran in; empty where there is one.
    pub variant: &'a str,
    /// How it ended.
    pub status: RunStatus,
    /// When it ended, in seconds since 1970.
    pub at: f64,
    /// How long it took.
    pub duration_ms: Option<f64>,
    /// Whether a locator was healed in it.
    pub healed: bool,
    /// The run of the suite, as the history numbers it.
    pub run: Option<RunIndex>,
    /// Why it failed, as the history numbers it.
    pub error: Option<ErrorIndex>,
    /// The class of the error; only of attempts that did not pass.
    pub error_type: Option<&'a str>,
    /// The part of the test that decided: `setup`, `call` or `teardown`; only of attempts that did
    /// not pass.
    pub phase: Option<&'a str>,
    /// How it ended, in the runner's own word; only of attempts that did not pass.
    pub outcome: Option<&'a str>,
}

/// What runners say of a test besides how it ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TestFacts {
    /// The file of the test.
    pub source_file: Option<String>,
    /// The line in that file, counted from 1.
    pub source_line: Option<u32>,
    /// Who looks after the test.
    pub owner: Option<String>,
    /// The test's tags, as a JSON list.
    pub tags_json: Option<String>,
}

/// What [`ResultStore::glimpse`](crate::ResultStore::glimpse) finds besides the attempts it shows.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Glimpse {
    /// The attempts of the tests that did not always pass, and what they refer to.
    pub history: History,
    /// All runs with an attempt, whenever that was.
    pub runs: Vec<GlimpsedRun>,
}

/// What was tried since a time, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tried {
    /// The tests with an attempt.
    pub tests: Vec<String>,
    /// The attempts.
    pub attempts: u64,
    /// Those of them that were skipped.
    pub skipped: u64,
}

/// A run of the suite, counted.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct GlimpsedRun {
    /// The run, as the history numbers it.
    pub run: RunIndex,
    /// Its attempts that were not skipped.
    pub attempts: u64,
    /// When the newest of its attempts ended.
    pub last_at: f64,
}

/// A fingerprint as it is stored, with its place in the table.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct FingerprintRow {
    /// Its row id.
    pub id: i64,
    /// When it was saved last, in seconds since 1970.
    pub updated_at: f64,
    /// The fingerprint, under the key of its row.
    pub fingerprint: ElementFingerprint,
}

/// How often a locator was healed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct HealCount {
    /// The test.
    pub test_id: String,
    /// The locator.
    pub locator: String,
    /// How often.
    pub count: u64,
}

/// How much of each heal to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HealDepth {
    /// What lists show; no fingerprint is touched.
    Short,
    /// All that is stored.
    Whole,
}

/// A heal as it is stored; the JSON of its parts is handed over unread.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct HealRow {
    /// Its row id.
    pub id: i64,
    /// When it happened, in seconds since 1970.
    pub timestamp: f64,
    /// The test that was healed.
    pub test_id: String,
    /// The locator that stopped matching.
    pub locator: String,
    /// The confidence, from 0 to 1.
    pub confidence: f64,
    /// The locator the test should use from now on.
    pub proposed_locator: Option<String>,
    /// The identity of the healed element, as decisions name it; none where the Python package
    /// wrote the row.
    pub healed_digest: Option<String>,
    /// What only [`HealDepth::Whole`] reads.
    pub whole: Option<Box<WholeHeal>>,
}

/// What [`HealDepth::Whole`] reads of a heal besides.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct WholeHeal {
    /// The element as it was known before, as JSON.
    pub original_json: String,
    /// The element the test went on with, as JSON.
    pub healed_json: String,
    /// The page it happened on.
    pub page_key: Option<String>,
    /// The name of the scorer that decided.
    pub scorer: Option<String>,
    /// Each signal's part in the confidence, as JSON.
    pub scoring_json: Option<String>,
    /// How far the winner was ahead of the best rival.
    pub margin: Option<f64>,
    /// The best rival, as JSON.
    pub runner_up_json: Option<String>,
    /// Why it was healed, as a JSON list.
    pub reasons_json: Option<String>,
    /// What the test did with the element.
    pub action: Option<String>,
    /// The file that has the locator.
    pub source_file: Option<String>,
    /// The line in that file, counted from 1.
    pub source_line: Option<u32>,
    /// The picture of the element before, beside the database.
    pub screenshot_before: Option<String>,
    /// The picture of the element after.
    pub screenshot_after: Option<String>,
}

impl<'a> AttemptRow<'a> {
    /// Makes an attempt; what is optional is filled in afterwards.
    #[must_use]
    pub fn new(test_id: &'a str, status: RunStatus, at: f64) -> Self {
        Self {
            test_id,
            variant: "",
            status,
            at,
            duration_ms: None,
            healed: false,
            run: None,
            error: None,
            error_type: None,
            phase: None,
            outcome: None,
        }
    }
}
