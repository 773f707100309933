//! Words and parts of names, as sets.

use super::shapes::Hashes;
use super::volatile::is_volatile;

/// A set of words, each as its hash.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Tokens(Hashes);

impl Tokens {
    /// Splits a text into words.
    pub(super) fn of_words(text: &str) -> Self {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(hash)
            .collect()
    }

    /// Splits at white space, and leaves out what a build tool has made up.
    pub(super) fn of_names(text: &str) -> Self {
        text.split_ascii_whitespace()
            .filter(|name| !parts(name).any(is_volatile))
            .map(hash)
            .collect()
    }

    /// Splits names into their parts: `loginBtn-2` is `login`, `btn` and `2`.
    pub(super) fn of_parts(text: &str) -> Self {
        let mut all = Hashes::new();
        for part in parts(text).filter(|part| !is_volatile(part)) {
            push_humps(part, &mut all);
        }
        Self::from_hashes(all)
    }

    /// Whether there is no word.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the share of the words of either that both have.
    pub(super) fn jaccard(&self, other: &Self) -> f64 {
        let shared = self.shared(other);
        let all = self.0.len() + other.0.len() - shared;
        if all == 0 {
            0.0
        } else {
            shared as f64 / all as f64
        }
    }

    /// Returns the share of the shorter one's words that both have.
    pub(super) fn overlap(&self, other: &Self) -> f64 {
        let shorter = self.0.len().min(other.0.len());
        if shorter == 0 {
            0.0
        } else {
            self.shared(other) as f64 / shorter as f64
        }
    }

    fn shared(&self, other: &Self) -> usize {
        let (short, long) = if self.0.len() < other.0.len() {
            (self, other)
        } else {
            (other, self)
        };
        short
            .0
            .iter()
            .filter(|word| long.0.binary_search(word).is_ok())
            .count()
    }

    fn from_hashes(mut hashes: Hashes) -> Self {
        hashes.sort_unstable();
        hashes.dedup();
        Self(hashes)
    }
}

impl FromIterator<u64> for Tokens {
    fn from_iter<I: IntoIterator<Item = u64>>(hashes: I) -> Self {
        Self::from_hashes(hashes.into_iter().collect())
    }
}

/// Splits a name where people put a border into it.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|part| !part.is_empty())
}

/// Splits a part where a capital follows a small letter, and between letters and digits.
fn push_humps(part: &str, hashes: &mut Hashes) {
    let mut start = 0;
    let mut before: Option<char> = None;
    for (position, c) in part.char_indices() {
        let is_border = before.is_some_and(|before| {
            before.is_numeric() != c.is_numeric() || (before.is_lowercase() && c.is_uppercase())
        });
        if is_border {
            push_lowercase(part.get(start..position), hashes);
            start = position;
        }
        before = Some(c);
    }
    push_lowercase(part.get(start..), hashes);
}

fn push_lowercase(part: Option<&str>, hashes: &mut Hashes) {
    let Some(part) = part.filter(|part| !part.is_empty()) else {
        return;
    };
    hashes.push(if part.is_ascii() {
        hash_bytes(part.bytes().map(|byte| byte.to_ascii_lowercase()))
    } else {
        hash(&part.to_lowercase())
    });
}

/// Hashes a word: FNV-1a, the same on every platform.
pub(super) fn hash(word: &str) -> u64 {
    hash_bytes(word.bytes())
}

fn hash_bytes(bytes: impl Iterator<Item = u8>) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    bytes.fold(OFFSET, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(PRIME)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fall_into_the_parts_that_people_see() {
        assert_eq!(
            Tokens::of_parts("loginBtn-2"),
            Tokens::of_parts("2 login_btn")
        );
        assert_eq!(
            Tokens::of_parts("Button_root__3xYz1"),
            Tokens::of_parts("button root")
        );
        assert_eq!(Tokens::of_parts(""), Tokens::default());
    }

    #[test]
    fn shares_are_those_of_the_sets() {
        let (a, b) = (Tokens::of_words("add to cart"), Tokens::of_words("cart"));
        assert!((a.jaccard(&b) - 1.0 / 3.0).abs() < 1e-9);
        assert!((a.overlap(&b) - 1.0).abs() < 1e-9);
        assert!(Tokens::default().jaccard(&Tokens::default()) < 0.01);
    }

    #[test]
    fn made_up_class_names_are_left_out() {
        assert_eq!(
            Tokens::of_names("card css-1q2w3e Card_box__9f8e7d"),
            Tokens::of_names("card")
        );
    }
}
