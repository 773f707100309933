//! A store as a team has it after a month.

use std::error::Error;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use breadcrumb::engine::{
    FailureReason, HealingEvent, RunInfo, RunStatus, TestRun, VerdictRecord, VerdictRecordKind,
    compute_similarity,
};
use breadcrumb::flaky::{EntryKind, QuarantineEntry};
use breadcrumb::store::{LearnBatch, QuarantineChange, ResultStore as _, SqliteStore, Store as _};

use rusqlite::Connection;

use crate::data::{Dice, Texts, element};

/// How large a store is.
pub(crate) struct Size {
    tests: usize,
    runs: usize,
    heals: usize,
}

pub(crate) const TYPICAL: Size = Size {
    tests: 2_000,
    runs: 50,
    heals: 10_000,
};
pub(crate) const LARGE: Size = Size {
    tests: 10_000,
    runs: 100,
    heals: 10_000,
};

/// The tables of the package's version 0.1.0a2, filled with what it knows of the store `ours`.
const CLASSIC: &str = "
    PRAGMA journal_mode = WAL;
    CREATE TABLE schema_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    INSERT INTO schema_meta VALUES ('schema_version', '2');
    CREATE TABLE fingerprints (test_id TEXT NOT NULL, locator TEXT NOT NULL,
        fingerprint_json TEXT NOT NULL, updated_at REAL NOT NULL, PRIMARY KEY (test_id, locator));
    CREATE TABLE healing_events (id INTEGER PRIMARY KEY AUTOINCREMENT, test_id TEXT NOT NULL,
        locator TEXT NOT NULL, confidence REAL NOT NULL, original_json TEXT NOT NULL,
        healed_json TEXT NOT NULL, timestamp REAL NOT NULL);
    CREATE INDEX idx_healing_test ON healing_events (test_id);
    CREATE INDEX idx_healing_locator ON healing_events (test_id, locator);
    CREATE TABLE test_runs (id INTEGER PRIMARY KEY AUTOINCREMENT, test_id TEXT NOT NULL,
        status TEXT NOT NULL, duration_ms REAL, healing_occurred INTEGER NOT NULL DEFAULT 0,
        error_type TEXT, environment TEXT, timestamp REAL NOT NULL);
    CREATE INDEX idx_test_runs_test_id ON test_runs (test_id);
    CREATE INDEX idx_test_runs_timestamp ON test_runs (timestamp);
    CREATE TABLE quarantine (test_id TEXT PRIMARY KEY, reason TEXT NOT NULL,
        quarantined_at REAL NOT NULL, auto_unquarantine INTEGER NOT NULL DEFAULT 1);
    INSERT INTO healing_events SELECT NULL, test_id, locator, confidence, original_json, healed_json,
        timestamp FROM ours.healing_events ORDER BY timestamp;
    INSERT INTO test_runs SELECT id, test_id, status, duration_ms, healing_occurred, error_type,
        environment, timestamp FROM ours.test_runs;
    INSERT INTO quarantine SELECT test_id, reason, quarantined_at, 1 FROM ours.quarantine;
    DETACH ours;
    PRAGMA wal_checkpoint(TRUNCATE);";

/// Lets one attempt in twenty fail, of any test; a product of its id stands for chance.
const FAIL_AT_TIMES: &str = "UPDATE test_runs SET status = 'failed', error_type = 'TimeoutError'
    WHERE ((id * 2654435761) >> 8) % 20 = 0";

/// All of it is in the last 29 days.
const SPAN: f64 = 29.0 * 86_400.0;
/// One test in so many is flaky, and fails once in so many attempts.
const FLAKY_EVERY: usize = 50;
const FAILS_EVERY: usize = 5;
/// One test in so many is broken since the last runs.
const BROKEN_EVERY: usize = 400;
const BROKEN_RUNS: usize = 3;
/// One test in so many is in quarantine.
const QUARANTINED_EVERY: usize = 200;
/// One look in so many heals was refused.
const REFUSED_EVERY: usize = 20;

