//! [`Rejection`]: a heal that a person has called wrong.

use super::contradiction::name;
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
        // Numbers are looked past, but not where they tell the right one from the wrong one.
        let is_right = name(candidate) == name(stored) && name(candidate) != name(&self.healed);
        !is_right && is_same_element(&self.healed, candidate) && self.is_about(stored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_right_one_of_a_numbered_row_is_not_forbidden() {
        let order = |number: u32, id: &str| {
            let link = ElementFingerprint::builder("a").text(&format!("Order {number}"));
            link.attribute("id", id).build()
        };
        let wrong = Rejection::new(Some(1), order(1001, "a"), order(1002, "b"));
        assert!(wrong.forbids(&order(1001, "a"), &order(1002, "c")));
        assert!(wrong.forbids(&order(1001, "a"), &order(1003, "c")));
        assert!(!wrong.forbids(&order(1001, "a"), &order(1001, "c")));
    }
}
