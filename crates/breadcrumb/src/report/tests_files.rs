//! Reports from files of the Python package, and reports as JSON that are written while they are read.

use breadcrumb_core::{HealState, RunStatus, TestRun};
use breadcrumb_report::{Coloring, console, json, markdown};
use breadcrumb_store::{SqliteStore, Store as _};
use serde_json::Value;

use super::tests::{DAY, HOSTILE, NOW, attempts, full_store, heal, report_at, scratch};
use super::{Depth, ReportRequest, collect, json_text};
use crate::review::{self, Reviewer};

/// The tables of the Python package, filled with what it knows of the store `ours`.
const CLASSIC: &str = "
    CREATE TABLE schema_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    INSERT INTO schema_meta VALUES ('schema_version', '2');
    CREATE TABLE fingerprints (test_id TEXT NOT NULL, locator TEXT NOT NULL,
        fingerprint_json TEXT NOT NULL, updated_at REAL NOT NULL, PRIMARY KEY (test_id, locator));
    CREATE TABLE healing_events AS SELECT id, test_id, locator, confidence, original_json,
        healed_json, timestamp FROM ours.healing_events;
    CREATE TABLE test_runs (id INTEGER PRIMARY KEY AUTOINCREMENT, test_id TEXT NOT NULL,
        status TEXT NOT NULL, duration_ms REAL, healing_occurred INTEGER NOT NULL DEFAULT 0,
        error_type TEXT, environment TEXT, timestamp REAL NOT NULL);
    CREATE INDEX idx_test_runs_test_id ON test_runs (test_id);
    CREATE INDEX idx_test_runs_timestamp ON test_runs (timestamp);
    INSERT INTO test_runs SELECT id, test_id, status, duration_ms, healing_occurred, 'TimeoutError',
        environment, timestamp FROM ours.test_runs;
    CREATE TABLE quarantine (test_id TEXT PRIMARY KEY, reason TEXT NOT NULL,
        quarantined_at REAL NOT NULL, auto_unquarantine INTEGER NOT NULL DEFAULT 1);
    INSERT INTO quarantine SELECT test_id, reason, quarantined_at, 1 FROM ours.quarantine;
    DETACH ours;";

/// Copies a store as the Python package would have it, and opens it for reading.
fn classic(folder: &tempfile::TempDir) -> SqliteStore {
    let path = folder.path().join("classic.db");
    let conn = rusqlite::Connection::open(&path).unwrap();
    let ours = folder.path().join("a.db");
    conn.execute("ATTACH ?1 AS ours", [ours.to_str().unwrap()])
        .unwrap();
    conn.execute_batch(CLASSIC).unwrap();
    SqliteStore::open_read_only(&path).unwrap()
}

/// Compares the JSON that is written while it is read with that of a whole report.
fn check_json(store: &SqliteStore) -> Value {
    let request = ReportRequest::new(NOW, 30);
    let text = json_text(store, &request).unwrap();
    let written: Value = serde_json::from_str(&text).unwrap();
    let whole = json(&collect(store, &request).unwrap());
    assert!(written == serde_json::from_str::<Value>(&whole).unwrap());
    let heals = written["healing_events"].as_array().unwrap();
    assert_eq!(written["summary"]["heals"], heals.len());
    // A line for each of them.
    let lines = text.lines().filter(|line| line.starts_with("    {\"id\":"));
    let looks = ["refusals", "drifts"].map(|list| written[list].as_array().unwrap().len());
    assert_eq!(lines.count(), heals.len() + looks[0] + looks[1]);
    written
}

