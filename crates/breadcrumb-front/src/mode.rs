//! [`Mode`]: what happens when a locator finds nothing.

/// What Breadcrumb does when a locator finds nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Goes on with the element where it is sure.
    #[default]
    Heal,
    /// Says what it would have done, and lets the test fail.
    Suggest,
    /// Does nothing.
    Off,
}

impl Mode {
    /// Returns the stricter of two modes.
    #[must_use]
    pub fn stricter(self, other: Self) -> Self {
        match (self, other) {
            (Self::Off, _) | (_, Self::Off) => Self::Off,
            (Self::Suggest, _) | (_, Self::Suggest) => Self::Suggest,
            (Self::Heal, Self::Heal) => Self::Heal,
        }
    }

    /// Finds a mode by its name: `heal`, `suggest` or `off`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "heal" => Some(Self::Heal),
            "suggest" => Some(Self::Suggest),
            "off" => Some(Self::Off),
            _ => None,
        }
    }
}
