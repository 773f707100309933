//! Flaky tests: runs, tiers, the quarantine.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use breadcrumb::engine::{RunStatus, TestRun};
use breadcrumb::flaky::{self as engine, EntryKind, Policy, QuarantineEntry, load_policy};
use breadcrumb::now;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::Failure;
use crate::store::FingerprintStore;

/// Records runs of tests and reads them back.
#[pyclass(frozen, subclass, dict, weakref, module = "breadcrumb.flaky.tracker")]
pub(crate) struct TestTracker {
    engine: engine::TestTracker,
}

/// Flip rates and tiers. Skipped runs are no samples; an error is a failure.
#[pyclass(frozen, subclass, dict, weakref, module = "breadcrumb.flaky.analyzer")]
pub(crate) struct TestAnalyzer {
    tracker: engine::TestTracker,
    engine: engine::TestAnalyzer,
}

/// Puts tests into quarantine and releases them.
///
/// `auto_update` follows the policy in `breadcrumb.toml` of `folder`: by default a test enters
/// only where it passed and failed on the same code, so that a regression is never hidden.
/// `analyzer` and `fliprate_threshold` are those of earlier versions; the policy decides.
#[pyclass(
    frozen,
    subclass,
    dict,
    weakref,
    module = "breadcrumb.flaky.quarantine"
)]
pub(crate) struct QuarantineManager {
    engine: engine::QuarantineManager,
}

/// A run of a test, as a dictionary.
#[derive(IntoPyObject)]
struct Run {
    test_id: String,
    status: &'static str,
    duration_ms: Option<f64>,
    healing_occurred: bool,
    error_type: Option<String>,
    environment: Option<String>,
    timestamp: f64,
}

/// The tests that an update of the quarantine has changed, as a dictionary.
#[derive(IntoPyObject)]
struct Update {
    quarantined: Vec<String>,
    unquarantined: Vec<String>,
    suspended: Vec<String>,
    resumed: Vec<String>,
    proposed: Vec<String>,
}

#[pymethods]
impl TestTracker {
    // The name is no test's.
    #[classattr]
    #[pyo3(name = "__test__")]
    const IS_TEST: bool = false;

    /// Track tests in a store.
    #[new]
    fn new(py: Python<'_>, store: &FingerprintStore) -> Self {
        let shared = py.detach(|| Arc::clone(store.settled()));
        let engine = engine::TestTracker::new(shared);
        Self { engine }
    }

    /// Record how a test ended: `passed`, `failed`, `error` or `skipped`.
    ///
    /// The timestamp is when it ended, in seconds since 1970; now unless given.
    #[pyo3(signature = (test_id, status, duration_ms=None, healing_occurred=false,
                        error_type=None, environment=None, timestamp=None))]
    #[expect(clippy::too_many_arguments, reason = "Python names each of them")]
    fn record_run(
        &self,
        py: Python<'_>,
        test_id: &str,
        status: &str,
        duration_ms: Option<f64>,
        healing_occurred: bool,
        error_type: Option<String>,
        environment: Option<String>,
        timestamp: Option<f64>,
    ) -> PyResult<()> {
        let status = RunStatus::from_name(status)
            .ok_or_else(|| PyValueError::new_err(format!("unknown status `{status}`")))?;
        let mut run = TestRun::new(test_id, status, timestamp.unwrap_or_else(now));
        run.duration_ms = duration_ms;
        run.healed = healing_occurred;
        run.error_type = error_type;
        run.environment = environment;
        let recorded = py.detach(|| self.engine.record_run(&run));
        Ok(recorded.map_err(Failure::from)?)
    }

    /// Return a test's runs, the newest first.
    #[pyo3(signature = (test_id, limit=100))]
    fn get_runs(&self, py: Python<'_>, test_id: &str, limit: u64) -> Result<Vec<Run>, Failure> {
        py.detach(|| {
            let runs = self.engine.runs(test_id, limit)?.into_iter();
            Ok(runs.map(Run::from).collect())
        })
    }

    /// Return the ids of all tests that have a run.
    fn get_all_test_ids(&self, py: Python<'_>) -> Result<Vec<String>, Failure> {
        py.detach(|| Ok(self.engine.test_ids()?))
    }
}

impl From<TestRun> for Run {
    fn from(run: TestRun) -> Self {
        Self {
            test_id: run.test_id,
            status: run.status.name(),
            duration_ms: run.duration_ms,
            healing_occurred: run.healed,
            error_type: run.error_type,
            environment: run.environment,
            timestamp: run.timestamp,
        }
    }
}

