//! Records of attempts at tests.

use breadcrumb::engine::{RunStatus, TestRun as EngineRun};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The record of one attempt at a test.
#[pyclass(frozen, from_py_object, module = "breadcrumb._native")]
#[derive(Clone)]
pub(crate) struct TestRun {
    pub(crate) engine: EngineRun,
}

#[pymethods]
impl TestRun {
    #[new]
    #[pyo3(signature = (test_id, status, timestamp, *, duration_ms=None, healed=false,
                        error_type=None, environment=None))]
    fn new(
        test_id: &str,
        status: &str,
        timestamp: f64,
        duration_ms: Option<f64>,
        healed: bool,
        error_type: Option<String>,
        environment: Option<String>,
    ) -> PyResult<Self> {
        let status = RunStatus::from_name(status)
            .ok_or_else(|| PyValueError::new_err(format!("unknown status `{status}`")))?;
        let mut engine = EngineRun::new(test_id, status, timestamp);
        engine.duration_ms = duration_ms;
        engine.healed = healed;
        engine.error_type = error_type;
        engine.environment = environment;
        Ok(Self { engine })
    }

    #[getter]
    fn test_id(&self) -> &str {
        &self.engine.test_id
    }

    #[getter]
    fn status(&self) -> &'static str {
        self.engine.status.name()
    }

    #[getter]
    fn timestamp(&self) -> f64 {
        self.engine.timestamp
    }

    #[getter]
    fn duration_ms(&self) -> Option<f64> {
        self.engine.duration_ms
    }

    #[getter]
    fn healed(&self) -> bool {
        self.engine.healed
    }

    #[getter]
    fn error_type(&self) -> Option<&str> {
        self.engine.error_type.as_deref()
    }

    #[getter]
    fn environment(&self) -> Option<&str> {
        self.engine.environment.as_deref()
    }

    #[getter]
    fn run_uid(&self) -> Option<&str> {
        self.engine.details.run_uid.as_deref()
    }

    #[getter]
    fn revision(&self) -> Option<&str> {
        self.engine.details.revision.as_deref()
    }

    #[getter]
    fn commit_sha(&self) -> Option<&str> {
        self.engine.details.commit_sha.as_deref()
    }

    #[getter]
    fn attempt_no(&self) -> Option<u32> {
        self.engine.details.attempt_no
    }

    #[getter]
    fn worker(&self) -> Option<&str> {
        self.engine.details.worker.as_deref()
    }

    /// The lowest confidence of its heals.
    #[getter]
    fn heal_score(&self) -> Option<f64> {
        self.engine.details.heal_score
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<TestRun>()
}
