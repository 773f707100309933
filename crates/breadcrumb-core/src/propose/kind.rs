//! [`LocatorKind`]: what a locator goes by.

/// What a locator goes by; that of its last call where it has several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LocatorKind {
    /// An attribute that is there for tests.
    TestId,
    /// ARIA role and name.
    Role,
    /// The placeholder.
    Placeholder,
    /// The label.
    Label,
    /// The alternative text.
    AltText,
    /// The text.
    Text,
    /// The title.
    Title,
    /// The id.
    Id,
    /// Another CSS selector.
    Css,
    /// A path through the tree, or what else there is.
    Other,
}

/// Attributes that are there for tests, whatever a team calls them.
const TEST_ATTRIBUTES: [&str; 3] = ["[data-test", "[data-cy", "[data-qa"];

impl LocatorKind {
    /// Tells what a locator goes by, from a key or a call as code: `#save`, `get_by_role("button")`.
    #[must_use]
    pub fn of(locator: &str) -> Self {
        match last_call(locator) {
            Some((method, argument)) => match method {
                "get_by_test_id" => Self::TestId,
                "get_by_role" => Self::Role,
                "get_by_placeholder" => Self::Placeholder,
                "get_by_label" => Self::Label,
                "get_by_alt_text" => Self::AltText,
                "get_by_text" => Self::Text,
                "get_by_title" => Self::Title,
                _ => Self::of_selector(&argument),
            },
            None => Self::of_selector(locator),
        }
    }

    fn of_selector(selector: &str) -> Self {
        let css = selector.strip_prefix("css=").unwrap_or(selector).trim();
        if css.starts_with("role=") {
            return Self::Role;
        }
        if css.starts_with("text=") || css.starts_with(['"', '\'']) {
            return Self::Text;
        }
        if has_engine(css) {
            return Self::Other;
        }
        // What the selector ends with is the element; the rest is the way to it.
        let last = css.rsplit([' ', '>', '~', '+']).next().unwrap_or(css);
        let has = |attribute: &str| last.contains(attribute);
        let is_id = last.starts_with('#') && !last.contains(['.', '[', ':']);
        if is_id || has("[id=") {
            Self::Id
        } else if TEST_ATTRIBUTES.iter().any(|attribute| has(attribute)) {
            Self::TestId
        } else if has("[placeholder=") {
            Self::Placeholder
        } else if has("[alt=") {
            Self::AltText
        } else if has("[title=") {
            Self::Title
        } else {
            Self::Css
        }
    }
}

/// Whether a locator is a CSS selector, and nothing but one.
pub(super) fn is_css(locator: &str) -> bool {
    match last_call(locator) {
        Some(("locator", selector)) => !has_engine(&selector),
        Some(_) => false,
        None => !has_engine(locator),
    }
}

/// Whether a selector is for another of Playwright's engines than CSS, or for several.
///
/// ```
/// use breadcrumb_core::has_engine;
///
/// assert!(has_engine("role=button") && has_engine("//button") && has_engine("form >> text=Go"));
/// assert!(!has_engine("css=form > button") && !has_engine("a[href='/x']"));
/// ```
#[must_use]
pub fn has_engine(selector: &str) -> bool {
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

/// Returns the last call that finds something, with its first string.
fn last_call(code: &str) -> Option<(&str, String)> {
    let mut last = None;
    let mut depth = 0_usize;
    let mut name_start = None;
    let mut chars = code.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' | '\'' => skip_string(&mut chars, c),
            '(' => {
                let name = name_start.and_then(|start| code.get(start..at));
                if let (0, Some(name)) = (depth, name.filter(|name| finds(name))) {
                    last = Some((name, code.get(at + 1..).unwrap_or_default()));
                }
                depth += 1;
                name_start = None;
            }
            ')' => depth = depth.saturating_sub(1),
            c if c == '_' || c.is_ascii_alphabetic() => name_start = name_start.or(Some(at)),
            _ => name_start = None,
        }
    }
    last.map(|(name, arguments)| (name, first_string(arguments)))
}

fn finds(method: &str) -> bool {
    method.starts_with("get_by_") || method == "locator" || method == "frame_locator"
}

fn skip_string(chars: &mut std::str::CharIndices<'_>, quote: char) {
    while let Some((_, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if c == quote {
            return;
        }
    }
}

fn first_string(arguments: &str) -> String {
    let mut chars = arguments.chars().skip_while(|c| !matches!(c, '"' | '\''));
    let Some(quote) = chars.next() else {
        return String::new();
    };
    let mut text = String::new();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next()),
            c if c == quote => break,
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(locator: &str, expected: LocatorKind) {
        assert_eq!(LocatorKind::of(locator), expected, "{locator}");
    }

    #[test]
    fn a_locator_goes_by_its_last_call() {
        check("#login-btn", LocatorKind::Id);
        check("form #login", LocatorKind::Id);
        check("#login .btn", LocatorKind::Css);
        check(".btn.primary", LocatorKind::Css);
        check("[data-testid=\"x\"]", LocatorKind::TestId);
        check("//button[1]", LocatorKind::Other);
        check("text=Sign in", LocatorKind::Text);
        check(
            "get_by_role(\"button\", name=\"a.locator(x)\")",
            LocatorKind::Role,
        );
        check(
            "locator(\"form\").get_by_label(\"E-mail\")",
            LocatorKind::Label,
        );
        check(
            "get_by_role(\"list\").locator(\"#save\").first",
            LocatorKind::Id,
        );
        check(
            "locator(\"li\").filter(has=get_by_text(\"x\"))",
            LocatorKind::Css,
        );
        check(
            "locator(\"role=button[name=\\\"x\\\"i]\")",
            LocatorKind::Role,
        );
    }

    #[test]
    fn css_is_told_from_other_selectors() {
        for css in ["#a", "locator(\"[name=\\\"q\\\"]\")", "css=form > p"] {
            assert!(is_css(css), "{css}");
        }
        for other in [
            "text=a",
            "locator(\"role=button\")",
            "//p",
            "get_by_text(\"a\")",
            "a >> b",
        ] {
            assert!(!is_css(other), "{other}");
        }
    }
}
