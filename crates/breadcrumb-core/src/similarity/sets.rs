//! Overlap of sets: Jaccard's coefficient, `|A ∩ B| / |A ∪ B|`.

use std::cmp::Ordering;

use smallvec::SmallVec;

/// Compares two sets given as sorted lists without duplicates; 0 if both are empty.
///
/// ```
/// use breadcrumb_core::similarity::jaccard_similarity;
///
/// assert_eq!(jaccard_similarity(["a", "b", "c"], ["b", "c", "d"]), 0.5);
/// ```
#[must_use]
pub fn jaccard_similarity<T: Ord>(
    a: impl IntoIterator<Item = T>,
    b: impl IntoIterator<Item = T>,
) -> f64 {
    let (shared, all) = shared_share(a, b);
    if all == 0 {
        0.0
    } else {
        shared as f64 / all as f64
    }
}

/// Compares two `class` attributes as sets of tokens.
#[must_use]
pub fn class_similarity(a: &str, b: &str) -> f64 {
    TokenSet::new(a).similarity(b)
}

/// Compares the attributes of two elements but `id` and `class`, which are signals of their own.
///
/// Both lists are sorted by name and value.
#[must_use]
pub fn attribute_similarity<'s>(
    a: impl IntoIterator<Item = (&'s str, &'s str)>,
    b: impl IntoIterator<Item = (&'s str, &'s str)>,
) -> f64 {
    jaccard_similarity(
        a.into_iter().filter(is_plain),
        b.into_iter().filter(is_plain),
    )
}

/// Whether an attribute has no signal of its own.
pub(crate) fn is_plain((name, _): &(&str, &str)) -> bool {
    !matches!(*name, "id" | "class")
}

/// Counts the items of two sorted lists that are in both, and those that are in either.
fn shared_share<T: Ord>(
    a: impl IntoIterator<Item = T>,
    b: impl IntoIterator<Item = T>,
) -> (usize, usize) {
    let (mut a, mut b) = (a.into_iter(), b.into_iter());
    let (mut next_a, mut next_b) = (a.next(), b.next());
    let (mut shared, mut all) = (0, 0);
    loop {
        let order = match (&next_a, &next_b) {
            (None, None) => return (shared, all),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(x), Some(y)) => x.cmp(y),
        };
        all += 1;
        shared += usize::from(order == Ordering::Equal);
        if order != Ordering::Greater {
            next_a = a.next();
        }
        if order != Ordering::Less {
            next_b = b.next();
        }
    }
}

/// The distinct tokens of a `class` attribute, sorted.
#[derive(Debug, Clone)]
pub(crate) struct TokenSet<'s>(Tokens<'s>);

type Tokens<'s> = SmallVec<[&'s str; 8]>;

impl<'s> TokenSet<'s> {
    pub(crate) fn new(class: &'s str) -> Self {
        // White space as HTML takes it in a class attribute.
        let mut tokens: Tokens<'_> = SmallVec::new();
        for token in class.split_ascii_whitespace() {
            tokens.push(token);
        }
        tokens.sort_unstable();
        tokens.dedup();
        Self(tokens)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Compares with another `class` attribute.
    pub(crate) fn similarity(&self, class: &str) -> f64 {
        if self.is_empty() || class.is_empty() {
            return 0.0;
        }
        let other = TokenSet::new(class);
        let shared = other
            .0
            .iter()
            .filter(|token| self.0.binary_search(token).is_ok())
            .count();
        shared as f64 / (self.0.len() + other.0.len() - shared) as f64
    }
}
