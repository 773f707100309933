//! [`Report`]: everything that a report shows, as plain data.

use std::collections::HashSet;

use serde::Serialize;

use crate::heal::{FlakyTest, Heal, Look, TopLocator};
use crate::test::TestEntry;

/// What happened in the last days: the one value that every format is made from.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// The version of the program that made it.
    pub tool: String,
    /// When it was made, in seconds since 1970.
    pub generated_at: f64,
    /// How many days it looks back.
    pub period_days: u32,
    /// Where the window begins, in seconds since 1970.
    pub since: f64,
    /// The counts.
    pub summary: Summary,
    /// Every day of the window, the oldest first.
    pub days: Vec<Day>,
    /// The tests, by id.
    pub tests: Vec<TestEntry>,
    /// The heals, newest first.
    pub heals: Vec<Heal>,
    /// The looks that did not heal, newest first.
    pub refusals: Vec<Look>,
    /// The locators that find another element than they did, newest first.
    pub drifts: Vec<Look>,
    /// The tests that are in quarantine or found flaky.
    pub flaky_tests: Vec<FlakyTest>,
    /// The locators that were healed most often.
    pub top_locators: Vec<TopLocator>,
    /// What flaky tests cost.
    pub impact: Impact,
}

/// The counts of a report.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// Tests with an attempt in the window; where it has none, tests with a heal.
    pub total: u64,
    /// Tests of these that are not healed, flaky or failing.
    pub stable: u64,
    /// Tests that pass only because of heals.
    pub healed: u64,
    /// Tests that are in quarantine or found flaky.
    pub flaky: u64,
    /// Tests whose newest attempt failed.
    pub failing: u64,
    /// Tests in quarantine.
    pub quarantined: u64,
    /// Attempts.
    pub attempts: u64,
    /// Attempts that passed, healed or not.
    pub passed: u64,
    /// Attempts that failed or could not be carried out.
    pub failed: u64,
    /// Attempts that were skipped.
    pub skipped: u64,
    /// Heals.
    pub heals: u64,
    /// Looks that did not heal.
    pub refusals: u64,
    /// Drift alarms.
    pub drifts: u64,
    /// Runs of the suite that are known as such.
    pub runs: u64,
    /// Healed locators, counted by test, with a heal that nobody has decided about.
    pub pending: u64,
    /// Healed locators, counted by test, that still need the heal.
    pub open: u64,
    /// Healed locators, counted by test, that are fixed by now.
    pub fixed: u64,
}

impl Report {
    /// Returns the newest heal of each locator that still needs it.
    pub fn open_heals(&self) -> impl Iterator<Item = &Heal> {
        let mut known = HashSet::new();
        let newest = self.heals.iter();
        let newest = newest.filter(move |heal| known.insert((&heal.test_id, &heal.locator)));
        newest.filter(|heal| heal.decision.is_open())
    }
}

/// One day's attempts, each counted once.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Day {
    /// The day in UTC, e.g. `2026-11-01`.
    pub day: String,
    /// Attempts that passed without a heal.
    pub passed: u64,
    /// Attempts that passed with one.
    pub healed: u64,
    /// Failed attempts of tests that are flaky.
    pub flaky: u64,
    /// Failed attempts of other tests.
    pub failed: u64,
    /// Attempts that were skipped.
    pub skipped: u64,
    /// How long the failed attempts of flaky tests took.
    pub lost_ms: f64,
}

/// What flaky tests cost.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Impact {
    /// How long the failed attempts of flaky tests took.
    pub lost_ms: f64,
    /// Runs that were red although only flaky tests failed.
    pub red_runs_by_flaky: u64,
    /// Runs that would have been red without the quarantine.
    pub saved_runs_by_quarantine: u64,
    /// The chance that a run of good code is red because of flaky tests that are not in quarantine.
    pub red_chance: f64,
    /// Runs a week, measured over the window.
    pub runs_per_week: f64,
    /// The two multiplied.
    pub expected_red_runs_per_week: f64,
}
