//! Making a fingerprint from parts.

use serde_json::{Map, Value};

use super::{BoundingBox, ElementContext, ElementFingerprint};
use crate::tag_code::TagCode;
use crate::text::{normalize_tag, normalize_text};

/// Collects the parts of an [`ElementFingerprint`] and brings them into normal form.
#[derive(Debug, Clone)]
pub struct FingerprintBuilder {
    pub(super) fingerprint: ElementFingerprint,
}

impl FingerprintBuilder {
    pub(super) fn new(tag: &str) -> Self {
        Self {
            fingerprint: ElementFingerprint {
                tag: normalize_tag(tag),
                text: String::new(),
                attributes: Vec::new(),
                dom_path: Vec::new(),
                siblings: Vec::new(),
                bbox: None,
                locator: String::new(),
                test_id: String::new(),
                context: ElementContext::default(),
                other: Map::new(),
                path_codes: Vec::new(),
                sibling_codes: Vec::new(),
            },
        }
    }

    /// Sets the visible text; it is normalized.
    #[must_use]
    pub fn text(mut self, text: &str) -> Self {
        self.fingerprint.text = normalize_text(text);
        self
    }

    /// Adds one attribute.
    #[must_use]
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.fingerprint
            .attributes
            .push((name.into(), value.into()));
        self
    }

    /// Sets the tags from the root down to the element.
    #[must_use]
    pub fn dom_path<T: Into<String>>(mut self, tags: impl IntoIterator<Item = T>) -> Self {
        self.fingerprint.dom_path = tags.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the tags of the nearest siblings.
    #[must_use]
    pub fn siblings<T: Into<String>>(mut self, tags: impl IntoIterator<Item = T>) -> Self {
        self.fingerprint.siblings = tags.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the element's place; one that is not finite is left out.
    #[must_use]
    pub fn bbox(mut self, bbox: Option<BoundingBox>) -> Self {
        self.fingerprint.bbox = bbox.and_then(|b| BoundingBox::new(b.x, b.y, b.width, b.height));
        self
    }

    /// Sets the key it is stored under.
    #[must_use]
    pub fn key(mut self, test_id: &str, locator: &str) -> Self {
        self.fingerprint = self.fingerprint.with_key(test_id, locator);
        self
    }

    /// Sets what is known beyond the classic signals.
    #[must_use]
    pub fn context(mut self, context: ElementContext) -> Self {
        self.fingerprint.context = context;
        self
    }

    /// Keeps a JSON field that this version does not know.
    #[must_use]
    pub fn other(mut self, name: impl Into<String>, value: Value) -> Self {
        self.fingerprint.other.insert(name.into(), value);
        self
    }

    /// Finishes the fingerprint.
    #[must_use]
    pub fn build(mut self) -> ElementFingerprint {
        self.fingerprint.attributes.sort_unstable();
        self.fingerprint.attributes.dedup();
        self.fingerprint.path_codes = TagCode::all(&self.fingerprint.dom_path);
        self.fingerprint.sibling_codes = TagCode::all(&self.fingerprint.siblings);
        self.fingerprint
    }
}
