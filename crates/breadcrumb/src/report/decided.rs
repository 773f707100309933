//! What people have decided about the heals of a report.

use std::ops::ControlFlow;

use breadcrumb_core::{ElementFingerprint, identity_digest};
use breadcrumb_report::Heal;
use breadcrumb_store::{Decision, Decisions, EventFilter, HealDepth, HealRow, Store};

use crate::error::Error;
use crate::standing::Standings;

/// The decision about a row, as far as the row tells.
pub(crate) enum Found {
    /// Nobody has decided.
    None,
    /// This one.
    Some(Decision),
    /// Perhaps there is one: the row was read short, and has no digest.
    Unclear,
}

/// Finds the decision about a row; a fingerprint is parsed only where somebody has decided about a
/// heal of its key.
pub(crate) fn find<S: AsRef<str>>(decisions: &Decisions, row: &HealRow<S>) -> Found {
    let (test_id, locator) = (row.test_id.as_ref(), row.locator.as_ref());
    if decisions.is_empty() || !decisions.are_about(test_id, locator) {
        return Found::None;
    }
    let digest = row.healed_digest.as_ref();
    let digest = digest.map(|digest| digest.as_ref().to_owned());
    let healed = row.whole.as_ref().map(|whole| whole.healed_json.as_ref());
    let Some(digest) = digest.or_else(|| healed.and_then(digest_of)) else {
        // A fingerprint that cannot be parsed is nobody's.
        return if healed.is_some() {
            Found::None
        } else {
            Found::Unclear
        };
    };
    match decisions.get(test_id, locator, &digest) {
        Some(decision) => Found::Some(decision.clone()),
        None => Found::None,
    }
}

/// Finds the decision about a heal that was read short from a row without a digest.
pub(super) fn find_whole(
    store: &dyn Store,
    decisions: &Decisions,
    id: i64,
) -> Result<Option<Decision>, Error> {
    let mut found = None;
    let filter = EventFilter::new().id(id);
    store.for_each_heal_row(&filter, HealDepth::Whole, &mut |row| {
        if let Found::Some(decision) = find(decisions, &row) {
            found = Some(decision);
        }
        ControlFlow::Break(())
    })?;
    Ok(found)
}

/// Puts what was decided about a heal into it, and what has become of it.
pub(super) fn fill(heal: &mut Heal, standings: &Standings, decision: Option<Decision>) {
    let decided = decision.as_ref().map(|made| made.state).unwrap_or_default();
    heal.decision = standings.of_heal(&heal.test_id, &heal.locator, decided);
    if let Some(decision) = decision {
        heal.decided_by = decision.decided_by;
        heal.note = decision.note;
    }
}

fn digest_of(healed_json: &str) -> Option<String> {
    let healed = ElementFingerprint::from_json(healed_json).ok()?;
    Some(identity_digest(&healed))
}

#[cfg(test)]
mod tests {
    use breadcrumb_core::{HealState, HealingEvent};
    use breadcrumb_store::{DecisionStore as _, SqliteStore, Store as _};

    use crate::report::{Depth, Report, ReportRequest, collect};
    use crate::review::{self, Reviewer};

    use super::*;

    const NOW: f64 = 1_794_800_000.0;
    const DEPTHS: [Depth; 3] = [Depth::Glance, Depth::Outline, Depth::Whole];

    /// Records a heal of `#old` to an element with another id.
    fn heal(store: &SqliteStore, locator: &str, id: &str, hours_ago: f64) {
        let element = |id: &str| {
            let element = ElementFingerprint::builder("button").attribute("id", id);
            element.key("test", locator).build()
        };
        let at = NOW - hours_ago * 3_600.0;
        let event = HealingEvent::new(element("old"), element(id), 0.9, at);
        store.record_healing(&event).unwrap();
    }

