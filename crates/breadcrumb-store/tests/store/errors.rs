use std::fs;
use std::path::Path;
use std::time::Duration;

use breadcrumb_store::{Error, ErrorKind, OpenOptions, SqliteStore, Store};

use crate::scratch::{Scratch, fingerprint};

/// Checks kind, message and hint of an error about `path`.
fn check(error: &Error, kind: ErrorKind, path: &Path, words: &str) {
    let message = error.to_string();
    assert_eq!(error.kind(), kind, "{message}");
    assert!(
        message.contains(&format!("`{}`", path.display())),
        "{message}"
    );
    assert!(message.contains(words), "{message}");
    assert_eq!(error.location(), path.display().to_string());
    assert!(error.hint().is_some());
}

/// Opens a path, both ways, that must not be opened, and checks that the file stays as it is.
fn check_refused(path: &Path, kind: ErrorKind, words: &str) {
    let before = fs::read(path).ok();
    check(&SqliteStore::open(path).unwrap_err(), kind, path, words);
    check(
        &SqliteStore::open_read_only(path).unwrap_err(),
        kind,
        path,
        words,
    );
    assert_eq!(fs::read(path).ok(), before);
}

#[test]
fn an_empty_key_is_refused() {
    let scratch = Scratch::new();
    let store = scratch.open();
    for (test_id, locator, missing) in [("", "#x", "test id"), ("test", "", "locator")] {
        let fingerprint = fingerprint(test_id, locator, "a");
        let error = store.save_fingerprint(&fingerprint).unwrap_err();
        check(&error, ErrorKind::EmptyKey, &scratch.db(), missing);
        let error = store
            .save_fingerprint_on_page(&fingerprint, "/")
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::EmptyKey);
    }
}

#[test]
fn a_file_that_is_no_database_is_left_alone() {
    let scratch = Scratch::new();
    let long = "# Notes\n".repeat(1000);
    for content in [
        "x",
        "SQLite format 3",
        "SQLite format 3\0 but no more",
        &long,
    ] {
        fs::write(scratch.db(), content).unwrap();
        check_refused(
            &scratch.db(),
            ErrorKind::NotADatabase,
            "not an SQLite database",
        );
    }
    assert_eq!(scratch.files(), ["a.db"]);
}

#[test]
fn a_directory_is_refused() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.db()).unwrap();
    check_refused(&scratch.db(), ErrorKind::IsADirectory, "is a directory");
}

#[test]
fn another_programs_database_is_left_alone() {
    let scratch = Scratch::new();
    scratch
        .raw()
        .execute_batch("CREATE TABLE users (id)")
        .unwrap();
    check_refused(&scratch.db(), ErrorKind::ForeignDatabase, "another program");
    assert_eq!(scratch.files(), ["a.db"]);
}

#[test]
fn a_newer_schema_is_left_alone() {
    let scratch = Scratch::new();
    scratch.open().close().unwrap();
    let newer = "UPDATE schema_meta SET value = '4'";
    scratch.raw().execute(newer, []).unwrap();
    check_refused(&scratch.db(), ErrorKind::NewerSchema, "schema version 4");
}

#[test]
fn a_version_that_is_no_number_is_damage() {
    let scratch = Scratch::with_database("v1.db");
    let odd = "UPDATE schema_meta SET value = 'latest'";
    scratch.raw().execute(odd, []).unwrap();
    check_refused(&scratch.db(), ErrorKind::Corrupt, "`latest`");
}

#[test]
fn a_damaged_database_is_left_alone() {
    let scratch = Scratch::with_database("v1.db");
    let mut bytes = scratch.bytes();
    bytes[100..4096].fill(0x5a);
    fs::write(scratch.db(), bytes).unwrap();
    check_refused(&scratch.db(), ErrorKind::Corrupt, "is damaged");
}

#[test]
fn a_database_that_is_cut_off_is_only_a_part() {
    let scratch = Scratch::with_database("v1.db");
    let mut bytes = scratch.bytes();
    bytes.truncate(bytes.len() - 4096);
    fs::write(scratch.db(), bytes).unwrap();
    check_refused(&scratch.db(), ErrorKind::Partial, "is only a part");
}

