//! What to write instead of a locator: all that a store knows, the best first.
//!
//! ```
//! use breadcrumb::store::SqliteStore;
//! use breadcrumb::suggest::suggestions;
//!
//! let store = SqliteStore::open(":memory:")?;
//! assert!(suggestions(&store, "test_login", "#login")?.is_empty());
//! # Ok::<(), breadcrumb::Error>(())
//! ```

use std::ops::ControlFlow;

use breadcrumb_core::{
    ElementFingerprint, HealState, RefusalDetails, VerdictRecordKind, describe, propose_remembered,
};
use breadcrumb_store::{EventFilter, Store};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::error::Error;
use crate::report::{Heal, heals};

/// How many heals and refusals of a locator are read: the newest that counts is among them.
const LOOKED_AT: u64 = 20;

/// A locator that could take the place of another.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Suggestion {
    /// The locator, as Playwright for Python writes it.
    pub locator: String,
    /// The element that it is for, in words.
    pub element: String,
    /// Where it comes from: `heal`, `refusal` or `fingerprint`.
    pub source: &'static str,
    /// Whether it was seen to match one element of a real page.
    pub checked: bool,
    /// How sure the healer was of the element, from 0 to 1.
    pub confidence: Option<f64>,
    /// Why it is the element.
    pub reasons: Vec<String>,
    /// The id of the heal or the refusal.
    pub event_id: Option<i64>,
    /// When that was, in seconds since 1970.
    pub timestamp: Option<f64>,
    /// Whether something speaks against the element, as its first reason says.
    #[serde(skip)]
    pub is_doubtful: bool,
}

/// Returns locators for the element that a locator should find now, the best first, each once.
///
/// That is the element of its newest heal, or the suggestions of its newest refusal. The element that
/// the locator used to find is gone then, and nothing is suggested for it. Where the locator has never
/// failed, its fingerprint is what is known.
pub fn suggestions(
    store: &dyn Store,
    test_id: &str,
    locator: &str,
) -> Result<Vec<Suggestion>, Error> {
    let filter = EventFilter::new().test_id(test_id).locator(locator);
    let filter = filter.limit(LOOKED_AT);
    let healed = heals(store, &filter)?;
    let refused = newest_refusal(store, &filter)?;
    let has_failed = refused.is_some() || !healed.is_empty();
    let is_right = |heal: &Heal| heal.decision != HealState::Rejected;
    let healed = healed.into_iter().find(is_right);
    let mut found = match (healed, refused) {
        // What an earlier heal has found is what the refusal missed.
        (Some(heal), Some(refusal)) if heal.timestamp < refusal.timestamp => of_refusal(refusal),
        (Some(heal), _) => of_heal(heal),
        (None, Some(refusal)) => of_refusal(refusal),
        (None, None) => Vec::new(),
    };
    if !has_failed && let Some(fingerprint) = store.load_fingerprint(test_id, locator)? {
        let base = Suggestion {
            source: "fingerprint",
            ..Suggestion::default()
        };
        found.extend(of_element(&fingerprint, &base));
    }
    let mut known = Vec::new();
    found.retain(|suggestion| {
        let is_new = suggestion.locator != locator && !known.contains(&suggestion.locator);
        known.push(suggestion.locator.clone());
        is_new
    });
    Ok(found)
}

/// A refused heal.
struct Refusal {
    id: i64,
    timestamp: f64,
    details: RefusalDetails,
}

fn newest_refusal(store: &dyn Store, filter: &EventFilter) -> Result<Option<Refusal>, Error> {
    let mut newest = None;
    store.for_each_verdict_row(filter, &mut |id, verdict| {
        // A locator that drifts still matches.
        if verdict.kind == VerdictRecordKind::Drift {
            return ControlFlow::Continue(());
        }
        newest = Some(Refusal {
            id,
            timestamp: verdict.timestamp,
            details: verdict.refusal(),
        });
        ControlFlow::Break(())
    })?;
    Ok(newest)
}

fn of_heal(heal: Heal) -> Vec<Suggestion> {
    let element = heal.healed.as_deref().and_then(read);
    let base = Suggestion {
        element: element.as_ref().map(describe).unwrap_or_default(),
        source: "heal",
        confidence: Some(heal.confidence),
        reasons: heal.reasons,
        event_id: Some(heal.id),
        timestamp: Some(heal.timestamp),
        ..Suggestion::default()
    };
    all_of(heal.proposed_locator, element.as_ref(), &base)
}

fn of_refusal(refusal: Refusal) -> Vec<Suggestion> {
    let (mut found, mut doubtful) = (Vec::new(), Vec::new());
    for candidate in refusal.details.suggestions {
        if candidate.is_rejected() {
            continue;
        }
        let proposed = candidate.locator().map(str::to_owned);
        let against = candidate.veto.iter();
        let against = against.map(|veto| format!("speaks against it: {veto}"));
        let list = match candidate.veto {
            Some(_) => &mut doubtful,
            None => &mut found,
        };
        let base = Suggestion {
            element: candidate.description,
            source: "refusal",
            confidence: Some(candidate.confidence),
            reasons: against.chain(candidate.reasons).collect(),
            event_id: Some(refusal.id),
            is_doubtful: candidate.veto.is_some(),
            timestamp: Some(refusal.timestamp),
            ..Suggestion::default()
        };
        list.extend(all_of(proposed, candidate.element.as_ref(), &base));
    }
    found.append(&mut doubtful);
    found
}

