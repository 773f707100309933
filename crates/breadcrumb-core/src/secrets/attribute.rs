//! Which attributes of an element are kept, and how much of each.

use std::borrow::Cow;

use super::address::hide_in_address;
use super::shape::{is_named_token, is_secret_word, words};
use super::{OPEN, hide_secrets, hide_whole, replace_ranges};

/// Code, keys of the browser's own checks, and what a control says about its present value.
const NEVER_KEPT: [&str; 5] = [
    "aria-valuenow",
    "aria-valuetext",
    "integrity",
    "nonce",
    "srcdoc",
];
/// They name the element, or others that belong to it: a test is written with them. Parts that look
/// random stay; only tokens of known services, cards and addresses of people are hidden.
const NAMES: [&str; 14] = [
    "aria-controls",
    "aria-describedby",
    "aria-labelledby",
    "aria-owns",
    "autocomplete",
    "class",
    "for",
    "form",
    "headers",
    "id",
    "list",
    "name",
    "role",
    "type",
];
/// What an attribute made for tests has in its name: `data-testid`, `data-qa`, `data-cy`, …
const TEST_MARKS: [&str; 6] = ["test", "qa", "-cy", "e2e", "automation", "-hook"];
/// Where an element leads or what it shows.
const ADDRESSES: [&str; 12] = [
    "action",
    "background",
    "cite",
    "data",
    "formaction",
    "href",
    "longdesc",
    "ping",
    "poster",
    "src",
    "srcset",
    "xlink:href",
];
/// What people are shown or told; secrets by their form are hidden in it.
const TEXTS: [&str; 14] = [
    "abbr",
    "alt",
    "aria-description",
    "aria-label",
    "aria-placeholder",
    "aria-roledescription",
    "content",
    "label",
    "lang",
    "media",
    "placeholder",
    "style",
    "summary",
    "title",
];
/// Names of attributes whose value is nobody's business.
const SECRET_NAMES: [&str; 24] = [
    "account",
    "apikey",
    "api-key",
    "auth",
    "birth",
    "card",
    "cookie",
    "credential",
    "csrf",
    "cvc",
    "cvv",
    "email",
    "e-mail",
    "iban",
    "jwt",
    "nonce",
    "otp",
    "passw",
    "phone",
    "pwd",
    "secret",
    "session",
    "ssn",
    "token",
];
/// Types of `<input>` whose `value` is a caption.
const CAPTIONS: [&str; 4] = ["button", "image", "reset", "submit"];
/// A value of an attribute that we know nothing about is kept where it is a word or two, or a
/// small number: it says what the element is for. All else is kept as a hash.
const MAX_PLAIN: usize = 24;
const MAX_PLAIN_WORDS: usize = 3;
const MAX_PLAIN_DIGITS: usize = 4;

/// How an attribute's value is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttributeRule {
    /// Not at all.
    Dropped,
    /// As a hash of itself.
    Hashed,
    /// As it is, without tokens of known services and addresses of people.
    Name,
    /// As an address.
    Address,
    /// As a text, without secrets that are told by their form.
    Text,
    /// As it is where it is a plain word or a small number, else as a hash.
    Plain,
}

impl AttributeRule {
    /// Returns the rule for an attribute. `input_type` is only asked for `value`.
    pub(crate) fn of(tag: &str, input_type: &str, name: &str) -> Self {
        let is_one_of = |names: &[&str]| names.contains(&name);
        let is_data = name.starts_with("data-");
        if is_one_of(&NEVER_KEPT) {
            Self::Dropped
        } else if name.starts_with("on") {
            // That there is a handler tells something; its code is nobody's business.
            Self::Hashed
        } else if is_one_of(&NAMES) {
            Self::Name
        } else if name == "value" {
            let is_caption = CAPTIONS.iter().any(|t| t.eq_ignore_ascii_case(input_type));
            if tag == "input" && is_caption {
                Self::Text
            } else {
                Self::Plain
            }
        } else if is_one_of(&ADDRESSES) {
            Self::Address
        } else if is_one_of(&TEXTS) {
            Self::Text
        } else if is_data && TEST_MARKS.iter().any(|mark| name.contains(mark)) {
            Self::Name
        } else if SECRET_NAMES.iter().any(|secret| name.contains(secret)) {
            Self::Hashed
        } else if name.starts_with("aria-") {
            Self::Text
        } else {
            Self::Plain
        }
    }