#[test]
fn a_file_of_the_package_has_the_same_numbers() {
    let (folder, store) = full_store();
    let ours = report_at(&store, Depth::Whole);
    let store = classic(&folder);
    let (glance, whole) = (
        report_at(&store, Depth::Glance),
        report_at(&store, Depth::Whole),
    );
    assert_eq!(glance.summary, whole.summary);
    assert_eq!(glance.top_locators, whole.top_locators);
    // Tests that pass are only counted there, too.
    assert!(glance.tests.len() < whole.tests.len());
    let text = console(&whole, Coloring::Plain);
    assert_eq!(console(&glance, Coloring::Plain), text);
    assert_eq!(markdown(&glance), markdown(&whole));
    let numbers = |summary: &breadcrumb_report::Summary| {
        let tests = (summary.total, summary.healed, summary.failing);
        let attempts = (summary.attempts, summary.failed, summary.skipped);
        (tests, attempts, summary.heals, summary.quarantined)
    };
    assert_eq!(numbers(&whole.summary), numbers(&ours.summary));
    let broken = whole
        .tests
        .iter()
        .find(|test| test.test_id.ends_with("broken"));
    let kind = broken.unwrap().errors[0].kind.as_deref();
    assert_eq!(kind, Some("TimeoutError"));
    check_json(&store);
}

#[test]
fn older_attempts_are_not_in_the_window_of_any_file() {
    let (folder, store) = scratch();
    attempts(&store, "young", "PFPP");
    for at in [NOW - 45.0 * DAY, NOW - 44.0 * DAY] {
        let old = TestRun::new("old", RunStatus::Passed, at);
        store.record_run(&old).unwrap();
        let young = TestRun::new("young", RunStatus::Skipped, at);
        store.record_run(&young).unwrap();
    }
    for store in [store, classic(&folder)] {
        for depth in [Depth::Glance, Depth::Tests, Depth::Outline, Depth::Whole] {
            let summary = report_at(&store, depth).summary;
            let found = (summary.total, summary.attempts, summary.skipped);
            assert_eq!(found, (1, 4, 0), "{depth:?}");
        }
    }
}

#[test]
fn json_is_written_as_the_whole_report_has_it() {
    let (_folder, store) = full_store();
    for (n, text) in HOSTILE.iter().enumerate() {
        heal(&store, text, text, 0.5, n as f64);
    }
    check_json(&store);
    // More than one part.
    for n in 0..150 {
        heal(&store, "many", &format!("#n{n}"), 0.5, 0.1 * f64::from(n));
    }
    check_json(&store);
    let in_memory = SqliteStore::open(":memory:").unwrap();
    check_json(&in_memory);
    heal(&in_memory, "t", "#a", 0.9, 1.0);
    attempts(&in_memory, "t", "PFSPE");
    check_json(&in_memory);
}

#[test]
fn json_has_decisions_and_what_python_wrote_is_mended() {
    let (folder, store) = scratch();
    heal(&store, "t", "#a", 0.9, 1.0);
    heal(&store, "t", "#b", 0.9, 2.0);
    let ann = Reviewer {
        name: Some("ann".to_owned()),
        note: Some("seen".to_owned()),
    };
    let newest = store.heal_ids(0.0).unwrap()[0];
    review::decide(&store, newest, HealState::Approved, &ann).unwrap();
    let conn = rusqlite::Connection::open(folder.path().join("a.db")).unwrap();
    let odd = r#"{"tag": "p", "text": "half \ud83d", "attributes": []}"#;
    let sql = "UPDATE healing_events SET original_json = ?1, healed_json = 'no json',
        scoring_json = '{\"total\": 1, \"breakdown\": {\"text\": \"much\"}}'
        WHERE locator = '#b'";
    conn.execute(sql, [odd]).unwrap();
    let written = check_json(&store);
    let heals = &written["healing_events"];
    assert_eq!(heals[0]["decision"], "approved");
    assert_eq!(heals[0]["note"], "seen");
    assert_eq!(heals[1]["decision"], "pending");
    assert_eq!(heals[1]["original"]["tag"], "p");
    assert_eq!(heals[1]["healed"], Value::Null);
    assert_eq!(heals[1]["signals"], Value::Array(Vec::new()));
}

#[test]
fn a_store_that_breaks_while_json_is_written_is_an_error_of_the_store() {
    let (folder, store) = scratch();
    heal(&store, "t", "#a", 0.9, 1.0);
    let conn = rusqlite::Connection::open(folder.path().join("a.db")).unwrap();
    conn.execute_batch("DROP TABLE healing_events").unwrap();
    let error = json_text(&store, &ReportRequest::new(NOW, 30)).unwrap_err();
    assert!(error.to_string().contains("healing_events"), "{error}");
}
