use std::ops::ControlFlow;

use breadcrumb_core::{HealState, PageMemory, SourceSite, VerifiedLocator};
use breadcrumb_store::{
    DecisionStore, EventFilter, HealDepth, KeyMove, LearnBatch, NewDecision, PruneRequest,
    SqliteStore, Store,
};

use crate::scratch::{Scratch, event, fingerprint, query};

const PAGE: &str = "/login";

fn decision(heal: i64, state: HealState, decided_at: f64) -> NewDecision {
    NewDecision {
        heal,
        state,
        note: Some("seen".to_owned()),
        decided_by: Some("ann".to_owned()),
        decided_at,
    }
}

/// Learns an element, then heals it so many times; returns the row of the first heal.
fn heal(store: &SqliteStore, times: u32) -> i64 {
    let learn = |text: &str, at: Option<f64>| {
        let mut batch = LearnBatch::new();
        batch.add_fingerprint(fingerprint("test", "#a", text), Some(PAGE));
        let memory: PageMemory = [fingerprint("", "", text)].into_iter().collect();
        batch.add_memory(PAGE, memory);
        if let Some(at) = at {
            let mut event = event("test", "#a", at);
            if at > 1.0 {
                event.original = event.healed.clone();
            }
            batch.add_healing_event(event);
        }
        store.learn(&batch).unwrap();
    };
    learn("before", None);
    for time in 1..=times {
        learn("after", Some(f64::from(time)));
    }
    1
}

fn baseline(store: &SqliteStore) -> String {
    let stored = store.load_fingerprint_on_page("test", "#a", PAGE).unwrap();
    stored.unwrap().text().to_owned()
}

#[test]
fn events_of_one_heal_are_decided_about_once() {
    let scratch = Scratch::new();
    let store = scratch.open();
    heal(&store, 3);
    store.record_healing(&event("other", "#a", 9.0)).unwrap();
    let heals = store.heals().unwrap();
    assert_eq!(heals.len(), 2);
    assert_eq!((heals[1].id, heals[1].events), (3, 3));
    assert_eq!((heals[1].first_at, heals[1].last_at), (1.0, 3.0));
    assert_eq!(heals[1].state, HealState::Pending);

    store
        .decide(&decision(2, HealState::Approved, 5.0))
        .unwrap();
    heal(&store, 1);
    let heals = store.heals().unwrap();
    assert_eq!(heals[0].state, HealState::Pending);
    assert_eq!(heals[1].state, HealState::Approved);
    assert_eq!(heals[1].events, 4);
    let made = heals[1].decision.as_ref().unwrap();
    assert_eq!(made.decided_by.as_deref(), Some("ann"));
    assert_eq!(
        store
            .decide(&decision(99, HealState::Approved, 6.0))
            .unwrap(),
        None
    );
}

#[test]
fn a_rejection_brings_the_baseline_and_its_page_back() {
    let scratch = Scratch::new();
    let store = scratch.open();
    heal(&store, 3);
    assert_eq!(baseline(&store), "after");
    let decided = store
        .decide(&decision(3, HealState::Rejected, 5.0))
        .unwrap();
    assert_eq!(decided.unwrap().restored.unwrap().text(), "before");
    assert_eq!(baseline(&store), "before");
    let memory = store.load_memory("test", "#a", PAGE).unwrap().unwrap();
    assert_eq!(memory.elements()[0].text(), "before");
    // A pair of what the first event began with, not of the healed element with itself.
    let pairs = store.rejections().unwrap();
    assert_eq!(pairs.len(), 1);
    assert_eq!(
        (pairs[0].original.text(), pairs[0].healed.text()),
        ("before", "after")
    );
    // Twice is once, and a change of mind takes the pair back.
    store
        .decide(&decision(3, HealState::Rejected, 6.0))
        .unwrap();
    assert_eq!(store.rejections().unwrap().len(), 1);
    assert_eq!(baseline(&store), "before");
    store.decide(&decision(1, HealState::Pending, 7.0)).unwrap();
    assert_eq!(store.rejections().unwrap(), []);
}

