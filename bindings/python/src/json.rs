//! Dictionaries and lists of plain values, as Python users know them; their JSON is the engine's.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A value that is plain dictionaries and lists in Python.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned> FromPyObject<'_, '_> for Json<T> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let read = serde_json::from_str(&write(&value)?);
        read.map(Self).map_err(wrong)
    }
}

impl<'py, T: Serialize> IntoPyObject<'py> for Json<T> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        read(py, &serde_json::to_string(&self.0).map_err(wrong)?)
    }
}

/// Returns the JSON of plain values.
pub(crate) fn write(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let json = value.py().import("json")?;
    json.call_method1("dumps", (value,))?.extract()
}

/// Returns the plain values that JSON says.
pub(crate) fn read<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}

fn wrong(error: serde_json::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}
