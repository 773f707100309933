//! Fingerprints cross the border in their JSON form.

use breadcrumb::engine::{ElementFingerprint, PageSnapshot, describe};
use pyo3::prelude::*;

use crate::error::Failure;

/// Brings the JSON form of a fingerprint into normal form.
#[pyfunction]
fn normalize_fingerprint(json: &str) -> Result<String, Failure> {
    Ok(ElementFingerprint::from_json(json)?.to_json())
}

/// Describes an element in a few words, as messages do.
#[pyfunction]
fn describe_fingerprint(json: &str) -> Result<String, Failure> {
    Ok(describe(&ElementFingerprint::from_json(json)?))
}

/// Returns the fingerprint of a payload's target, or none where it has no target.
#[pyfunction]
fn fingerprint_of_target(
    payload: &str,
    test_id: &str,
    locator: &str,
) -> Result<Option<String>, Failure> {
    let page = PageSnapshot::from_payload(payload)?;
    let fingerprint = page.target().map(|target| page.fingerprint(target));
    Ok(fingerprint.map(|element| element.with_key(test_id, locator).to_json()))
}

/// Returns the fingerprints of all candidates of a page.
#[pyfunction]
fn fingerprints_of_page(py: Python<'_>, payload: &str) -> Result<Vec<String>, Failure> {
    py.detach(|| {
        let page = PageSnapshot::from_payload(payload)?;
        let candidates = page.candidates().iter();
        Ok(candidates
            .map(|index| page.fingerprint(*index).to_json())
            .collect())
    })
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(normalize_fingerprint, module)?)?;
    module.add_function(wrap_pyfunction!(describe_fingerprint, module)?)?;
    module.add_function(wrap_pyfunction!(fingerprint_of_target, module)?)?;
    module.add_function(wrap_pyfunction!(fingerprints_of_page, module)?)
}
