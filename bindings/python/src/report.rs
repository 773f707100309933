//! Reports, rendered by the engine.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use breadcrumb::flaky::load_policy;
use breadcrumb::report::{
    Coloring, Depth, Owners, ReportRequest, collect, console, html, json_text,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::Failure;
use crate::store::FingerprintStore;

/// Renders a report of the last days: `console`, `html` or `json`.
///
/// The policy and the owners are those of `folder`.
#[pyfunction]
fn render_report(
    py: Python<'_>,
    store: &FingerprintStore,
    kind: &str,
    days: u32,
    folder: PathBuf,
) -> PyResult<String> {
    let depth = match kind {
        "console" => Depth::Glance,
        "html" | "json" => Depth::Whole,
        _ => return Err(PyValueError::new_err(format!("unknown format `{kind}`"))),
    };
    let report: Result<_, Failure> = py.detach(|| {
        let request = ReportRequest::new(now(), days)
            .depth(depth)
            .policy(load_policy(&folder)?)
            .owners(Owners::load(&folder));
        if kind == "json" {
            return Ok(json_text(store.settled().as_ref(), &request)?);
        }
        let report = collect(store.settled().as_ref(), &request)?;
        Ok(match kind {
            "console" => console(&report, Coloring::Plain),
            _ => html(&report),
        })
    });
    Ok(report?)
}

/// Writes a text so that a reader sees the old file or the new one.
#[pyfunction]
fn write_report(py: Python<'_>, path: PathBuf, text: &str) -> PyResult<()> {
    Ok(py.detach(|| breadcrumb::write_file(&path, text))?)
}

fn now() -> f64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64())
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("DEFAULT_REPORT_DAYS", breadcrumb::report::DEFAULT_DAYS)?;
    module.add_function(wrap_pyfunction!(render_report, module)?)?;
    module.add_function(wrap_pyfunction!(write_report, module)?)
}
