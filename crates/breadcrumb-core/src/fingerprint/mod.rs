//! [`ElementFingerprint`]: what was known of one element when it was last seen good.
//!
//! The eight classic signals and their JSON form are those that today's Python users know;
//! [`ElementContext`] adds to them. Fields this version does not know survive a round trip.

mod bounding_box;
mod builder;
mod context;
mod json;
mod kept;

pub use bounding_box::BoundingBox;
pub use builder::FingerprintBuilder;
pub use context::ElementContext;

use serde_json::{Map, Value};

use crate::error::Error;
use crate::purpose::Property;
use crate::tag_code::TagCode;

/// An immutable snapshot of one element's identity.
///
/// ```
/// use breadcrumb_core::ElementFingerprint;
///
/// let fingerprint = ElementFingerprint::from_json(
///     r##"{"tag": "BUTTON", "text": " Log  In ", "attributes": {"id": "login-btn"}}"##,
/// )?;
/// assert_eq!(fingerprint.tag(), "button");
/// assert_eq!(fingerprint.text(), "log in");
/// assert_eq!(fingerprint.attribute("id"), Some("login-btn"));
/// # Ok::<(), breadcrumb_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ElementFingerprint {
    tag: String,
    text: String,
    /// Sorted, without duplicates: a set of pairs.
    attributes: Vec<(String, String)>,
    dom_path: Vec<String>,
    siblings: Vec<String>,
    bbox: Option<BoundingBox>,
    locator: String,
    test_id: String,
    context: ElementContext,
    other: Map<String, Value>,
    /// Path and siblings once more, in the form they are compared in.
    path_codes: Vec<TagCode>,
    sibling_codes: Vec<TagCode>,
}

impl ElementFingerprint {
    /// Starts a fingerprint of an element with this tag.
    #[must_use]
    pub fn builder(tag: &str) -> FingerprintBuilder {
        FingerprintBuilder::new(tag)
    }

    /// Reads the JSON form.
    pub fn from_json(json: &str) -> Result<Self, Error> {
        json::from_str(json)
    }

    /// Returns the JSON form, on one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        json::to_string(self)
    }

    /// Returns the tag name in lower case.
    #[must_use]
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// Returns the visible text, normalized.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns all attributes, sorted by name and value.
    #[must_use]
    pub fn attributes(&self) -> &[(String, String)] {
        &self.attributes
    }

    /// Returns the value of one attribute.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, value)| value.as_str())
    }

    /// Returns the tags from the document's root down to this element, itself included.
    #[must_use]
    pub fn dom_path(&self) -> &[String] {
        &self.dom_path
    }

    /// Returns the tags of the nearest siblings, in document order.
    #[must_use]
    pub fn siblings(&self) -> &[String] {
        &self.siblings
    }

    /// Returns where the element was.
    #[must_use]
    pub fn bbox(&self) -> Option<BoundingBox> {
        self.bbox
    }

    /// Returns the locator the test used.
    #[must_use]
    pub fn locator(&self) -> &str {
        &self.locator
    }

    /// Returns the test that touched the element.
    #[must_use]
    pub fn test_id(&self) -> &str {
        &self.test_id
    }

    /// Returns what is known beyond the classic signals.
    #[must_use]
    pub fn context(&self) -> &ElementContext {
        &self.context
    }

    /// Returns the JSON fields that this version does not know.
    #[must_use]
    pub fn other(&self) -> &Map<String, Value> {
        &self.other
    }

    pub(crate) fn path_codes(&self) -> &[TagCode] {
        &self.path_codes
    }

    pub(crate) fn sibling_codes(&self) -> &[TagCode] {
        &self.sibling_codes
    }

    /// Returns the same element under another key.
    #[must_use]
    pub fn with_key(mut self, test_id: &str, locator: &str) -> Self {
        test_id.clone_into(&mut self.test_id);
        locator.clone_into(&mut self.locator);
        self
    }

    /// Returns what is left of the element without a property that a test checks.
    pub(crate) fn without(&self, property: &Property) -> Self {
        let mut rest = self.clone();
        match property {
            Property::Text | Property::Name => rest.text.clear(),
            Property::Value => rest.attributes.retain(|(name, _)| name != "value"),
            Property::Attribute(checked) => rest.attributes.retain(|(name, _)| name != checked),
            Property::Role => rest.tag.clear(),
            Property::Looks => rest.bbox = None,
            Property::State | Property::Presence | Property::List => {}
        }
        if *property == Property::Name {
            const NAMES: [&str; 4] = ["alt", "aria-label", "placeholder", "title"];
            rest.attributes
                .retain(|(name, _)| !NAMES.contains(&name.as_str()));
        }
        rest
    }

    /// Returns the same element with this as the text of the row or card around it.
    pub(crate) fn with_row(mut self, row: String) -> Self {
        self.context.neighbor_text = row;
        self
    }

    /// Returns the same element with its place in the lists around it, and what marks it there.
    pub(crate) fn with_lists(mut self, places: Vec<(u32, u32)>, marks: Vec<String>) -> Self {
        self.context.places = Some(places);
        self.context.marks = marks;
        self
    }

    /// Returns whether both are the same but for their place on the page.
    #[must_use]
    pub fn differs_only_in_place(&self, other: &Self) -> bool {
        let without_place = |fingerprint: &Self| {
            let mut same = Self {
                bbox: None,
                ..fingerprint.clone()
            };
            same.context.text_before.clear();
            same.context.text_after.clear();
            same.context.places = None;
            same
        };
        without_place(self) == without_place(other)
    }
}

#[cfg(test)]
mod tests;
