use std::ops::ControlFlow;

use breadcrumb_core::{BoundingBox, ElementFingerprint};
use breadcrumb_store::{DEFAULT_DB_FILE, FingerprintFilter, SqliteStore, Stats, Store};

use crate::scratch::{Scratch, event, fingerprint, query};

#[test]
fn a_saved_fingerprint_is_loaded_whole() {
    let scratch = Scratch::new();
    let saved = ElementFingerprint::builder("INPUT")
        .text("Ünïcödé 日本")
        .attribute("id", "a\"b\\c")
        .dom_path(["html", "body"])
        .siblings(["p"])
        .bbox(BoundingBox::new(0.1, -2.5, 1e9, 0.0))
        .key("test", "#x")
        .other("future", serde_json::json!({"a": [1, null]}))
        .build();
    let store = scratch.open();
    store.save_fingerprint(&saved).unwrap();
    assert_eq!(store.load_fingerprint("test", "#x").unwrap(), Some(saved));
}

#[test]
fn a_key_that_was_never_saved_has_no_fingerprint() {
    let store_folder = Scratch::new();
    let store = store_folder.open();
    store
        .save_fingerprint(&fingerprint("test", "#x", "a"))
        .unwrap();
    assert_eq!(store.load_fingerprint("test", "#y").unwrap(), None);
    assert_eq!(store.load_fingerprint("other", "#x").unwrap(), None);
    assert_eq!(store.load_fingerprint("", "").unwrap(), None);
}

#[test]
fn saving_again_replaces_and_renews() {
    let scratch = Scratch::new();
    let store = scratch.open();
    store
        .save_fingerprint(&fingerprint("test", "#x", "one"))
        .unwrap();
    let raw = scratch.raw();
    raw.execute("UPDATE fingerprints SET updated_at = 5", [])
        .unwrap();
    store
        .save_fingerprint(&fingerprint("test", "#x", "one"))
        .unwrap();
    let renewed = query(&raw, "SELECT * FROM fingerprints WHERE updated_at > 5");
    assert_eq!(renewed.len(), 1);
    store
        .save_fingerprint(&fingerprint("test", "#x", "two"))
        .unwrap();
    let loaded = store.load_fingerprint("test", "#x").unwrap().unwrap();
    assert_eq!(loaded.text(), "two");
    assert_eq!(store.stats().unwrap().fingerprints, 1);
}

#[test]
fn each_page_has_its_own_fingerprint_and_the_key_has_the_newest() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let on_page = |page: &str| {
        let loaded = store.load_fingerprint_on_page("test", "#x", page);
        loaded.unwrap().unwrap().text().to_owned()
    };
    for (page, text) in [("/a", "on a"), ("/b", "on b")] {
        let fingerprint = fingerprint("test", "#x", text);
        store.save_fingerprint_on_page(&fingerprint, page).unwrap();
    }
    assert_eq!(on_page("/a"), "on a");
    assert_eq!(on_page("/b"), "on b");
    assert_eq!(on_page("/never seen"), "on b");
    let newest = store.load_fingerprint("test", "#x").unwrap().unwrap();
    assert_eq!(newest.text(), "on b");
    assert_eq!(
        store.load_fingerprint_on_page("test", "#y", "/a").unwrap(),
        None
    );
}

