//! Pages that are what their HTML says.

use breadcrumb_core::normalize_text;
use breadcrumb_gen::{By, Locator, PageModel};
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
    let page = parse(html, url)?;
    Ok(PageModel::of(page.snapshot(), |locator| {
        is_unique(&page, locator)
    }))
}

pub(crate) fn parse(html: &str, url: &str) -> Result<HtmlPage, Error> {
    HtmlPage::parse(html, url).map_err(|error| {
        let message = format!("cannot read the page `{url}`: {error}");
        Error::new(ErrorKind::Page, message)
    })
}

/// Whether no hidden element has the same: Playwright counts those as well.
fn is_unique(page: &HtmlPage, locator: &Locator) -> bool {
    let attribute = match locator.by {
        By::Placeholder => "placeholder",
        By::TestId => "data-testid",
        By::Label => "aria-label",
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
