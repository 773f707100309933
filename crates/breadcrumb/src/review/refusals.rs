//! Refused heals that are open, and accepting a suggestion of one.

use std::ops::ControlFlow;

use breadcrumb_core::{
    ElementFingerprint, HealOccasion, HealState, HealingEvent, RefusalDetails, RefusedSuggestion,
    SourceSite, VerdictRecord, VerdictRecordKind, VerifiedLocator,
};
use breadcrumb_store::{EventFilter, Store};
use serde::Serialize;

use super::{ReviewFilter, ReviewedHeal, Reviewer, decide};
use crate::clock::now;
use crate::error::{Error, ReviewError};
use crate::standing::{LastPasses, Standings};

/// A refused heal that nothing has come of yet.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct OpenRefusal {
    /// Its number.
    pub id: i64,
    /// The test.
    pub test_id: String,
    /// The locator that found nothing.
    pub locator: String,
    /// Why it was not healed, in a word, e.g. `ambiguous`.
    pub kind: &'static str,
    /// The same in a sentence.
    pub message: String,
    /// When it was last refused, in seconds since 1970.
    pub timestamp: f64,
    /// What the test wanted to do with the element.
    pub action: Option<String>,
    /// The page, as it is named in the store.
    pub page: Option<String>,
    /// The page's address.
    pub url: Option<String>,
    /// Where the locator is written.
    pub sites: Vec<SourceSite>,
    /// The file of the line that was carried out.
    pub source_file: Option<String>,
    /// That line, counted from 1.
    pub source_line: Option<u32>,
    /// What could be meant, the best first.
    pub suggestions: Vec<OpenSuggestion>,
}

/// An element that could be meant.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct OpenSuggestion {
    /// The element in words.
    pub element: String,
    /// How sure the scorer is that it is the one, from 0 to 1.
    pub confidence: f64,
    /// The best locator that was checked on the page.
    pub locator: Option<String>,
    /// Why it could be the one.
    pub reasons: Vec<String>,
    /// Why it was not taken, whatever its confidence.
    pub veto: Option<String>,
}

/// Lists the refused heals that are open, the newest first: the last one of each test and locator.
///
/// Of the filter, the test and the limit count.
pub fn open_refusals(store: &dyn Store, filter: &ReviewFilter) -> Result<Vec<OpenRefusal>, Error> {
    let counts = store.heal_counts(f64::NEG_INFINITY, 0)?;
    let standings = Standings::of(store, &counts)?;
    let mut newest: Vec<(i64, VerdictRecord)> = Vec::new();
    let mut events = EventFilter::new();
    if let Some(test_id) = &filter.test_id {
        events = events.test_id(test_id);
    }
    let mut known = std::collections::HashSet::new();
    store.for_each_verdict_row(&events, &mut |id, verdict| {
        let is_refusal = verdict.kind != VerdictRecordKind::Drift;
        if is_refusal && known.insert((verdict.test_id.clone(), verdict.locator.clone())) {
            newest.push((id, verdict));
        }
        ControlFlow::Continue(())
    })?;
    let tests = newest.iter().map(|(_, verdict)| verdict.test_id.as_str());
    let passes = LastPasses::read(store, tests)?;
    newest.retain(|(_, refused)| {
        let (test_id, locator) = (&refused.test_id, &refused.locator);
        !standings.is_over(&passes, test_id, locator, refused.timestamp)
    });
    newest.truncate(filter.limit.unwrap_or(usize::MAX));
    Ok(newest.into_iter().map(OpenRefusal::new).collect())
}

