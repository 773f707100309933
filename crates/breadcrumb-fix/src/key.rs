//! [`Key`]: a healed locator as the front knows it, and what only a fix asks of locators.

use breadcrumb_core::{Locator, Step, Value};

use crate::makers;

/// A locator, with the check that the front adds to its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) locator: Locator,
    /// `is_visible` of `locator("a").is_visible()`.
    check: Option<Step>,
}

impl Key {
    /// Reads a key, or a locator that was proposed; nothing where calls do more than find something.
    pub(crate) fn parse(code: &str) -> Option<Self> {
        let locator = Locator::parse(code);
        let is_unread = locator.as_css() == Some(code);
        if code.trim().is_empty() || is_unread && is_call(code) {
            return None;
        }
        let is_check =
            |step: &&Step| makers::is_check(step.method()) && step.arguments().is_empty();
        let check = locator.steps().last().filter(is_check).cloned();
        let made = locator.steps().len() - usize::from(check.is_some());
        let locator: Locator = locator.steps().iter().take(made).cloned().collect();
        let is_made =
            |step: &Step| makers::is_maker(step.method()) || makers::is_property(step.method());
        locator
            .steps()
            .iter()
            .all(is_made)
            .then_some(Self { locator, check })
    }

    pub(crate) fn steps(&self) -> &[Step] {
        self.locator.steps()
    }

    pub(crate) fn is_check(&self) -> bool {
        self.check.is_some()
    }

    /// Returns the key of other calls with the same check.
    pub(crate) fn with(&self, steps: &[Step]) -> String {
        let all: Locator = steps.iter().chain(&self.check).cloned().collect();
        all.key()
    }

    /// Returns the last call of a locator that begins as this one does and finds something else there.
    pub(crate) fn end_of(&self, other: &Locator) -> Option<Locator> {
        let (_, parent) = self.steps().split_last()?;
        let (last, others) = other.steps().split_last()?;
        let is_inside =
            !parent.is_empty() && parent == others && makers::is_locating(last.method());
        is_inside.then(|| [last.clone()].into_iter().collect())
    }
}

/// Whether a text begins with a name and what it is called with: no selector does.
fn is_call(code: &str) -> bool {
    let code = code.strip_prefix("page.").unwrap_or(code);
    let name = code.split('(').next().unwrap_or_default();
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name && name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.len() < code.len()
}

/// Whether a call has a selector that only Playwright's engines read.
pub(crate) fn has_engine(locator: &Locator) -> bool {
    let mut selectors = locator.steps().iter().filter_map(Step::as_css);
    selectors.any(breadcrumb_core::has_engine)
}

/// Whether a call goes into a frame.
pub(crate) fn enters_frame(locator: &Locator) -> bool {
    let mut steps = locator.steps().iter();
    steps.any(|step| makers::enters_frame(step.method()))
}

/// Whether it has a value that a place may be unable to write: a pattern needs an import.
pub(crate) fn has_pattern(locator: &Locator) -> bool {
    locator.has_value(&|value| matches!(value, Value::Pattern(_)))
}

/// Whether it has a locator as an argument, which needs a page to be called on.
pub(crate) fn has_inner(locator: &Locator) -> bool {
    locator.has_value(&|value| matches!(value, Value::Locator(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_keeps_its_check() {
        for key in [
            "#a",
            "locator(\"a\").is_visible()",
            "get_by_text(\"a\").first",
        ] {
            let read = Key::parse(key).unwrap();
            assert_eq!(read.with(read.steps()), key);
            assert_eq!(read.is_check(), key.ends_with("()"));
        }
    }

    #[test]
    fn a_locator_is_read_in_either_language_with_its_page_or_without() {
        for (code, key) in [
            (
                "getByRole('button', { name: 'Sign in' })",
                r#"get_by_role("button", name="Sign in")"#,
            ),
            (
                "page.locator('li', { hasText: 'A' }).first()",
                r#"locator("li", has_text="A").first"#,
            ),
            ("page.get_by_text(\"a\")", r#"get_by_text("a")"#),
            (
                "get_by_role('a', exact=True, name='b')",
                r#"get_by_role("a", name="b", exact=True)"#,
            ),
            ("locator(selector=\"a\")", "a"),
            ("text=a >> b", "text=a >> b"),
        ] {
            let read = Key::parse(code).unwrap();
            assert_eq!(read.with(read.steps()), key, "{code}");
        }
    }

    #[test]
    fn what_is_no_locator_is_not_read() {
        for code in [
            "",
            "  ",
            "locator(",
            r#"locator("a").click()"#,
            r#"locator("a") + 1"#,
            "get_by_text(f\"a\")",
            "locator('a').evaluate(x)",
            "findMagic('a')",
        ] {
            assert_eq!(Key::parse(code), None, "{code}");
        }
    }
}