/// Returns the locator that was checked, then what the element itself suggests.
fn all_of(
    checked: Option<String>,
    element: Option<&ElementFingerprint>,
    base: &Suggestion,
) -> Vec<Suggestion> {
    let checked = checked.map(|locator| Suggestion {
        locator,
        checked: true,
        ..base.clone()
    });
    let remembered = element.map(|element| of_element(element, base));
    let remembered = remembered.into_iter().flatten();
    checked.into_iter().chain(remembered).collect()
}

fn of_element(element: &ElementFingerprint, base: &Suggestion) -> Vec<Suggestion> {
    let suggestion = |locator: String| Suggestion {
        locator,
        element: describe(element),
        ..base.clone()
    };
    let proposed = propose_remembered(element);
    proposed.iter().map(|p| suggestion(p.python())).collect()
}

fn read(json: &RawValue) -> Option<ElementFingerprint> {
    ElementFingerprint::from_json(json.get()).ok()
}

#[cfg(test)]
mod tests {
    use breadcrumb_core::{
        HealRequest, Healer, HealingEvent, VerdictRecord, VerifiedLocator, propose_remembered,
    };
    use breadcrumb_store::SqliteStore;

    use super::*;
    use crate::review::{Reviewer, decide};

    fn button(name: &str) -> ElementFingerprint {
        ElementFingerprint::builder("button")
            .text(name)
            .attribute("data-testid", name)
            .key("test", "#save")
            .build()
    }

    fn known() -> SqliteStore {
        let store = SqliteStore::open(":memory:").unwrap();
        store.save_fingerprint(&button("dead")).unwrap();
        store
    }

    fn heal(store: &SqliteStore, at: f64, to: &str, proposed: Option<&str>) -> i64 {
        let mut event = HealingEvent::new(button("dead"), button(to), 0.9, at);
        event.details.proposed_locator = proposed.map(str::to_owned);
        store.record_healing(&event).unwrap()
    }

    /// Records a refusal as the front does: the page had an element that is a little like it.
    fn refuse(store: &SqliteStore, at: f64, candidate: Option<&str>, proposed: Option<&str>) {
        let dead = button("dead");
        let candidates: Vec<_> = candidate.into_iter().map(button).collect();
        let verdict = Healer::default().heal(&HealRequest::new(&dead, candidates.as_slice()));
        let record = VerdictRecord::new(VerdictRecordKind::BelowThreshold, "test", "#save", at);
        let mut details = RefusalDetails::of(&verdict);
        if let (Some(first), Some(code)) = (details.suggestions.first_mut(), proposed) {
            let (code, within_parent) = (code.to_owned(), false);
            first.locators = vec![VerifiedLocator {
                code,
                within_parent,
            }];
        }
        store
            .record_verdict(&record.with_refusal(&verdict, &details))
            .unwrap();
    }

    /// Compares source, locator and element of what is suggested.
    fn check(store: &SqliteStore, expected: &[(&str, &str, &str)]) {
        let found = suggestions(store, "test", "#save").unwrap();
        let short: Vec<_> = found
            .iter()
            .map(|f| (f.source, f.locator.as_str(), f.element.as_str()))
            .collect();
        assert_eq!(short, expected);
    }

    fn of(source: &'static str, name: &str) -> Vec<(&'static str, String, String)> {
        let element = button(name);
        let proposed = propose_remembered(&element);
        let all = proposed.iter();
        all.map(|p| (source, p.python(), describe(&element)))
            .collect()
    }

    fn check_all(store: &SqliteStore, expected: &[(&'static str, String, String)]) {
        let expected: Vec<_> = expected
            .iter()
            .map(|(source, locator, element)| (*source, locator.as_str(), element.as_str()))
            .collect();
        check(store, &expected);
    }

    #[test]
    fn a_locator_that_never_failed_has_its_fingerprint() {
        check(&SqliteStore::open(":memory:").unwrap(), &[]);
        check_all(&known(), &of("fingerprint", "dead"));
    }

    #[test]
    fn a_heal_suggests_the_element_it_went_on_with() {
        let store = known();
        heal(&store, 1.0, "older", Some("old"));
        heal(&store, 2.0, "newer", None);
        check_all(&store, &of("heal", "newer"));
        heal(&store, 3.0, "newest", Some("new"));
        let checked = ("heal", "new".to_owned(), describe(&button("newest")));
        check_all(&store, &[vec![checked], of("heal", "newest")].concat());
        let found = suggestions(&store, "test", "#save").unwrap();
        let are_checked: Vec<bool> = found.iter().map(|found| found.checked).collect();
        assert_eq!(are_checked, [true, false, false]);
    }

    #[test]
    fn a_refusal_suggests_its_candidates_and_not_what_is_gone() {
        let store = known();
        heal(&store, 1.0, "older", Some("old"));
        refuse(&store, 2.0, Some("candidate"), None);
        check_all(&store, &of("refusal", "candidate"));
        refuse(&store, 3.0, Some("candidate"), Some("new"));
        let checked = ("refusal", "new".to_owned(), describe(&button("candidate")));
        check_all(
            &store,
            &[vec![checked], of("refusal", "candidate")].concat(),
        );
        refuse(&store, 4.0, None, None);
        check(&store, &[]);
        heal(&store, 5.0, "newest", None);
        check_all(&store, &of("heal", "newest"));
    }

    #[test]
    fn a_rejected_heal_suggests_nothing() {
        let store = known();
        let id = heal(&store, 1.0, "wrong", Some("wrong"));
        decide(&store, id, HealState::Rejected, &Reviewer::default()).unwrap();
        check(&store, &[]);
    }
}
