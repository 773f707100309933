//! Flaky tests: runs, tiers, the quarantine.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use breadcrumb::config::Config;
use breadcrumb::engine::{RunDetails, RunStatus, TestRun};
use breadcrumb::flaky::reports::failure_reason as reason_of;
use breadcrumb::flaky::{
    AppSettings, EntryKind, Judge, Policy, QuarantineEntry, QuarantineManager, Suite, TestAnalyzer,
    TestTracker, load_policy,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::Failure;
use crate::store::Store;

/// A run as the Python package shows it: status, milliseconds, healed, error, environment, time.
type PlainRun = (
    String,
    Option<f64>,
    bool,
    Option<String>,
    Option<String>,
    f64,
);

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
    fn new(py: Python<'_>, store: &Store, folder: Option<PathBuf>) -> Result<Self, Failure> {
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

    fn record_run(&self, py: Python<'_>, test_id: &str, run: PlainRun) -> PyResult<()> {
        let (status, duration_ms, healed, error_type, environment, timestamp) = run;
        let status = RunStatus::from_name(&status)
            .ok_or_else(|| PyValueError::new_err(format!("unknown status `{status}`")))?;
        let mut run = TestRun::new(test_id, status, timestamp);
        run.duration_ms = duration_ms;
        run.healed = healed;
        run.error_type = error_type;
        run.environment = environment;
        Ok(py.detach(|| self.tracker.record_run(&run).map_err(Failure::from))?)
    }

    fn runs(&self, py: Python<'_>, test_id: &str, limit: u64) -> Result<Vec<PlainRun>, Failure> {
        let plain = |run: TestRun| {
            let status = run.status.name().to_owned();
            (
                status,
                run.duration_ms,
                run.healed,
                run.error_type,
                run.environment,
                run.timestamp,
            )
        };
        py.detach(|| {
            Ok(self
                .tracker
                .runs(test_id, limit)?
                .into_iter()
                .map(plain)
                .collect())
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
    fn quarantined(&self, py: Python<'_>) -> Result<Vec<(String, String)>, Failure> {
        let pair = |entry: QuarantineEntry| (entry.test_id, entry.reason);
        py.detach(|| Ok(self.manager.entries()?.into_iter().map(pair).collect()))
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

    /// Brings the quarantine up to date; returns the changes as JSON.
    fn auto_update(&self, py: Python<'_>) -> Result<String, Failure> {
        py.detach(|| {
            let update = self.manager.auto_update(now())?;
            Ok(serde_json::to_string(&update).unwrap_or_default())
        })
    }

    /// Judges a failure, given as the details of its attempt: whether it is masked, and why.
    fn judge(
        &self,
        py: Python<'_>,
        test_id: &str,
        details: &str,
    ) -> PyResult<(bool, Option<String>)> {
        let details = crate::run::read_json::<RunDetails>(details)?;
        let judged: Result<_, Failure> = py.detach(|| {
            let mut run = TestRun::new(test_id, RunStatus::Failed, now());
            let variant = details.variant.clone().unwrap_or_default();
            run.details = details;
            let failed = Judge::new(self.manager.entries()?, now()).judge(&run, &variant);
            Ok((failed.is_masked, failed.why))
        });
        Ok(judged?)
    }
}

/// Makes the reason of a failure, as JSON.
#[pyfunction]
fn failure_reason(class: Option<&str>, message: &str, trace: &str) -> String {
    serde_json::to_string(&reason_of(class, message, trace)).unwrap_or_default()
}

/// What is known of a run of the suite in a folder.
#[pyclass(frozen, name = "Suite", module = "breadcrumb._native")]
pub(crate) struct SuiteInfo {
    suite: Suite,
    app: AppSettings,
}

#[pymethods]
impl SuiteInfo {
    #[new]
    fn new(py: Python<'_>, folder: PathBuf, run_uid: &str) -> Self {
        let version = py.version_info();
        let runtime = format!("python{}.{}", version.major, version.minor);
        py.detach(|| Self {
            suite: detect(&folder, run_uid).with_runtime(&runtime, &variable),
            // Settings that are wrong are said elsewhere.
            app: Config::load(&folder, &variable)
                .map(|config| AppSettings::of(&config))
                .unwrap_or_default(),
        })
    }

    /// The run, as JSON.
    #[getter]
    fn info(&self) -> String {
        serde_json::to_string(&self.suite.info).unwrap_or_default()
    }

    #[getter]
    fn variant(&self) -> Option<&str> {
        self.suite.variant.as_deref()
    }

    #[getter]
    fn app_header(&self) -> Option<&str> {
        self.app.header.as_deref()
    }

    #[getter]
    fn app_meta(&self) -> Option<&str> {
        self.app.meta.as_deref()
    }

    /// The version of code and application, by what the suite says and what its pages have shown.
    fn revision(&self, said: Option<&str>, shown: Option<&str>) -> Option<String> {
        let code = self.suite.revision.as_ref();
        let app = self.app.version(said, shown);
        app.revision(code.map(|code| code.revision.as_str()))
    }
}

pub(crate) fn detect(folder: &Path, run_uid: &str) -> Suite {
    Suite::detect(folder, run_uid, &variable).in_ci_run(&variable)
}

fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

fn now() -> f64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64())
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Flaky>()?;
    module.add_function(wrap_pyfunction!(failure_reason, module)?)?;
    module.add_class::<SuiteInfo>()
}
