//! Messages of failures: they print what a test typed, what it expected and what it was told.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use super::attribute::hide_addresses_of_people;
use super::{OPEN, address, hide_secrets, mark, replace_ranges};

/// What stands before a secret, up to a colon or an equals sign. In lower case.
const SECRET_LABELS: [&str; 18] = [
    "access_token",
    "api key",
    "api-key",
    "api_key",
    "apikey",
    "authorization",
    "cookie",
    "credential",
    "passphrase",
    "passwd",
    "password",
    "pwd",
    "refresh_token",
    "secret",
    "session_id",
    "sessionid",
    "token",
    "csrf",
];
/// What stands before a secret with nothing but a space between them.
const SCHEMES: [&str; 2] = ["bearer ", "basic "];
/// Lines of Playwright that print the value of a field: what was typed, expected and found.
const VALUE_LINES: [&str; 4] = ["fill(", "to have value", "tohavevalue", "to have values"];
/// Those of them that quote it themselves.
const QUOTING: [&str; 3] = ["fill(", "to have value '", "to have values '"];
/// Lines that follow one of those and print the value once more.
const RECEIVED: [&str; 4] = ["actual value", "received", "unexpected value", "expected"];
/// Lines of a snapshot for assistive technology that end in the value of a field.
const FIELD_ROLES: [&str; 4] = ["- textbox", "- searchbox", "- spinbutton", "- slider"];
/// What the title of a step begins with that types a text.
const TYPING_STEPS: [&str; 2] = ["Fill \"", "Type \""];
/// A typed value of fewer characters is in every message by chance.
const MIN_TYPED: usize = 4;
/// So many typed values of one test are remembered, the first ones: a test that types more is a script.
const MAX_TYPED: usize = 1_000;

/// What a test has typed, in memory only: to hide it in the messages of its failures.
#[derive(Debug, Clone, Default)]
pub struct TypedValues(BTreeSet<String>);

impl TypedValues {
    /// Remembers what a call types.
    pub fn note(&mut self, text: &str) {
        if text.chars().count() >= MIN_TYPED && !text.contains(OPEN) && self.0.len() < MAX_TYPED {
            self.0.insert(text.to_owned());
        }
    }

    /// Returns what steps have typed, by their titles: `Fill "Ann" getByLabel('Name')`.
    #[must_use]
    pub fn of_steps(titles: &[String]) -> Self {
        let mut typed = Self::default();
        for title in titles {
            let text = TYPING_STEPS
                .iter()
                .find_map(|step| title.strip_prefix(step));
            // A text can have quotes in it; what follows the last one is the locator.
            if let Some((text, _)) = text.and_then(|text| text.rsplit_once('"')) {
                typed.note(text);
            }
        }
        typed
    }

    /// Hides in a message what was typed.
    #[must_use]
    pub fn hide_in<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut hidden = Cow::Borrowed(text);
        // The longest first: one value can be a part of another.
        let mut values: Vec<&String> = self.0.iter().collect();
        values.sort_unstable_by_key(|value| std::cmp::Reverse(value.len()));
        for value in values {
            if hidden.contains(value.as_str()) {
                hidden = Cow::Owned(hidden.replace(value.as_str(), &mark(value)));
            }
        }
        hidden
    }
}

/// Hides the secrets in a message: by their form, by what stands before them, and the values of
/// fields that Playwright prints.
///
/// ```
/// use breadcrumb_core::hide_in_message;
///
/// let hidden = hide_in_message("login failed for password=hunter2");
/// assert!(hidden.starts_with("login failed for password=⟨"));
/// ```
#[must_use]
pub fn hide_in_message(message: &str) -> String {
    let message = field_values(message).hide_in(message).into_owned();
    message.split_inclusive('\n').map(hide_line).collect()
}

