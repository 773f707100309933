//! What must not be kept of a page or of a message: tokens, keys, card numbers, addresses of people.
//!
//! A secret is replaced by a hash of itself in brackets that no code has (`⟨1a2b3c4d⟩`): the same
//! secret is the same mark, so elements that only it tells apart stay apart, and nobody reads it.
//! Hiding what is hidden already changes nothing; old fingerprints are read through the same door.
//!
//! - `shape.rs`: words that are secrets by their form, wherever they stand.
//! - `attribute.rs`: which attributes of an element are kept, and how much of each.
//! - `address.rs`: the parts of an address that identify a page.
//! - `message.rs`: messages of failures, which print what a test typed and expected.

mod address;
mod attribute;
mod message;
mod shape;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

pub use address::{hide_in_address, without_user};
pub(crate) use attribute::{AttributeRule, is_editable, kept_attribute};
pub use message::{TypedValues, hide_in_message};
pub use shape::hide_secrets;
pub(crate) use shape::is_secret_word;

/// What a hidden secret begins with.
const OPEN: char = '⟨';
/// What a hidden secret ends with.
const CLOSE: char = '⟩';
/// Enough to keep the secrets of one page apart, too little to find one again from it.
const HASH_DIGITS: usize = 8;

/// Whether a text holds a mark that stands for a secret: it is not what the page says.
#[must_use]
pub fn has_hidden(text: &str) -> bool {
    text.contains(OPEN)
}

/// Returns the mark that stands for a secret. Letters count alike in both cases, because texts of
/// fingerprints are kept in lower case.
fn mark(secret: &str) -> String {
    let hash = crate::hash128(&[&secret.to_lowercase()]);
    let digits = hash.get(..HASH_DIGITS).unwrap_or(&hash);
    format!("{OPEN}{digits}{CLOSE}")
}

/// Hides a text whole, unless that has been done.
fn hide_whole(text: &str) -> Cow<'_, str> {
    if text.is_empty() || (text.starts_with(OPEN) && text.ends_with(CLOSE)) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(mark(text))
}

/// Writes a text anew with some of its parts replaced; the ranges are in order and apart.
fn replace_ranges(text: &str, ranges: Vec<std::ops::Range<usize>>) -> Cow<'_, str> {
    if ranges.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut hidden = String::with_capacity(text.len());
    let mut end = 0;
    for range in ranges {
        hidden.push_str(text.get(end..range.start).unwrap_or_default());
        hidden.push_str(&hide_whole(text.get(range.clone()).unwrap_or_default()));
        end = range.end;
    }
    hidden.push_str(text.get(end..).unwrap_or_default());
    Cow::Owned(hidden)
}
