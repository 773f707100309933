use std::fs;
use std::path::Path;

use breadcrumb_core::{RunInfo, RunStatus, TestRun, VerdictRecord, VerdictRecordKind};
use breadcrumb_store::{ErrorKind, EventFilter, LearnBatch, RunFilter, SqliteStore, Store};

use crate::scratch::{Scratch, event, fingerprint};

const LOGIN: &str = "tests/test_login.py::test_ok";

#[test]
fn a_database_of_any_version_can_be_read_without_a_trace() {
    for (name, version) in [("v1.db", 1), ("v2.db", 2), ("odd.db", 1)] {
        let scratch = Scratch::with_database(name);
        let before = scratch.bytes();
        let store = SqliteStore::open_read_only(scratch.db()).unwrap();
        read_everything(&store);
        assert_eq!(store.health(0.0, 30).unwrap().schema_version, version);
        store.close().unwrap();
        assert_eq!(scratch.bytes(), before, "{name}");
        assert_eq!(scratch.files(), ["a.db"], "{name}");
    }
}

#[test]
fn a_write_protected_database_can_be_read_without_a_trace() {
    let scratch = Scratch::with_database("v2.db");
    let before = scratch.bytes();
    set_read_only(&scratch.db());
    let store = SqliteStore::open_read_only(scratch.db()).unwrap();
    assert_eq!(read_everything(&store), 3);
    drop(store);
    assert_eq!(scratch.bytes(), before);
    assert_eq!(scratch.files(), ["a.db"]);
}

#[test]
fn a_database_in_use_can_be_read_along() {
    let scratch = Scratch::new();
    let writer = scratch.open();
    let reader = SqliteStore::open_read_only(scratch.db()).unwrap();
    writer
        .save_fingerprint(&fingerprint(LOGIN, "#login-btn", "a"))
        .unwrap();
    assert_eq!(reader.stats().unwrap().fingerprints, 1);
    writer
        .record_healing(&event(LOGIN, "#login-btn", 1.0))
        .unwrap();
    assert_eq!(reader.stats().unwrap().healing_events, 1);
}

#[test]
fn a_store_that_only_reads_refuses_to_write() {
    let scratch = Scratch::with_database("v2.db");
    let store = SqliteStore::open_read_only(scratch.db()).unwrap();
    let mut batch = LearnBatch::new();
    batch.add_healing_event(event("test", "#x", 1.0));
    let run = TestRun::new("test", RunStatus::Passed, 1.0);
    let verdict = VerdictRecord::new(VerdictRecordKind::Gone, "test", "#x", 1.0);
    for refused in [
        store.record_run(&run).map(drop),
        store.record_runs(&RunInfo::new("run"), &[run]),
        store.record_verdict(&verdict).map(drop),
        store.save_fingerprint(&fingerprint("test", "#x", "a")),
        store.record_healing(&event("test", "#x", 1.0)).map(drop),
        store.delete_fingerprint("test", "#x").map(drop),
        store.roll_back("test", "#x", None).map(drop),
        store.learn(&batch),
        store.clear(),
    ] {
        let error = refused.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ReadOnly);
        assert!(error.to_string().contains("for reading only"), "{error}");
    }
}

#[test]
fn a_missing_or_empty_database_is_said_to_be_so() {
    let scratch = Scratch::new();
    let missing = SqliteStore::open_read_only(scratch.db()).unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::NotFound);
    assert!(scratch.files().is_empty());
    fs::write(scratch.db(), "").unwrap();
    let empty = SqliteStore::open_read_only(scratch.db()).unwrap_err();
    assert_eq!(empty.kind(), ErrorKind::NotFound);
    assert!(scratch.bytes().is_empty());
}

/// Makes every call that reads; returns the number of heals.
fn read_everything(store: &SqliteStore) -> usize {
    store.stats().unwrap();
    let runs = store.test_runs(&RunFilter::new()).unwrap();
    assert_eq!(store.test_ids().unwrap().is_empty(), runs.is_empty());
    assert!(store.verdicts(&EventFilter::new()).unwrap().is_empty());
    store.load_fingerprint(LOGIN, "#login-btn").unwrap();
    let on_page = store.load_fingerprint_on_page(LOGIN, "#login-btn", "/");
    assert_eq!(
        on_page.unwrap(),
        store.load_fingerprint(LOGIN, "#login-btn").unwrap()
    );
    assert!(!store.all_fingerprints().unwrap().is_empty());
    let history = store.fingerprint_history(LOGIN, "#login-btn", None);
    assert!(history.unwrap().is_empty());
    store.healing_events(&EventFilter::new()).unwrap().len()
}

fn set_read_only(path: &Path) {
    let mut permissions = fs::metadata(path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(path, permissions).unwrap();
}
