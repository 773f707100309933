//! Values inside of Playwright's selectors, and back.

use super::super::{Pattern, Value};

/// Writes a text or a pattern for an engine that compares texts.
pub(super) fn text(value: &Value, is_exact: bool) -> Option<String> {
    match value {
        Value::Text(text) => Some(json(text) + case(is_exact)),
        Value::Pattern(found) => pattern(found),
        _ => None,
    }
}

/// Writes a text or a pattern as the value of an attribute, where fewer escapes are known.
pub(super) fn attribute_text(value: &Value, is_exact: bool) -> Option<String> {
    match value {
        Value::Text(text) => {
            let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
            Some(format!("\"{escaped}\"{}", case(is_exact)))
        }
        Value::Pattern(found) => pattern(found),
        _ => None,
    }
}

/// Writes a number or a flag.
pub(super) fn shown(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

/// Writes a string of JSON.
pub(super) fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn case(is_exact: bool) -> &'static str {
    if is_exact { "s" } else { "i" }
}

/// Writes a pattern; none where it has flags that a page does not know.
fn pattern(pattern: &Pattern) -> Option<String> {
    // In Playwright's order.
    let flags: String = "ism"
        .chars()
        .filter(|flag| pattern.flags.contains(*flag))
        .collect();
    if flags.len() != pattern.flags.len() {
        return None;
    }
    let mut written = String::from("/");
    let mut is_escaped = false;
    let mut chars = pattern.source.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '>' if !is_escaped && chars.next_if_eq(&'>').is_some() => written.push_str("\\>\\>"),
            '\n' if is_escaped => written.push('n'),
            '\n' => written.push_str("\\n"),
            // What would end the pattern, or open a text in the eyes of who looks for `>>`.
            '"' | '\'' | '`' | '/' if !is_escaped => written.extend(['\\', c]),
            _ => written.push(c),
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    if is_escaped {
        return None;
    }
    Some(format!("{written}/{flags}"))
}

/// Reads a text or a pattern of an engine, and whether the whole text must match.
pub(super) fn read_text(written: &str) -> Option<(Value, bool)> {
    if let Some(pattern) = read_pattern(written) {
        return Some((pattern, false));
    }
    let (quoted, is_exact) = read_case(written)?;
    Some((Value::Text(serde_json::from_str(quoted).ok()?), is_exact))
}

/// Reads the value of an attribute.
pub(super) fn read_attribute(written: &str) -> Option<(Value, bool)> {
    if let Some(pattern) = read_pattern(written) {
        return Some((pattern, false));
    }
    let (quoted, is_exact) = read_case(written)?;
    let inside = quoted.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::with_capacity(inside.len());
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        text.push(if c == '\\' { chars.next()? } else { c });
    }
    Some((Value::Text(text), is_exact))
}

fn read_case(written: &str) -> Option<(&str, bool)> {
    let exact = written.strip_suffix('s').map(|quoted| (quoted, true));
    exact.or_else(|| written.strip_suffix('i').map(|quoted| (quoted, false)))
}

fn read_pattern(written: &str) -> Option<Value> {
    let (source, flags) = written.strip_prefix('/')?.rsplit_once('/')?;
    if flags.chars().any(|flag| !"ism".contains(flag)) {
        return None;
    }
    let source = source.replace("\\>\\>", ">>");
    let mut read = String::with_capacity(source.len());
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        match (c, chars.clone().next()) {
            ('\\', Some('"' | '\'' | '`' | '/')) => read.extend(chars.next()),
            ('\\', escaped) => {
                read.push(c);
                read.extend(escaped);
                chars.next();
            }
            _ => read.push(c),
        }
    }
    Some(Value::Pattern(Pattern::new(read, flags)))
}
