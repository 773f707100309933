//! [`QuarantineEntry`] and [`TestMemory`]: what a store remembers of decisions.

use serde::{Deserialize, Serialize};

use crate::params::DAY;
use crate::policy::{QuarantinePolicy, Scope};
use crate::reasons::narrow;
use crate::state::State;

/// A test whose failures need not stop a build.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QuarantineEntry {
    /// The test.
    pub test_id: String,
    /// The variants it is for; all where empty.
    #[serde(default)]
    pub variants: Vec<String>,
    /// The reasons to fail that it masks, by fingerprint; every one where empty.
    #[serde(default)]
    pub fingerprints: Vec<String>,
    /// Whether only those reasons are masked.
    #[serde(default)]
    pub scope: Scope,
    /// Why it was made, in one sentence.
    pub reason: String,
    /// The same as a word, e.g. `flaky` or `relapse`.
    #[serde(default)]
    pub reason_code: Option<String>,
    /// The revisions it rests on, as JSON.
    #[serde(default)]
    pub evidence_json: Option<String>,
    /// How often the test failed when it was made.
    #[serde(default)]
    pub rate_at_entry: Option<f64>,
    /// Who looks after the test.
    #[serde(default)]
    pub owner: Option<String>,
    /// Where the fix is tracked.
    #[serde(default)]
    pub ticket: Option<String>,
    /// Who made it.
    #[serde(default)]
    pub created_by: Option<String>,
    /// When it was made, in seconds since 1970.
    pub quarantined_at: f64,
    /// When it stops masking; `None` for entries of the Python package, which never do.
    #[serde(default)]
    pub expires_at: Option<f64>,
    /// How often it was renewed.
    #[serde(default)]
    pub renewals: u32,
    /// Whether it is released by the rule or by hand.
    pub kind: EntryKind,
    /// A word that stands above the rules.
    #[serde(default)]
    pub verdict: Option<Override>,
    /// Since when it does not mask because the test looks broken.
    #[serde(default)]
    pub suspended_at: Option<f64>,
}

/// Whether an entry is released by the rule or by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum EntryKind {
    /// By the rule.
    Auto,
    /// By hand.
    Manual,
}

/// A word of somebody that stands above the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Override {
    /// It masks even where it looks broken.
    Always,
    /// The test is never put into quarantine, and its failures always count.
    Never,
}

/// A change of the quarantine, written once and never changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QuarantineEvent {
    /// The test.
    pub test_id: String,
    /// What was done.
    pub action: Action,
    /// Who did it.
    pub actor: Option<String>,
    /// Why, in one sentence.
    pub reason: Option<String>,
    /// When, in seconds since 1970.
    pub timestamp: f64,
}

/// What was done to the quarantine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Action {
    /// A test was put into quarantine.
    Entered,
    /// It was renewed.
    Renewed,
    /// Its masking was suspended.
    Suspended,
    /// It masks again.
    Resumed,
    /// It masks any value of a comparison that was seen to vary.
    Widened,
    /// The test was released.
    Released,
    /// Somebody knows of a new intermittent failure.
    Acknowledged,
}

/// What is remembered of a test besides its attempts.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TestMemory {
    /// Its state when it was last looked at.
    pub state: Option<State>,
    /// Evidence counts from here on, in seconds since 1970.
    pub epoch_at: Option<f64>,
    /// The highest rate since it was put into quarantine.
    pub peak_rate: Option<f64>,
    /// When it was last released.
    pub released_at: Option<f64>,
    /// When somebody said that a new intermittent failure is known.
    pub acknowledged_at: Option<f64>,
}

impl QuarantineEntry {
    /// Makes an entry; what is optional is filled in afterwards.
    #[must_use]
    pub fn new(
        test_id: impl Into<String>,
        reason: impl Into<String>,
        kind: EntryKind,
        quarantined_at: f64,
    ) -> Self {
        Self {
            test_id: test_id.into(),
            variants: Vec::new(),
            fingerprints: Vec::new(),
            scope: Scope::Fingerprint,
            reason: reason.into(),
            reason_code: None,
            evidence_json: None,
            rate_at_entry: None,
            owner: None,
            ticket: None,
            created_by: None,
            quarantined_at,
            expires_at: None,
            renewals: 0,
            kind,
            verdict: None,
            suspended_at: None,
        }
    }

    /// Lets the entry end as the policy says.
    #[must_use]
    pub fn expiring(mut self, policy: &QuarantinePolicy) -> Self {
        self.expires_at = Some(self.quarantined_at + policy.expires_days * DAY);
        self
    }

    /// Renews the entry to the longest time the policy allows; `false` where it was renewed before.
    #[must_use]
    pub fn renew(&mut self, policy: &QuarantinePolicy) -> bool {
        if self.renewals > 0 {
            return false;
        }
        self.renewals += 1;
        self.expires_at = Some(self.quarantined_at + policy.max_days * DAY);
        true
    }

    /// Returns whether it has ended by `now`.
    #[must_use]
    pub fn is_expired(&self, now: f64) -> bool {
        self.expires_at.is_some_and(|end| end <= now)
    }

    /// Returns what it masked when a run began, by the changes of its test: nothing that the run itself, or a later one, has
    /// added by its evidence. `None` where it masked nothing then. What a person did counts at once.
    #[must_use]
    pub fn as_of(&self, began: f64, events: &[QuarantineEvent]) -> Option<Self> {
        let has_since = |action: Action| {
            let mut changes = events.iter().filter(|event| event.test_id == self.test_id);
            changes.any(|event| event.action == action && event.timestamp >= began)
        };
        let is_new = self.kind == EntryKind::Auto && self.quarantined_at >= began;
        if is_new || has_since(Action::Resumed) {
            return None;
        }
        let mut entry = self.clone();
        if has_since(Action::Widened) {
            entry.fingerprints = narrow(&entry.fingerprints);
        }
        Some(entry)
    }

    /// Returns whether it is for this variant.
    #[must_use]
    pub fn covers(&self, variant: &str) -> bool {
        self.variants.is_empty() || self.variants.iter().any(|covered| covered == variant)
    }
}

impl QuarantineEvent {
    /// Makes the record of a change.
    #[must_use]
    pub fn new(test_id: impl Into<String>, action: Action, timestamp: f64) -> Self {
        Self {
            test_id: test_id.into(),
            action,
            actor: None,
            reason: None,
            timestamp,
        }
    }
}

impl Action {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Entered,
        Self::Renewed,
        Self::Suspended,
        Self::Resumed,
        Self::Widened,
        Self::Released,
        Self::Acknowledged,
    ];

    /// Returns the name that is stored and shown.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Entered => "entered",
            Self::Renewed => "renewed",
            Self::Suspended => "suspended",
            Self::Resumed => "resumed",
            Self::Widened => "widened",
            Self::Released => "released",
            Self::Acknowledged => "acknowledged",
        }
    }

    /// Finds an action by its name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }
}
