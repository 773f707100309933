//! How alike two values are, each measure in the shape that tells same from other best.
//!
//! Likeness below a floor is no likeness: two random words share a third of their letters.

use smallvec::SmallVec;

use super::tokens::Tokens;
use crate::fingerprint::BoundingBox;
use crate::meaning::means_the_same;
use crate::similarity::{TextPattern, levenshtein_ratio};

/// How fast a place is forgotten: 100 px away leaves 0.6 of it, 500 px a twelfth.
const POSITION_DECAY: f64 = 0.005;

/// Another word for the same thing is nearly the same word.
const SAME_MEANING: f64 = 0.75;

/// Stretches what lies between two bounds over 0 to 1.
pub(super) fn ramp(value: f64, from: f64, to: f64) -> f64 {
    ((value - from) / (to - from)).clamp(0.0, 1.0)
}

/// Compares two texts by their letters, or by their words where those were rearranged.
pub(super) fn text(pattern: &TextPattern<'_>, words: &Tokens, other: &str) -> f64 {
    if is_number(pattern.text()) && is_number(other) && pattern.text() != other {
        return 0.0;
    }
    let by_letters = ramp(pattern.ratio(other), 0.5, 1.0);
    if by_letters >= 0.75 {
        return by_letters;
    }
    if means_the_same(pattern.text(), other) {
        return SAME_MEANING;
    }
    let others = Tokens::of_words(other);
    let overlap = ramp(words.overlap(&others), 0.5, 1.0);
    by_letters.max(0.75 * overlap * ramp(words.jaccard(&others), 0.2, 0.8))
}

/// Whether a text has digits and no letters: prices and dates that share digits are not alike.
fn is_number(text: &str) -> bool {
    text.contains(|c: char| c.is_numeric()) && !text.contains(char::is_alphabetic)
}

/// Compares two short texts: a label, a hint.
pub(super) fn phrase(a: &str, b: &str) -> f64 {
    let by_letters = ramp(levenshtein_ratio(a, b), 0.4, 1.0);
    if means_the_same(a, b) {
        by_letters.max(SAME_MEANING)
    } else {
        by_letters
    }
}

/// Compares two names that programs use.
pub(super) fn name(a: &str, b: &str) -> f64 {
    if a == b {
        return 1.0;
    }
    0.6 * ramp(levenshtein_ratio(a, b), 0.6, 1.0)
}

/// Compares two ids by their parts.
pub(super) fn id(a: &str, b: &str) -> f64 {
    if a == b {
        return 1.0;
    }
    0.6 * ramp(Tokens::of_parts(a).jaccard(&Tokens::of_parts(b)), 0.2, 1.0)
}

/// Compares where two links lead.
pub(super) fn href(a: &str, b: &str) -> f64 {
    if a == b {
        return 1.0;
    }
    0.7 * ramp(Tokens::of_words(a).jaccard(&Tokens::of_words(b)), 0.3, 1.0)
}

/// Compares two sources by the file they name: the folder moves with every release.
pub(super) fn source(a: &str, b: &str) -> f64 {
    f64::from(u8::from(file_name(a) == file_name(b)))
}

/// Compares two `class` attributes by their names, or by parts of names.
pub(super) fn class(a: &ClassNames, b: &ClassNames) -> f64 {
    a.names
        .jaccard(&b.names)
        .max(0.5 * a.parts.jaccard(&b.parts))
}

/// The names in a `class` attribute, and their parts.
#[derive(Debug, Clone, Default)]
pub(super) struct ClassNames {
    names: Tokens,
    parts: Tokens,
}

impl ClassNames {
    pub(super) fn of(class: &str) -> Self {
        Self {
            names: Tokens::of_names(class),
            parts: Tokens::of_parts(class),
        }
    }
}

/// Compares two places by the distance of their corners.
pub(super) fn position(a: BoundingBox, b: BoundingBox) -> f64 {
    (-POSITION_DECAY * (a.x - b.x).hypot(a.y - b.y)).exp()
}

/// Compares two sizes side by side.
pub(super) fn size(a: BoundingBox, b: BoundingBox) -> f64 {
    let ratio = |a: f64, b: f64| a.min(b).max(0.0) / a.max(b).max(1.0);
    ratio(a.width, b.width) * ratio(a.height, b.height)
}

/// Returns the last part of a path.
pub(super) fn file_name(path: &str) -> &str {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    path.rsplit('/').next().unwrap_or_default()
}

/// A short list of hashes that needs no memory of its own.
pub(super) type Hashes = SmallVec<[u64; 12]>;

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(a: &str, b: &str) -> f64 {
        text(&TextPattern::new(a), &Tokens::of_words(a), b)
    }

    #[test]
    fn letters_or_words_make_a_text_alike() {
        assert!((texts("log in", "log in") - 1.0).abs() < 1e-9);
        assert!(texts("save", "share") < 0.3);
        assert!(texts("add to cart", "cart: add to") > 0.6);
        assert!(texts("log in", "terms and conditions") < 0.01);
        assert!((texts("", "") - 1.0).abs() < 1e-9);
        assert!(texts("¥21,000", "¥24,000") < 0.01);
    }

    #[test]
    fn ids_are_alike_in_their_parts() {
        assert!((id("login-btn", "login-btn") - 1.0).abs() < 1e-9);
        assert!(id("login-btn", "loginButton") > 0.0);
        assert!(id("login-btn", "search") < 0.01);
    }

    #[test]
    fn the_file_counts_not_the_folder() {
        assert!((source("/v1/img/logo.png?v=2", "https://cdn.test/logo.png") - 1.0).abs() < 1e-9);
        assert!(source("/img/logo.png", "/img/banner.png") < 0.01);
    }
}
