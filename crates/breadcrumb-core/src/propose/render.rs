//! Writing what is proposed as CSS and as other selectors.
//!
//! A page decides what names and texts are; it must not decide what a selector is. Everything that comes
//! from a page goes through a function here.

use std::fmt::Write as _;

use super::TEST_ID;
use crate::locator::Locator;

/// Returns the same locator as a selector, where Playwright has an engine for it that people may use.
pub(super) fn as_selector(locator: &Locator) -> Option<Locator> {
    let [step] = locator.steps() else {
        return None;
    };
    let text = step.text()?;
    let by_attribute = |name: &str| Some(Locator::css(format!("[{name}={}]", css_string(text))));
    match step.method() {
        "get_by_test_id" => by_attribute(TEST_ID),
        "get_by_placeholder" => by_attribute("placeholder"),
        "get_by_alt_text" => by_attribute("alt"),
        "get_by_title" => by_attribute("title"),
        "get_by_role" => {
            let name = css_string(step.argument("name")?.as_text()?);
            Some(Locator::css(format!("role={text}[name={name}i]")))
        }
        "get_by_text" => Some(Locator::css(format!("text={}", css_string(text)))),
        _ => None,
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
#[must_use]
pub fn css_string(text: &str) -> String {
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
