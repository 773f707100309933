//! [`KnownFingerprint`]: what a key is known by on a page, and since when.

use breadcrumb_core::ElementFingerprint;

/// The fingerprint of a key on a page.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct KnownFingerprint {
    /// The element as it is known.
    pub fingerprint: ElementFingerprint,
    /// How it was last learned on this page; `None` where it is known from elsewhere only.
    pub learned: Option<LastLearned>,
}

/// When a fingerprint was last taken, and of which code.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct LastLearned {
    /// The time, in seconds since 1970.
    pub at: f64,
    /// The revision; `None` where nobody has said it, or where the fingerprint was put there by hand.
    pub revision: Option<String>,
}
