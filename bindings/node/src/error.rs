//! Errors become JavaScript's, with what to do about them.

use breadcrumb::Error;

/// Returns an error of the engine as one of JavaScript.
pub(crate) fn failure<E: Into<Error>>(error: E) -> napi::Error {
    napi::Error::from_reason(error.into().with_hint())
}