/// Takes a suggestion of a refused heal, counted from 1, for the element: it is healed to from now on, and
/// `fix` may write it.
pub fn accept(
    store: &dyn Store,
    id: i64,
    suggestion: usize,
    reviewer: &Reviewer,
) -> Result<ReviewedHeal, Error> {
    let filter = EventFilter::new().id(id);
    let refused = store.verdicts(&filter)?.pop();
    let refused = refused.filter(|record| record.kind != VerdictRecordKind::Drift);
    let refused = refused.ok_or_else(|| ReviewError::unknown_refusal(id, &store.location()))?;
    let of_test = ReviewFilter {
        test_id: Some(refused.test_id.clone()),
        ..ReviewFilter::default()
    };
    let mut open = open_refusals(store, &of_test)?.into_iter();
    if !open.any(|other| other.id == id) {
        return Err(ReviewError::not_open(id).into());
    }
    let details = refused.refusal();
    let count = details.suggestions.len();
    let chosen = suggestion.checked_sub(1);
    let chosen = chosen.and_then(|place| details.suggestions.get(place));
    let chosen = chosen.ok_or_else(|| ReviewError::no_suggestion(id, suggestion, count))?;
    let original = original(store, &refused, &details)?;
    let (Some(original), Some(element)) = (original, &chosen.element) else {
        return Err(ReviewError::not_acceptable(id, suggestion).into());
    };
    let event = event(&refused, &details, chosen, original, element.clone());
    let heal = store.record_healing(&event)?;
    Ok(decide(store, heal, HealState::Approved, reviewer)?.heal)
}

/// Returns the element that was looked for; records of earlier builds do not have it.
fn original(
    store: &dyn Store,
    refused: &VerdictRecord,
    details: &RefusalDetails,
) -> Result<Option<ElementFingerprint>, Error> {
    if details.original.is_some() {
        return Ok(details.original.clone());
    }
    let page = refused.page_key.as_deref().unwrap_or_default();
    Ok(store.load_fingerprint_on_page(&refused.test_id, &refused.locator, page)?)
}

/// Makes a heal of an accepted suggestion.
fn event(
    refused: &VerdictRecord,
    details: &RefusalDetails,
    chosen: &RefusedSuggestion,
    original: ElementFingerprint,
    element: ElementFingerprint,
) -> HealingEvent {
    let keyed = |element: ElementFingerprint| element.with_key(&refused.test_id, &refused.locator);
    let (original, element) = (keyed(original), keyed(element));
    let mut event = HealingEvent::new(original, element, chosen.confidence, now());
    let accepted = &mut event.details;
    accepted.occasion = HealOccasion::Accepted;
    accepted.page_key.clone_from(&refused.page_key);
    accepted.scorer = Some(details.scorer.clone()).filter(|name| !name.is_empty());
    accepted.scoring.clone_from(&chosen.scoring);
    accepted.reasons.clone_from(&chosen.reasons);
    accepted.proposed_locator = chosen.locator().map(str::to_owned);
    accepted.proposals.clone_from(&chosen.locators);
    accepted.sites.clone_from(&details.sites);
    accepted.action.clone_from(&refused.action);
    accepted.source_file.clone_from(&refused.source_file);
    accepted.source_line = refused.source_line;
    accepted.url.clone_from(&details.url);
    event
}

impl OpenRefusal {
    fn new((id, refused): (i64, VerdictRecord)) -> Self {
        let details = refused.refusal();
        let suggestions = details.suggestions.into_iter();
        Self {
            id,
            kind: refused.kind.name(),
            message: refused.message.unwrap_or_default(),
            timestamp: refused.timestamp,
            action: refused.action,
            page: refused.page_key,
            url: details.url,
            sites: details.sites,
            source_file: refused.source_file,
            source_line: refused.source_line,
            suggestions: suggestions.map(OpenSuggestion::new).collect(),
            test_id: refused.test_id,
            locator: refused.locator,
        }
    }
}

/// What is less sure is no suggestion to a person.
const WORTH_A_LOOK: f64 = 0.1;

impl OpenSuggestion {
    /// Whether it is shown to a person; the others are kept for who wants to know.
    #[must_use]
    pub fn is_worth_a_look(&self) -> bool {
        self.confidence >= WORTH_A_LOOK
    }

    fn new(suggestion: RefusedSuggestion) -> Self {
        let locator = suggestion.locators.into_iter().next();
        Self {
            element: suggestion.description,
            confidence: suggestion.confidence,
            locator: locator.map(|VerifiedLocator { code, .. }| code),
            reasons: suggestion.reasons,
            veto: suggestion.veto,
        }
    }
}
