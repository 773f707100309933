//! Reports, rendered by the engine.

use std::path::PathBuf;

use breadcrumb::flaky::load_policy;
use breadcrumb::now;
use breadcrumb::report::{
    Coloring, Depth, Owners, ReportRequest, collect, console, html, json_text,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::Failure;
use crate::store::FingerprintStore;

/// Renders a report of the last days: `console`, `html` or `json`.
///
/// The policy and the owners are those of the working directory.
#[pyfunction]
fn render_report(
    py: Python<'_>,
    store: &FingerprintStore,
    kind: &str,
    days: i64,
) -> PyResult<String> {
    let depth = match kind {
        "console" => Depth::Glance,
        "html" | "json" => Depth::Whole,
        _ => return Err(PyValueError::new_err(format!("unknown format `{kind}`"))),
    };
    let counted = u32::try_from(days).ok().filter(|days| *days > 0);
    let days = counted.ok_or_else(|| {
        let text = format!("a report looks back at least one day, not {days}");
        PyValueError::new_err(text)
    })?;
    let folder = std::env::current_dir()?;
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

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("DEFAULT_REPORT_DAYS", breadcrumb::report::DEFAULT_DAYS)?;
    module.add_function(wrap_pyfunction!(render_report, module)?)?;
    module.add_function(wrap_pyfunction!(write_report, module)?)
}
