//! From a page to tests. To Python, elements are plain dictionaries.

use std::time::Duration;

use breadcrumb::crawl::{CrawlOptions, PageCrawler, Start, model_of_html, parse_address};
use breadcrumb::engine::PageSnapshot;
use breadcrumb::generate::{Language, PageElement, PageModel, Unchecked, classify, generate};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::Failure;
use crate::json::Json;

/// The elements of a page.
type Elements = Json<Vec<PageElement>>;

/// What an element is for, and what tells.
#[pyclass(frozen, get_all, module = "breadcrumb._native")]
pub(crate) struct Classification {
    role: &'static str,
    reason: String,
}

/// The texts of a page object and of its tests.
#[pyclass(frozen, get_all, module = "breadcrumb._native")]
pub(crate) struct GeneratedFiles {
    page_object: String,
    test_file: String,
}

/// Reads a page that is what its HTML says.
#[pyfunction]
fn crawl_html(py: Python<'_>, html: &str) -> Result<Elements, Failure> {
    py.detach(|| Ok(Json(model_of_html(html, "")?.elements)))
}

/// Reads a page in a browser.
#[pyfunction]
fn crawl_url(py: Python<'_>, url: &str, timeout_ms: f64) -> PyResult<Elements> {
    let mut options = CrawlOptions::default();
    options.timeout = Duration::try_from_secs_f64(timeout_ms / 1000.0)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    options.in_browser = true;
    let start = Start::Address(parse_address(url).map_err(Failure::from)?);
    let pages = py.detach(|| PageCrawler::new(options).crawl(&start, &mut |_| ()));
    let first = pages.map_err(Failure::from)?.into_iter().next();
    Ok(Json(first.unwrap_or_default().elements))
}

/// Reads a page from what the page-side code says of it.
#[pyfunction]
fn crawl_payload(py: Python<'_>, payload: &str) -> Result<Elements, Failure> {
    py.detach(|| {
        let page = PageSnapshot::from_payload(payload)?;
        Ok(Json(PageModel::of(&page, &mut Unchecked).elements))
    })
}

/// Says what an element is for.
#[pyfunction]
fn classify_element(element: Json<PageElement>) -> Classification {
    let found = classify(&element.0);
    Classification {
        role: found.role.name(),
        reason: found.reason,
    }
}

/// Writes the page object and the tests of a page.
#[pyfunction]
fn generate_files(
    page_name: &str,
    elements: Elements,
    url: &str,
    language: &str,
) -> PyResult<GeneratedFiles> {
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
    page.elements = elements.0;
    url.clone_into(&mut page.url);
    let files = generate(&page, page_name, language);
    Ok(GeneratedFiles {
        page_object: files.page_object,
        test_file: files.test_file,
    })
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Classification>()?;
    module.add_class::<GeneratedFiles>()?;
    module.add_function(wrap_pyfunction!(crawl_html, module)?)?;
    module.add_function(wrap_pyfunction!(crawl_url, module)?)?;
    module.add_function(wrap_pyfunction!(crawl_payload, module)?)?;
    module.add_function(wrap_pyfunction!(classify_element, module)?)?;
    module.add_function(wrap_pyfunction!(generate_files, module)?)
}
