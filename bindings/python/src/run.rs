//! Records of attempts at tests.

use breadcrumb::engine::TestRun as EngineRun;
use pyo3::prelude::*;

/// The record of one attempt at a test.
#[pyclass(frozen, from_py_object, module = "breadcrumb._native")]
#[derive(Clone)]
pub(crate) struct TestRun {
    pub(crate) engine: EngineRun,
}

#[pymethods]
impl TestRun {
    #[getter]
    fn test_id(&self) -> &str {
        &self.engine.test_id
    }

    #[getter]
    fn status(&self) -> &'static str {
        self.engine.status.name()
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
