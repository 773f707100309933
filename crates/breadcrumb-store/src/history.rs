//! [`PastFingerprint`]: what a key's fingerprint was before.

use breadcrumb_core::ElementFingerprint;

/// The number of earlier fingerprints that are kept for a key on a page.
///
/// Enough to undo a wrong heal that nobody looked at for a few changes of the app, and little
/// enough that a store does not grow with every change.
pub const HISTORY_LIMIT: u32 = 5;

/// A fingerprint that another one has taken the place of.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PastFingerprint {
    /// The element as it was known then.
    pub fingerprint: ElementFingerprint,
    /// The page it was seen on, where that is known.
    pub page_key: Option<String>,
    /// When it was last saved, in seconds since 1970.
    pub saved_at: f64,
    /// When it was replaced, in seconds since 1970.
    pub replaced_at: f64,
    /// Why it was replaced.
    pub cause: Cause,
}

/// Why a fingerprint was replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// A fingerprint was saved by itself.
    Saved,
    /// A test passed with the element changed, found by the same locator.
    Passed,
    /// A test passed because of a heal.
    Healed,
}

impl Cause {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Saved => "saved",
            Self::Passed => "passed",
            Self::Healed => "healed",
        }
    }

    /// Reads the stored form; a cause of a later version counts as a plain save.
    pub(crate) fn from_stored(text: &str) -> Self {
        match text {
            "passed" => Self::Passed,
            "healed" => Self::Healed,
            _ => Self::Saved,
        }
    }
}
