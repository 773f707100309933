//! Reports, rendered by the engine.

use std::path::{Path, PathBuf};

use breadcrumb::flaky::load_policy;
use breadcrumb::now;
use breadcrumb::report::{
    Coloring, DEFAULT_DAYS, Depth, Owners, ReportRequest, collect, console, html, json_text,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::Failure;
use crate::json;
use crate::store::FingerprintStore;

/// A report that is a text.
macro_rules! text_report {
    ($name:ident, $kind:literal, $module:literal, $doc:literal) => {
        #[doc = $doc]
        #[pyclass(frozen, subclass, dict, weakref, module = $module)]
        pub(crate) struct $name;

        #[pymethods]
        impl $name {
            #[new]
            fn new() -> Self {
                Self
            }

            /// Return the report of the last days.
            #[staticmethod]
            #[pyo3(signature = (store, days=i64::from(DEFAULT_DAYS)))]
            fn render(py: Python<'_>, store: &FingerprintStore, days: i64) -> PyResult<String> {
                text(py, store, $kind, days)
            }

            /// Write the report to a file, all at once.
            #[staticmethod]
            #[pyo3(signature = (store, path, days=i64::from(DEFAULT_DAYS)))]
            fn export(
                py: Python<'_>,
                store: &FingerprintStore,
                path: PathBuf,
                days: i64,
            ) -> PyResult<()> {
                write(py, &path, &text(py, store, $kind, days)?)
            }
        }
    };
}

text_report!(
    ReportConsole,
    "console",
    "breadcrumb.report.console",
    "A summary in 80 columns, without colors."
);
text_report!(
    ReportHTML,
    "html",
    "breadcrumb.report.html",
    "One page with everything in it; it opens offline."
);

/// The whole report, with a version.
#[pyclass(frozen, subclass, dict, weakref, module = "breadcrumb.report.json")]
pub(crate) struct ReportJSON;

#[pymethods]
impl ReportJSON {
    #[new]
    fn new() -> Self {
        Self
    }

    /// Return the report of the last days as plain values.
    #[staticmethod]
    #[pyo3(signature = (store, days=i64::from(DEFAULT_DAYS)))]
    fn render<'py>(
        py: Python<'py>,
        store: &FingerprintStore,
        days: i64,
    ) -> PyResult<Bound<'py, PyAny>> {
        json::read(py, &text(py, store, "json", days)?)
    }

    /// Write the report to a file, all at once.
    #[staticmethod]
    #[pyo3(signature = (store, path, days=i64::from(DEFAULT_DAYS)))]
    fn export(py: Python<'_>, store: &FingerprintStore, path: PathBuf, days: i64) -> PyResult<()> {
        write(py, &path, &text(py, store, "json", days)?)
    }
}

/// Renders a report of the last days: `console`, `html` or `json`.
///
/// The policy and the owners are those of the working directory.
fn text(py: Python<'_>, store: &FingerprintStore, kind: &str, days: i64) -> PyResult<String> {
    let depth = match kind {
        "console" => Depth::Glance,
        _ => Depth::Whole,
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
fn write(py: Python<'_>, path: &Path, text: &str) -> PyResult<()> {
    Ok(py.detach(|| breadcrumb::write_file(path, text))?)
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<ReportConsole>()?;
    module.add_class::<ReportHTML>()?;
    module.add_class::<ReportJSON>()
}
