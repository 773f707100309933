//! [`Rejection`]: a heal that a person has called wrong.

use super::identity::is_same_element;
use crate::fingerprint::ElementFingerprint;

/// A pair that is not the same element, because a person has said so.
///
/// It holds whatever locator and test describe the two.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Rejection {
    /// The heal that was rejected, as its log numbers it; none where the log has lost it.
    pub heal: Option<i64>,
    /// The element that was looked for.
    pub original: ElementFingerprint,
    /// The element that it is not.
    pub healed: ElementFingerprint,
}

impl Rejection {
    /// Rejects a pair.
    #[must_use]
    pub fn new(
        heal: Option<i64>,
        original: ElementFingerprint,
        healed: ElementFingerprint,
    ) -> Self {
        Self {
            heal,
            original,
            healed,
        }
    }

    /// Whether the element that is looked for is the one of this pair.
    #[must_use]
    pub fn is_about(&self, stored: &ElementFingerprint) -> bool {
        is_same_element(&self.original, stored)
    }

    /// Whether the pair says that this candidate is not the element that is looked for.
    #[must_use]
    pub fn forbids(&self, stored: &ElementFingerprint, candidate: &ElementFingerprint) -> bool {
        is_same_element(&self.healed, candidate) && self.is_about(stored)
    }
}
