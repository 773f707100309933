//! What a fingerprint can be compared with: fingerprints, or a page as it is.

use std::borrow::Cow;

use crate::fingerprint::{BoundingBox, ElementFingerprint};
use crate::page::{ElementIndex, PageSnapshot};
use crate::tag_code::TagCode;

/// The elements that a fingerprint is compared with.
#[derive(Debug, Clone, Copy)]
pub enum Candidates<'a> {
    /// Fingerprints that were made one by one.
    Fingerprints(&'a [ElementFingerprint]),
    /// The visible elements of a page, without a copy of each.
    Page(&'a PageSnapshot),
}

impl<'a> Candidates<'a> {
    /// Returns how many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Fingerprints(fingerprints) => fingerprints.len(),
            Self::Page(page) => page.candidates().len(),
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the fingerprint of one candidate.
    #[must_use]
    pub fn fingerprint(&self, position: usize) -> Option<Cow<'a, ElementFingerprint>> {
        match self {
            Self::Fingerprints(all) => all.get(position).map(Cow::Borrowed),
            Self::Page(page) => {
                let index = page.candidates().get(position)?;
                Some(Cow::Owned(page.fingerprint_in_card(*index)))
            }
        }
    }

    /// Returns the role of one candidate, or its tag where it has none; none where finding out takes
    /// a fingerprint.
    pub(crate) fn role(&self, position: usize) -> Option<&'a str> {
        match self {
            Self::Fingerprints(_) => None,
            Self::Page(page) => {
                let index = page.candidates().get(position)?;
                let role = page.role(*index);
                Some(if role.is_empty() {
                    page.tag(*index)
                } else {
                    role
                })
            }
        }
    }

    /// Whether one of two candidates is around the other.
    #[must_use]
    pub fn is_nested(&self, a: usize, b: usize) -> bool {
        match self {
            Self::Page(page) => {
                let index = |position: usize| page.candidates().get(position);
                index(a)
                    .zip(index(b))
                    .is_some_and(|(a, b)| page.is_nested(*a, *b))
            }
            Self::Fingerprints(all) => all
                .get(a)
                .zip(all.get(b))
                .is_some_and(|(a, b)| looks_nested(a, b)),
        }
    }
}

impl<'a> From<&'a [ElementFingerprint]> for Candidates<'a> {
    fn from(fingerprints: &'a [ElementFingerprint]) -> Self {
        Self::Fingerprints(fingerprints)
    }
}

impl<'a> From<&'a PageSnapshot> for Candidates<'a> {
    fn from(page: &'a PageSnapshot) -> Self {
        Self::Page(page)
    }
}

/// Fingerprints have no tree: one is inside the other if its path goes on where the other's ends
/// and its box lies within.
fn looks_nested(a: &ElementFingerprint, b: &ElementFingerprint) -> bool {
    let (outer, inner) = if a.dom_path().len() < b.dom_path().len() {
        (a, b)
    } else {
        (b, a)
    };
    let is_longer = outer.dom_path().len() < inner.dom_path().len();
    let is_within = outer
        .bbox()
        .zip(inner.bbox())
        .is_some_and(|(outer, inner)| outer.contains(&inner));
    is_longer && is_within && inner.dom_path().starts_with(outer.dom_path())
}

/// One element, wherever it comes from. Scorers are generic over it, so that a page of 10,000
/// elements is compared without building 10,000 fingerprints.
pub(crate) trait ElementView<'a>: Copy {
    fn tag(self) -> &'a str;
    fn text(self) -> &'a str;
    /// Sorted by name and value.
    fn attributes(self) -> impl Iterator<Item = (&'a str, &'a str)>;
    fn path_to_root(self) -> impl Iterator<Item = TagCode>;
    fn siblings(self) -> impl Iterator<Item = TagCode>;
    fn bbox(self) -> Option<BoundingBox>;
    /// The text of the label that belongs to a form control.
    fn label(self) -> &'a str;
    /// The text of the row or group around it, without its own.
    fn row(self) -> Cow<'a, str>;
    /// The text of the nearest heading before it.
    fn heading(self) -> &'a str;
    /// The pieces of text before and after it.
    fn texts_around(self) -> (&'a str, &'a str);
}

impl<'a> ElementView<'a> for &'a ElementFingerprint {
    fn tag(self) -> &'a str {
        ElementFingerprint::tag(self)
    }

    fn text(self) -> &'a str {
        ElementFingerprint::text(self)
    }

    fn attributes(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        ElementFingerprint::attributes(self)
            .iter()
            .map(|(n, v)| (n.as_str(), v.as_str()))
    }

    fn path_to_root(self) -> impl Iterator<Item = TagCode> {
        self.path_codes().iter().rev().copied()
    }

    fn siblings(self) -> impl Iterator<Item = TagCode> {
        self.sibling_codes().iter().copied()
    }

    fn bbox(self) -> Option<BoundingBox> {
        ElementFingerprint::bbox(self)
    }

    fn label(self) -> &'a str {
        &self.context().label
    }

    fn row(self) -> Cow<'a, str> {
        let context = self.context();
        let is_in_row = !context.neighbor_text.is_empty();
        Cow::Borrowed(if is_in_row {
            &context.neighbor_text
        } else {
            &context.nearby_text
        })
    }

    fn heading(self) -> &'a str {
        &self.context().heading
    }

    fn texts_around(self) -> (&'a str, &'a str) {
        let context = self.context();
        (&context.text_before, &context.text_after)
    }
}

/// An element of a page, by its index.
impl<'a> ElementView<'a> for (&'a PageSnapshot, ElementIndex) {
    fn tag(self) -> &'a str {
        self.0.tag(self.1)
    }

    fn text(self) -> &'a str {
        self.0.text(self.1)
    }

    fn attributes(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.0.attributes(self.1)
    }

    fn path_to_root(self) -> impl Iterator<Item = TagCode> {
        self.0.path_to_root(self.1).map(TagCode::of)
    }

    fn siblings(self) -> impl Iterator<Item = TagCode> {
        self.0.siblings(self.1).map(TagCode::of)
    }

    fn bbox(self) -> Option<BoundingBox> {
        self.0.bbox(self.1)
    }

    fn label(self) -> &'a str {
        self.0.label(self.1).unwrap_or_default()
    }

    fn row(self) -> Cow<'a, str> {
        let owner = self.0.owner_text(self.1);
        Cow::Owned(if owner.is_empty() {
            self.0.row_text(self.1)
        } else {
            owner
        })
    }

    fn heading(self) -> &'a str {
        self.0.heading(self.1)
    }

    fn texts_around(self) -> (&'a str, &'a str) {
        self.0.texts_around(self.1)
    }
}