    /// Returns what is kept of a value; `None` where nothing is.
    pub(crate) fn kept(self, value: &str) -> Option<Cow<'_, str>> {
        Some(match self {
            Self::Dropped => return None,
            Self::Name => hide_named_tokens(value),
            Self::Address => hide_in_address(value),
            Self::Text => hide_people(value),
            Self::Plain if is_plain(value) => Cow::Borrowed(value),
            Self::Plain | Self::Hashed => hide_whole(value),
        })
    }
}

/// Returns what is kept of an attribute; `None` where nothing is.
pub(crate) fn kept_attribute<'v>(
    tag: &str,
    input_type: &str,
    name: &str,
    value: &'v str,
) -> Option<Cow<'v, str>> {
    AttributeRule::of(tag, input_type, name).kept(value)
}

/// Whether people type into an element that is no form control: its text is theirs.
pub(crate) fn is_editable(name: &str, value: &str) -> bool {
    match name {
        "contenteditable" => !value.eq_ignore_ascii_case("false"),
        "role" => matches!(value, "textbox" | "searchbox"),
        _ => false,
    }
}

/// Hides tokens of known services and addresses of people in a list of names.
fn hide_named_tokens(value: &str) -> Cow<'_, str> {
    let is_secret = |range: &std::ops::Range<usize>| {
        let word = value.get(range.clone()).unwrap_or_default();
        is_named_token(word)
    };
    match hide_addresses_of_people(value) {
        Cow::Owned(hidden) => Cow::Owned(hidden),
        Cow::Borrowed(value) => replace_ranges(value, words(value).filter(is_secret).collect()),
    }
}

fn hide_people(value: &str) -> Cow<'_, str> {
    match hide_addresses_of_people(value) {
        Cow::Borrowed(value) => hide_secrets(value),
        Cow::Owned(value) => Cow::Owned(hide_secrets(&value).into_owned()),
    }
}

/// Hides each `name@host.tld` of a text.
pub(super) fn hide_addresses_of_people(text: &str) -> Cow<'_, str> {
    let is_inside = |byte: u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'+' | b'%' | b'@')
    };
    let bytes = text.as_bytes();
    let mut ranges = Vec::new();
    let mut end = 0;
    while let Some(at) = bytes
        .get(end..)
        .and_then(|rest| rest.iter().position(|b| *b == b'@'))
    {
        let at = end + at;
        let before = bytes.get(end..at).unwrap_or_default();
        let start = at - before.iter().rev().take_while(|b| is_inside(**b)).count();
        let after = bytes.get(at + 1..).unwrap_or_default();
        end = at + 1 + after.iter().take_while(|b| is_inside(**b)).count();
        let host = text
            .get(at + 1..end)
            .unwrap_or_default()
            .trim_end_matches('.');
        if start < at && host.contains('.') {
            ranges.push(start..at + 1 + host.len());
        }
    }
    replace_ranges(text, ranges)
}

fn is_plain(value: &str) -> bool {
    if value.contains(OPEN) {
        return true;
    }
    let is_number = |text: &str| {
        text.len() <= MAX_PLAIN_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_word = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let parts = || value.split([' ', '-', '_', '.', ':', '#', '/']);
    value.len() <= MAX_PLAIN
        && !is_secret_word(value)
        && parts().filter(|part| !part.is_empty()).count() <= MAX_PLAIN_WORDS
        && parts().all(|part| is_number(part) || is_word(part))
}