#[test]
fn a_copy_without_its_log_is_only_a_part() {
    let scratch = Scratch::new();
    let raw = scratch.raw();
    raw.pragma_update(None, "journal_mode", "wal").unwrap();
    raw.execute_batch("CREATE TABLE schema_meta (key TEXT, value TEXT)")
        .unwrap();
    let copy = scratch.path("copy.db");
    fs::copy(scratch.db(), &copy).unwrap();
    let error = SqliteStore::open_read_only(&copy).unwrap_err();
    check(
        &error,
        ErrorKind::Partial,
        &copy,
        "copy.db-wal` is not beside it",
    );
    // Whoever writes makes a database of it, as of any empty file.
    SqliteStore::open(&copy).unwrap();
}

#[cfg(unix)]
#[test]
fn a_database_in_the_place_of_one_that_is_still_written_to_stays_sound() {
    let scratch = Scratch::new();
    let old = scratch.open();
    old.save_fingerprint(&fingerprint("old", "#x", "a"))
        .unwrap();
    fs::rename(scratch.db(), scratch.path("moved.db")).unwrap();
    let new = scratch.open();
    for number in 0..50 {
        let name = format!("test {number}");
        old.save_fingerprint(&fingerprint(&name, "#old", "a"))
            .unwrap();
        new.save_fingerprint(&fingerprint(&name, "#new", "a"))
            .unwrap();
    }
    new.close().unwrap();
    let found = new.health(0.0, 1).unwrap();
    assert!(found.damage.is_empty(), "{:?}", found.damage);
    assert_eq!(new.stats().unwrap().fingerprints, 50);
}

#[test]
fn a_missing_folder_is_named() {
    let scratch = Scratch::new();
    let path = scratch.path("no/such/a.db");
    let error = SqliteStore::open(&path).unwrap_err();
    check(&error, ErrorKind::CannotOpen, &path, "no directory");
    assert!(scratch.files().is_empty());
}

#[test]
fn a_path_that_cannot_be_one_is_refused() {
    let scratch = Scratch::new();
    for path in [Path::new(""), &scratch.path("a\0b")] {
        let error = SqliteStore::open(path).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::CannotOpen, "{error}");
    }
    fs::write(scratch.db(), "").unwrap();
    let below_a_file = scratch.path("a.db/b.db");
    let error = SqliteStore::open(below_a_file).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CannotOpen, "{error}");
}

#[test]
fn a_write_protected_file_is_not_written() {
    let scratch = Scratch::with_database("v1.db");
    let before = scratch.bytes();
    let mut permissions = fs::metadata(scratch.db()).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(scratch.db(), permissions).unwrap();
    let error = SqliteStore::open(scratch.db()).unwrap_err();
    check(&error, ErrorKind::ReadOnly, &scratch.db(), "read-only");
    assert_eq!(scratch.bytes(), before);
    assert_eq!(scratch.files(), ["a.db"]);
}

#[test]
fn a_locked_database_is_an_error_after_the_timeout_and_works_afterwards() {
    let scratch = Scratch::new();
    let patience = Duration::from_millis(20);
    let options = OpenOptions::new().busy_timeout(patience);
    let store = options.open(scratch.db()).unwrap();
    let other = scratch.raw();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let fingerprint = fingerprint("test", "#x", "a");
    let error = store.save_fingerprint(&fingerprint).unwrap_err();
    check(&error, ErrorKind::Locked, &scratch.db(), "another process");
    assert_eq!(store.load_fingerprint("test", "#x").unwrap(), None);
    other.execute_batch("COMMIT").unwrap();
    store.save_fingerprint(&fingerprint).unwrap();
}

#[test]
fn a_database_that_is_locked_while_it_is_opened_is_an_error_after_the_timeout() {
    let scratch = Scratch::with_database("v1.db");
    let other = scratch.raw();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let options = OpenOptions::new().busy_timeout(Duration::from_millis(20));
    let error = options.open(scratch.db()).unwrap_err();
    check(&error, ErrorKind::Locked, &scratch.db(), "cannot open");
}

#[test]
fn an_empty_file_becomes_a_database() {
    let scratch = Scratch::new();
    fs::write(scratch.db(), "").unwrap();
    let store = scratch.open();
    store
        .save_fingerprint(&fingerprint("test", "#x", "a"))
        .unwrap();
    assert_eq!(store.stats().unwrap().fingerprints, 1);
}