#[pymethods]
impl TestAnalyzer {
    // The name is no test's.
    #[classattr]
    #[pyo3(name = "__test__")]
    const IS_TEST: bool = false;

    /// Analyze what a tracker has recorded.
    #[new]
    fn new(tracker: &TestTracker) -> Self {
        let tracker = tracker.engine.clone();
        let engine = engine::TestAnalyzer::new(tracker.clone());
        Self { tracker, engine }
    }

    /// Return the share of the newest runs that changed the outcome.
    #[pyo3(signature = (test_id, window=10))]
    fn compute_fliprate(
        &self,
        py: Python<'_>,
        test_id: &str,
        window: usize,
    ) -> Result<f64, Failure> {
        py.detach(|| Ok(self.engine.flip_rate(test_id, window)?))
    }

    /// Return the same with more weight on what is newer.
    #[pyo3(signature = (test_id, alpha=0.3, window=20))]
    fn compute_ewma_fliprate(
        &self,
        py: Python<'_>,
        test_id: &str,
        alpha: f64,
        window: usize,
    ) -> Result<f64, Failure> {
        py.detach(|| Ok(self.engine.ewma_flip_rate(test_id, alpha, window)?))
    }

    /// Return `Stable`, `Intermittent`, `Flaky` or `Chronic`.
    fn classify(&self, py: Python<'_>, test_id: &str) -> Result<&'static str, Failure> {
        py.detach(|| Ok(self.engine.classify(test_id)?.name()))
    }

    /// Return the tier of every test.
    fn get_all_classifications(
        &self,
        py: Python<'_>,
    ) -> Result<BTreeMap<String, &'static str>, Failure> {
        py.detach(|| {
            let tests = self.tracker.test_ids()?.into_iter();
            let tier = |test_id: String| {
                let tier = self.engine.classify(&test_id)?.name();
                Ok((test_id, tier))
            };
            tests.map(tier).collect()
        })
    }
}

#[pymethods]
impl QuarantineManager {
    /// Keep the quarantine of a store.
    #[new]
    #[pyo3(signature = (store, analyzer=None, fliprate_threshold=0.3, *, folder=None))]
    fn new(
        py: Python<'_>,
        store: &FingerprintStore,
        analyzer: Option<&Bound<'_, PyAny>>,
        fliprate_threshold: f64,
        folder: Option<PathBuf>,
    ) -> Result<Self, Failure> {
        let _ = (analyzer, fliprate_threshold);
        py.detach(|| {
            let shared = Arc::clone(store.settled());
            let policy =
                folder.map_or_else(|| Ok(Policy::default()), |folder| load_policy(&folder))?;
            let engine = engine::QuarantineManager::new(shared, policy);
            Ok(Self { engine })
        })
    }

    /// Tell whether a test is in quarantine.
    fn is_quarantined(&self, py: Python<'_>, test_id: &str) -> Result<bool, Failure> {
        py.detach(|| Ok(self.engine.entry(test_id)?.is_some()))
    }

    /// Put a test into quarantine by hand: it stays until it is released or expires.
    fn quarantine(&self, py: Python<'_>, test_id: &str, reason: &str) -> Result<(), Failure> {
        py.detach(|| {
            let entry = QuarantineEntry::new(test_id, reason, EntryKind::Manual, now());
            self.engine.quarantine(entry, now())?;
            Ok(())
        })
    }

    /// Release a test.
    fn unquarantine(&self, py: Python<'_>, test_id: &str) -> Result<(), Failure> {
        py.detach(|| {
            self.engine.release(test_id, None, None, now())?;
            Ok(())
        })
    }

    /// Bring the quarantine up to date; returns the tests that changed.
    ///
    /// The keys are `quarantined`, `unquarantined`, `suspended`, `resumed` and `proposed`.
    fn auto_update(&self, py: Python<'_>) -> Result<Update, Failure> {
        py.detach(|| {
            let update = self.engine.auto_update(now())?;
            Ok(Update {
                quarantined: update.quarantined,
                unquarantined: update.unquarantined,
                suspended: update.suspended,
                resumed: update.resumed,
                proposed: update.proposed,
            })
        })
    }

    /// Return the tests in quarantine.
    fn get_all_quarantined(&self, py: Python<'_>) -> Result<Vec<String>, Failure> {
        py.detach(|| {
            let entries = self.engine.entries()?.into_iter();
            Ok(entries.map(|entry| entry.test_id).collect())
        })
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<TestTracker>()?;
    module.add_class::<TestAnalyzer>()?;
    module.add_class::<QuarantineManager>()
}