pub(crate) fn make(path: &Path, size: &Size) -> Result<(), Box<dyn Error>> {
    let store = SqliteStore::open(path)?;
    let now = now();
    for number in 0..size.runs {
        let info = RunInfo::new(format!("run {number}"));
        store.record_runs(&info, &attempts(number, size, now))?;
    }
    let mut batch = LearnBatch::new();
    let mut dice = Dice(1);
    for number in 0..size.heals {
        heal(&mut batch, &mut dice, number, size, now);
    }
    store.learn(&batch)?;
    let quarantined = (0..size.tests).step_by(QUARANTINED_EVERY).map(|test| {
        let since = now - SPAN / 2.0;
        let entry = QuarantineEntry::new(test_id(test), "flaky", EntryKind::Auto, since);
        QuarantineChange::Save(Box::new(entry))
    });
    store.change_quarantine(&quarantined.collect::<Vec<_>>())?;
    Ok(())
}

/// Copies a store into a file as the Python package makes it: with its tables, columns and indexes only.
pub(crate) fn make_classic(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    let conn = Connection::open(to)?;
    conn.execute("ATTACH ?1 AS ours", [from.to_string_lossy()])?;
    conn.execute_batch(CLASSIC)?;
    Ok(())
}

/// Makes a store of the Python package one in which hardly a test has always passed.
pub(crate) fn let_all_fail_at_times(path: &Path) -> Result<(), Box<dyn Error>> {
    let conn = Connection::open(path)?;
    conn.execute_batch(FAIL_AT_TIMES)?;
    conn.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?;
    Ok(())
}

fn attempts(number: usize, size: &Size, now: f64) -> Vec<TestRun> {
    let at = now - SPAN * (size.runs - number) as f64 / size.runs as f64;
    let mut dice = Dice(number as u64 + 100);
    let attempt = |test: usize| {
        let is_flaky = test.is_multiple_of(FLAKY_EVERY) && dice.below(FAILS_EVERY) == 0;
        let is_broken = test % BROKEN_EVERY == 7 && number + BROKEN_RUNS >= size.runs;
        let status = if is_flaky || is_broken {
            RunStatus::Failed
        } else {
            RunStatus::Passed
        };
        let mut run = TestRun::new(test_id(test), status, at + test as f64 * 0.01);
        run.duration_ms = Some(100.0 + dice.below(1_000) as f64);
        run.details.uid = Some(format!("{number:016x}{test:016x}"));
        run.details.revision = Some(format!("{:040x}", number * 7_919));
        run.details.phase = Some("call".to_owned());
        run.details.source_file = Some(format!("tests/test_{:03}.py", test / 20));
        run.details.tags = vec!["smoke".to_owned()];
        run.details.failure = (status == RunStatus::Failed).then(|| {
            let mut failure = FailureReason::new(format!("fp_v1:{test}"));
            failure.error_class = Some("TimeoutError".to_owned());
            failure.message = Some("Timeout <n>ms exceeded".to_owned());
            failure
        });
        run
    };
    (0..size.tests).map(attempt).collect()
}

fn heal(batch: &mut LearnBatch, dice: &mut Dice, number: usize, size: &Size, now: f64) {
    let test = test_id(number % (size.tests / 4) * 4);
    let locator = format!("#save-{}", number % 7);
    let original = element(dice, Texts::Chars(40)).with_key(&test, &locator);
    let healed = element(dice, Texts::Chars(40)).with_key(&test, &locator);
    let at = now - SPAN * number as f64 / size.heals as f64;
    if number.is_multiple_of(REFUSED_EVERY) {
        let mut look = VerdictRecord::new(VerdictRecordKind::Ambiguous, test, locator, at);
        look.message = Some("two could be the element".to_owned());
        batch.add_verdict(look);
    }
    let scoring = compute_similarity(&original, &healed);
    let mut event = HealingEvent::new(original, healed.clone(), 0.9, at);
    event.details.uid = Some(format!("heal {number}"));
    event.details.page_key = Some("/shop/checkout".to_owned());
    event.details.scorer = Some("evidence".to_owned());
    event.details.scoring = Some(scoring);
    event.details.margin = Some(0.3);
    event.details.runner_up = Some(healed);
    event.details.reasons = vec![
        "the text is the same, and no other element has it".to_owned(),
        "the path is the same".to_owned(),
        "the label is the same".to_owned(),
    ];
    event.details.proposed_locator = Some(format!("role=button[name=\"save {number}\"]"));
    event.details.action = Some("click".to_owned());
    event.details.source_file = Some("tests/test_shop.py".to_owned());
    event.details.source_line = Some(12);
    batch.add_healing_event(event);
}

fn test_id(test: usize) -> String {
    format!("tests/test_{:03}.py::test_{test:05}", test / 20)
}

pub(crate) fn now() -> f64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64())
}
