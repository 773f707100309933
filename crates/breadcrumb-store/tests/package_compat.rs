//! The Python package `pytest-breadcrumb` 0.1.0a2 and this store on the same files.
//!
//! `BREADCRUMB_PACKAGE_PYTHON` names a Python that has the package installed.
#![expect(
    clippy::unwrap_used,
    reason = "a panic in a test's helper is the test's report"
)]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use breadcrumb_core::{ElementFingerprint, HealingEvent, RunStatus, TestRun};
use breadcrumb_store::{EventFilter, RunFilter, SqliteStore, Stats, Store};
use rusqlite::Connection;
use rusqlite::types::Value;
use tempfile::TempDir;

/// What every script starts with.
const PRELUDE: &str = r"
import sys
from breadcrumb.core.fingerprint import ElementFingerprint
from breadcrumb.core.storage import FingerprintStore, HealingEvent
from breadcrumb.flaky.analyzer import TestAnalyzer
from breadcrumb.flaky.quarantine import QuarantineManager
from breadcrumb.flaky.tracker import TestTracker

def fingerprint(test_id, locator, text):
    return ElementFingerprint.from_dict(
        {'tag': 'button', 'text': text, 'test_id': test_id, 'locator': locator})

store = FingerprintStore(sys.argv[1])
";

/// Makes the package fill a new database with every call it has that writes.
const FILL: &str = r"
a, b = fingerprint('t', '#a', 'Ünï 日本 \ud83d'), fingerprint('t', '#b', 'two')
store.save_fingerprint(a)
store.save_fingerprint(b)
store.save_fingerprint(b)
store.record_healing(HealingEvent('t', '#a', 0.625, a.to_dict(), b.to_dict(), 123.5))
tracker = TestTracker(store)
for status in ('passed', 'failed') * 6:
    tracker.record_run('flaky', status, duration_ms=1.5, error_type='E', environment='ci')
manager = QuarantineManager(store, TestAnalyzer(tracker))
assert manager.auto_update()['quarantined'] == ['flaky']
manager.quarantine('by hand', 'because')
store.close()
";

/// Uses every call of the package on a database that has been migrated.
const USE: &str = r"
tracker = TestTracker(store)
manager = QuarantineManager(store, TestAnalyzer(tracker))
ours = store.load_fingerprint('rust', '#x')
assert (ours.tag, ours.text, dict(ours.attributes)) == ('button', 'saved by rust', {'id': 'x'}), ours
assert store.load_fingerprint('t', '#b').text == 'two'
assert len(store.get_all_fingerprints()) == 3
events = store.get_healing_events()
assert [e.confidence for e in events] == [0.875, 0.625], events
assert events[0].healed_fingerprint['text'] == 'healed by rust'
assert store.get_healing_events('rust', '#x') == events[:1]
assert store.stats() == {'fingerprints': 3, 'healing_events': 2}

store.save_fingerprint(fingerprint('rust', '#x', 'Saved by Python'))
store.save_fingerprint(fingerprint('python', '#y', 'New'))
assert store.delete_fingerprint('t', '#a') and not store.delete_fingerprint('t', '#a')
new = fingerprint('python', '#y', 'New').to_dict()
store.record_healing(HealingEvent('python', '#y', 0.5, new, new, 999.0))

assert len(tracker.get_runs('flaky')) == 12
tracker.record_run('flaky', 'passed', healing_occurred=True)
assert tracker.get_all_test_ids() == ['flaky']
assert sorted(manager.get_all_quarantined()) == ['by hand', 'flaky']
manager.quarantine('by hand', 'another reason')
for _ in range(20):
    tracker.record_run('flaky', 'passed')
assert manager.auto_update()['unquarantined'] == ['flaky']
manager.unquarantine('by hand')
manager.quarantine('again', 'once more')
store.close()
";

