//! Making a snapshot element by element, for sources other than a browser.

use std::collections::HashMap;

use super::columns::{Columns, Element, TextNode, kind, row};
use super::strings::StringId;
use super::{ElementIndex, PageInfo, PageSnapshot};
use crate::error::Error;
use crate::fingerprint::BoundingBox;

/// Collects a page in document order: an element, then its text and children, then the next.
///
/// ```
/// use breadcrumb_core::{NewElement, SnapshotBuilder};
///
/// let mut page = SnapshotBuilder::new("https://shop.test/login");
/// let body = page.element(None, NewElement::new("body"));
/// let button = page.element(Some(body), NewElement::new("button").attribute("id", "go"));
/// page.text(button, "Log in");
/// let page = page.finish()?;
/// assert_eq!(page.fingerprint(button).text(), "log in");
/// # Ok::<(), breadcrumb_core::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct SnapshotBuilder {
    columns: Columns,
    ids: HashMap<String, StringId>,
    info: PageInfo,
}

/// One element to be added to a [`SnapshotBuilder`].
#[derive(Debug, Clone)]
#[must_use]
pub struct NewElement {
    tag: String,
    attributes: Vec<(String, String)>,
    bbox: Option<BoundingBox>,
    kind: u32,
}

impl SnapshotBuilder {
    /// Starts a page at this address.
    #[must_use]
    pub fn new(url: &str) -> Self {
        Self {
            info: PageInfo {
                url: url.to_owned(),
                ..PageInfo::default()
            },
            ..Self::default()
        }
    }

    /// Adds an element after all that were added before it; only the first has no parent.
    pub fn element(&mut self, parent: Option<ElementIndex>, new: NewElement) -> ElementIndex {
        let NewElement {
            tag,
            attributes,
            bbox,
            kind,
        } = new;
        let index = self.columns.elements.len();
        let first = row(self.columns.attributes.len());
        for (name, value) in &attributes {
            let pair = (self.intern(name), self.intern(value));
            self.columns.attributes.push(pair);
        }
        let tag = self.intern(&tag);
        self.columns.elements.push(Element {
            parent: parent.map(row),
            sibling_before: None,
            tag,
            kind,
            bbox,
            attributes: (first, row(self.columns.attributes.len())),
        });
        index
    }

    /// Adds text inside `parent`, after all that was added before it.
    pub fn text(&mut self, parent: ElementIndex, text: &str) {
        let string = self.intern(text);
        let before = row(self.columns.elements.len());
        let parent = row(parent);
        self.columns.texts.push(TextNode {
            parent,
            before,
            string,
        });
    }

    /// Finishes the page; an error names an element or text that is out of order.
    pub fn finish(self) -> Result<PageSnapshot, Error> {
        PageSnapshot::assemble(self.columns, self.info, None)
    }

    fn intern(&mut self, string: &str) -> StringId {
        if let Some(id) = self.ids.get(string) {
            return *id;
        }
        let id = row(self.columns.strings.len());
        self.columns.strings.push(string);
        self.ids.insert(string.to_owned(), id);
        id
    }
}

impl NewElement {
    /// Describes a visible element with this tag.
    pub fn new(tag: &str) -> Self {
        Self {
            tag: crate::normalize_tag(tag),
            attributes: Vec::new(),
            bbox: None,
            kind: kind::VISIBLE,
        }
    }

    /// Adds an attribute.
    pub fn attribute(mut self, name: &str, value: &str) -> Self {
        self.attributes.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Sets the element's place.
    pub fn bbox(mut self, bbox: Option<BoundingBox>) -> Self {
        self.bbox = bbox;
        self
    }

    /// Marks the element as one that nobody sees: it is in paths, but is no candidate.
    pub fn hidden(mut self) -> Self {
        self.kind &= !kind::VISIBLE;
        self
    }
}
