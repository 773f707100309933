//! When a fingerprint was last learned on a page, and in which revision.

use breadcrumb_store::{ErrorKind, KnownFingerprint, LearnBatch, SqliteStore, Store};

use crate::scratch::{Scratch, fingerprint, query};

fn learn(store: &SqliteStore, text: &str, revision: Option<&str>) {
    let mut batch = LearnBatch::new();
    batch.add_fingerprint(fingerprint("test", "#x", text), Some("/a"));
    let batch = match revision {
        Some(revision) => batch.learned_in(revision),
        None => batch,
    };
    store.learn(&batch).unwrap();
}

fn known(store: &SqliteStore, page: &str) -> KnownFingerprint {
    store.load_known("test", "#x", page).unwrap().unwrap()
}

fn revision(store: &SqliteStore) -> Option<String> {
    known(store, "/a").learned.unwrap().revision
}

/// Makes the database one of a build that knew no revision of a fingerprint.
fn make_older(scratch: &Scratch) {
    let sql = "ALTER TABLE fingerprint_pages DROP COLUMN learned_in";
    scratch.raw().execute_batch(sql).unwrap();
}

#[test]
fn an_equal_fingerprint_renews_time_and_revision_and_makes_no_history() {
    let scratch = Scratch::new();
    let store = scratch.open();
    learn(&store, "one", Some("r1"));
    let sql = "UPDATE fingerprint_pages SET updated_at = 5";
    scratch.raw().execute(sql, []).unwrap();
    for (said, expected) in [(Some("r2"), Some("r2")), (None, None)] {
        learn(&store, "one", said);
        let learned = known(&store, "/a").learned.unwrap();
        assert!(learned.at > 5.0);
        assert_eq!(learned.revision.as_deref(), expected);
    }
    let history = store.fingerprint_history("test", "#x", None).unwrap();
    assert_eq!(history, []);
}

#[test]
fn what_is_known_from_elsewhere_was_never_learned_on_the_page() {
    let scratch = Scratch::new();
    let store = scratch.open();
    assert_eq!(store.load_known("test", "#x", "/a").unwrap(), None);
    learn(&store, "one", Some("r1"));
    let elsewhere = known(&store, "/b");
    assert_eq!(
        (elsewhere.fingerprint.text(), elsewhere.learned),
        ("one", None)
    );
    let broken = "UPDATE fingerprint_pages SET fingerprint_json = 'broken'";
    scratch.raw().execute(broken, []).unwrap();
    assert_eq!(known(&store, "/a").learned, None);
    let odd = "UPDATE fingerprint_pages SET updated_at = 'soon', learned_in = 7,
                   fingerprint_json = (SELECT fingerprint_json FROM fingerprints)";
    scratch.raw().execute(odd, []).unwrap();
    let learned = known(&store, "/a").learned.unwrap();
    assert!(learned.at.abs() < f64::EPSILON);
}

#[test]
fn what_a_person_puts_there_has_no_revision() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let saved = fingerprint("test", "#x", "by hand");
    learn(&store, "one", Some("r1"));
    store.save_fingerprint_on_page(&saved, "/a").unwrap();
    assert_eq!(revision(&store), None);
    learn(&store, "two", Some("r2"));
    assert_eq!(revision(&store).as_deref(), Some("r2"));
    store.roll_back("test", "#x", Some("/a")).unwrap().unwrap();
    assert_eq!(known(&store, "/a").fingerprint.text(), "by hand");
    assert_eq!(revision(&store), None);
}

#[test]
fn a_database_of_an_earlier_build_is_read_as_it_is_and_opened_as_ever() {
    let scratch = Scratch::new();
    let store = scratch.open();
    learn(&store, "one", Some("r1"));
    store.close().unwrap();
    make_older(&scratch);
    let before = scratch.bytes();
    let reader = SqliteStore::open_read_only(scratch.db()).unwrap();
    assert_eq!(revision(&reader), None);
    let refused = reader.save_fingerprint(&fingerprint("test", "#x", "two"));
    assert_eq!(refused.unwrap_err().kind(), ErrorKind::ReadOnly);
    drop(reader);
    assert_eq!(scratch.bytes(), before);

    let store = scratch.open();
    let known = known(&store, "/a");
    assert_eq!(known.fingerprint.text(), "one");
    assert_eq!(revision(&store), None);
    learn(&store, "one", Some("r2"));
    assert_eq!(revision(&store).as_deref(), Some("r2"));
    let columns =
        "SELECT name FROM pragma_table_info('fingerprint_pages') WHERE name = 'learned_in'";
    assert_eq!(query(&scratch.raw(), columns).len(), 1);
}
