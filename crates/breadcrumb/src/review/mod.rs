//! What people decide about heals.
//!
//! [`reviewed`] lists heals with what is decided about them, [`decide`] takes a decision,
//! [`decide_about`] one about a heal that was listed, [`approve_all`] many at once. A rejected heal is not made again, by whatever locator: see
//! [`Rejection`](breadcrumb_core::Rejection). [`open_refusals`] lists refused heals, and [`accept`] takes one of
//! their suggestions for the element.

mod drifts;
mod refusals;
mod view;

use std::collections::HashMap;

use breadcrumb_core::{ElementFingerprint, HealState};
use breadcrumb_store::{DecidedHeal, EventFilter, NewDecision, Store};

pub use drifts::{OpenDrift, accept_drift, open_drifts};
pub use refusals::{OpenRefusal, OpenSuggestion, accept, open_refusals};
pub use view::{ReviewList, ReviewedHeal};

use crate::clock::now;
use crate::error::{Error, ReviewError};
use crate::standing::{self, LastPasses};

/// Which heals to list; all of them unless told otherwise.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ReviewFilter {
    /// Only those in this state.
    pub state: Option<HealState>,
    /// Only those of this test.
    pub test_id: Option<String>,
    /// Only those with at least this confidence.
    pub min_confidence: Option<f64>,
    /// At most so many, the newest.
    pub limit: Option<usize>,
}

/// Who decides, and why.
#[derive(Debug, Clone, Default)]
pub struct Reviewer {
    /// The name; none where nobody knows.
    pub name: Option<String>,
    /// A remark that is kept with the decision.
    pub note: Option<String>,
}

/// What a decision has done.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Verdict {
    /// The heal, as it is decided now.
    pub heal: ReviewedHeal,
    /// The element that is the baseline again; none where nothing was rolled back.
    pub restored: Option<ElementFingerprint>,
}

impl ReviewFilter {
    fn lets_pass(&self, heal: &DecidedHeal) -> bool {
        self.state.is_none_or(|state| state == heal.state)
            && self.test_id.as_ref().is_none_or(|id| *id == heal.test_id)
            && self.min_confidence.is_none_or(|min| heal.confidence >= min)
    }
}

/// Lists heals, the newest first; one that cannot be read any more is left out.
pub fn reviewed(store: &dyn Store, filter: &ReviewFilter) -> Result<Vec<ReviewedHeal>, Error> {
    let heals = heals(store)?.into_iter();
    let heals = heals.filter(|heal| filter.lets_pass(heal));
    heals
        .filter_map(|heal| view(store, heal).transpose())
        .take(filter.limit.unwrap_or(usize::MAX))
        .collect()
}

/// Finds the heal that an event belongs to, by the event's number.
pub fn find(store: &dyn Store, id: i64) -> Result<ReviewedHeal, Error> {
    let heals = heals(store)?;
    let event = store.healing_events(&EventFilter::new().id(id))?.pop();
    let event = event.ok_or_else(|| ReviewError::unknown(id, &store.location()))?;
    let digest = breadcrumb_core::identity_digest(&event.healed);
    for heal in heals {
        if heal.test_id == event.test_id && heal.locator == event.locator {
            let newest = store.healing_events(&EventFilter::new().id(heal.id))?.pop();
            let newest = newest.filter(|e| breadcrumb_core::identity_digest(&e.healed) == digest);
            if let Some(newest) = newest {
                return Ok(ReviewedHeal::new(heal, &newest));
            }
        }
    }
    Err(ReviewError::unknown(id, &store.location()).into())
}

/// Decides about the heal that an event belongs to.
pub fn decide(
    store: &dyn Store,
    id: i64,
    state: HealState,
    reviewer: &Reviewer,
) -> Result<Verdict, Error> {
    let decision = decision(id, state, reviewer);
    let decided = store.decide(&decision)?;
    let decided = decided.ok_or_else(|| ReviewError::unknown(id, &store.location()))?;
    Ok(Verdict {
        heal: find(store, id)?,
        restored: decided.restored,
    })
}

/// Decides about a heal that was looked at already; returns the element that is the baseline again,
/// none where nothing was rolled back.
///
/// Much less to read than [`decide`]: for who goes through many.
pub fn decide_about(
    store: &dyn Store,
    heal: &mut ReviewedHeal,
    state: HealState,
    reviewer: &Reviewer,
) -> Result<Option<ElementFingerprint>, Error> {
    let decision = decision(heal.id, state, reviewer);
    let decided = store.decide(&decision)?;
    let decided = decided.ok_or_else(|| ReviewError::unknown(heal.id, &store.location()))?;
    heal.take(&decision);
    Ok(decided.restored)
}

/// Approves all pending heals with at least this confidence; returns them.
pub fn approve_all(
    store: &dyn Store,
    min_confidence: f64,
    reviewer: &Reviewer,
) -> Result<Vec<ReviewedHeal>, Error> {
    let pending = ReviewFilter {
        state: Some(HealState::Pending),
        min_confidence: Some(min_confidence),
        ..ReviewFilter::default()
    };
    let mut approved = reviewed(store, &pending)?;
    for heal in &mut approved {
        decide_about(store, heal, HealState::Approved, reviewer)?;
    }
    Ok(approved)
}

/// Reads all heals, the newest first, with what has become of them.
fn heals(store: &dyn Store) -> Result<Vec<DecidedHeal>, Error> {
    let mut heals = store.heals()?;
    let passes = LastPasses::read(store, heals.iter().map(|heal| heal.test_id.as_str()))?;
    let mut last_at: HashMap<(String, String), f64> = HashMap::new();
    for heal in &mut heals {
        let locator = (heal.test_id.clone(), heal.locator.clone());
        // The newest comes first.
        let last_at = *last_at.entry(locator).or_insert(heal.last_at);
        let has_passed = passes.has_passed_since(&heal.test_id, last_at);
        heal.state = standing::state(heal.decision.as_ref(), last_at, has_passed);
    }
    Ok(heals)
}

fn decision(heal: i64, state: HealState, reviewer: &Reviewer) -> NewDecision {
    NewDecision {
        heal,
        state,
        note: reviewer.note.clone(),
        decided_by: reviewer.name.clone(),
        decided_at: now(),
    }
}

fn view(store: &dyn Store, heal: DecidedHeal) -> Result<Option<ReviewedHeal>, Error> {
    let event = store.healing_events(&EventFilter::new().id(heal.id))?.pop();
    Ok(event.map(|event| ReviewedHeal::new(heal, &event)))
}

#[cfg(test)]
mod tests;
