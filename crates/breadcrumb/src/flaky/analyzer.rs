//! [`TestAnalyzer`]: flip rates and tiers.

use std::ops::ControlFlow;

use breadcrumb_flaky::{FLIP_WINDOW, Tier, ewma_flip_rate, flip_rate, has_failed};
use breadcrumb_store::RunFilter;

use super::tracker::TestTracker;
use crate::error::Error;

/// Says how often tests change their outcome.
#[derive(Clone)]
pub struct TestAnalyzer {
    tracker: TestTracker,
}

impl TestAnalyzer {
    /// Analyzes what a tracker has recorded.
    #[must_use]
    pub fn new(tracker: TestTracker) -> Self {
        Self { tracker }
    }

    /// Returns the share of the newest `window` runs that changed the outcome.
    pub fn flip_rate(&self, test_id: &str, window: usize) -> Result<f64, Error> {
        Ok(flip_rate(&self.failures(test_id, window)?, window))
    }

    /// Returns the same with more weight on what is newer.
    pub fn ewma_flip_rate(&self, test_id: &str, alpha: f64, window: usize) -> Result<f64, Error> {
        Ok(ewma_flip_rate(
            &self.failures(test_id, window)?,
            window,
            alpha,
        ))
    }

    /// Returns a test's tier.
    pub fn classify(&self, test_id: &str) -> Result<Tier, Error> {
        Ok(Tier::of(self.flip_rate(test_id, FLIP_WINDOW)?))
    }

    /// Returns all tests with their tiers, sorted.
    pub fn classifications(&self) -> Result<Vec<(String, Tier)>, Error> {
        let tests = self.tracker.test_ids()?;
        tests
            .into_iter()
            .map(|test| self.classify(&test).map(|tier| (test, tier)))
            .collect()
    }

    /// Returns whether each of the newest `window` runs failed, the oldest first; skips are none.
    fn failures(&self, test_id: &str, window: usize) -> Result<Vec<bool>, Error> {
        let mut failures = Vec::new();
        let filter = RunFilter::new().test_id(test_id);
        self.tracker.store.for_each_test_run(&filter, &mut |run| {
            failures.extend(has_failed(run.status));
            if failures.len() >= window {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        failures.reverse();
        Ok(failures)
    }
}
