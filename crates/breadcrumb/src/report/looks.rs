//! Refused heals, and drifts.

use std::collections::HashMap;
use std::ops::ControlFlow;

use breadcrumb_core::{RefusedSuggestion, VerdictRecord, VerdictRecordKind};
use breadcrumb_report::{Look, Suggested};
use breadcrumb_store::{EventFilter, Store};

use crate::error::Error;
use crate::standing::{LastPasses, Standings};

/// Refused heals and drifts of a window.
#[derive(Default)]
pub(super) struct Looks {
    /// The refusals that are open, newest first: one for each test and locator.
    pub(super) refusals: Vec<Look>,
    /// The drifts that are open, newest first: one for each test and locator.
    pub(super) drifts: Vec<Look>,
    /// How often a heal was refused, open or not.
    pub(super) refused: u64,
    /// How often a locator was found to have drifted, open or not.
    pub(super) drifted: u64,
}

/// Reads the refused heals and the drifts that pass a filter, newest first.
pub fn looks(store: &dyn Store, filter: &EventFilter) -> Result<Vec<Look>, Error> {
    let mut looks = Vec::new();
    store.for_each_verdict_row(filter, &mut |id, verdict| {
        looks.push(look(id, verdict));
        ControlFlow::Continue(())
    })?;
    Ok(looks)
}

impl Looks {
    /// Reads those since a time.
    pub(super) fn read(
        store: &dyn Store,
        since: f64,
        standings: &Standings,
    ) -> Result<Self, Error> {
        let mut found = Self::default();
        let mut places: HashMap<(bool, String, String), usize> = HashMap::new();
        let mut newest: Vec<Look> = Vec::new();
        for look in looks(store, &EventFilter::new().since(since))? {
            let is_drift = is_drift(&look);
            found.drifted += u64::from(is_drift);
            found.refused += u64::from(!is_drift);
            let place = (is_drift, look.test_id.clone(), look.locator.clone());
            if let Some(newer) = places.get(&place).and_then(|place| newest.get_mut(*place)) {
                newer.count += 1;
            } else {
                places.insert(place, newest.len());
                newest.push(look);
            }
        }
        let tests = newest.iter().map(|look| look.test_id.as_str());
        let passes = LastPasses::read(store, tests)?;
        newest.retain(|look| {
            !standings.is_over(&passes, &look.test_id, &look.locator, look.timestamp)
        });
        (found.drifts, found.refusals) = newest.into_iter().partition(is_drift);
        Ok(found)
    }
}

fn is_drift(look: &Look) -> bool {
    look.kind == VerdictRecordKind::Drift.name()
}

fn look(id: i64, verdict: VerdictRecord) -> Look {
    let details = verdict.refusal();
    let mut look = Look::default();
    look.id = id;
    look.count = 1;
    look.timestamp = verdict.timestamp;
    look.test_id = verdict.test_id;
    look.locator = verdict.locator;
    verdict.kind.name().clone_into(&mut look.kind);
    look.message = verdict.message;
    look.confidence = verdict.confidence;
    look.page = verdict.page_key;
    look.action = verdict.action;
    look.source_file = verdict.source_file;
    look.source_line = verdict.source_line;
    look.suggestions = details.suggestions.into_iter().map(suggested).collect();
    look
}

fn suggested(candidate: RefusedSuggestion) -> Suggested {
    let mut suggested = Suggested::default();
    suggested.locator = candidate.locator().map(str::to_owned);
    suggested.confidence = candidate.confidence;
    suggested.description = candidate.description;
    suggested.reasons = candidate.reasons;
    suggested.veto = candidate.veto;
    suggested
}