#[test]
fn a_baseline_that_has_moved_on_stays() {
    let scratch = Scratch::new();
    let store = scratch.open();
    heal(&store, 1);
    let newer = fingerprint("test", "#a", "something else");
    store.save_fingerprint_on_page(&newer, PAGE).unwrap();
    let decided = store
        .decide(&decision(1, HealState::Rejected, 5.0))
        .unwrap();
    assert_eq!(decided.unwrap().restored, None);
    assert_eq!(baseline(&store), "something else");
}

#[test]
fn a_history_that_was_lost_is_no_obstacle() {
    let scratch = Scratch::new();
    let store = scratch.open();
    heal(&store, 1);
    scratch
        .raw()
        .execute("DELETE FROM fingerprint_history", [])
        .unwrap();
    store
        .decide(&decision(1, HealState::Rejected, 5.0))
        .unwrap();
    assert_eq!(baseline(&store), "before");
    let newest = store.load_fingerprint("test", "#a").unwrap().unwrap();
    assert_eq!(newest.text(), "before");
}

#[test]
fn a_broken_event_is_no_obstacle() {
    let scratch = Scratch::new();
    let store = scratch.open();
    heal(&store, 2);
    let broken = "UPDATE healing_events SET original_json = '{' WHERE id = 1";
    scratch.raw().execute(broken, []).unwrap();
    let decided = store
        .decide(&decision(2, HealState::Approved, 5.0))
        .unwrap();
    assert!(decided.is_some());
    store
        .decide(&decision(2, HealState::Rejected, 6.0))
        .unwrap();
    assert_eq!(baseline(&store), "before");
    let broken = "UPDATE healing_events SET original_json = '{'";
    scratch.raw().execute(broken, []).unwrap();
    let decided = store
        .decide(&decision(2, HealState::Approved, 7.0))
        .unwrap();
    assert!(decided.is_some());
}

#[test]
fn a_heal_of_the_python_package_can_be_rejected() {
    let scratch = Scratch::with_database("v2.db");
    let store = scratch.open();
    let heals = store.heals().unwrap();
    assert!(!heals.is_empty());
    let id = heals[0].id;
    let decided = store
        .decide(&decision(id, HealState::Rejected, 5e9))
        .unwrap();
    assert!(decided.is_some());
    assert_eq!(store.rejections().unwrap().len(), 1);
    assert_eq!(store.heals().unwrap()[0].state, HealState::Rejected);
}

#[test]
fn what_was_rejected_stays_so_when_old_entries_are_removed() {
    let scratch = Scratch::new();
    let store = scratch.open();
    heal(&store, 1);
    store.record_healing(&event("other", "#b", 1.0)).unwrap();
    store
        .decide(&decision(1, HealState::Rejected, 5.0))
        .unwrap();
    store
        .decide(&decision(2, HealState::Rejected, 5.0))
        .unwrap();
    store
        .decide(&decision(2, HealState::Approved, 6.0))
        .unwrap();
    let pruned = store.prune(&PruneRequest::new(1e9)).unwrap();
    assert_eq!((pruned.decisions, pruned.heals), (2, 2));
    let pairs = store.rejections().unwrap();
    assert_eq!(pairs.len(), 1);
    assert_eq!(pairs[0].heal, None);
}

#[test]
fn what_a_fix_needs_is_kept_with_the_heal() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut made = event("test", "#a", 1.0);
    made.details.sites = vec![SourceSite {
        file: "tests/test_a.py".to_owned(),
        line: 7,
    }];
    made.details.proposals = vec![VerifiedLocator {
        code: "get_by_role(\"button\", name=\"After\")".to_owned(),
        within_parent: true,
    }];
    made.details.url = Some("https://shop.test/login".to_owned());
    store.record_healing(&made).unwrap();
    assert_eq!(store.healing_events(&EventFilter::new()).unwrap(), [made]);
}

#[test]
fn a_file_of_an_earlier_build_is_read_and_completed() {
    let scratch = Scratch::new();
    let store = scratch.open();
    heal(&store, 1);
    drop(store);
    let raw = scratch.raw();
    raw.execute_batch(
        "DROP TABLE rejected_pairs;
         ALTER TABLE healing_events DROP COLUMN sites_json;
         ALTER TABLE healing_events DROP COLUMN proposals_json;
         ALTER TABLE healing_events DROP COLUMN page_url;",
    )
    .unwrap();
    let reader = SqliteStore::open_read_only(scratch.db()).unwrap();
    assert_eq!(reader.healing_events(&EventFilter::new()).unwrap().len(), 1);
    assert_eq!(reader.heals().unwrap().len(), 1);
    assert_eq!(reader.rejections().unwrap(), []);
    drop(reader);
    let store = scratch.open();
    store
        .decide(&decision(1, HealState::Rejected, 5.0))
        .unwrap();
    assert_eq!(store.rejections().unwrap().len(), 1);
}

