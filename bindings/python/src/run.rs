//! Records of test runs.

use breadcrumb::engine::{RunDetails, RunStatus, TestRun};
use pyo3::PyResult;
use pyo3::exceptions::PyValueError;

/// An attempt: status, milliseconds, error class, time, and the details as JSON.
pub(crate) type Run = (String, f64, Option<String>, f64, String);

/// An attempt as it is shown: test, status, healed, error class, and the details as JSON.
pub(crate) type ShownRun = (String, &'static str, bool, Option<String>, String);

pub(crate) fn test_run(test_id: &str, run: Run) -> PyResult<TestRun> {
    let (status, duration_ms, error_type, timestamp, details) = run;
    let status = RunStatus::from_name(&status)
        .ok_or_else(|| PyValueError::new_err(format!("unknown status `{status}`")))?;
    let mut run = TestRun::new(test_id, status, timestamp);
    run.duration_ms = Some(duration_ms);
    run.error_type = error_type;
    run.details = read_json::<RunDetails>(&details)?;
    Ok(run)
}

pub(crate) fn shown(run: &TestRun) -> ShownRun {
    (
        run.test_id.clone(),
        run.status.name(),
        run.healed,
        run.error_type.clone(),
        serde_json::to_string(&run.details).unwrap_or_default(),
    )
}

pub(crate) fn read_json<T: serde::de::DeserializeOwned>(json: &str) -> PyResult<T> {
    serde_json::from_str(json).map_err(|error| PyValueError::new_err(error.to_string()))
}
