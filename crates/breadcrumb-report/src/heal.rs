//! Heals, and looks that did not heal.

use breadcrumb_core::{HealOccasion, HealState};
use serde::Serialize;
use serde_json::value::RawValue;

/// A fingerprint as it is stored; nobody looks into it on the way.
pub type StoredJson = Box<RawValue>;

/// One heal.
///
/// A report may hold outlines only: those have no fingerprints, signals and reasons.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Heal {
    /// The id of the heal in the store.
    pub id: i64,
    /// When it happened, in seconds since 1970.
    pub timestamp: f64,
    /// The test.
    pub test_id: String,
    /// The locator that stopped matching.
    pub locator: String,
    /// The confidence, from 0 to 1.
    pub confidence: f64,
    /// The element as it was known before.
    pub original: Option<StoredJson>,
    /// The element the test went on with.
    pub healed: Option<StoredJson>,
    /// The page.
    pub page: Option<String>,
    /// The scorer that decided.
    pub scorer: Option<String>,
    /// Each signal's part in the confidence.
    pub signals: Vec<Signal>,
    /// How far the winner was ahead of the best rival.
    pub margin: Option<f64>,
    /// The best rival.
    pub runner_up: Option<StoredJson>,
    /// Why it was healed, the best reason first.
    pub reasons: Vec<String>,
    /// The locator the test should use from now on.
    pub proposed_locator: Option<String>,
    /// What the test did with the element.
    pub action: Option<String>,
    /// The file that has the locator.
    pub source_file: Option<String>,
    /// The line in that file, counted from 1.
    pub source_line: Option<u32>,
    /// A picture of the element before: a `data:` URI, or a name beside the database.
    pub before_image: Option<String>,
    /// A picture of the element after.
    pub after_image: Option<String>,
    /// How it came into the log.
    pub occasion: HealOccasion,
    /// What has become of it: what people have decided, or that it is fixed.
    pub decision: HealState,
    /// Who has decided.
    pub decided_by: Option<String>,
    /// What they remarked.
    pub note: Option<String>,
}

/// One signal's part in a confidence.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Signal {
    /// The signal's name, e.g. `text`.
    pub name: String,
    /// How alike the two elements are in this respect, from 0 to 1.
    pub score: f64,
    /// How much the signal counts.
    pub weight: f64,
}

/// What a heal is known by in lists.
#[derive(Debug, Serialize)]
pub(crate) struct ShortHeal<'a> {
    id: i64,
    timestamp: f64,
    test_id: &'a str,
    locator: &'a str,
    confidence: f64,
    proposed_locator: Option<&'a str>,
    occasion: HealOccasion,
    decision: HealState,
}

/// A refused heal, or a drift.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Look {
    /// Its id in the store.
    pub id: i64,
    /// How often it was seen in the window.
    pub count: u64,
    /// When it happened, in seconds since 1970.
    pub timestamp: f64,
    /// The test.
    pub test_id: String,
    /// The locator.
    pub locator: String,
    /// What happened, e.g. `ambiguous` or `drift`.
    pub kind: String,
    /// The same in a sentence.
    pub message: Option<String>,
    /// How alike the best candidate is, from 0 to 1.
    pub confidence: Option<f64>,
    /// The page.
    pub page: Option<String>,
    /// What the test wanted to do with the element.
    pub action: Option<String>,
    /// The file that has the locator.
    pub source_file: Option<String>,
    /// The line in that file, counted from 1.
    pub source_line: Option<u32>,
    /// What it could have been, the best first.
    pub suggestions: Vec<Suggested>,
}

/// An element that could have been meant.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Suggested {
    /// How alike it is, from 0 to 1.
    pub confidence: f64,
    /// A locator that was checked on the page to find only that element, where there is one.
    pub locator: Option<String>,
    /// The element in words.
    pub description: String,
    /// Why it could be the one.
    pub reasons: Vec<String>,
    /// Why it was not taken, whatever its confidence.
    pub veto: Option<String>,
}

/// A test that is in quarantine or found flaky.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FlakyTest {
    /// The test.
    pub test_id: String,
    /// Why: that of its quarantine, else that of its state.
    pub reason: String,
    /// The share of its runs in the window that ended otherwise than the one before.
    pub fliprate: f64,
    /// The flaky engine's state.
    pub state: String,
    /// How often it fails on good code.
    pub rate: Option<f64>,
    /// Whether it is in quarantine.
    pub quarantined: bool,
}

/// A locator that was healed often.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TopLocator {
    /// The test.
    pub test_id: String,
    /// The locator.
    pub locator: String,
    /// How often it was healed.
    pub count: u64,
    /// The mean confidence, to four digits.
    pub avg_confidence: f64,
    /// What to write instead, as of the newest heal that knew.
    pub proposed_locator: Option<String>,
}

impl Heal {
    pub(crate) fn short(&self) -> ShortHeal<'_> {
        ShortHeal {
            id: self.id,
            timestamp: self.timestamp,
            test_id: &self.test_id,
            locator: &self.locator,
            confidence: self.confidence,
            proposed_locator: self.proposed_locator.as_deref(),
            occasion: self.occasion,
            decision: self.decision,
        }
    }

    /// Returns what to write instead of the locator: nothing where the heal is rejected, because
    /// the proposal finds the wrong element then.
    #[must_use]
    pub fn instead(&self) -> Option<&str> {
        let proposed = self.proposed_locator.as_deref();
        proposed.filter(|_| self.decision != HealState::Rejected)
    }

    /// Returns what is decided, in a word; none where nobody has decided.
    pub(crate) fn decided(&self) -> Option<&'static str> {
        (self.decision != HealState::Pending).then(|| self.decision.name())
    }
}

impl Signal {
    /// Makes a signal's part.
    #[must_use]
    pub fn new(name: impl Into<String>, score: f64, weight: f64) -> Self {
        Self {
            name: name.into(),
            score,
            weight,
        }
    }
}
