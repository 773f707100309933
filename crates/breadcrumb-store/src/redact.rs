//! [`Redacted`]: what secrets were taken out of.

use serde::Serialize;

/// How many values of a store were changed because a secret stood in them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Redacted {
    /// Fingerprints, those of earlier days too.
    pub fingerprints: u64,
    /// What heals have noted.
    pub heals: u64,
    /// What looks that healed nothing have noted.
    pub looks: u64,
    /// Messages of failures.
    pub messages: u64,
    /// What else was on pages.
    pub page_memories: u64,
}
