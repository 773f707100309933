//! [`Acceptance`]: a suggestion that a person has called the right element.

use super::identity::{identity_digest, is_same_element};
use crate::fingerprint::ElementFingerprint;

/// A pair that is the same element, because a person has said so.
///
/// It holds for one locator on one page only: unlike a [`Rejection`](super::Rejection) it makes a heal, and
/// on another page nobody has looked.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Acceptance {
    /// The heal, as its log numbers it.
    pub heal: i64,
    /// The locator that stopped matching.
    pub locator: String,
    /// The page, as [`page_key`](crate::page_key) names it.
    pub page_key: Option<String>,
    /// The element that was looked for.
    pub original: ElementFingerprint,
    /// The element that it is now.
    pub accepted: ElementFingerprint,
}

impl Acceptance {
    /// Accepts an element.
    #[must_use]
    pub fn new(
        heal: i64,
        locator: String,
        page_key: Option<String>,
        original: ElementFingerprint,
        accepted: ElementFingerprint,
    ) -> Self {
        Self {
            heal,
            locator,
            page_key,
            original,
            accepted,
        }
    }

    /// Whether it is about the element that a locator is looking for on a page.
    #[must_use]
    pub fn is_about(&self, locator: &str, page_key: &str, stored: &ElementFingerprint) -> bool {
        self.locator == locator
            && self.page_key.as_deref().is_none_or(|own| own == page_key)
            && is_same_element(&self.original, stored)
    }

    /// Finds the accepted element among candidates; none where there is no such one, or two.
    pub(super) fn find<'a>(
        &self,
        candidates: impl Iterator<Item = (usize, std::borrow::Cow<'a, ElementFingerprint>)>,
    ) -> Option<usize> {
        let digest = identity_digest(&self.accepted);
        let same = candidates.filter(|(_, element)| is_same_element(&self.accepted, element));
        let same: Vec<(usize, bool)> = same
            .map(|(position, element)| (position, identity_digest(&element) == digest))
            .collect();
        let exact = same.iter().filter(|(_, is_exact)| *is_exact);
        match (exact.count(), same.as_slice()) {
            (0, [(only, _)]) => Some(*only),
            (1, _) => same
                .iter()
                .find_map(|(at, is_exact)| is_exact.then_some(*at)),
            _ => None,
        }
    }
}