/// Returns the values of fields that Playwright prints: what was typed, expected and found. They
/// stand in its log and in the picture of the page once more.
fn field_values(message: &str) -> TypedValues {
    let mut values = TypedValues::default();
    let mut is_about_value = false;
    for line in message.lines() {
        let lower = line.to_ascii_lowercase();
        let says = |texts: &[&str]| texts.iter().any(|text| lower.contains(text));
        let is_value_line = says(&VALUE_LINES);
        is_about_value |= is_value_line;
        // A label stands at the beginning; elsewhere the same words are a sentence or a call's name.
        let label = lower.trim_start_matches([' ', '-']);
        let is_label = RECEIVED.iter().any(|word| label.starts_with(word));
        let shown = if says(&QUOTING) {
            quoted(line)
        } else if is_about_value && is_label {
            printed(line)
        } else {
            Vec::new()
        };
        for value in shown {
            values.note(value);
        }
        let attributes = line.split(" value=\"").skip(1);
        attributes
            .filter_map(|rest| rest.split('"').next())
            .for_each(|value| values.note(value));
        let is_field = FIELD_ROLES
            .iter()
            .any(|role| lower.trim_start().starts_with(role));
        if let Some((_, value)) = line.rsplit_once(": ").filter(|_| is_field) {
            values.note(value.trim());
        }
    }
    values
}

fn hide_line(line: &str) -> String {
    let line = replace_ranges(line, labelled(line));
    let line = address::hide_in_text(&line);
    let line = hide_addresses_of_people(&line);
    hide_secrets(&line).into_owned()
}

/// Returns what stands in quotes, or else what follows a colon.
fn printed(line: &str) -> Vec<&str> {
    let found = quoted(line);
    if !found.is_empty() {
        return found;
    }
    let value = line.split_once(": ").map(|(_, value)| value.trim());
    value.into_iter().collect()
}

/// Returns what stands in quotes.
fn quoted(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut open: Option<(usize, char)> = None;
    for (at, c) in line.char_indices() {
        match open {
            Some((start, quote)) if c == quote => {
                found.extend(line.get(start..at));
                open = None;
            }
            None if matches!(c, '"' | '\'' | '`') => open = Some((at + 1, c)),
            _ => {}
        }
    }
    found
}

/// Returns where the values stand that follow a label.
fn labelled(line: &str) -> Vec<Range<usize>> {
    let lower = line.to_ascii_lowercase();
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (label, is_scheme) in SECRET_LABELS
        .map(|label| (label, false))
        .into_iter()
        .chain(SCHEMES.map(|scheme| (scheme, true)))
    {
        for (at, _) in lower.match_indices(label) {
            let end = at + label.len();
            let value = if is_scheme {
                Some(end)
            } else {
                value_after(&lower, end)
            };
            let Some(range) = value.map(|start| token_at(line, start)) else {
                continue;
            };
            let is_apart =
                |known: &Range<usize>| range.end <= known.start || known.end <= range.start;
            if !range.is_empty() && ranges.iter().all(is_apart) {
                ranges.push(range);
            }
        }
    }
    ranges.sort_unstable_by_key(|range| range.start);
    ranges
}

/// Returns where the value of a label begins: after a colon or an equals sign, and a quote.
fn value_after(line: &str, end: usize) -> Option<usize> {
    let rest = line.get(end..)?;
    let after_quote = rest.trim_start_matches(['"', '\'', ' ']);
    let after_sign = after_quote.strip_prefix([':', '='])?;
    let value = after_sign.trim_start_matches(['=', ' ', '"', '\'']);
    let value = ["bearer ", "basic "]
        .iter()
        .find_map(|scheme| value.strip_prefix(scheme))
        .unwrap_or(value);
    Some(line.len() - value.len())
}

/// Returns the range of the word that begins here; nothing where it is hidden already.
fn token_at(line: &str, start: usize) -> Range<usize> {
    let rest = line.get(start..).unwrap_or_default();
    if rest.starts_with(OPEN) {
        return start..start;
    }
    let ends = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '"' | '\'' | ',' | ';' | '&' | ')' | '}' | '>' | '<' | ']'
            )
    };
    let length = rest.find(ends).unwrap_or(rest.len());
    start..start + length
}
