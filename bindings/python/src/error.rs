//! Errors become the exceptions of `breadcrumb.errors`.

use breadcrumb::{Error, ErrorKind, store};
use pyo3::PyErr;
use pyo3::prelude::*;

/// An error on its way to Python.
pub(crate) struct Failure(Error);

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        let error = failure.0;
        let class = class_name(&error);
        let message = error.with_hint();
        Python::attach(|py| {
            py.import("breadcrumb.errors")
                .and_then(|module| module.getattr(class))
                .and_then(|class| class.call1((message,)))
                .map_or_else(|failed| failed, Self::from_value)
        })
    }
}

/// The table of exceptions: a wrong value is a `ValueError` too, as it was in the Python package.
fn class_name(error: &Error) -> &'static str {
    let is_wrong_value = match error {
        Error::Store(error) => matches!(
            error.kind(),
            store::ErrorKind::EmptyKey | store::ErrorKind::InvalidEvent
        ),
        _ => error.kind() == ErrorKind::Input,
    };
    match error.kind() {
        _ if is_wrong_value => "InputError",
        ErrorKind::Page => "PageError",
        _ => "StoreError",
    }
}
