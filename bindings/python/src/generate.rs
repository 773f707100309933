//! From a page to tests. Elements travel as JSON: to Python they are plain dictionaries.

use std::time::Duration;

use breadcrumb::crawl::{CrawlOptions, PageCrawler, Start, model_of_html, parse_address};
use breadcrumb::engine::PageSnapshot;
use breadcrumb::generate::{Language, PageElement, PageModel, Unchecked, classify, generate};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::Failure;
use crate::run::read_json;

/// A page as JSON: its address, title and elements.
#[pyfunction]
fn crawl_html(py: Python<'_>, html: &str, url: &str) -> PyResult<String> {
    let model = py
        .detach(|| model_of_html(html, url))
        .map_err(Failure::from)?;
    Ok(json(&model))
}

#[pyfunction]
fn crawl_url(py: Python<'_>, url: &str, timeout_ms: f64, in_browser: bool) -> PyResult<String> {
    let mut options = CrawlOptions::default();
    options.timeout = Duration::try_from_secs_f64(timeout_ms / 1000.0)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    options.in_browser = in_browser;
    let start = Start::Address(parse_address(url).map_err(Failure::from)?);
    let pages = py
        .detach(|| PageCrawler::new(options).crawl(&start, &mut |_| ()))
        .map_err(Failure::from)?;
    Ok(json(&pages.first()))
}

#[pyfunction]
fn crawl_payload(py: Python<'_>, payload: &str) -> PyResult<String> {
    let page = py.detach(|| PageSnapshot::from_payload(payload));
    let page = page.map_err(Failure::from)?;
    Ok(json(&PageModel::of(&page, &mut Unchecked)))
}

/// What an element is for, and why.
#[pyfunction]
fn classify_element(element: &str) -> PyResult<(&'static str, String)> {
    let found = classify(&read_json::<PageElement>(element)?);
    Ok((found.role.name(), found.reason))
}

/// The names and texts of the page object and of the tests.
#[pyfunction]
fn generate_files(
    page_name: &str,
    elements: &str,
    url: &str,
    language: &str,
) -> PyResult<(String, String, String, String)> {
    let language = match language {
        "python" => Language::Python,
        "typescript" => Language::TypeScript,
        other => {
            return Err(PyValueError::new_err(format!(
                "no language is called `{other}`"
            )));
        }
    };
    let mut page = PageModel::default();
    page.elements = read_json(elements)?;
    url.clone_into(&mut page.url);
    let files = generate(&page, page_name, language);
    Ok((
        files.page_object_name,
        files.page_object,
        files.test_file_name,
        files.test_file,
    ))
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(crawl_html, module)?)?;
    module.add_function(wrap_pyfunction!(crawl_url, module)?)?;
    module.add_function(wrap_pyfunction!(crawl_payload, module)?)?;
    module.add_function(wrap_pyfunction!(classify_element, module)?)?;
    module.add_function(wrap_pyfunction!(generate_files, module)?)
}
