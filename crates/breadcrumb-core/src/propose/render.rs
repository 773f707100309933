//! Writing a proposed locator as code.
//!
//! A page decides what names and texts are; it must not decide what code is. Everything that comes
//! from a page goes through a quoting function here.

use std::fmt::Write as _;

use super::{ProposedLocator, TEST_ID};

impl ProposedLocator {
    /// Returns the call on a Python page: `get_by_role("button", name="Sign in")`.
    #[must_use]
    pub fn python(&self) -> String {
        match self {
            Self::TestId(id) => format!("get_by_test_id({})", quoted(id)),
            Self::Role { role, name, exact } => {
                let exact = if *exact { ", exact=True" } else { "" };
                format!(
                    "get_by_role({}, name={}{exact})",
                    quoted(role),
                    quoted(name)
                )
            }
            Self::Placeholder(text) => format!("get_by_placeholder({})", quoted(text)),
            Self::Label(text) => format!("get_by_label({})", quoted(text)),
            Self::AltText(text) => format!("get_by_alt_text({})", quoted(text)),
            Self::Text(text) => format!("get_by_text({})", quoted(text)),
            Self::Title(text) => format!("get_by_title({})", quoted(text)),
            Self::Css(selector) | Self::Selector(selector) => {
                format!("locator({})", quoted(selector))
            }
        }
    }

    /// Returns the same as a selector, where Playwright has an engine for it that people may use.
    pub(super) fn as_selector(&self) -> Option<Self> {
        let by_attribute =
            |name: &str, value: &str| Some(Self::Css(format!("[{name}={}]", css_string(value))));
        match self {
            Self::TestId(id) => by_attribute(TEST_ID, id),
            Self::Placeholder(text) => by_attribute("placeholder", text),
            Self::AltText(text) => by_attribute("alt", text),
            Self::Title(text) => by_attribute("title", text),
            Self::Role { role, name, .. } => {
                let name = css_string(name);
                Some(Self::Selector(format!("role={role}[name={name}i]")))
            }
            Self::Text(text) => Some(Self::Selector(format!("text={}", css_string(text)))),
            Self::Label(_) | Self::Css(_) | Self::Selector(_) => None,
        }
    }

    /// Returns the method's name and its arguments, for a front that calls it.
    #[must_use]
    pub fn method(&self) -> (&'static str, Vec<&str>) {
        match self {
            Self::TestId(id) => ("get_by_test_id", vec![id]),
            Self::Role { role, name, .. } => ("get_by_role", vec![role, name]),
            Self::Placeholder(text) => ("get_by_placeholder", vec![text]),
            Self::Label(text) => ("get_by_label", vec![text]),
            Self::AltText(text) => ("get_by_alt_text", vec![text]),
            Self::Text(text) => ("get_by_text", vec![text]),
            Self::Title(text) => ("get_by_title", vec![text]),
            Self::Css(selector) | Self::Selector(selector) => ("locator", vec![selector]),
        }
    }

    /// Whether the whole name must match.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        matches!(self, Self::Role { exact: true, .. })
    }
}

/// Writes `#id`, with CSS escapes where the id needs them.
pub(super) fn css_id(id: &str) -> String {
    let mut css = String::from("#");
    for (index, c) in id.chars().enumerate() {
        let is_plain = c.is_ascii_alphabetic()
            || c == '_'
            || !c.is_ascii()
            || (index > 0 && (c.is_ascii_digit() || c == '-'));
        if is_plain {
            css.push(c);
        } else if c.is_ascii_digit() || c.is_control() {
            let _ = write!(css, "\\{:x} ", u32::from(c));
        } else {
            css.push('\\');
            css.push(c);
        }
    }
    css
}

/// Writes a string of CSS, and of Playwright's selectors.
pub(super) fn css_string(text: &str) -> String {
    let mut string = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => string.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(string, "\\{:x} ", u32::from(c));
            }
            c => string.push(c),
        }
    }
    string.push('"');
    string
}

/// Writes a string literal that Python, JavaScript and Rust read the same way.
fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                literal.push('\\');
                literal.push(c);
            }
            '\n' => literal.push_str("\\n"),
            // Controls and marks that turn the direction of text would hide what is written.
            c if c.is_control() || is_direction_mark(c) => {
                let _ = write!(literal, "\\u{:04x}", u32::from(c));
            }
            c => literal.push(c),
        }
    }
    literal.push('"');
    literal
}

fn is_direction_mark(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}
