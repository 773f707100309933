//! [`PruneRequest`] and [`Pruned`]: what is too old to be kept.

use serde::Serialize;

use crate::results::KEPT_DAYS;

/// What to remove from a store.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct PruneRequest {
    pub(crate) now: f64,
    pub(crate) days: f64,
    pub(crate) stale_days: Option<f64>,
    pub(crate) is_dry: bool,
}

/// What was removed from a store, or would be.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Pruned {
    /// Attempts at tests; they are counted by the day before they go.
    pub attempts: u64,
    /// Heals.
    pub heals: u64,
    /// Looks that did not heal, and drifts.
    pub verdicts: u64,
    /// Decisions about heals.
    pub decisions: u64,
    /// Runs of the suite that nothing is left of.
    pub runs: u64,
    /// States of the code that nothing is left of.
    pub revisions: u64,
    /// Reasons to fail that no attempt has any longer.
    pub errors: u64,
    /// Fingerprints of tests that did not run any more.
    pub fingerprints: u64,
    /// What was on pages that no fingerprint is of any longer.
    pub page_memories: u64,
    /// The names of the pictures that are still referred to.
    #[serde(skip)]
    pub kept_pictures: Vec<String>,
}

impl PruneRequest {
    /// Asks for what is older than [`KEPT_DAYS`] before `now`, in seconds since 1970.
    pub fn new(now: f64) -> Self {
        Self {
            now,
            days: KEPT_DAYS,
            stale_days: None,
            is_dry: false,
        }
    }

    /// Sets how many days attempts, heals and looks are kept.
    ///
    /// Attempts at tests in quarantine are kept for [`KEPT_DAYS`] at least: the rules need them to
    /// say when the test may leave.
    pub fn days(mut self, days: u32) -> Self {
        self.days = f64::from(days);
        self
    }

    /// Asks for the fingerprints too of tests that nothing was recorded of for so many days.
    pub fn stale_fingerprints(mut self, days: u32) -> Self {
        self.stale_days = Some(f64::from(days));
        self
    }

    /// Returns whether nothing is removed.
    #[must_use]
    pub fn is_dry_run(&self) -> bool {
        self.is_dry
    }

    /// Only counts, and removes nothing.
    pub fn dry_run(mut self) -> Self {
        self.is_dry = true;
        self
    }
}