#[test]
fn a_visit_sees_every_fingerprint_across_batches() {
    let scratch = Scratch::new();
    let store = scratch.open();
    fill(&scratch, 600);
    let mut locators = Vec::new();
    let visited = store
        .for_each_fingerprint(&mut |fingerprint| {
            locators.push(fingerprint.locator().to_owned());
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!((visited.rows, visited.skipped), (600, 0));
    assert_eq!(locators.len(), 600);
    assert_eq!(locators.first().unwrap(), "#0");
    assert_eq!(locators.last().unwrap(), "#599");
    assert_eq!(store.all_fingerprints().unwrap().len(), 600);
}

#[test]
fn a_visitor_may_stop_and_may_use_the_store() {
    let scratch = Scratch::new();
    let store = scratch.open();
    fill(&scratch, 300);
    let visited = store
        .for_each_fingerprint(&mut |fingerprint| {
            store.save_fingerprint(&fingerprint).unwrap();
            store.delete_fingerprint("test", "#299").unwrap();
            if fingerprint.locator() == "#270" {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .unwrap();
    assert_eq!(visited.rows, 271);
}

#[test]
fn deleting_takes_pages_and_history_along() {
    let scratch = Scratch::new();
    let store = scratch.open();
    for text in ["one", "two"] {
        let fingerprint = fingerprint("test", "#x", text);
        store.save_fingerprint_on_page(&fingerprint, "/a").unwrap();
    }
    assert!(store.delete_fingerprint("test", "#x").unwrap());
    assert!(!store.delete_fingerprint("test", "#x").unwrap());
    let left = "SELECT test_id FROM fingerprint_pages
                UNION ALL SELECT test_id FROM fingerprint_history";
    assert!(query(&scratch.raw(), left).is_empty());
}

#[test]
fn clearing_leaves_no_fingerprint_and_no_heal() {
    let scratch = Scratch::with_database("v2.db");
    let store = scratch.open();
    let text = fingerprint("test", "#x", "one");
    store.save_fingerprint_on_page(&text, "/a").unwrap();
    store.record_healing(&event("test", "#x", 1.0)).unwrap();
    store.clear().unwrap();
    assert_eq!(store.stats().unwrap(), Stats::default());
    let health = store.health(0.0, 30).unwrap();
    for kept in ["test_runs", "quarantine"] {
        assert!(health.rows(kept).unwrap() > 0, "{kept}");
    }
}

#[test]
fn a_closed_store_opens_again_by_itself() {
    let scratch = Scratch::new();
    let store = scratch.open();
    store
        .save_fingerprint(&fingerprint("test", "#x", "one"))
        .unwrap();
    store.close().unwrap();
    store.close().unwrap();
    assert_eq!(scratch.files(), ["a.db"]);
    assert_eq!(store.stats().unwrap().fingerprints, 1);
}

#[test]
fn a_store_knows_where_it_is() {
    let scratch = Scratch::new();
    let path = scratch.path(DEFAULT_DB_FILE);
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.path(), path);
    assert_eq!(store.location(), path.display().to_string());
}

#[test]
fn a_store_can_be_in_memory() {
    let store: Box<dyn Store> = Box::new(SqliteStore::open(":memory:").unwrap());
    store
        .save_fingerprint(&fingerprint("test", "#x", "one"))
        .unwrap();
    assert_eq!(store.stats().unwrap().fingerprints, 1);
    assert_eq!(store.location(), ":memory:");
}

/// Saves `#0`, `#1`, … in one transaction.
fn fill(scratch: &Scratch, count: usize) {
    let mut raw = scratch.raw();
    let transaction = raw.transaction().unwrap();
    for n in 0..count {
        let locator = format!("#{n}");
        let json = fingerprint("test", &locator, "some text").to_json();
        transaction
            .execute(
                "INSERT INTO fingerprints VALUES ('test', ?1, ?2, 1.0)",
                [locator, json],
            )
            .unwrap();
    }
    transaction.commit().unwrap();
}

#[test]
fn fingerprints_are_listed_page_by_page() {
    let scratch = Scratch::new();
    let store = scratch.open();
    for number in 0..5 {
        let locator = format!("#{number}");
        let saved = fingerprint("test_a", &locator, "text");
        store.save_fingerprint(&saved).unwrap();
        store
            .save_fingerprint(&fingerprint("test_b", &locator, "text"))
            .unwrap();
    }
    let mut seen: Vec<String> = Vec::new();
    let mut after = None;
    loop {
        let mut filter = FingerprintFilter::new().test_id("test_b").limit(2);
        if let Some(row) = after {
            filter = filter.after(row);
        }
        let visited = store
            .for_each_fingerprint_row(&filter, &mut |row| {
                after = Some(row.id);
                assert_eq!(row.fingerprint.test_id(), "test_b");
                assert!(row.updated_at > 0.0);
                seen.push(row.fingerprint.locator().to_owned());
                ControlFlow::Continue(())
            })
            .unwrap();
        assert!(visited.rows <= 2);
        if visited.rows == 0 {
            break;
        }
    }
    assert_eq!(seen, ["#0", "#1", "#2", "#3", "#4"]);
}
