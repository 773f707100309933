//! Healing for callers that bring the candidates themselves.

use breadcrumb_core::{ElementFingerprint, HealRequest, Healer, HealingEvent, Verdict};
use breadcrumb_store::Store;

use crate::clock::now;
use crate::error::Error;

/// Looks for the element of a test's locator among candidates.
///
/// A heal is logged, and the element becomes the locator's fingerprint. The verdict has all
/// candidates as suggestions, the best first.
pub fn heal_among(
    store: &dyn Store,
    healer: &Healer,
    test_id: &str,
    locator: &str,
    candidates: &[ElementFingerprint],
) -> Result<Verdict, Error> {
    let stored = store.load_fingerprint(test_id, locator)?;
    let healer = healer.clone().with_suggestions(usize::MAX);
    let verdict = healer.heal(&HealRequest::new(stored.as_ref(), candidates));
    if let (Some(stored), Some(best)) = (stored, verdict.healed()) {
        let baseline = best.element.clone().with_key(test_id, locator);
        let confidence = best.scoring.total();
        let event = HealingEvent::new(stored, baseline.clone(), confidence, now());
        store.record_healing(&event)?;
        store.save_fingerprint(&baseline)?;
    }
    Ok(verdict)
}

#[cfg(test)]
mod tests {
    use breadcrumb_store::{EventFilter, SqliteStore};

    use super::*;

    #[test]
    fn a_heal_is_logged_and_becomes_the_baseline() {
        let store = SqliteStore::open(":memory:").unwrap();
        let button = |id| {
            let builder = ElementFingerprint::builder("button").text("Log in");
            builder.attribute("id", id).attribute("class", "btn")
        };
        let known = button("login").key("test_login", "#login").build();
        store.save_fingerprint(&known).unwrap();
        let other = ElementFingerprint::builder("p").text("Terms").build();
        let heal = |candidates: &[ElementFingerprint]| {
            heal_among(
                &store,
                &Healer::default(),
                "test_login",
                "#login",
                candidates,
            )
            .unwrap()
        };

        assert!(!heal(std::slice::from_ref(&other)).is_healed());
        assert_eq!(store.stats().unwrap().healing_events, 0);

        let verdict = heal(&[other, button("sign-in").build()]);
        assert_eq!(verdict.healed().unwrap().position, 1);
        assert_eq!(verdict.suggestions.len(), 2);
        let [event] = &store.healing_events(&EventFilter::new()).unwrap()[..] else {
            panic!("one heal is logged");
        };
        let baseline = store.load_fingerprint("test_login", "#login").unwrap();
        assert_eq!(
            (&event.original, Some(&event.healed)),
            (&known, baseline.as_ref())
        );
        assert_eq!(event.healed.attribute("id"), Some("sign-in"));
    }
}
