//! [`HealRecord`]: a heal as the document has it.

use std::borrow::Cow;

use breadcrumb_core::{HealOccasion, HealState};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::heal::{Heal, Signal};

/// A heal as the document has it. All of it is borrowed: a report hands ten thousand of them on.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct HealRecord<'a> {
    /// The id of the heal in the store.
    pub id: i64,
    /// When it happened, in seconds since 1970.
    pub timestamp: f64,
    /// The test.
    pub test_id: &'a str,
    /// The locator that stopped matching.
    pub locator: &'a str,
    /// The confidence, from 0 to 1.
    pub confidence: f64,
    /// The element as it was known before.
    pub original: Option<Cow<'a, RawValue>>,
    /// The element the test went on with.
    pub healed: Option<Cow<'a, RawValue>>,
    /// The page.
    pub page: Option<&'a str>,
    /// The scorer that decided.
    pub scorer: Option<&'a str>,
    /// Each signal's part in the confidence.
    pub signals: Vec<SignalRecord<'a>>,
    /// How far the winner was ahead of the best rival.
    pub margin: Option<f64>,
    /// The best rival.
    pub runner_up: Option<Cow<'a, RawValue>>,
    /// Why it was healed, the best reason first.
    pub reasons: Vec<Cow<'a, str>>,
    /// The locator the test should use from now on.
    pub proposed_locator: Option<&'a str>,
    /// What the test did with the element.
    pub action: Option<&'a str>,
    /// The file that has the locator.
    pub source_file: Option<&'a str>,
    /// The line in that file, counted from 1.
    pub source_line: Option<u32>,
    /// A picture of the element before: a `data:` URI.
    pub before_image: Option<&'a str>,
    /// A picture of the element after.
    pub after_image: Option<&'a str>,
    /// How it came into the log.
    pub occasion: HealOccasion,
    /// What has become of it: what people have decided, or that it is fixed.
    pub decision: HealState,
    /// Who has decided.
    pub decided_by: Option<&'a str>,
    /// What they remarked.
    pub note: Option<&'a str>,
}

/// One signal's part in a confidence.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct SignalRecord<'a> {
    /// The signal's name.
    pub name: Cow<'a, str>,
    /// How alike the two elements are in this respect.
    pub score: Figure<'a>,
    /// How much the signal counts.
    pub weight: Figure<'a>,
}

/// A number; one that is stored as text need not be read and written anew.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(untagged)]
pub enum Figure<'a> {
    /// One that was computed or read.
    Number(f64),
    /// One as it is stored.
    Stored(&'a RawValue),
}

impl<'a> SignalRecord<'a> {
    /// Makes a signal's part.
    #[must_use]
    pub fn new(name: Cow<'a, str>, score: Figure<'a>, weight: Figure<'a>) -> Self {
        Self {
            name,
            score,
            weight,
        }
    }
}

impl Heal {
    /// Returns the heal as the document has it.
    #[must_use]
    pub fn record(&self) -> HealRecord<'_> {
        HealRecord {
            id: self.id,
            timestamp: self.timestamp,
            test_id: &self.test_id,
            locator: &self.locator,
            confidence: self.confidence,
            original: self.original.as_deref().map(Cow::Borrowed),
            healed: self.healed.as_deref().map(Cow::Borrowed),
            page: self.page.as_deref(),
            scorer: self.scorer.as_deref(),
            signals: self.signals.iter().map(Signal::record).collect(),
            margin: self.margin,
            runner_up: self.runner_up.as_deref().map(Cow::Borrowed),
            reasons: self.reasons.iter().map(Cow::from).collect(),
            proposed_locator: self.proposed_locator.as_deref(),
            action: self.action.as_deref(),
            source_file: self.source_file.as_deref(),
            source_line: self.source_line,
            before_image: self.before_image.as_deref(),
            after_image: self.after_image.as_deref(),
            occasion: self.occasion,
            decision: self.decision,
            decided_by: self.decided_by.as_deref(),
            note: self.note.as_deref(),
        }
    }
}

impl Signal {
    fn record(&self) -> SignalRecord<'_> {
        SignalRecord {
            name: Cow::Borrowed(&self.name),
            score: Figure::Number(self.score),
            weight: Figure::Number(self.weight),
        }
    }
}

impl Serialize for Heal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.record().serialize(serializer)
    }
}

impl Serialize for Signal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.record().serialize(serializer)
    }
}