/// Reads our runs by the package and adds its own.
const RUNS: &str = r"
tracker = TestTracker(store)
runs = tracker.get_runs('ours')
assert [r['status'] for r in runs] == ['skipped', 'error', 'failed', 'passed'], runs
assert [r['healing_occurred'] for r in runs] == [False, False, False, True], runs
assert runs[3]['duration_ms'] == 12.5 and runs[3]['environment'] == 'ci', runs
assert runs[2]['error_type'] == 'TimeoutError' and runs[2]['timestamp'] == 1.0, runs
raw = store._get_conn().execute('SELECT DISTINCT healing_occurred FROM test_runs ORDER BY 1')
assert [tuple(row) for row in raw] == [(0,), (1,)]
assert TestAnalyzer(tracker).classify('ours') is not None
for status in ('passed', 'failed', 'error', 'skipped'):
    tracker.record_run('theirs', status, 2.5, status == 'passed', 'E', 'local')
assert tracker.get_all_test_ids() == ['ours', 'theirs']
store.close()
";

const CLEAR: &str = r"
store.clear()
assert store.stats() == {'fingerprints': 0, 'healing_events': 0}
store.close()
";

struct Shared {
    folder: TempDir,
}

impl Shared {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder }
    }

    fn db(&self) -> PathBuf {
        self.folder.path().join("a.db")
    }

    fn python(&self, script: &str) {
        let python = env::var_os("BREADCRUMB_PACKAGE_PYTHON")
            .expect("BREADCRUMB_PACKAGE_PYTHON names a Python with pytest-breadcrumb 0.1.0a2");
        let output = Command::new(python)
            .args(["-X", "utf8", "-c", &format!("{PRELUDE}{script}")])
            .arg(self.db())
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
    }

    fn store(&self) -> SqliteStore {
        SqliteStore::open(self.db()).unwrap()
    }

    /// Returns the rows of the package's tables, in the columns it knows.
    fn rows(&self) -> Vec<String> {
        let conn = Connection::open(self.db()).unwrap();
        [
            "SELECT test_id, locator, fingerprint_json, updated_at FROM fingerprints",
            "SELECT id, test_id, locator, confidence, original_json, healed_json, timestamp
             FROM healing_events",
            "SELECT id, test_id, status, duration_ms, healing_occurred, error_type, environment,
                 timestamp FROM test_runs",
            "SELECT test_id, reason, quarantined_at, auto_unquarantine FROM quarantine",
        ]
        .iter()
        .map(|sql| format!("{:?}", query(&conn, sql)))
        .collect()
    }
}

fn query(conn: &Connection, sql: &str) -> Vec<Vec<Value>> {
    let mut statement = conn.prepare(sql).unwrap();
    let columns = statement.column_count();
    let rows = statement
        .query_map([], |row| (0..columns).map(|n| row.get(n)).collect())
        .unwrap();
    rows.map(Result::unwrap).collect()
}

fn rust_fingerprint(text: &str) -> ElementFingerprint {
    ElementFingerprint::builder("button")
        .text(text)
        .attribute("id", "x")
        .key("rust", "#x")
        .build()
}

#[test]
fn a_database_of_the_package_is_migrated_and_keeps_every_row() {
    let shared = Shared::new();
    shared.python(FILL);
    let before = shared.rows();
    shared.store().close().unwrap();
    assert_eq!(shared.rows(), before);
    let once = fs::read(shared.db()).unwrap();
    shared.store().close().unwrap();
    assert!(
        fs::read(shared.db()).unwrap() == once,
        "the second time changed it"
    );
}

