//! Static HTML as a page snapshot, without a browser.
//!
//! A crate of its own because of the weight of an HTML parser: a front that talks to a browser
//! does not need it. There is no layout here, so elements have no boxes, and only what the markup
//! itself hides is hidden.
//!
//! ```
//! use breadcrumb_html::HtmlPage;
//!
//! let page = HtmlPage::parse("<button id=go>Log <b>in</b></button>", "")?;
//! let found = page.find("#go")?;
//! assert_eq!(page.snapshot().fingerprint(found[0]).text(), "log in");
//! # Ok::<(), breadcrumb_html::Error>(())
//! ```

mod error;
mod visibility;
mod walk;

use std::collections::HashMap;

use breadcrumb_core::{ElementIndex, PageSnapshot};
use ego_tree::NodeId;
use scraper::{Html, Selector};

pub use error::{Error, ErrorKind};

/// A parsed HTML document with its snapshot.
#[derive(Debug, Clone)]
pub struct HtmlPage {
    document: Html,
    snapshot: PageSnapshot,
    indexes: HashMap<NodeId, ElementIndex>,
}

impl HtmlPage {
    /// Parses a document; what is broken is mended as a browser would.
    pub fn parse(html: &str, url: &str) -> Result<Self, Error> {
        let document = Html::parse_document(html);
        let walk::Walked { builder, indexes } = walk::walk(&document, url);
        Ok(Self {
            snapshot: builder.finish()?,
            document,
            indexes,
        })
    }

    /// Returns the page as the engine sees it.
    #[must_use]
    pub fn snapshot(&self) -> &PageSnapshot {
        &self.snapshot
    }

    /// Returns the values that an attribute has anywhere in the document, hidden elements included.
    pub fn attribute_values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let elements = self
            .document
            .tree
            .values()
            .filter_map(|node| node.as_element());
        elements.filter_map(move |element| element.attr(name))
    }

    /// Returns the visible elements that a CSS selector matches, in document order.
    pub fn find(&self, css: &str) -> Result<Vec<ElementIndex>, Error> {
        let selector = Selector::parse(css).map_err(|_| Error::invalid_selector(css))?;
        let found = self.document.select(&selector);
        Ok(found
            .filter_map(|element| self.indexes.get(&element.id()).copied())
            .collect())
    }
}

#[cfg(test)]
mod tests;
