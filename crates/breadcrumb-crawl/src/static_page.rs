//! Pages that are what their HTML says.

use breadcrumb_core::{ElementIndex, normalize_text};
use breadcrumb_gen::{By, Locator, PageCheck, PageModel};
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
    let attribute = match locator.by {
        By::Placeholder => "placeholder",
        By::TestId => "data-testid",
        By::Label => "aria-label",
        By::Css => return page.count(&locator.value) == Some(1),
        _ => return true,
    };
    let wanted = normalize_text(&locator.value);
    let is_whole = locator.exact || locator.by == By::TestId;
    let matches = |value: &&str| {
        if is_whole {
            *value == locator.value
        } else {
            normalize_text(value).contains(&wanted)
        }
    };
    page.attribute_values(attribute).filter(matches).count() <= 1
}
