//! Pruning: what is old goes, what is needed stays.

use std::path::PathBuf;

use breadcrumb_store::{PruneRequest, Pruned, SqliteStore, Store as _};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::dump::all_rows;

const DAY: f64 = 86_400.0;
const NOW: f64 = 1_750_000_000.0;

/// A database with a record of each kind on each of these days before now.
fn database(days: &[u32]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    drop(SqliteStore::open(&path).unwrap());
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch(
        "INSERT INTO quarantine (test_id, reason, quarantined_at, error_fps_json)
         VALUES ('flaky', 'why', 0, '[\"masked\"]');
         INSERT INTO errors (error_fp, first_seen_at) VALUES ('masked', 0);",
    )
    .unwrap();
    conn.execute_batch("BEGIN").unwrap();
    for day in days {
        let at = NOW - f64::from(*day) * DAY;
        conn.execute_batch(&format!(
            "INSERT INTO runs (run_uid, started_at) VALUES ('run-{day}', {at});
             INSERT INTO revisions (revision_id, first_seen_at) VALUES ('rev-{day}', {at});
             INSERT INTO errors (error_fp, first_seen_at) VALUES ('error-{day}', {at});
             INSERT INTO test_runs (test_id, status, timestamp, run_ref, revision_ref, error_ref)
             SELECT 'sound', 'passed', {at}, runs.id, revisions.id, errors.id
             FROM runs, revisions, errors
             WHERE run_uid = 'run-{day}' AND revision_id = 'rev-{day}' AND error_fp = 'error-{day}';
             INSERT INTO test_runs (test_id, status, timestamp) VALUES ('flaky', 'failed', {at});
             INSERT INTO healing_events (test_id, locator, confidence, original_json, healed_json,
                 timestamp, screenshot_before) VALUES ('sound', '#a', 1, '', '', {at}, 'p-{day}.png');
             INSERT INTO heal_decisions (event_id, test_id, locator, decision, decided_at)
             SELECT MAX(id), 'sound', '#a', 'approved', {at} FROM healing_events;
             INSERT INTO verdicts (test_id, locator, kind, timestamp)
             VALUES ('sound', '#a', 'gone', {at});
             INSERT INTO fingerprints VALUES ('sound', '#{day}', 'x', {at});
             INSERT INTO fingerprints VALUES ('gone-{day}', '#a', 'x', {at});
             INSERT INTO page_memories (content_hash, page_key, encoding, data, element_count,
                 created_at) VALUES ('hash-{day}', '/p', 'x', '', 0, {at});
             INSERT INTO fingerprint_pages (test_id, locator, page_key, fingerprint_json, updated_at,
                 memory_id) SELECT 'gone-{day}', '#a', '/p', 'x', {at}, MAX(id) FROM page_memories;",
        ))
        .unwrap();
    }
    conn.execute_batch("COMMIT").unwrap();
    (folder, path)
}

fn prune(path: &PathBuf, request: &PruneRequest) -> Pruned {
    SqliteStore::open(path).unwrap().prune(request).unwrap()
}

fn count(path: &PathBuf, table: &str) -> i64 {
    let sql = format!("SELECT COUNT(*) FROM {table}");
    let conn = Connection::open(path).unwrap();
    conn.query_row(&sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn what_is_older_goes_and_what_refers_to_nothing_with_it() {
    let (_folder, path) = database(&[1, 100, 200]);
    let pruned = prune(&path, &PruneRequest::new(NOW));
    assert_eq!(pruned.attempts, 4);
    assert_eq!((pruned.heals, pruned.verdicts, pruned.decisions), (2, 2, 2));
    assert_eq!((pruned.runs, pruned.revisions, pruned.errors), (2, 2, 2));
    assert_eq!(pruned.fingerprints, 0, "nobody has asked for it");
    assert_eq!(pruned.kept_pictures, ["p-1.png"]);
    assert_eq!(count(&path, "errors"), 2, "a reason that is masked stays");
    assert_eq!(count(&path, "daily_rollups"), 4);
    let store = SqliteStore::open(&path).unwrap();
    assert!(store.health(NOW, 30).unwrap().damage.is_empty());
    let again = prune(&path, &PruneRequest::new(NOW));
    assert_eq!((again.attempts, again.heals, again.runs), (0, 0, 0));
    assert_eq!(again.kept_pictures, pruned.kept_pictures);
}

#[test]
fn a_test_in_quarantine_keeps_what_the_rules_need() {
    let (_folder, path) = database(&[1, 40, 100]);
    let pruned = prune(&path, &PruneRequest::new(NOW).days(30));
    assert_eq!(pruned.attempts, 3);
    let left = |test: &str| count(&path, &format!("test_runs WHERE test_id = '{test}'"));
    assert_eq!((left("sound"), left("flaky")), (1, 2));
}

#[test]
fn fingerprints_go_with_tests_that_are_gone() {
    let (_folder, path) = database(&[1, 40, 100]);
    let pruned = prune(
        &path,
        &PruneRequest::new(NOW).days(1000).stale_fingerprints(50),
    );
    assert_eq!(
        (pruned.attempts, pruned.fingerprints, pruned.page_memories),
        (0, 1, 1)
    );
    let left = count(&path, "fingerprints WHERE test_id = 'sound'");
    assert_eq!(
        left, 3,
        "a test that runs keeps even what it has not touched for long"
    );
    assert_eq!(count(&path, "fingerprint_pages"), 2);
}

#[test]
fn a_dry_run_counts_the_same_and_removes_nothing() {
    let (_folder, path) = database(&[1, 100]);
    let before = all_rows(&path);
    let request = PruneRequest::new(NOW).stale_fingerprints(50);
    let dry = prune(&path, &request.clone().dry_run());
    assert_eq!(all_rows(&path), before);
    assert_eq!(prune(&path, &request), dry);
}

#[test]
fn a_compacted_database_is_smaller_and_has_the_same_rows() {
    let days: Vec<u32> = (1..400).collect();
    let (_folder, path) = database(&days);
    let store = SqliteStore::open(&path).unwrap();
    store.prune(&PruneRequest::new(NOW).days(5)).unwrap();
    store.close().unwrap();
    let before = std::fs::metadata(&path).unwrap().len();
    let rows = all_rows(&path);
    store.compact().unwrap();
    store.close().unwrap();
    assert!(std::fs::metadata(&path).unwrap().len() < before);
    assert_eq!(all_rows(&path), rows);
}
