use breadcrumb_core::{BoundingBox, ElementFingerprint};
use breadcrumb_store::{Cause, HISTORY_LIMIT, SqliteStore, Store};

use crate::scratch::{Scratch, fingerprint};

fn save(store: &SqliteStore, page: Option<&str>, text: &str) {
    let fingerprint = fingerprint("test", "#x", text);
    match page {
        Some(page) => store.save_fingerprint_on_page(&fingerprint, page).unwrap(),
        None => store.save_fingerprint(&fingerprint).unwrap(),
    }
}

fn history(store: &SqliteStore, page: Option<&str>) -> Vec<String> {
    let history = store.fingerprint_history("test", "#x", page).unwrap();
    history
        .iter()
        .map(|past| past.fingerprint.text().to_owned())
        .collect()
}

fn roll_back(store: &SqliteStore, page: Option<&str>) -> Option<String> {
    let restored = store.roll_back("test", "#x", page).unwrap();
    restored.map(|fingerprint| fingerprint.text().to_owned())
}

fn newest(store: &SqliteStore) -> String {
    let loaded = store.load_fingerprint("test", "#x").unwrap();
    loaded.unwrap().text().to_owned()
}

fn on_page(store: &SqliteStore, page: &str) -> String {
    let loaded = store.load_fingerprint_on_page("test", "#x", page).unwrap();
    loaded.unwrap().text().to_owned()
}

#[test]
fn the_last_few_fingerprints_are_kept_newest_first() {
    let scratch = Scratch::new();
    let store = scratch.open();
    for n in 0..8 {
        save(&store, None, &format!("v{n}"));
    }
    assert_eq!(history(&store, None), ["v6", "v5", "v4", "v3", "v2"]);
    assert_eq!(history(&store, None).len(), HISTORY_LIMIT as usize);
    let past = store.fingerprint_history("test", "#x", None).unwrap();
    assert!(past.iter().all(|past| past.cause == Cause::Saved));
    assert!(past.iter().all(|past| past.saved_at <= past.replaced_at));
    assert_eq!(past[0].page_key, None);
}

#[test]
fn what_did_not_change_or_only_moved_is_no_history() {
    let scratch = Scratch::new();
    let store = scratch.open();
    for x in [1.0, 1.0, 2.0, 3.5] {
        let moved = ElementFingerprint::builder("a")
            .bbox(BoundingBox::new(x, 0.0, 1.0, 1.0))
            .key("test", "#x")
            .build();
        store.save_fingerprint(&moved).unwrap();
    }
    assert!(history(&store, None).is_empty());
    let kept = store.load_fingerprint("test", "#x").unwrap().unwrap();
    assert_eq!(kept.bbox(), BoundingBox::new(3.5, 0.0, 1.0, 1.0));
}

#[test]
fn two_that_alternate_do_not_push_the_others_out() {
    let scratch = Scratch::new();
    let store = scratch.open();
    for text in ["good", "a", "b", "a", "b", "a", "b", "a", "b"] {
        save(&store, None, text);
    }
    assert_eq!(history(&store, None), ["a", "b", "good"]);
}

#[test]
fn rolling_back_goes_one_further_each_time() {
    let scratch = Scratch::new();
    let store = scratch.open();
    for text in ["one", "two", "wrong"] {
        save(&store, None, text);
    }
    assert_eq!(roll_back(&store, None).unwrap(), "two");
    assert_eq!(newest(&store), "two");
    assert_eq!(history(&store, None), ["one"]);
    assert_eq!(roll_back(&store, None).unwrap(), "one");
    assert_eq!(roll_back(&store, None), None);
    assert_eq!(newest(&store), "one");
}

#[test]
fn a_page_is_rolled_back_by_itself() {
    let scratch = Scratch::new();
    let store = scratch.open();
    save(&store, Some("/a"), "a1");
    save(&store, Some("/b"), "b1");
    save(&store, Some("/a"), "a2");
    save(&store, Some("/b"), "b2");
    assert_eq!(history(&store, Some("/a")), ["a1"]);
    assert_eq!(history(&store, None), ["b1", "a1"]);
    assert_eq!(roll_back(&store, Some("/a")).unwrap(), "a1");
    assert_eq!(on_page(&store, "/a"), "a1");
    assert_eq!(on_page(&store, "/b"), "b2");
    assert_eq!(newest(&store), "b2", "it was not what was undone");
    assert_eq!(roll_back(&store, Some("/a")), None);
}

#[test]
fn without_a_page_the_last_save_is_undone_wherever_it_was() {
    let scratch = Scratch::new();
    let store = scratch.open();
    for (page, text) in [("/a", "a1"), ("/b", "b1"), ("/b", "b2")] {
        save(&store, Some(page), text);
    }
    assert_eq!(roll_back(&store, None).unwrap(), "b1");
    assert_eq!(on_page(&store, "/b"), "b1");
    assert_eq!(newest(&store), "b1");
    assert_eq!(on_page(&store, "/a"), "a1");
}

#[test]
fn what_was_saved_without_a_page_can_be_gone_back_to() {
    let scratch = Scratch::new();
    let store = scratch.open();
    save(&store, None, "classic");
    save(&store, Some("/a"), "wrong");
    assert_eq!(history(&store, Some("/a")), ["classic"]);
    assert_eq!(roll_back(&store, Some("/a")).unwrap(), "classic");
    assert_eq!(newest(&store), "classic");
    assert_eq!(on_page(&store, "/a"), "classic");
}

#[test]
fn another_pages_fingerprint_is_nothing_to_go_back_to() {
    let scratch = Scratch::new();
    let store = scratch.open();
    save(&store, Some("/a"), "on a");
    save(&store, Some("/b"), "on b");
    assert_eq!(roll_back(&store, Some("/b")), None);
    assert_eq!(roll_back(&store, Some("/never seen")), None);
}

#[test]
fn a_broken_row_in_the_history_is_passed_over() {
    let scratch = Scratch::new();
    let store = scratch.open();
    for text in ["one", "two", "three"] {
        save(&store, None, text);
    }
    let breaking = "UPDATE fingerprint_history SET fingerprint_json = '{' WHERE id = 2";
    scratch.raw().execute(breaking, []).unwrap();
    assert_eq!(history(&store, None), ["one"]);
    assert_eq!(roll_back(&store, None).unwrap(), "one");
}

#[test]
fn a_key_without_fingerprint_has_no_history() {
    let scratch = Scratch::new();
    let store = scratch.open();
    assert!(history(&store, None).is_empty());
    assert_eq!(roll_back(&store, None), None);
}
