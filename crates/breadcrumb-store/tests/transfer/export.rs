//! Exporting and importing again: nothing is lost, or nothing is done.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use breadcrumb_store::{Exported, SqliteStore, import};
use rusqlite::Connection;

use crate::dump::{all_rows, facts};
use crate::shards::recorded;

pub(crate) fn exported(path: &Path) -> (String, Exported) {
    let store = SqliteStore::open_read_only(path).unwrap();
    let mut text = String::new();
    let done = store.export(&mut |line| {
        text.push_str(line);
        text.push('\n');
        ControlFlow::Continue(())
    });
    (text, done.unwrap())
}

fn imported(path: &Path, export: &str) -> breadcrumb_store::Imported {
    import(path, "export.jsonl", &mut export.as_bytes()).unwrap()
}

/// Counts what an import has left beside the databases.
pub(crate) fn drafts(folder: &Path) -> usize {
    let names = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    names
        .filter(|name| name.to_string_lossy().contains(".tmp"))
        .count()
}

fn fixture(name: &str) -> PathBuf {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/databases");
    fixtures.join(name)
}

#[test]
fn what_is_exported_and_imported_is_the_same_to_the_number_of_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let (_, one) = recorded(folder.path(), 3, 4);
    let strange = Connection::open(&one).unwrap();
    strange
        .execute_batch(
            "PRAGMA foreign_keys = OFF;
             ALTER TABLE test_runs ADD COLUMN \"mo\"\"od\" BLOB;
             UPDATE test_runs SET \"mo\"\"od\" = x'00ff' WHERE rowid % 2;
             DELETE FROM test_runs WHERE rowid = 3;
             DELETE FROM fingerprints WHERE rowid = 2;
             INSERT INTO fingerprints VALUES ('odd', 'text', CAST(x'ff00fe' AS TEXT), 9e999);
             INSERT INTO fingerprints VALUES ('odd', 'blob', x'fffe', 5);
             INSERT INTO fingerprints VALUES ('odd', x'01', '{\"tag', -9e999);
             INSERT INTO fingerprint_history
                 (test_id, locator, fingerprint_json, updated_at, replaced_at, cause)
             VALUES ('orphan', '#x', 7, 'soon', 0.1, 'unheard of');
             INSERT INTO schema_meta VALUES ('note', 'ours');",
        )
        .unwrap();
    drop(strange);
    let (text, done) = exported(&one);
    assert!(done.is_whole);
    assert!(text.starts_with(r#"{"format":"breadcrumb-export","version":1,"schema_version":3,"#));
    let copy = folder.path().join("copy.db");
    let read = imported(&copy, &text);
    assert_eq!(read.rows, done.rows);
    assert!(!read.was_merged);
    assert_eq!(all_rows(&copy), all_rows(&one));
    assert_eq!(exported(&copy).0, text);
}

#[test]
fn a_database_of_the_python_package_is_exported_unchanged_and_imported_as_a_new_one() {
    for name in ["v1.db", "v2.db", "odd.db"] {
        let folder = tempfile::tempdir().unwrap();
        let old = folder.path().join(name);
        fs::copy(fixture(name), &old).unwrap();
        let (text, _) = exported(&old);
        assert_eq!(
            fs::read(&old).unwrap(),
            fs::read(fixture(name)).unwrap(),
            "{name}"
        );
        let copy = folder.path().join("copy.db");
        imported(&copy, &text);
        drop(SqliteStore::open(&old).unwrap());
        assert_eq!(all_rows(&copy), all_rows(&old), "{name}");
    }
}

#[test]
fn a_database_that_has_rows_is_merged_with_an_export_once() {
    let folder = tempfile::tempdir().unwrap();
    let (shards, one) = recorded(folder.path(), 2, 3);
    let (text, _) = exported(&shards[1]);
    for _ in 0..2 {
        assert!(imported(&shards[0], &text).was_merged);
        assert_eq!(facts(&shards[0]), facts(&one));
    }
    assert_eq!(drafts(folder.path()), 0);
}

#[test]
fn an_empty_database_takes_an_export_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let (shards, _) = recorded(folder.path(), 1, 2);
    let empty = folder.path().join("empty.db");
    drop(SqliteStore::open(&empty).unwrap());
    assert!(!imported(&empty, &exported(&shards[0]).0).was_merged);
    assert_eq!(all_rows(&empty), all_rows(&shards[0]));
}

#[test]
fn a_reader_that_goes_away_ends_an_export() {
    let folder = tempfile::tempdir().unwrap();
    let (shards, _) = recorded(folder.path(), 1, 1);
    let store = SqliteStore::open_read_only(&shards[0]).unwrap();
    let mut lines = 0;
    let done = store.export(&mut |_| {
        lines += 1;
        if lines == 5 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(lines, 5);
    assert!(!done.unwrap().is_whole);
}
