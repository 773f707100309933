//! The parts of an address that identify where it leads.

use std::borrow::Cow;

use super::shape::is_secret_word;
use super::{OPEN, hide_whole, mark};

/// Numbers of so many digits are pages and sizes, and tell links apart; longer ones may be codes.
const MAX_PLAIN_DIGITS: usize = 4;
/// Addresses that name a person or a number; what follows is hidden whole.
const PERSONAL_SCHEMES: [&str; 3] = ["mailto:", "tel:", "sms:"];

/// Hides what an address holds beside the place it leads to: a user and password, values of the
/// query and of a fragment, and parts of the path that are tokens.
///
/// ```
/// use breadcrumb_core::hide_in_address;
///
/// assert_eq!(hide_in_address("/users?page=2#top"), "/users?page=2#top");
/// assert!(!hide_in_address("https://ann:pw@shop.test/").contains("pw"));
/// ```
#[must_use]
pub fn hide_in_address(address: &str) -> Cow<'_, str> {
    let lower = address.get(..7).unwrap_or(address).to_ascii_lowercase();
    if let Some(scheme) = PERSONAL_SCHEMES.iter().find(|s| lower.starts_with(**s)) {
        let (scheme, person) = address.split_at(scheme.len());
        return Cow::Owned(format!("{scheme}{}", hide_whole(person)));
    }
    let (before, fragment) = split_before(address, '#');
    let (path, query) = split_before(before, '?');
    let mut hidden = hide_path(path);
    if let Some(query) = query {
        hidden.push('?');
        hidden.push_str(&hide_values(query));
    }
    if let Some(fragment) = fragment {
        hidden.push('#');
        hidden.push_str(&hide_fragment(fragment));
    }
    if hidden == address {
        Cow::Borrowed(address)
    } else {
        Cow::Owned(hidden)
    }
}

/// Returns an address without the user and password in it.
///
/// ```
/// use breadcrumb_core::without_user;
///
/// assert_eq!(without_user("https://ann:pw@shop.test/?q=a@b"), "https://shop.test/?q=a@b");
/// ```
#[must_use]
pub fn without_user(address: &str) -> Cow<'_, str> {
    let Some((scheme, rest)) = address.split_once("//") else {
        return Cow::Borrowed(address);
    };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    match host.rsplit_once('@') {
        Some((_, host)) => Cow::Owned(format!("{scheme}//{host}{path}")),
        None => Cow::Borrowed(address),
    }
}

fn split_before(text: &str, mark: char) -> (&str, Option<&str>) {
    match text.split_once(mark) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

fn hide_path(path: &str) -> String {
    let (origin, path) = match path.find("//") {
        Some(at) => {
            let host = at + 2;
            let rest = path.get(host..).unwrap_or_default();
            let end = rest.find('/').map_or(path.len(), |end| host + end);
            path.split_at(end)
        }
        None => ("", path),
    };
    let origin = without_user(origin);
    let parts: Vec<Cow<'_, str>> = path.split('/').map(hide_part).collect();
    format!("{origin}{}", parts.join("/"))
}

/// Hides a part of a path that is a token or names a person.
fn hide_part(part: &str) -> Cow<'_, str> {
    let is_secret = is_secret_word(part) || part.contains('@') || part.contains("%40");
    if is_secret {
        hide_whole(part)
    } else {
        super::hide_secrets(part)
    }
}

/// Hides the values of a query; names stay, and so do small numbers.
fn hide_values(query: &str) -> String {
    let separator = if query.contains('&') || !query.contains(';') {
        "&"
    } else {
        ";"
    };
    let pairs: Vec<String> = query
        .split(separator)
        .map(|pair| match pair.split_once('=') {
            Some((name, value)) => format!("{}={}", hide_part(name), hide_value(value)),
            None => hide_value(pair).into_owned(),
        })
        .collect();
    pairs.join(separator)
}

fn hide_value(value: &str) -> Cow<'_, str> {
    let is_number = value.len() <= MAX_PLAIN_DIGITS && value.bytes().all(|b| b.is_ascii_digit());
    if is_number || value.starts_with(OPEN) {
        Cow::Borrowed(value)
    } else {
        Cow::Owned(mark(value))
    }
}

/// A fragment is a route, a place on the page, or values that a service sends back.
fn hide_fragment(fragment: &str) -> Cow<'_, str> {
    if fragment.starts_with('/') || fragment.starts_with("!/") {
        let (route, query) = split_before(fragment, '?');
        let route = hide_path(route);
        return Cow::Owned(match query {
            Some(query) => format!("{route}?{}", hide_values(query)),
            None => route,
        });
    }
    if fragment.contains('=') {
        return Cow::Owned(hide_values(fragment));
    }
    hide_part(fragment)
}

/// Hides what the addresses in a text hold.
pub(super) fn hide_in_text(text: &str) -> Cow<'_, str> {
    if !text.contains("://") {
        return Cow::Borrowed(text);
    }
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<' | '>' | ')' | ']');
    let mut hidden = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("://") {
        let scheme = rest.get(..at).unwrap_or_default();
        let letters = scheme
            .bytes()
            .rev()
            .take_while(u8::is_ascii_alphabetic)
            .count();
        let (before, address) = rest.split_at(at - letters);
        let end = address.find(ends).unwrap_or(address.len());
        let (address, after) = address.split_at(end);
        hidden.push_str(before);
        hidden.push_str(&hide_in_address(address));
        rest = after;
    }
    hidden.push_str(rest);
    Cow::Owned(hidden)
}