fn move_to(to: &str, keeps_old: bool) -> KeyMove {
    KeyMove {
        test_id: "test".to_owned(),
        from: "#a".to_owned(),
        to: to.to_owned(),
        keeps_old,
    }
}

#[test]
fn all_that_is_known_of_an_element_moves_to_its_new_key() {
    let scratch = Scratch::new();
    let store = scratch.open();
    heal(&store, 1);
    let sql = "UPDATE fingerprint_pages SET checks_json = '[\"count\"]', screenshot = 'a.png'";
    scratch.raw().execute(sql, []).unwrap();
    assert_eq!(store.move_keys(&[move_to("#b", false)]).unwrap(), 1);
    assert_eq!(store.load_fingerprint("test", "#a").unwrap(), None);
    let moved = store.load_fingerprint_on_page("test", "#b", PAGE).unwrap();
    assert_eq!(moved.unwrap().locator(), "#b");
    assert!(store.load_memory("test", "#b", PAGE).unwrap().is_some());
    let history = store.fingerprint_history("test", "#b", Some(PAGE)).unwrap();
    assert_eq!(history.len(), 1);
    assert_eq!(history[0].fingerprint.locator(), "#b");
    let rows = query(
        &scratch.raw(),
        "SELECT checks_json, screenshot FROM fingerprint_pages",
    );
    assert_eq!(
        format!("{rows:?}"),
        r#"[[Text("[\"count\"]"), Text("a.png")]]"#
    );
    // The log stays as it was written.
    assert_eq!(
        store.healing_events(&EventFilter::new()).unwrap()[0].locator,
        "#a"
    );
    // A second time there is nothing left to move.
    assert_eq!(store.move_keys(&[move_to("#b", false)]).unwrap(), 0);
}

#[test]
fn a_key_that_is_known_already_keeps_what_it_knows() {
    let scratch = Scratch::new();
    let store = scratch.open();
    heal(&store, 1);
    let known = fingerprint("test", "#b", "known");
    store.save_fingerprint_on_page(&known, "/other").unwrap();
    store.move_keys(&[move_to("#b", true)]).unwrap();
    let on = |page: &str| {
        let found = store.load_fingerprint_on_page("test", "#b", page).unwrap();
        found.unwrap().text().to_owned()
    };
    assert_eq!(
        (on("/other"), on(PAGE)),
        ("known".to_owned(), "after".to_owned())
    );
    assert_eq!(baseline(&store), "after");
}

#[test]
fn a_short_heal_knows_which_decision_is_about_it() {
    let scratch = Scratch::new();
    let store = scratch.open();
    heal(&store, 2);
    store.record_healing(&event("other", "#a", 9.0)).unwrap();
    assert!(store.decisions().unwrap().is_empty());
    store
        .decide(&decision(1, HealState::Approved, 5.0))
        .unwrap();
    store
        .decide(&decision(1, HealState::Rejected, 6.0))
        .unwrap();
    let decisions = store.decisions().unwrap();
    assert!(!decisions.is_empty());
    assert!(decisions.are_about("test", "#a"));
    assert!(!decisions.are_about("test", "#b") && !decisions.are_about("other", "#a"));
    let mut states = Vec::new();
    store
        .for_each_heal_row(&EventFilter::new(), HealDepth::Short, &mut |row| {
            let digest = row.healed_digest.unwrap();
            let made = decisions.get(&row.test_id, &row.locator, &digest);
            states.push((row.id, made.map(|made| made.state)));
            ControlFlow::Continue(())
        })
        .unwrap();
    let rejected = Some(HealState::Rejected);
    assert_eq!(states, [(3, None), (2, rejected), (1, rejected)]);
    assert_eq!(decisions.get("test", "#a", "another element"), None);
}
