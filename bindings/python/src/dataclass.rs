//! The package's dataclasses: plain values that users make, compare and replace parts of.

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Makes an instance from its fields by name.
pub(crate) fn make<'py>(
    class: &Bound<'py, PyAny>,
    fields: impl IntoPyObject<'py, Target = PyDict, Output = Bound<'py, PyDict>, Error = PyErr>,
) -> PyResult<Bound<'py, PyAny>> {
    class.call((), Some(&fields.into_pyobject(class.py())?))
}

/// Returns a class of `breadcrumb.core`.
pub(crate) fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("breadcrumb.core")?.getattr(name)
}
