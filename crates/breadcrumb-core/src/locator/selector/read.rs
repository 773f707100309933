//! Playwright's selectors as calls, as its own `asLocator` has them.

use super::super::{Locator, Step, Value};
use super::escape::{read_attribute, read_text};
use super::{ATTRIBUTES, ENTER_FRAME, ROLE_OPTIONS};

/// The attribute that is there for tests unless somebody says otherwise.
const TEST_ID: &str = "data-testid";

impl Locator {
    /// Reads a selector. What is not known of it stays a selector, so nothing is lost.
    #[must_use]
    pub fn from_selector(selector: &str) -> Self {
        let mut test_id = TEST_ID;
        let mut steps: Vec<Step> = Vec::new();
        for part in parts(selector) {
            if let Some((name, _)) = part.strip_prefix("internal:testid=[").and_then(attribute) {
                test_id = name;
            }
            let is_first = steps.is_empty();
            let known = step(part)
                .filter(|_| !(is_first && chooses(part)))
                .filter(|step| is_written_so(step, part, test_id));
            steps.push(known.unwrap_or_else(|| raw(part)));
        }
        let read = Self { steps };
        let is_whole = read.selector(test_id).as_deref() == Some(selector);
        if is_whole { read } else { Self::css(selector) }
    }
}

/// Whether a call becomes this part of a selector.
fn is_written_so(step: &Step, part: &str, test_id: &str) -> bool {
    let after: Locator = [raw("x"), step.clone()].into_iter().collect();
    let written = after.selector(test_id);
    written.is_some_and(|written| written.strip_prefix("x >> ") == Some(part))
}

fn raw(part: &str) -> Step {
    Step::new("locator", vec![(String::new(), part.into())])
}

/// Whether a part chooses among what others have found.
fn chooses(part: &str) -> bool {
    const ENGINES: [&str; 7] = [
        "internal:and=",
        "internal:chain=",
        "internal:describe=",
        "internal:has",
        "internal:or=",
        "nth=",
        "visible=",
    ];
    part == ENTER_FRAME || ENGINES.iter().any(|engine| part.starts_with(engine))
}

fn step(part: &str) -> Option<Step> {
    if part == ENTER_FRAME {
        return Some(Step::new("content_frame", Vec::new()));
    }
    let (engine, body) = part.split_once('=')?;
    let one = |method: &str, name: &str, value: Value| {
        Some(Step::new(method, vec![(name.to_owned(), value)]))
    };
    match engine {
        "nth" => match body {
            "0" => Some(Step::new("first", Vec::new())),
            "-1" => Some(Step::new("last", Vec::new())),
            index => one("nth", "", Value::Number(index.parse().ok()?)),
        },
        "visible" => one("filter", "visible", Value::Bool(body.parse().ok()?)),
        "internal:has-text" => one("filter", "has_text", read_text(body)?.0),
        "internal:has-not-text" => one("filter", "has_not_text", read_text(body)?.0),
        "internal:has" => one("filter", "has", inner(body)?),
        "internal:has-not" => one("filter", "has_not", inner(body)?),
        "internal:and" => one("and_", "", inner(body)?),
        "internal:or" => one("or_", "", inner(body)?),
        "internal:chain" => one("locator", "", inner(body)?),
        "internal:describe" => one(
            "describe",
            "",
            serde_json::from_str::<String>(body).ok()?.as_str().into(),
        ),
        "internal:label" => Some(exactly("get_by_label", read_text(body)?)),
        "internal:text" => Some(exactly("get_by_text", read_text(body)?)),
        "internal:testid" => {
            let (_, value) = attribute(body.strip_prefix('[')?)?;
            one(
                "get_by_test_id",
                "",
                read_attribute(value.strip_suffix(']')?)?.0,
            )
        }
        "internal:attr" => {
            let (name, value) = attribute(body.strip_prefix('[')?)?;
            let (method, _) = ATTRIBUTES.iter().find(|(_, known)| *known == name)?;
            Some(exactly(method, read_attribute(value.strip_suffix(']')?)?))
        }
        "internal:role" => role(body),
        _ => None,
    }
}

fn exactly(method: &str, (value, is_exact): (Value, bool)) -> Step {
    let mut arguments = vec![(String::new(), value)];
    arguments.extend(is_exact.then(|| ("exact".to_owned(), Value::Bool(true))));
    Step::new(method, arguments)
}

fn inner(body: &str) -> Option<Value> {
    let selector: String = serde_json::from_str(body).ok()?;
    Some(Value::Locator(Locator::from_selector(&selector)))
}

fn role(body: &str) -> Option<Step> {
    let (role, mut rest) = body.split_at_checked(body.find('[').unwrap_or(body.len()))?;
    let mut arguments = vec![(String::new(), role.into())];
    let mut is_exact = false;
    while !rest.is_empty() {
        let (name, value) = attribute(rest.strip_prefix('[')?)?;
        let end = end_of_value(value)?;
        rest = value.get(end + 1..)?;
        let value = value.get(..end)?;
        let (known, _) = ROLE_OPTIONS.iter().find(|(_, shown)| *shown == name)?;
        let value = match value {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            value if name == "level" => Value::Number(value.parse().ok()?),
            value => {
                let (text, is_whole) = read_attribute(value)?;
                is_exact |= is_whole;
                text
            }
        };
        arguments.push(((*known).to_owned(), value));
    }
    arguments.extend(is_exact.then(|| ("exact".to_owned(), Value::Bool(true))));
    arguments.sort_by_key(|(name, _)| super::super::names::position("get_by_role", name));
    Some(Step::new("get_by_role", arguments))
}

/// Splits `name=value]…` at its first sign.
fn attribute(inside: &str) -> Option<(&str, &str)> {
    inside.split_once('=')
}

/// Returns where the bracket stands that closes an attribute.
fn end_of_value(value: &str) -> Option<usize> {
    let mut quote = None;
    let mut is_escaped = false;
    for (at, c) in value.char_indices() {
        match (quote, c) {
            _ if is_escaped => is_escaped = false,
            (_, '\\') => is_escaped = true,
            (None, '"' | '/') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, ']') => return Some(at),
            _ => {}
        }
    }
    None
}

/// Splits a selector where Playwright does.
fn parts(selector: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut quote = None;
    let mut start = 0;
    let mut chars = selector.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let so_far = || selector.get(start..at).unwrap_or_default();
        match (quote, c) {
            (_, '\\') => {
                chars.next();
            }
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'' | '`') if !is_plain_text(so_far()) => quote = Some(c),
            (None, '>') if chars.peek().is_some_and(|(_, next)| *next == '>') => {
                parts.push(so_far());
                chars.next();
                start = at + 2;
            }
            _ => {}
        }
    }
    parts.push(selector.get(start..).unwrap_or_default());
    parts.into_iter().map(str::trim).collect()
}

/// Whether quotes mean nothing any more: `text=it's`.
fn is_plain_text(part: &str) -> bool {
    let body = part.trim_start().strip_prefix("text").map(str::trim_start);
    body.and_then(|body| body.strip_prefix('='))
        .is_some_and(|body| !body.is_empty())
}
