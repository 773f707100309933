//! [`DecisionStore`]: what people decide about heals, and the keys that change with the source.

use std::collections::HashMap;

use breadcrumb_core::{Acceptance, ElementFingerprint, HealState, Rejection};

use crate::error::Error;

/// What a store does with decisions about heals.
///
/// Part of [`Store`](crate::Store); apart because it has a subject of its own.
pub trait DecisionStore {
    /// Returns all heals, the newest first: events with the same test, locator and healed element
    /// are one.
    fn heals(&self) -> Result<Vec<DecidedHeal>, Error>;

    /// Returns the newest decision about each heal that somebody has decided about.
    ///
    /// Much less to read than [`heals`](Self::heals): for who has the events already.
    fn decisions(&self) -> Result<Decisions, Error>;

    /// Appends a decision about the heal that an event belongs to; `None` where there is no such
    /// event.
    ///
    /// A rejection also rolls the baseline back where it is the rejected element by now.
    fn decide(&self, decision: &NewDecision) -> Result<Option<Decided>, Error>;

    /// Returns the pairs of elements that are rejected as of now.
    fn rejections(&self) -> Result<Vec<Rejection>, Error>;

    /// Returns the suggestions that are accepted as of now, the newest first.
    fn acceptances(&self) -> Result<Vec<Acceptance>, Error>;

    /// Returns when the last attempt began in which each of these tests passed, in the same order; none
    /// where it never did.
    ///
    /// Only attempts that a test runner has recorded count: a report that was read in has a clock of its
    /// own, and says nothing of heals.
    fn last_passes(&self, test_ids: &[&str]) -> Result<Vec<Option<f64>>, Error>;

    /// Gives all that is known of elements to the keys that tests have for them from now on, in one
    /// transaction; tells how many of the old keys were known.
    ///
    /// A key that is known already keeps what it knows, and takes over the pages and the history
    /// that it has not.
    fn move_keys(&self, moves: &[KeyMove]) -> Result<u64, Error>;
}

/// A heal with what was decided about it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct DecidedHeal {
    /// The row of its newest event: the number that people name it by.
    pub id: i64,
    /// The test.
    pub test_id: String,
    /// The locator that stopped matching.
    pub locator: String,
    /// The confidence of its newest event.
    pub confidence: f64,
    /// How many events it has.
    pub events: u64,
    /// When the first of them happened, in seconds since 1970.
    pub first_at: f64,
    /// When the newest of them happened.
    pub last_at: f64,
    /// What is decided.
    pub state: HealState,
    /// Who has decided, when and why.
    pub decision: Option<Decision>,
}

/// A decision as it is stored.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Decision {
    /// What was decided.
    pub state: HealState,
    /// A remark.
    pub note: Option<String>,
    /// Who has decided.
    pub decided_by: Option<String>,
    /// When, in seconds since 1970.
    pub decided_at: f64,
}

/// The newest decisions, by heal.
#[derive(Debug, Clone, Default)]
pub struct Decisions {
    /// By test, locator and digest; one in the other, so that a report can look up each of its
    /// heals without a copy of the names.
    by_test: HashMap<String, HashMap<String, HashMap<String, Decision>>>,
}

/// A decision to be made.
#[derive(Debug, Clone, PartialEq)]
pub struct NewDecision {
    /// An event of the heal, by its row.
    pub heal: i64,
    /// What is decided.
    pub state: HealState,
    /// A remark.
    pub note: Option<String>,
    /// Who decides.
    pub decided_by: Option<String>,
    /// When, in seconds since 1970.
    pub decided_at: f64,
}

/// What a decision has done.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Decided {
    /// The test.
    pub test_id: String,
    /// The locator.
    pub locator: String,
    /// The fingerprint that is the baseline again; none where nothing was rolled back.
    pub restored: Option<ElementFingerprint>,
}

/// A key that becomes another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyMove {
    /// The test.
    pub test_id: String,
    /// The locator so far.
    pub from: String,
    /// The locator from now on.
    pub to: String,
    /// Whether the old key stays known: some of the source still has it.
    pub keeps_old: bool,
}

impl Decisions {
    /// Returns whether nobody has decided about any heal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_test.is_empty()
    }

    /// Returns when the source of a locator was last fixed, in seconds since 1970.
    #[must_use]
    pub fn fixed_at(&self, test_id: &str, locator: &str) -> Option<f64> {
        let decisions = self.of_key(test_id, locator)?.values();
        let fixed = decisions.filter(|made| made.state == HealState::Fixed);
        fixed.map(|made| made.decided_at).reduce(f64::max)
    }

    /// Returns whether somebody has decided about a heal of this key.
    #[must_use]
    pub fn are_about(&self, test_id: &str, locator: &str) -> bool {
        self.of_key(test_id, locator).is_some()
    }

    /// Returns the decision about a heal; the digest is that of the healed element.
    #[must_use]
    pub fn get(&self, test_id: &str, locator: &str, healed_digest: &str) -> Option<&Decision> {
        self.of_key(test_id, locator)?.get(healed_digest)
    }

    /// Takes a decision in that is newer than those before it.
    pub(crate) fn add(
        &mut self,
        test_id: String,
        locator: String,
        healed_digest: String,
        decision: Decision,
    ) {
        let of_test = self.by_test.entry(test_id).or_default();
        let of_key = of_test.entry(locator).or_default();
        of_key.insert(healed_digest, decision);
    }

    fn of_key(&self, test_id: &str, locator: &str) -> Option<&HashMap<String, Decision>> {
        self.by_test.get(test_id)?.get(locator)
    }
}
