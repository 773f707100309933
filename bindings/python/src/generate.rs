//! From a page to tests. To Python, elements are plain dictionaries.

use std::time::Duration;

use breadcrumb::crawl::{CrawlOptions, PageCrawler, Start, model_of_html, parse_address};
use breadcrumb::engine::PageSnapshot;
use breadcrumb::generate::{
    GeneratedFiles, Language, PageElement, PageModel, Unchecked, classify, generate,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::Failure;
use crate::json::Json;

/// The elements of a page.
type Elements = Json<Vec<PageElement>>;

/// Gives elements semantic roles: `email_input`, `search`, `submit`, …
#[pyclass(
    frozen,
    subclass,
    dict,
    weakref,
    module = "breadcrumb.generate.classifier"
)]
pub(crate) struct ElementClassifier;

/// Writes code for the elements that a `PageCrawler` has found.
///
/// What a page contains becomes a string literal or a part of a name, never code.
#[pyclass(
    frozen,
    subclass,
    dict,
    weakref,
    module = "breadcrumb.generate.codegen"
)]
pub(crate) struct TestCodeGenerator {
    engine: Language,
}

#[pymethods]
impl ElementClassifier {
    #[new]
    fn new() -> Self {
        Self
    }

    /// Return what an element is for.
    #[pyo3(signature = (element))]
    #[staticmethod]
    fn classify(element: Json<PageElement>) -> &'static str {
        classify(&element.0).role.name()
    }

    /// Return what tells.
    #[pyo3(signature = (element))]
    #[staticmethod]
    fn explain(element: Json<PageElement>) -> String {
        classify(&element.0).reason
    }

    /// Return the elements with their `role` set to what they are for.
    #[staticmethod]
    fn classify_page(elements: Vec<Bound<'_, PyDict>>) -> PyResult<Vec<Bound<'_, PyDict>>> {
        let classified = elements.into_iter().map(|element| {
            let element = element.copy()?;
            element.set_item("role", Self::classify(element.extract()?))?;
            Ok(element)
        });
        classified.collect()
    }
}

#[pymethods]
impl TestCodeGenerator {
    // The name is no test's.
    #[classattr]
    #[pyo3(name = "__test__")]
    const IS_TEST: bool = false;

    /// Write in this language: `python` or `typescript`.
    #[new]
    #[pyo3(signature = (language="python"))]
    fn new(language: &str) -> PyResult<Self> {
        let engine = match language {
            "python" => Language::Python,
            "typescript" => Language::TypeScript,
            other => {
                let text = format!("no language is called `{other}`");
                return Err(PyValueError::new_err(text));
            }
        };
        Ok(Self { engine })
    }

    /// Return the class of a page.
    #[pyo3(signature = (page_name, elements, page_url=""))]
    fn generate_page_object(&self, page_name: &str, elements: Elements, page_url: &str) -> String {
        self.files(page_name, elements, page_url).page_object
    }

    /// Return the tests of a page, which import its class.
    #[pyo3(signature = (page_name, elements, page_url=""))]
    fn generate_test_file(&self, page_name: &str, elements: Elements, page_url: &str) -> String {
        self.files(page_name, elements, page_url).test_file
    }
}

impl TestCodeGenerator {
    fn files(&self, page_name: &str, elements: Elements, url: &str) -> GeneratedFiles {
        let mut page = PageModel::default();
        page.elements = elements.0;
        url.clone_into(&mut page.url);
        generate(&page, page_name, self.engine)
    }
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
        let page = PageSnapshot::from_payload_as_it_is(payload)?;
        Ok(Json(PageModel::of(&page, &mut Unchecked).elements))
    })
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<ElementClassifier>()?;
    module.add_class::<TestCodeGenerator>()?;
    module.add_function(wrap_pyfunction!(crawl_html, module)?)?;
    module.add_function(wrap_pyfunction!(crawl_url, module)?)?;
    module.add_function(wrap_pyfunction!(crawl_payload, module)?)
}
