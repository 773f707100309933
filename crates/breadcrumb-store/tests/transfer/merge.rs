//! Merging: one database of several, whatever their order, and once for all.

use std::fs;
use std::path::{Path, PathBuf};

use breadcrumb_store::{MergeProgress, RunFilter, SqliteStore, Store as _, merge};
use rusqlite::Connection;

use crate::dump::{all_rows, facts};
use crate::shards::recorded;

fn merged(inputs: &[PathBuf], output: &Path) -> breadcrumb_store::Merged {
    merge(inputs, output, &mut |_| {}).unwrap()
}

fn fixture(name: &str) -> PathBuf {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/databases");
    fixtures.join(name)
}

#[test]
fn eight_shards_equal_one_database_in_any_order_and_twice() {
    let folder = tempfile::tempdir().unwrap();
    let (mut shards, one) = recorded(folder.path(), 8, 6);
    let before: Vec<Vec<u8>> = shards.iter().map(|path| fs::read(path).unwrap()).collect();
    let first = folder.path().join("first.db");
    merged(&shards, &first);
    assert_eq!(facts(&first), facts(&one));
    let again: Vec<Vec<u8>> = shards.iter().map(|path| fs::read(path).unwrap()).collect();
    assert_eq!(again, before, "inputs are only read");

    let rows = all_rows(&first);
    let twice = merged(&shards, &first);
    assert!(twice.tables.is_empty(), "{twice:?}");
    assert_eq!(all_rows(&first), rows);

    shards.reverse();
    shards.rotate_left(3);
    let second = folder.path().join("second.db");
    merged(&shards, &second);
    assert_eq!(
        all_rows(&second),
        rows,
        "the numbers of rows are the same too"
    );

    // In several steps, into one of the inputs.
    let (left, right) = shards.split_at(4);
    let third = left[0].clone();
    merged(left, &third);
    merged(right, &third);
    assert_eq!(facts(&third), facts(&one));
}

#[test]
fn retries_of_one_second_stay_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let (shards, one) = recorded(folder.path(), 3, 4);
    let output = folder.path().join("out.db");
    merged(&shards, &output);
    let numbers = |path: &Path| {
        let store = SqliteStore::open_read_only(path).unwrap();
        let filter = RunFilter::new().test_id("tests/test_1.py::test_0");
        let runs = store.test_runs(&filter).unwrap();
        runs.iter()
            .map(|run| run.details.attempt_no)
            .collect::<Vec<_>>()
    };
    assert_eq!(numbers(&output), numbers(&one));
    assert!(numbers(&output).contains(&Some(2)));
}

#[test]
fn copies_of_one_database_that_went_on_alone_keep_what_they_share_once() {
    let folder = tempfile::tempdir().unwrap();
    let (shards, one) = recorded(folder.path(), 2, 3);
    let base = folder.path().join("base.db");
    merged(&shards[..1], &base);
    let copy = folder.path().join("copy.db");
    fs::copy(&base, &copy).unwrap();
    merged(&shards[1..], &copy);
    let output = folder.path().join("out.db");
    merged(&[base, copy], &output);
    assert_eq!(facts(&output), facts(&one));
}

#[test]
fn databases_of_the_python_package_are_merged_and_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["v1.db", "v2.db", "odd.db"];
    let inputs: Vec<PathBuf> = names.iter().map(|name| folder.path().join(name)).collect();
    for (name, input) in names.iter().zip(&inputs) {
        fs::copy(fixture(name), input).unwrap();
    }
    let output = folder.path().join("out.db");
    merged(&inputs, &output);
    for (name, input) in names.iter().zip(&inputs) {
        assert_eq!(
            fs::read(input).unwrap(),
            fs::read(fixture(name)).unwrap(),
            "{name}"
        );
    }
    let count = |path: &Path, table: &str| -> i64 {
        let conn = Connection::open(path).unwrap();
        let sql = format!("SELECT COUNT(*) FROM {table}");
        conn.query_row(&sql, [], |row| row.get(0)).unwrap()
    };
    // The heals of v1 are in v2 as well, with the same times.
    assert_eq!(count(&output, "test_runs"), 15);
    assert_eq!(count(&output, "quarantine"), 2);
    assert_eq!(
        count(&output, "healing_events"),
        3 + count(&inputs[2], "healing_events")
    );
    let odd = count(&inputs[2], "fingerprints");
    assert_eq!(count(&output, "fingerprints"), 3 + odd);
    let rows = all_rows(&output);
    merged(&inputs, &output);
    assert_eq!(all_rows(&output), rows);
}

#[test]
fn it_says_how_far_it_is_and_what_has_changed() {
    let folder = tempfile::tempdir().unwrap();
    let (shards, _) = recorded(folder.path(), 2, 2);
    let mut seen: Vec<MergeProgress> = Vec::new();
    let output = folder.path().join("out.db");
    let merged = merge(&shards, &output, &mut |progress| seen.push(progress)).unwrap();
    assert_eq!(merged.inputs, 2);
    let attempts = merged
        .tables
        .iter()
        .find(|table| table.table == "test_runs")
        .unwrap();
    assert!(attempts.added > 0 && attempts.changed == 0);
    let last = seen.last().unwrap();
    assert_eq!(last.rows, last.total);
    let names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .collect();
    assert!(
        !names
            .iter()
            .any(|name| name.to_string_lossy().contains("tmp")),
        "{names:?}"
    );
}
