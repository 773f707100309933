//! [`Finding`]: what a test has to say about its locators, in words.

use std::path::Path;

/// What can be found in a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Finding {
    /// A locator was healed.
    Heal,
    /// A locator finds another element than it used to.
    Drift,
    /// A heal was refused.
    Refusal,
}

/// An outcome of our own, as runners show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// The word that tests are counted under.
    pub category: &'static str,
    /// The letter of a test in short output.
    pub letter: &'static str,
    /// The word of a test in long output.
    pub word: &'static str,
}

impl Label {
    /// A test that passed only because a locator was healed.
    pub const HEALED: Self = Self {
        category: "healed",
        letter: "H",
        word: "HEALED",
    };
    /// A test whose failure does not fail the run.
    pub const QUARANTINED: Self = Self {
        category: "quarantined",
        letter: "Q",
        word: "QUARANTINED",
    };
}

impl Finding {
    /// All of them, in the order they are shown.
    pub const ALL: [Self; 3] = [Self::Heal, Self::Drift, Self::Refusal];

    /// Returns the name of the property that reports of test runners carry it under.
    #[must_use]
    pub fn property(self) -> &'static str {
        match self {
            Self::Heal => "breadcrumb_heal",
            Self::Drift => "breadcrumb_drift",
            Self::Refusal => "breadcrumb_refused",
        }
    }

    /// Finds one by the name of its property.
    #[must_use]
    pub fn from_property(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|found| found.property() == name)
    }

    /// Returns what is said above those of all tests.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Heal => "passed only because healed",
            Self::Drift => "finds another element than it used to",
            Self::Refusal => "not healed",
        }
    }

    /// Whether somebody has to decide about it.
    pub(super) fn is_to_decide(self) -> bool {
        self != Self::Drift
    }
}

/// Returns what was healed with the place in the source, where that is known: from the root of the suite.
#[must_use]
pub fn heal_text(text: &str, file: Option<&Path>, line: Option<u32>, root: &Path) -> String {
    let Some(file) = file else {
        return text.to_owned();
    };
    let shown = file.strip_prefix(root).unwrap_or(file).display();
    let line = line.unwrap_or(1);
    format!("{text}\n  at {shown}:{line}")
}

/// Returns a sentence for each refused heal, once: a locator is looked for again and again.
#[must_use]
pub fn refusal_texts(refusals: &[(String, String)]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for (locator, why) in refusals {
        let text = format!("`{locator}`: {why}");
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

/// Says that the suite could not tell which version of the application it runs against.
#[must_use]
pub fn app_version_trouble(error: &str) -> String {
    format!("no app version: {error}")
}
