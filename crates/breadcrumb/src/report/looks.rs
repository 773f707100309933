//! Looks that did not heal, and drifts.

use std::ops::ControlFlow;

use breadcrumb_core::{VerdictRecord, VerdictRecordKind};
use breadcrumb_report::{Look, Suggested};
use breadcrumb_store::{EventFilter, Store};
use serde::Deserialize;

use crate::error::Error;

/// What is stored of a look's best candidates.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Details {
    proposed_locator: Option<String>,
    suggestions: Vec<Candidate>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Candidate {
    confidence: f64,
    description: String,
    reasons: Vec<String>,
}

/// Reads the looks that did not heal and the drifts that pass a filter, newest first.
pub fn looks(store: &dyn Store, filter: &EventFilter) -> Result<Vec<Look>, Error> {
    let mut looks = Vec::new();
    store.for_each_verdict_row(filter, &mut |id, verdict| {
        looks.push(look(id, verdict));
        ControlFlow::Continue(())
    })?;
    Ok(looks)
}

/// Reads refusals and drifts since a time, newest first.
pub(super) fn read(store: &dyn Store, since: f64) -> Result<(Vec<Look>, Vec<Look>), Error> {
    let (mut refusals, mut drifts) = (Vec::new(), Vec::new());
    let filter = EventFilter::new().since(since);
    store.for_each_verdict_row(&filter, &mut |id, verdict| {
        let list = if verdict.kind == VerdictRecordKind::Drift {
            &mut drifts
        } else {
            &mut refusals
        };
        list.push(look(id, verdict));
        ControlFlow::Continue(())
    })?;
    Ok((refusals, drifts))
}

fn look(id: i64, verdict: VerdictRecord) -> Look {
    let details: Details = verdict
        .details_json
        .and_then(|json| serde_json::from_str(&json).ok())
        .unwrap_or_default();
    let mut proposed = details.proposed_locator;
    let mut look = Look::default();
    look.id = id;
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
    let candidates = details.suggestions.into_iter();
    look.suggestions = candidates
        .map(|candidate| {
            let mut suggested = Suggested::default();
            suggested.confidence = candidate.confidence;
            suggested.description = candidate.description;
            suggested.reasons = candidate.reasons;
            // The locator is made for the best one only.
            suggested.locator = proposed.take();
            suggested
        })
        .collect();
    look
}
