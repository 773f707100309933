//! [`HealingEvent`]: the record of one heal.

use serde::{Deserialize, Serialize};

use crate::fingerprint::ElementFingerprint;
use crate::scoring::ScoringResult;

/// One heal, written once and never changed.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct HealingEvent {
    /// The test that was healed.
    pub test_id: String,
    /// The locator that stopped matching.
    pub locator: String,
    /// The scorer's confidence in the healed element, from 0 to 1.
    pub confidence: f64,
    /// The element as it was known before.
    pub original: ElementFingerprint,
    /// The element the test went on with.
    pub healed: ElementFingerprint,
    /// When it happened, in seconds since 1970.
    pub timestamp: f64,
    /// What else is known; empty for events of the Python package.
    pub details: HealDetails,
}

/// What a heal says about itself beyond the classic record.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct HealDetails {
    /// An id that stays the same when stores are merged.
    pub uid: Option<String>,
    /// The page it happened on, as [`page_key`](crate::page_key) names it.
    pub page_key: Option<String>,
    /// The name of the scorer that decided.
    pub scorer: Option<String>,
    /// Each signal's part in the confidence.
    pub scoring: Option<ScoringResult>,
    /// How far the winner was ahead of the best rival.
    pub margin: Option<f64>,
    /// The best rival.
    pub runner_up: Option<ElementFingerprint>,
    /// Why it was healed, in sentences, the best reason first.
    pub reasons: Vec<String>,
    /// The locator the test should use from now on.
    pub proposed_locator: Option<String>,
    /// What the test did with the element, e.g. `click`.
    pub action: Option<String>,
    /// The file of the test or page object that has the locator.
    pub source_file: Option<String>,
    /// The line in that file, counted from 1.
    pub source_line: Option<u32>,
    /// Where the locator is written, wherever the test has used it; empty where that is not known.
    pub sites: Vec<SourceSite>,
    /// All locators that were checked on the page, the best first.
    pub proposals: Vec<VerifiedLocator>,
    /// The page's address, without query and fragment.
    pub url: Option<String>,
    /// The name of a picture of the element before, where pictures are taken.
    pub screenshot_before: Option<String>,
    /// The name of a picture of the healed element.
    pub screenshot_after: Option<String>,
    /// How it came into the log.
    pub occasion: HealOccasion,
    /// The setting that has approved it, where a setting has.
    pub approved_by: Option<String>,
}

/// How a heal came into the log.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum HealOccasion {
    /// The test went on with the element, and passed.
    #[default]
    PassingTest,
    /// The test went on with the element, and failed later: nothing was learned.
    FailingTest,
    /// A person has accepted a suggestion of a refusal; no test went on with it yet.
    Accepted,
}

/// A place in the source where a locator is made.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SourceSite {
    /// The file, as the test runner named it.
    pub file: String,
    /// The line of the call that made the locator, counted from 1.
    pub line: u32,
}

/// A locator that was checked on the live page: it finds the healed element and no other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifiedLocator {
    /// The call on a page, in Python: `get_by_role("button", name="Sign in")`.
    pub code: String,
    /// Whether it finds just that element, too, when called on what the old locator's last call
    /// was called on: `form.get_by_role(…)` instead of `page.get_by_role(…)`.
    #[serde(default)]
    pub within_parent: bool,
}

impl HealOccasion {
    /// Returns the name that is stored; none for the usual one.
    #[must_use]
    pub fn stored_name(self) -> Option<&'static str> {
        match self {
            Self::PassingTest => None,
            Self::FailingTest => Some("failing_test"),
            Self::Accepted => Some("accepted"),
        }
    }

    /// Reads it back; what is unknown is the usual one.
    #[must_use]
    pub fn from_stored(name: Option<&str>) -> Self {
        let known = [Self::FailingTest, Self::Accepted];
        let found = known.into_iter().find(|known| known.stored_name() == name);
        found.unwrap_or_default()
    }

    /// Returns it in words, for what people read; none for the usual one.
    #[must_use]
    pub fn words(self) -> Option<&'static str> {
        match self {
            Self::PassingTest => None,
            Self::FailingTest => Some("in a failing test"),
            Self::Accepted => Some("accepted in a review"),
        }
    }
}

impl HealingEvent {
    /// Makes an event with the classic fields; the key is that of the original fingerprint.
    #[must_use]
    pub fn new(
        original: ElementFingerprint,
        healed: ElementFingerprint,
        confidence: f64,
        timestamp: f64,
    ) -> Self {
        Self {
            test_id: original.test_id().to_owned(),
            locator: original.locator().to_owned(),
            confidence,
            original,
            healed,
            timestamp,
            details: HealDetails::default(),
        }
    }
}
