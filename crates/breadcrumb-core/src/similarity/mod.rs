//! The single measures of likeness, each from 0 (nothing in common) to 1 (the same).
//!
//! What is absent on one side or on both scores 0: two elements without an id do not have the
//! same id. Leaving such a signal out of the mean instead more than doubles the false heals.

mod lcs;
mod levenshtein;
mod position;
mod sets;

pub use lcs::{lcs_length, lcs_similarity};
pub use levenshtein::{levenshtein_distance, levenshtein_ratio};
pub use position::{MAX_DISTANCE_PX, position_similarity};
pub use sets::{attribute_similarity, class_similarity, jaccard_similarity};

pub(crate) use lcs::SequencePattern;
pub(crate) use levenshtein::{TextPattern, char_count};
pub(crate) use sets::{TokenSet, is_plain};

/// Compares two tag names: 1 if both are the same.
#[must_use]
pub fn tag_similarity(a: &str, b: &str) -> f64 {
    exact(a, b)
}

/// Compares two ids: 1 if both are the same.
#[must_use]
pub fn id_similarity(a: Option<&str>, b: Option<&str>) -> f64 {
    exact(a.unwrap_or_default(), b.unwrap_or_default())
}

/// Compares two texts by their Levenshtein ratio.
///
/// A text is never absent: an element without one has the empty text, and two empty texts are the
/// same. Without that, form fields, which have none, could hardly ever be healed.
///
/// ```
/// use breadcrumb_core::similarity::text_similarity;
///
/// assert_eq!(text_similarity("log in", "log in"), 1.0);
/// assert_eq!(text_similarity("log in", "log on"), 1.0 - 1.0 / 6.0);
/// assert_eq!(text_similarity("log in", ""), 0.0);
/// assert_eq!(text_similarity("", ""), 1.0);
/// ```
#[must_use]
pub fn text_similarity(a: &str, b: &str) -> f64 {
    levenshtein_ratio(a, b)
}

fn exact(a: &str, b: &str) -> f64 {
    if !a.is_empty() && a == b { 1.0 } else { 0.0 }
}

#[cfg(test)]
mod tests;