#[test]
fn the_package_works_on_a_migrated_database() {
    let shared = Shared::new();
    shared.python(FILL);
    let store = shared.store();
    for text in ["earlier", "saved by rust"] {
        store
            .save_fingerprint_on_page(&rust_fingerprint(text), "/")
            .unwrap();
    }
    let healed = rust_fingerprint("healed by rust");
    let mut event = HealingEvent::new(rust_fingerprint("before"), healed, 0.875, 500.0);
    event.details.uid = Some("uid".into());
    store.record_healing(&event).unwrap();
    shared.python(USE);

    let text = |test_id: &str, locator: &str| {
        let loaded = store.load_fingerprint(test_id, locator).unwrap();
        loaded.map(|fingerprint| fingerprint.text().to_owned())
    };
    assert_eq!(text("rust", "#x").unwrap(), "saved by python");
    assert_eq!(text("python", "#y").unwrap(), "new");
    assert_eq!(text("t", "#a"), None);
    let events = store.healing_events(&EventFilter::new()).unwrap();
    let times: Vec<f64> = events.iter().map(|event| event.timestamp).collect();
    assert_eq!(times, [999.0, 500.0, 123.5]);
    assert_eq!(events[1], event);
    let health = store.health(0.0, 30).unwrap();
    assert!(health.is_sound(), "{health:?}");
    assert_eq!(health.schema_version, 3);
    assert_eq!(health.rows("test_runs"), Some(33));
    assert_eq!(health.rows("quarantine"), Some(1));
    assert_eq!(health.rows("fingerprint_pages"), Some(1));
}

#[test]
fn runs_are_read_by_the_package_and_the_other_way_round() {
    let shared = Shared::new();
    let store = shared.store();
    for (n, status) in (0_u8..).zip(RunStatus::ALL) {
        let mut run = TestRun::new("ours", status, f64::from(n));
        run.healed = status == RunStatus::Passed;
        run.duration_ms = Some(12.5);
        run.environment = Some("ci".into());
        run.error_type = (status == RunStatus::Failed).then(|| "TimeoutError".into());
        run.details.run_uid = Some("run".into());
        store.record_run(&run).unwrap();
    }
    shared.python(RUNS);
    assert_eq!(store.test_ids().unwrap(), ["ours", "theirs"]);
    let mut runs = store
        .test_runs(&RunFilter::new().test_id("theirs"))
        .unwrap();
    runs.reverse();
    for (run, status) in runs.iter().zip(RunStatus::ALL) {
        let mut expected = TestRun::new("theirs", status, run.timestamp);
        expected.duration_ms = Some(2.5);
        expected.healed = status == RunStatus::Passed;
        expected.error_type = Some("E".into());
        expected.environment = Some("local".into());
        assert_eq!(*run, expected);
    }
    assert_eq!(runs.len(), 4);
}

#[test]
fn a_clear_by_the_package_takes_our_rows_along() {
    let shared = Shared::new();
    let store = shared.store();
    for text in ["one", "two"] {
        store
            .save_fingerprint_on_page(&rust_fingerprint(text), "/")
            .unwrap();
    }
    shared.python(CLEAR);
    assert_eq!(store.stats().unwrap(), Stats::default());
    let health = store.health(0.0, 30).unwrap();
    assert!(health.is_sound(), "{health:?}");
    for table in ["fingerprint_pages", "fingerprint_history"] {
        assert_eq!(health.rows(table), Some(0), "{table}");
    }
}

#[test]
fn the_package_works_on_a_database_that_we_made() {
    let shared = Shared::new();
    shared.store().close().unwrap();
    shared.python(FILL);
    let stats = shared.store().stats().unwrap();
    assert_eq!((stats.fingerprints, stats.healing_events), (2, 1));
}

#[test]
fn the_fixtures_are_what_the_package_makes() {
    let shared = Shared::new();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/databases");
    let script = shared.folder.path().join("make.py");
    fs::copy(fixtures.join("make.py"), &script).unwrap();
    shared.python(&format!(
        "import runpy; runpy.run_path({:?}, run_name='__main__')",
        script.display().to_string()
    ));
    for name in ["v1.db", "v2.db", "odd.db"] {
        let dump = |path: PathBuf| {
            let conn = Connection::open(path).unwrap();
            query(&conn, "SELECT type, name, sql FROM sqlite_master")
        };
        let made = shared.folder.path().join(name);
        let kept = shared.folder.path().join(format!("kept-{name}"));
        fs::copy(fixtures.join(name), &kept).unwrap();
        assert_eq!(dump(made), dump(kept), "{name}");
    }
}
