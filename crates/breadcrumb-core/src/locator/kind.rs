//! [`LocatorKind`]: what a locator goes by.

use super::{Locator, Value, names};

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
        Locator::parse(locator).kind()
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

impl Locator {
    /// Tells what it goes by; that is what its last call goes by which finds something.
    #[must_use]
    pub fn kind(&self) -> LocatorKind {
        let last = self
            .steps
            .iter()
            .rfind(|step| names::is_locating(&step.method));
        let Some(step) = last else {
            return LocatorKind::of_selector("");
        };
        match (step.method.as_str(), step.argument("")) {
            ("get_by_test_id", _) => LocatorKind::TestId,
            ("get_by_role", _) => LocatorKind::Role,
            ("get_by_placeholder", _) => LocatorKind::Placeholder,
            ("get_by_label", _) => LocatorKind::Label,
            ("get_by_alt_text", _) => LocatorKind::AltText,
            ("get_by_text", _) => LocatorKind::Text,
            ("get_by_title", _) => LocatorKind::Title,
            (_, Some(Value::Locator(inner))) => inner.kind(),
            _ => LocatorKind::of_selector(step.text().unwrap_or_default()),
        }
    }

    /// Whether it ends in a CSS selector, and nothing but one.
    pub(crate) fn is_css(&self) -> bool {
        let last = self
            .steps
            .iter()
            .rfind(|step| names::is_locating(&step.method));
        let css = last.filter(|step| step.method == "locator");
        css.is_some_and(|step| step.text().is_some_and(|selector| !has_engine(selector)))
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
            assert!(Locator::parse(css).is_css(), "{css}");
        }
        for other in [
            "text=a",
            "locator(\"role=button\")",
            "//p",
            "get_by_text(\"a\")",
            "a >> b",
        ] {
            assert!(!Locator::parse(other).is_css(), "{other}");
        }
    }
}
