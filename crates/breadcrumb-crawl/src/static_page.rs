//! Pages that are what their HTML says.

use breadcrumb_core::{ElementIndex, Locator, normalize_text};
use breadcrumb_gen::{PageCheck, PageModel};
use breadcrumb_html::HtmlPage;

use crate::error::{Error, ErrorKind};

/// Reads a page from its HTML.
///
/// ```
/// let page = breadcrumb_crawl::model_of_html("<button>Save</button>", "https://a.test/")?;
/// assert_eq!(page.elements.len(), 1);
/// # Ok::<(), breadcrumb_crawl::Error>(())
/// ```
pub fn model_of_html(html: &str, url: &str) -> Result<PageModel, Error> {
    Ok(model_of(&parse(html, url)?))
}

pub(crate) fn model_of(page: &HtmlPage) -> PageModel {
    PageModel::of(page.snapshot(), &mut Checked(page))
}

pub(crate) fn parse(html: &str, url: &str) -> Result<HtmlPage, Error> {
    HtmlPage::parse(html, url).map_err(|error| {
        let message = format!("cannot read the page `{url}`: {error}");
        Error::new(ErrorKind::Page, message)
    })
}

/// A document that can be asked about what it hides.
struct Checked<'p>(&'p HtmlPage);

impl PageCheck for Checked<'_> {
    fn is_unique(&mut self, locator: &Locator, _: ElementIndex) -> bool {
        is_unique(self.0, locator)
    }

    fn css_path(&mut self, element: ElementIndex) -> Option<String> {
        self.0.css_path(element)
    }
}

/// Whether no hidden element has the same: Playwright counts those as well.
fn is_unique(page: &HtmlPage, locator: &Locator) -> bool {
    let Some((step, value)) = locator.steps().last().and_then(|s| Some((s, s.text()?))) else {
        return true;
    };
    let attribute = match step.method() {
        "get_by_placeholder" => "placeholder",
        "get_by_test_id" => "data-testid",
        "get_by_label" => "aria-label",
        "locator" => return page.count(value) == Some(1),
        _ => return true,
    };
    let wanted = normalize_text(value);
    let is_whole = step.is_exact() || attribute == "data-testid";
    let matches = |other: &&str| {
        if is_whole {
            *other == value
        } else {
            normalize_text(other).contains(&wanted)
        }
    };
    page.attribute_values(attribute).filter(matches).count() <= 1
}
