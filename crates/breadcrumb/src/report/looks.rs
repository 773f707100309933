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
        let mut newest: Vec<Newest> = Vec::new();
        let filter = EventFilter::new().since(since);
        store.for_each_verdict_row(&filter, &mut |id, record| {
            let is_drift = record.kind == VerdictRecordKind::Drift;
            found.drifted += u64::from(is_drift);
            found.refused += u64::from(!is_drift);
            let place = (is_drift, record.test_id.clone(), record.locator.clone());
            if let Some(newer) = places.get(&place).and_then(|place| newest.get_mut(*place)) {
                newer.count += 1;
            } else {
                places.insert(place, newest.len());
                let count = 1;
                newest.push(Newest { id, record, count });
            }
            ControlFlow::Continue(())
        })?;
        let tests = newest.iter().map(|newest| newest.record.test_id.as_str());
        let passes = LastPasses::read(store, tests)?;
        // What they rest on is long, and read only where it is shown.
        newest.retain(|Newest { record, .. }| {
            let VerdictRecord {
                test_id, locator, ..
            } = record;
            !standings.is_over(&passes, test_id, locator, record.timestamp)
        });
        for Newest { id, record, count } in newest {
            let is_drift = record.kind == VerdictRecordKind::Drift;
            let mut look = look(id, record);
            look.count = count;
            let list = if is_drift {
                &mut found.drifts
            } else {
                &mut found.refusals
            };
            list.push(look);
        }
        Ok(found)
    }
}

/// The newest of what happened to a locator again and again.
struct Newest {
    id: i64,
    record: VerdictRecord,
    count: u64,
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
