//! [`Kind`]: what a locator goes by, for people who want the kind that they had.

use super::{Call, Chain, Value, makers};

/// What a locator goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Id,
    TestId,
    Role,
    Text,
    Label,
    Placeholder,
    AltText,
    Title,
    Css,
    Other,
}

impl Chain {
    /// Returns what its last call that names an element goes by.
    pub(crate) fn kind(&self) -> Kind {
        let locating = |call: &&Call| makers::is_locating(&call.method);
        self.calls
            .iter()
            .rev()
            .find(locating)
            .map_or(Kind::Other, Call::kind)
    }

    /// Whether its last call is a CSS selector.
    pub(crate) fn is_css(&self) -> bool {
        let last = self.calls.last();
        last.and_then(Call::selector)
            .is_some_and(|selector| !has_engine(selector))
    }

    /// Whether a call of it has a selector that only Playwright's engines read.
    pub(crate) fn has_engine(&self) -> bool {
        self.calls.iter().filter_map(Call::selector).any(has_engine)
    }
}

impl Call {
    fn kind(&self) -> Kind {
        match (self.method.as_str(), self.arguments.first()) {
            ("get_by_test_id", _) => Kind::TestId,
            ("get_by_role", _) => Kind::Role,
            ("get_by_text", _) => Kind::Text,
            ("get_by_label", _) => Kind::Label,
            ("get_by_placeholder", _) => Kind::Placeholder,
            ("get_by_alt_text", _) => Kind::AltText,
            ("get_by_title", _) => Kind::Title,
            ("locator", Some((_, Value::Text(selector)))) => selector_kind(selector),
            _ => Kind::Other,
        }
    }
}

fn selector_kind(selector: &str) -> Kind {
    let css = selector.strip_prefix("css=").unwrap_or(selector).trim();
    let last = css.rsplit([' ', '>', '~', '+']).next().unwrap_or(css);
    if selector.starts_with("role=") {
        Kind::Role
    } else if selector.starts_with("text=") {
        Kind::Text
    } else if has_engine(selector) {
        Kind::Other
    } else if last.contains("[data-test") || last.contains("[data-qa") || last.contains("[data-cy")
    {
        Kind::TestId
    } else if last.starts_with('#') && !last.contains(['.', '[', ':']) || last.starts_with("[id=") {
        Kind::Id
    } else {
        Kind::Css
    }
}

/// Whether a selector is for another engine than CSS, or for several.
fn has_engine(selector: &str) -> bool {
    if selector.starts_with("css=") {
        return selector.contains(" >> ");
    }
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':');
    let name = selector.split('=').next().unwrap_or_default();
    let has_name = name.len() < selector.len() && !name.is_empty() && name.chars().all(is_name);
    has_name
        || selector.contains(" >> ")
        || selector.starts_with(['/', '"', '\''])
        || selector.starts_with("..")
}
