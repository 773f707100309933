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

    /// Returns a CSS selector that leads to an element step by step from the root.
    #[must_use]
    pub fn css_path(&self, element: ElementIndex) -> Option<String> {
        let (id, _) = self.indexes.iter().find(|(_, index)| **index == element)?;
        let node = self.document.tree.get(*id)?;
        let mut steps: Vec<String> = Vec::new();
        for node in std::iter::once(node).chain(node.ancestors()) {
            let Some(tag) = node.value().as_element().map(scraper::node::Element::name) else {
                continue;
            };
            let is_same = |other: &ego_tree::NodeRef<'_, scraper::Node>| {
                other.value().as_element().is_some_and(|e| e.name() == tag)
            };
            let nth = node.prev_siblings().filter(is_same).count() + 1;
            steps.push(match tag {
                "html" | "body" => tag.to_owned(),
                _ => format!("{tag}:nth-of-type({nth})"),
            });
        }
        steps.reverse();
        Some(steps.join(" > "))
    }

    /// Returns how many elements a CSS selector matches, hidden ones included; none for a broken one.
    #[must_use]
    pub fn count(&self, css: &str) -> Option<usize> {
        let selector = Selector::parse(css).ok()?;
        Some(self.document.select(&selector).count())
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
