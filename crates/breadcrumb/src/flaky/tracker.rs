//! [`TestTracker`]: what became of tests, run by run.

use std::sync::Arc;

use breadcrumb_core::TestRun;
use breadcrumb_store::{RunFilter, Store};

use crate::error::Error;

/// Records runs of tests and reads them back.
#[derive(Clone)]
pub struct TestTracker {
    pub(crate) store: Arc<dyn Store>,
}

impl TestTracker {
    /// Tracks tests in a store.
    #[must_use]
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self { store }
    }

    /// Records a run.
    pub fn record_run(&self, run: &TestRun) -> Result<(), Error> {
        self.store.record_run(run)?;
        Ok(())
    }

    /// Returns a test's runs, the newest first, at most `limit`.
    pub fn runs(&self, test_id: &str, limit: u64) -> Result<Vec<TestRun>, Error> {
        let filter = RunFilter::new().test_id(test_id).limit(limit);
        Ok(self.store.test_runs(&filter)?)
    }

    /// Returns the ids of all tests that have a run, sorted.
    pub fn test_ids(&self) -> Result<Vec<String>, Error> {
        Ok(self.store.test_ids()?)
    }
}
