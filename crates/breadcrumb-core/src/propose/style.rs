//! [`LocatorStyle`]: which kind of locator somebody likes to have proposed.

use std::fmt;

use crate::locator::{Locator, LocatorKind};

/// Which kind of locator is proposed for a healed element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum LocatorStyle {
    /// As a careful person would write it: test id, role, label, text, and CSS at the end.
    #[default]
    Best,
    /// A CSS selector.
    Css,
    /// The kind that the test had: an id for an id, a role for a role.
    AsBefore,
}

impl LocatorStyle {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Best, Self::Css, Self::AsBefore];

    /// Returns the name that a user writes.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Css => "css",
            Self::AsBefore => "as-before",
        }
    }

    /// Finds a style by its name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|style| style.name() == name)
    }

    /// Returns how far a proposal is from this style, for a test that has had the locator `old`.
    ///
    /// 0 is what was asked for. Of equal ones the first proposal is the best.
    #[must_use]
    pub fn distance(self, old: &Locator, proposal: &Locator) -> u8 {
        match self {
            Self::Best => 0,
            Self::Css => u8::from(!proposal.is_css()),
            Self::AsBefore => {
                let kind = old.kind();
                // Who writes CSS by class or place takes any CSS; a path is nobody's style.
                let is_same_kind = match kind {
                    LocatorKind::Css => proposal.is_css(),
                    LocatorKind::Other => false,
                    kind => kind == proposal.kind(),
                };
                let is_other_kind = !is_same_kind;
                let is_other_form = old.is_css() != proposal.is_css();
                2 * u8::from(is_other_kind) + u8::from(!is_other_kind && is_other_form)
            }
        }
    }
}

impl fmt::Display for LocatorStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_is_found_by_its_name() {
        for style in LocatorStyle::ALL {
            assert_eq!(LocatorStyle::from_name(style.name()), Some(style));
        }
        assert_eq!(LocatorStyle::from_name("xpath"), None);
    }

    #[test]
    fn as_before_wants_the_same_kind_in_the_same_form() {
        let in_style = |style: LocatorStyle, old: &str, new: &str| {
            style.distance(&Locator::parse(old), &Locator::parse(new))
        };
        let distance = |old: &str, new: &str| in_style(LocatorStyle::AsBefore, old, new);
        assert_eq!(distance("#a", "locator(\"#b\")"), 0);
        assert_eq!(distance("#a", "get_by_role(\"button\", name=\"x\")"), 2);
        assert_eq!(distance(".btn", "locator(\"#b\")"), 0);
        assert_eq!(distance("//button", "locator(\"#b\")"), 2);
        assert_eq!(distance("[data-testid=a]", "get_by_test_id(\"b\")"), 1);
        assert_eq!(in_style(LocatorStyle::Css, "#a", "get_by_text(\"b\")"), 1);
        assert_eq!(
            in_style(LocatorStyle::Css, "#a", "locator(\"[name=q]\")"),
            0
        );
    }
}
