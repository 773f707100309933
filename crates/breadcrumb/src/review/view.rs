//! A heal as somebody who decides sees it.

use breadcrumb_core::{
    HealOccasion, HealState, HealingEvent, SourceSite, VerifiedLocator, describe,
};
use breadcrumb_store::{DecidedHeal, NewDecision};
use serde::Serialize;

use super::refusals::OpenRefusal;

/// The version of [`ReviewList`]'s JSON form.
const SCHEMA_VERSION: u32 = 1;

/// A heal with what is decided about it, and what the decision rests on.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ReviewedHeal {
    /// Its number: that of its newest event.
    pub id: i64,
    /// What is decided.
    pub state: HealState,
    /// Whether `fix` has changed its source; somebody may have taken that back.
    #[serde(skip)]
    pub(crate) was_patched: bool,
    /// The test.
    pub test_id: String,
    /// The locator that stopped matching.
    pub locator: String,
    /// The locator that was checked on the page.
    pub proposed_locator: Option<String>,
    /// The confidence, from 0 to 1.
    pub confidence: f64,
    /// The element before, in a few words.
    pub before: String,
    /// The element after, in a few words.
    pub after: String,
    /// Why it was healed, the best reason first.
    pub reasons: Vec<String>,
    /// What the test did with the element.
    pub action: Option<String>,
    /// The page, as it is named in the store.
    pub page: Option<String>,
    /// The page's address.
    pub url: Option<String>,
    /// The file of the line that was carried out.
    pub source_file: Option<String>,
    /// That line, counted from 1.
    pub source_line: Option<u32>,
    /// Where the locator is written.
    pub sites: Vec<SourceSite>,
    /// All locators that were checked on the page.
    pub proposals: Vec<VerifiedLocator>,
    /// How it came into the log, when last.
    pub occasion: HealOccasion,
    /// How often it was healed.
    pub events: u64,
    /// When first, in seconds since 1970.
    pub first_at: f64,
    /// When last.
    pub last_at: f64,
    /// Who has decided.
    pub decided_by: Option<String>,
    /// When, in seconds since 1970.
    pub decided_at: Option<f64>,
    /// What they remarked.
    pub note: Option<String>,
}

/// Heals, and refused heals, for a machine to read.
#[derive(Debug, Clone, Serialize)]
pub struct ReviewList {
    schema_version: u32,
    heals: Vec<ReviewedHeal>,
    refusals: Vec<OpenRefusal>,
}

impl ReviewedHeal {
    pub(super) fn new(heal: DecidedHeal, event: &HealingEvent) -> Self {
        let details = event.details.clone();
        let decided = heal.decision.as_ref().map(|made| made.state);
        let (decided_by, decided_at, note) = match heal.decision {
            Some(made) => (made.decided_by, Some(made.decided_at), made.note),
            None => (None, None, None),
        };
        Self {
            id: heal.id,
            state: heal.state,
            was_patched: decided == Some(HealState::Fixed),
            test_id: heal.test_id,
            locator: heal.locator,
            proposed_locator: details.proposed_locator,
            confidence: heal.confidence,
            before: describe(&event.original),
            after: describe(&event.healed),
            reasons: details.reasons,
            action: details.action,
            page: details.page_key,
            url: details.url,
            source_file: details.source_file,
            source_line: details.source_line,
            sites: details.sites,
            proposals: details.proposals,
            occasion: details.occasion,
            events: heal.events,
            first_at: heal.first_at,
            last_at: heal.last_at,
            decided_by,
            decided_at,
            note,
        }
    }

    /// Takes a decision over that was just made.
    pub(super) fn take(&mut self, made: &NewDecision) {
        self.state = made.state;
        self.decided_by.clone_from(&made.decided_by);
        self.decided_at = Some(made.decided_at);
        self.note.clone_from(&made.note);
    }
}

impl ReviewList {
    /// Makes a list.
    #[must_use]
    pub fn new(heals: Vec<ReviewedHeal>, refusals: Vec<OpenRefusal>) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            heals,
            refusals,
        }
    }
}
