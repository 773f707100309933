//! Fingerprints: `ElementFingerprint` and `BoundingBox` of `breadcrumb.core`.

use breadcrumb::engine::{
    BoundingBox, ElementFingerprint, PageSnapshot, normalize_tag, normalize_text,
};
use pyo3::prelude::*;
use pyo3::types::{PyFrozenSet, PyTuple};
use serde_json::Value;

use crate::dataclass;
use crate::error::Failure;

/// An `ElementFingerprint` on its way to Python or from there.
pub(crate) struct Fingerprint(pub(crate) ElementFingerprint);

/// Its fields. What is known beyond the classic signals is one of them, as JSON.
#[derive(IntoPyObject)]
struct Fields<'a, 'py> {
    tag: &'a str,
    text: &'a str,
    attributes: Bound<'py, PyFrozenSet>,
    dom_path: Bound<'py, PyTuple>,
    siblings: Bound<'py, PyTuple>,
    bbox: Option<Bound<'py, PyAny>>,
    locator: &'a str,
    test_id: &'a str,
    _more: String,
}

/// The fields of a `BoundingBox`.
#[derive(FromPyObject, IntoPyObject)]
pub(crate) struct Edges {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl FromPyObject<'_, '_> for Fingerprint {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let json: String = value.call_method0("to_json")?.extract()?;
        let read = ElementFingerprint::from_json(&json).map_err(Failure::from)?;
        Ok(Self(read))
    }
}

impl<'py> IntoPyObject<'py> for Fingerprint {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        instance(&dataclass::class(py, "ElementFingerprint")?, &self.0)
    }
}

impl Edges {
    /// Returns the box, or none where a number is not finite.
    pub(crate) fn as_box(&self) -> Option<BoundingBox> {
        BoundingBox::new(self.x, self.y, self.width, self.height)
    }
}

/// Reads the JSON form as an instance of `ElementFingerprint`, or of a class derived from it.
#[pyfunction]
fn read_fingerprint<'py>(kind: &Bound<'py, PyAny>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    let fingerprint = ElementFingerprint::from_json(json).map_err(Failure::from)?;
    instance(kind, &fingerprint)
}

/// Returns a text as fingerprints have it.
#[pyfunction(name = "normalize_text")]
#[pyo3(signature = (text))]
fn normalized_text(text: Option<&str>) -> String {
    normalize_text(text.unwrap_or_default())
}

/// Returns a tag as fingerprints have it.
#[pyfunction(name = "normalize_tag")]
#[pyo3(signature = (tag))]
fn normalized_tag(tag: Option<&str>) -> String {
    normalize_tag(tag.unwrap_or_default())
}

/// Returns the fingerprint of a payload's target, or none where it has no target.
#[pyfunction]
fn fingerprint_of_target(
    payload: &str,
    test_id: &str,
    locator: &str,
) -> Result<Option<Fingerprint>, Failure> {
    let page = PageSnapshot::from_payload(payload)?;
    let found = page.target().map(|target| page.fingerprint(target));
    Ok(found.map(|element| Fingerprint(element.with_key(test_id, locator))))
}

/// Returns the fingerprints of all candidates of a page.
#[pyfunction]
fn fingerprints_of_page(py: Python<'_>, payload: &str) -> Result<Vec<Fingerprint>, Failure> {
    py.detach(|| {
        let page = PageSnapshot::from_payload(payload)?;
        let candidates = page.candidates().iter();
        Ok(candidates
            .map(|index| Fingerprint(page.fingerprint(*index)))
            .collect())
    })
}

fn instance<'py>(
    class: &Bound<'py, PyAny>,
    fingerprint: &ElementFingerprint,
) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    let bbox = fingerprint.bbox().map(|found| {
        let BoundingBox {
            x,
            y,
            width,
            height,
        } = found;
        let class = dataclass::class(py, "BoundingBox")?;
        dataclass::make(
            &class,
            Edges {
                x,
                y,
                width,
                height,
            },
        )
    });
    let fields = Fields {
        tag: fingerprint.tag(),
        text: fingerprint.text(),
        attributes: PyFrozenSet::new(py, fingerprint.attributes())?,
        dom_path: PyTuple::new(py, fingerprint.dom_path())?,
        siblings: PyTuple::new(py, fingerprint.siblings())?,
        bbox: bbox.transpose()?,
        locator: fingerprint.locator(),
        test_id: fingerprint.test_id(),
        _more: more(fingerprint),
    };
    dataclass::make(class, fields)
}

/// Returns what is known beyond the classic signals as JSON, or nothing where nothing is.
fn more(fingerprint: &ElementFingerprint) -> String {
    const CLASSIC: [&str; 8] = [
        "tag",
        "text",
        "attributes",
        "dom_path",
        "siblings",
        "locator",
        "test_id",
        "bbox",
    ];
    let Ok(Value::Object(mut fields)) = serde_json::to_value(fingerprint) else {
        return String::new();
    };
    fields.retain(|name, _| !CLASSIC.contains(&name.as_str()));
    if fields.is_empty() {
        return String::new();
    }
    Value::Object(fields).to_string()
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(read_fingerprint, module)?)?;
    module.add_function(wrap_pyfunction!(normalized_text, module)?)?;
    module.add_function(wrap_pyfunction!(normalized_tag, module)?)?;
    module.add_function(wrap_pyfunction!(fingerprint_of_target, module)?)?;
    module.add_function(wrap_pyfunction!(fingerprints_of_page, module)?)
}
