//! Words that are secrets by their form.

use std::borrow::Cow;
use std::ops::Range;

use super::replace_ranges;

/// What keys and tokens of well-known services begin with, in lower case. Each is followed by at
/// least [`MIN_AFTER_PREFIX`] characters, or it is a word.
const PREFIXES: [&str; 24] = [
    "sk_live_",
    "sk_test_",
    "pk_live_",
    "rk_live_",
    "whsec_",
    "sk-",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "xoxa-",
    "xapp-",
    "akia",
    "asia",
    "aiza",
    "ya29.",
    "npm_",
    "pypi-",
    "hf_",
];
const MIN_AFTER_PREFIX: usize = 12;
/// A JSON Web Token begins with `{"` in base64.
const JWT_START: &str = "eyj";
const MIN_JWT: usize = 16;
/// A piece of letters and digits of this length is no word, product or version.
const MIN_RANDOM: usize = 20;
/// A shorter one is none either where letters and digits take turns this often.
const MIN_MIXED: usize = 12;
const MIN_TURNS: usize = 4;
/// Hexadecimal digits: half a hash. Shorter ones are colors, ids and short commits.
const MIN_HEX: usize = 16;
/// Lengths of the numbers of payment cards.
const CARD_DIGITS: std::ops::RangeInclusive<usize> = 13..=19;
/// The shortest secret that is told by its form: shorter texts are not looked at.
const SHORTEST: usize = 12;

/// Replaces what is a secret by its form: tokens, keys, card numbers, passwords in addresses.
///
/// ```
/// use breadcrumb_core::hide_secrets;
///
/// assert_eq!(hide_secrets("Save 2 changes"), "Save 2 changes");
/// assert!(!hide_secrets("key sk_live_4eC39HqLyjWDarjtT1zdp7dc").contains("4eC39"));
/// ```
#[must_use]
pub fn hide_secrets(text: &str) -> Cow<'_, str> {
    if text.len() < SHORTEST {
        return Cow::Borrowed(text);
    }
    let mut ranges = card_numbers(text);
    for word in words(text) {
        let is_apart = |range: &Range<usize>| range.end <= word.start || word.end <= range.start;
        if is_secret_word(text.get(word.clone()).unwrap_or_default()) && ranges.iter().all(is_apart)
        {
            ranges.push(word);
        }
    }
    ranges.sort_unstable_by_key(|range| range.start);
    replace_ranges(text, ranges)
}

/// Whether one word, as it stands between spaces and slashes, is a secret by its form.
pub(crate) fn is_secret_word(word: &str) -> bool {
    if word.len() < SHORTEST {
        return false;
    }
    is_named_token(word) || is_uuid(word) || pieces(word).any(is_random)
}

/// Whether a word is a token of a known kind: those are secrets in ids and class names too.
pub(super) fn is_named_token(word: &str) -> bool {
    let begins = |start: &str, rest: usize| {
        word.len() >= start.len() + rest
            && word
                .get(..start.len())
                .is_some_and(|begin| begin.eq_ignore_ascii_case(start))
    };
    let has_digit = || word.bytes().any(|byte| byte.is_ascii_digit());
    begins(JWT_START, MIN_JWT)
        || (PREFIXES
            .iter()
            .any(|prefix| begins(prefix, MIN_AFTER_PREFIX))
            && has_digit())
}

/// Returns where the words of a text stand that are long enough to be secrets.
pub(super) fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut start = None;
    (0..=bytes.len()).filter_map(move |at| {
        let is_inside = bytes.get(at).is_some_and(|byte| is_word_byte(*byte));
        if is_inside {
            start.get_or_insert(at);
            return None;
        }
        let word = start.take()?..at;
        (word.len() >= SHORTEST).then_some(word)
    })
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'+' | b'=' | b'~')
}

fn pieces(word: &str) -> impl Iterator<Item = &str> {
    word.split(['_', '-', '.', '+', '=', '~'])
}

/// Whether letters and digits of a piece are in no order that a person would choose.
fn is_random(piece: &str) -> bool {
    if piece.len() < SHORTEST || !piece.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return false;
    }
    let digits = piece.bytes().filter(u8::is_ascii_digit).count();
    if digits < 2 || digits + 2 > piece.len() {
        return false;
    }
    let is_hex = piece.bytes().all(|byte| byte.is_ascii_hexdigit());
    piece.len() >= MIN_RANDOM
        || (is_hex && piece.len() >= MIN_HEX)
        || (piece.len() >= MIN_MIXED && turns(piece) >= MIN_TURNS)
}

/// Counts how often a piece goes from letters to digits or back.
fn turns(piece: &str) -> usize {
    let pairs = piece.as_bytes().windows(2);
    pairs
        .filter(|pair| {
            pair.first().is_some_and(u8::is_ascii_digit)
                != pair.last().is_some_and(u8::is_ascii_digit)
        })
        .count()
}

fn is_uuid(word: &str) -> bool {
    const GROUPS: [usize; 5] = [8, 4, 4, 4, 12];
    let lengths = word.split('-').map(|group| {
        let is_hex = group.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hex.then_some(group.len())
    });
    lengths.eq(GROUPS.into_iter().map(Some))
}

/// Returns where the numbers of payment cards stand, written with or without spaces and hyphens.
fn card_numbers(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = bytes
        .get(at..)
        .and_then(|rest| rest.iter().position(u8::is_ascii_digit))
    {
        let range = digit_run(bytes, at + start);
        at = range.end;
        let digits = bytes.get(range.clone()).unwrap_or_default().iter();
        let digits: Vec<u8> = digits.filter(|b| b.is_ascii_digit()).copied().collect();
        if CARD_DIGITS.contains(&digits.len()) && passes_luhn(&digits) {
            found.push(range);
        }
    }
    found
}

/// Returns the digits from here on, with single separators between them.
fn digit_run(bytes: &[u8], start: usize) -> Range<usize> {
    let mut end = start;
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'0'..=b'9' => end = at + 1,
            b' ' | b'-' if end == at => {}
            _ => break,
        }
        at += 1;
    }
    start..end
}

/// The check digit that all payment cards have.
fn passes_luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| {
            let value = u32::from(digit - b'0') * if place % 2 == 1 { 2 } else { 1 };
            if value > 9 { value - 9 } else { value }
        })
        .sum();
    sum > 0 && sum.is_multiple_of(10)
}