    /// Decides about the newest heal of a locator.
    fn decide(store: &SqliteStore, locator: &str, state: HealState) {
        let heals = store.heals().unwrap();
        let heal = heals.iter().find(|heal| heal.locator == locator).unwrap();
        let ann = Reviewer {
            name: Some("ann".to_owned()),
            note: Some("seen".to_owned()),
        };
        review::decide(store, heal.id, state, &ann).unwrap();
    }

    fn report(store: &SqliteStore, depth: Depth) -> Report {
        collect(store, &ReportRequest::new(NOW, 30).depth(depth)).unwrap()
    }

    /// Compares the heals of every depth, newest first, and how many locators wait.
    fn check(store: &SqliteStore, expected: &[(&str, HealState)], waiting: u64) {
        for depth in DEPTHS {
            let report = report(store, depth);
            let heals = report.heals.iter();
            let states: Vec<_> = heals.map(|heal| (&*heal.locator, heal.decision)).collect();
            assert_eq!(states, expected, "{depth:?}");
            assert_eq!(report.summary.pending, waiting, "{depth:?}");
        }
    }

    #[test]
    fn a_decision_holds_for_all_events_of_its_heal_at_every_depth() {
        use HealState::{Approved, Pending, Rejected};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let store = SqliteStore::open(&path).unwrap();
        for (locator, hours_ago) in [("#a", 4.0), ("#b", 3.0), ("#a", 2.0), ("#c", 1.0)] {
            heal(&store, locator, "new", hours_ago);
        }
        // As the Python package writes it: without a digest.
        let conn = rusqlite::Connection::open(&path).unwrap();
        let sql = "UPDATE healing_events SET healed_digest = NULL WHERE locator <> '#b'";
        conn.execute(sql, []).unwrap();
        let states = |c, a, b| [("#c", c), ("#a", a), ("#b", b), ("#a", a)];
        check(&store, &states(Pending, Pending, Pending), 3);
        decide(&store, "#a", Approved);
        decide(&store, "#b", Rejected);
        check(&store, &states(Pending, Approved, Rejected), 1);
        decide(&store, "#c", Rejected);
        decide(&store, "#b", Pending);
        check(&store, &states(Rejected, Approved, Pending), 1);
        decide(&store, "#b", Approved);
        check(&store, &states(Rejected, Approved, Approved), 0);
        for depth in DEPTHS {
            let newest = report(&store, depth).heals.remove(0);
            assert_eq!(newest.decided_by.as_deref(), Some("ann"));
            assert_eq!(newest.note.as_deref(), Some("seen"));
        }
    }

    #[test]
    fn another_element_of_a_decided_locator_waits() {
        let store = SqliteStore::open(":memory:").unwrap();
        heal(&store, "#a", "new", 2.0);
        decide(&store, "#a", HealState::Approved);
        check(&store, &[("#a", HealState::Approved)], 0);
        heal(&store, "#a", "third", 1.0);
        let states = [("#a", HealState::Pending), ("#a", HealState::Approved)];
        check(&store, &states, 1);
    }

    #[test]
    fn what_a_rejected_heal_proposed_is_not_proposed() {
        let store = SqliteStore::open(":memory:").unwrap();
        let element = |id: &str| {
            let element = ElementFingerprint::builder("button").attribute("id", id);
            element.key("test", "#a").build()
        };
        let mut event = HealingEvent::new(element("old"), element("new"), 0.9, NOW - 60.0);
        event.details.proposed_locator = Some("#new".to_owned());
        store.record_healing(&event).unwrap();
        decide(&store, "#a", HealState::Approved);
        let proposed = |depth| {
            let report = report(&store, depth);
            let top = report.top_locators.first();
            top.and_then(|top| top.proposed_locator.clone())
        };
        assert_eq!(
            DEPTHS.map(proposed),
            [(); 3].map(|()| Some("#new".to_owned()))
        );
        decide(&store, "#a", HealState::Rejected);
        assert_eq!(DEPTHS.map(proposed), [None, None, None]);
    }
}
