//! [`LocatorStyle`]: which kind of locator somebody likes to have proposed.

use std::fmt;

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
}
