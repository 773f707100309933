//! [`Glimpse`] and [`HealRow`]: what reports read, without more than they show.

use std::collections::HashMap;

use breadcrumb_core::{ElementFingerprint, HealOccasion};
use breadcrumb_flaky::{History, RunIndex};

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

/// What [`ResultStore::glimpse`](crate::ResultStore::glimpse) finds.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Glimpse {
    /// The attempts of the tests that did not always pass, and what they refer to.
    pub history: History,
    /// All runs with an attempt, whenever that was.
    pub runs: Vec<GlimpsedRun>,
    /// When tests were skipped, whenever that was.
    pub skips: Vec<f64>,
}

/// What was tried since a time, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tried {
    /// The tests with an attempt.
    pub tests: Vec<String>,
    /// The attempts, those among them that were skipped.
    pub attempts: u64,
}

/// A run of the suite, counted.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct GlimpsedRun {
    /// The run, as the history numbers it.
    pub run: RunIndex,
    /// Its attempts that were not skipped, as far as they were worth counting; 0 where nothing failed.
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

/// The heals of one locator of a test.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct LocatorHeals {
    /// How many there are.
    pub count: u64,
    /// When the last one was, in seconds since 1970.
    pub last_at: f64,
}

/// The heals of a test, by locator.
pub type LocatorCounts = HashMap<String, LocatorHeals>;

/// Heals, counted.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct HealCounts {
    /// How often each locator was healed, by test.
    pub tests: HashMap<String, LocatorCounts>,
    /// The row ids of the newest.
    pub newest: Vec<i64>,
}

/// How much of each heal to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HealDepth {
    /// What lists show; no fingerprint is touched.
    Short,
    /// All that is stored.
    Whole,
}

/// A heal as it is stored; the JSON of its parts is handed over unread. The texts are borrowed where a row
/// passes by.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct HealRow<S = String> {
    /// Its row id.
    pub id: i64,
    /// When it happened, in seconds since 1970.
    pub timestamp: f64,
    /// The test that was healed.
    pub test_id: S,
    /// The locator that stopped matching.
    pub locator: S,
    /// The confidence, from 0 to 1.
    pub confidence: f64,
    /// The locator the test should use from now on.
    pub proposed_locator: Option<S>,
    /// The identity of the healed element, as decisions name it; none where the Python package
    /// wrote the row.
    pub healed_digest: Option<S>,
    /// The picture of the element before, beside the database.
    pub screenshot_before: Option<S>,
    /// The picture of the element after.
    pub screenshot_after: Option<S>,
    /// How it came into the log.
    pub occasion: HealOccasion,
    /// What only [`HealDepth::Whole`] reads.
    pub whole: Option<WholeHeal<S>>,
}

/// What [`HealDepth::Whole`] reads of a heal besides; the texts are borrowed where a row passes by.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct WholeHeal<S = String> {
    /// The element as it was known before, as JSON.
    pub original_json: S,
    /// The element the test went on with, as JSON.
    pub healed_json: S,
    /// The page it happened on.
    pub page_key: Option<S>,
    /// The name of the scorer that decided.
    pub scorer: Option<S>,
    /// Each signal's part in the confidence, as JSON.
    pub scoring_json: Option<S>,
    /// How far the winner was ahead of the best rival.
    pub margin: Option<f64>,
    /// The best rival, as JSON.
    pub runner_up_json: Option<S>,
    /// Why it was healed, as a JSON list.
    pub reasons_json: Option<S>,
    /// What the test did with the element.
    pub action: Option<S>,
    /// The file that has the locator.
    pub source_file: Option<S>,
    /// The line in that file, counted from 1.
    pub source_line: Option<u32>,
}
