//! Flaky tests: runs, tiers, the quarantine.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use breadcrumb::flaky::{
    EntryKind, Policy, QuarantineEntry, QuarantineManager, TestAnalyzer, TestTracker, load_policy,
};
use pyo3::prelude::*;

use crate::error::Failure;
use crate::run::TestRun;
use crate::store::FingerprintStore;

/// The tests that an update of the quarantine has changed.
#[pyclass(frozen, get_all, module = "breadcrumb._native")]
pub(crate) struct QuarantineUpdate {
    quarantined: Vec<String>,
    unquarantined: Vec<String>,
    suspended: Vec<String>,
    resumed: Vec<String>,
    proposed: Vec<String>,
}

/// A test in quarantine.
#[pyclass(frozen, get_all, module = "breadcrumb._native")]
pub(crate) struct Quarantined {
    test_id: String,
    reason: String,
}

/// The results of a store and its quarantine.
#[pyclass(frozen, module = "breadcrumb._native")]
pub(crate) struct Flaky {
    tracker: TestTracker,
    analyzer: TestAnalyzer,
    manager: QuarantineManager,
}

#[pymethods]
impl Flaky {
    /// Reads the policy of `folder`; without one it is the default.
    #[new]
    #[pyo3(signature = (store, folder=None))]
    fn new(
        py: Python<'_>,
        store: &FingerprintStore,
        folder: Option<PathBuf>,
    ) -> Result<Self, Failure> {
        let shared = Arc::clone(store.settled());
        py.detach(|| {
            let policy =
                folder.map_or_else(|| Ok(Policy::default()), |folder| load_policy(&folder))?;
            let tracker = TestTracker::new(Arc::clone(&shared));
            Ok(Self {
                analyzer: TestAnalyzer::new(tracker.clone()),
                tracker,
                manager: QuarantineManager::new(shared, policy),
            })
        })
    }

    fn record_run(&self, py: Python<'_>, run: &TestRun) -> Result<(), Failure> {
        py.detach(|| Ok(self.tracker.record_run(&run.engine)?))
    }

    fn runs(&self, py: Python<'_>, test_id: &str, limit: u64) -> Result<Vec<TestRun>, Failure> {
        py.detach(|| {
            let runs = self.tracker.runs(test_id, limit)?.into_iter();
            Ok(runs.map(|engine| TestRun { engine }).collect())
        })
    }

    fn test_ids(&self, py: Python<'_>) -> Result<Vec<String>, Failure> {
        py.detach(|| Ok(self.tracker.test_ids()?))
    }

    fn flip_rate(&self, py: Python<'_>, test_id: &str, window: usize) -> Result<f64, Failure> {
        py.detach(|| Ok(self.analyzer.flip_rate(test_id, window)?))
    }

    fn ewma_flip_rate(
        &self,
        py: Python<'_>,
        test_id: &str,
        alpha: f64,
        window: usize,
    ) -> Result<f64, Failure> {
        py.detach(|| Ok(self.analyzer.ewma_flip_rate(test_id, alpha, window)?))
    }

    fn classify(&self, py: Python<'_>, test_id: &str) -> Result<&'static str, Failure> {
        py.detach(|| Ok(self.analyzer.classify(test_id)?.name()))
    }

    /// Returns the tests in quarantine with the reason of each.
    fn quarantined(&self, py: Python<'_>) -> Result<Vec<Quarantined>, Failure> {
        let shown = |entry: QuarantineEntry| Quarantined {
            test_id: entry.test_id,
            reason: entry.reason,
        };
        py.detach(|| Ok(self.manager.entries()?.into_iter().map(shown).collect()))
    }

    /// Puts a test into quarantine by hand; tells whether it could be done.
    fn quarantine(&self, py: Python<'_>, test_id: &str, reason: &str) -> Result<bool, Failure> {
        py.detach(|| {
            let entry = QuarantineEntry::new(test_id, reason, EntryKind::Manual, now());
            Ok(self.manager.quarantine(entry, now())?.is_some())
        })
    }

    fn unquarantine(&self, py: Python<'_>, test_id: &str) -> Result<bool, Failure> {
        py.detach(|| Ok(self.manager.release(test_id, None, None, now())?))
    }

    /// Brings the quarantine up to date; returns what has changed.
    fn auto_update(&self, py: Python<'_>) -> Result<QuarantineUpdate, Failure> {
        py.detach(|| {
            let update = self.manager.auto_update(now())?;
            Ok(QuarantineUpdate {
                quarantined: update.quarantined,
                unquarantined: update.unquarantined,
                suspended: update.suspended,
                resumed: update.resumed,
                proposed: update.proposed,
            })
        })
    }
}

fn now() -> f64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64())
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Flaky>()?;
    module.add_class::<Quarantined>()?;
    module.add_class::<QuarantineUpdate>()
}
