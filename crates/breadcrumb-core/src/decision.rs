//! [`HealState`]: what has become of a heal.

use std::fmt;

use serde::{Serialize, Serializer};

/// What has become of a heal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum HealState {
    /// Nobody has decided yet, or somebody has taken a decision back.
    #[default]
    Pending,
    /// It is the same element; the test's source may have the new locator.
    Approved,
    /// It is another element, and must not be healed to again.
    Rejected,
    /// The source was changed, or the test has passed without it since.
    Fixed,
}

impl HealState {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Pending, Self::Approved, Self::Rejected, Self::Fixed];

    /// Returns the name that is stored and shown.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Fixed => "fixed",
        }
    }

    /// Whether the test still needs the heal: its locator is wrong, and somebody should fix it.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Self::Pending | Self::Approved)
    }

    /// Finds a state by its name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

impl fmt::Display for HealState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for HealState {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_found_by_its_name() {
        for state in HealState::ALL {
            assert_eq!(HealState::from_name(state.name()), Some(state));
        }
        assert_eq!(HealState::from_name("maybe"), None);
    }
}
