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

use breadcrumb_core::propose_remembered;
use breadcrumb_store::{EventFilter, Store};
use serde::Serialize;

use crate::error::Error;
use crate::report::{Heal, Look, heals, looks};

/// How many heals and looks of a key are read: the newest that knows a locator counts.
const LOOKED_AT: u64 = 20;

/// A locator that could take the place of another.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Suggestion {
    /// The locator, as Playwright for Python writes it.
    pub locator: String,
    /// Where it comes from: `heal`, `refusal` or `fingerprint`.
    pub source: &'static str,
    /// Whether it was seen to match one element of a real page.
    pub checked: bool,
    /// How sure the healer was of the element, from 0 to 1.
    pub confidence: Option<f64>,
    /// Why it is the element.
    pub reasons: Vec<String>,
    /// The id of the heal or the look.
    pub event_id: Option<i64>,
    /// When that was, in seconds since 1970.
    pub timestamp: Option<f64>,
}

/// Returns locators for a key: those of its newest heal and look first, then what its fingerprint
/// suggests. Each locator is there once.
pub fn suggestions(
    store: &dyn Store,
    test_id: &str,
    locator: &str,
) -> Result<Vec<Suggestion>, Error> {
    let filter = EventFilter::new().test_id(test_id).locator(locator);
    let filter = filter.limit(LOOKED_AT);
    let healed = heals(store, &filter)?.into_iter().find_map(of_heal);
    let seen = looks(store, &filter)?
        .into_iter()
        .map(of_look)
        .find(|found| !found.is_empty());
    let mut found: Vec<Suggestion> = healed.into_iter().collect();
    found.extend(seen.unwrap_or_default());
    // The app has changed since the older one.
    let time = |suggestion: &Suggestion| suggestion.timestamp.unwrap_or_default();
    found.sort_by(|a, b| time(b).total_cmp(&time(a)));
    if let Some(fingerprint) = store.load_fingerprint(test_id, locator)? {
        let proposed = propose_remembered(&fingerprint);
        found.extend(proposed.iter().map(|proposed| Suggestion {
            locator: proposed.python(),
            source: "fingerprint",
            ..Suggestion::default()
        }));
    }
    let mut known = Vec::new();
    found.retain(|suggestion| {
        let is_new = suggestion.locator != locator && !known.contains(&suggestion.locator);
        known.push(suggestion.locator.clone());
        is_new
    });
    Ok(found)
}

fn of_heal(heal: Heal) -> Option<Suggestion> {
    Some(Suggestion {
        locator: heal.instead()?.to_owned(),
        source: "heal",
        checked: true,
        confidence: Some(heal.confidence),
        reasons: heal.reasons,
        event_id: Some(heal.id),
        timestamp: Some(heal.timestamp),
    })
}

fn of_look(look: Look) -> Vec<Suggestion> {
    let (id, timestamp) = (look.id, look.timestamp);
    let candidates = look.suggestions.into_iter();
    candidates
        .filter_map(|candidate| {
            Some(Suggestion {
                locator: candidate.locator?,
                source: "refusal",
                checked: true,
                confidence: Some(candidate.confidence),
                reasons: candidate.reasons,
                event_id: Some(id),
                timestamp: Some(timestamp),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use breadcrumb_core::{ElementFingerprint, HealingEvent, VerdictRecord, VerdictRecordKind};
    use breadcrumb_store::SqliteStore;

    use super::*;

    fn button() -> ElementFingerprint {
        ElementFingerprint::builder("button")
            .text("Save")
            .attribute("data-testid", "save")
            .key("test", "#save")
            .build()
    }

    fn heal(store: &SqliteStore, at: f64, proposed: Option<&str>) {
        let mut event = HealingEvent::new(button(), button(), 0.9, at);
        event.details.proposed_locator = proposed.map(str::to_owned);
        store.record_healing(&event).unwrap();
    }

    fn refuse(store: &SqliteStore, at: f64, proposed: &str) {
        let kind = VerdictRecordKind::BelowThreshold;
        let mut look = VerdictRecord::new(kind, "test", "#save", at);
        let details = serde_json::json!({
            "proposed_locator": proposed,
            "suggestions": [{ "confidence": 0.4, "description": "a button" }],
        });
        look.details_json = Some(details.to_string());
        store.record_verdict(&look).unwrap();
    }

    fn check(store: &SqliteStore, expected: &[(&str, &str)]) {
        let found = suggestions(store, "test", "#save").unwrap();
        let short: Vec<_> = found
            .iter()
            .map(|found| (found.source, found.locator.as_str()))
            .collect();
        assert_eq!(short, expected);
        assert!(
            found
                .iter()
                .all(|f| f.checked != (f.source == "fingerprint"))
        );
    }

    #[test]
    fn the_newest_that_knows_a_locator_comes_first() {
        let store = SqliteStore::open(":memory:").unwrap();
        check(&store, &[]);
        store.save_fingerprint(&button()).unwrap();
        let remembered = [
            ("fingerprint", "get_by_test_id(\"save\")"),
            ("fingerprint", "get_by_text(\"save\")"),
        ];
        check(&store, &remembered);
        heal(&store, 1.0, Some("old"));
        heal(&store, 2.0, Some("new"));
        heal(&store, 3.0, None);
        check(&store, &[&[("heal", "new")], &remembered[..]].concat());
        refuse(&store, 4.0, "get_by_test_id(\"save\")");
        let expected = [
            ("refusal", "get_by_test_id(\"save\")"),
            ("heal", "new"),
            ("fingerprint", "get_by_text(\"save\")"),
        ];
        check(&store, &expected);
    }
}
