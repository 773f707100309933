//! The same test runs, in one database or in several.

use std::path::{Path, PathBuf};

use breadcrumb_core::{
    ElementFingerprint, FailureReason, HealingEvent, PageMemory, RunInfo, RunStatus, TestRun,
    VerdictRecord, VerdictRecordKind,
};
use breadcrumb_flaky::{Action, EntryKind, QuarantineEntry, QuarantineEvent, State, TestMemory};
use breadcrumb_store::{
    LearnBatch, QuarantineChange, RememberedTest, ResultStore as _, RevisionInfo, SqliteStore,
    Store as _,
};
use rusqlite::Connection;

/// What all of it is counted from.
const START: f64 = 1_750_000_000.0;

/// Leaves behind what shard `shard` of a suite does in `runs` runs, each test in one shard only.
pub(crate) fn record(store: &SqliteStore, shard: u32, runs: u32) {
    for run in 0..runs {
        let mut info = RunInfo::new(format!("run-{run}-{shard}"));
        info.branch_kind = Some("protected".to_owned());
        info.started_at = Some(START + f64::from(run * 1000 + shard));
        let mut attempts = Vec::new();
        for test in 0..4_u32 {
            let test_id = format!("tests/test_{shard}.py::test_{test}");
            let ended = START + f64::from(run * 1000 + shard * 10 + test);
            let has_failed = (run + test).is_multiple_of(3);
            attempts.push(attempt(&test_id, run, 1, has_failed, ended));
            if has_failed {
                // A retry in the same second comes after what it repeats.
                attempts.push(attempt(&test_id, run, 2, false, ended));
            }
            learn(store, &test_id, run, ended);
        }
        store.record_runs(&info, &attempts).unwrap();
        let mut revision = RevisionInfo::new(format!("rev-{run}"));
        revision.author = Some("somebody".to_owned());
        store.record_revision(&revision).unwrap();
    }
    quarantine(store, shard);
}

fn attempt(test_id: &str, run: u32, number: u32, has_failed: bool, ended: f64) -> TestRun {
    let status = if has_failed {
        RunStatus::Failed
    } else {
        RunStatus::Passed
    };
    let mut attempt = TestRun::new(test_id, status, ended);
    attempt.duration_ms = Some(10.0 * f64::from(number));
    attempt.details.uid = Some(format!("{test_id}-{run}-{number}"));
    attempt.details.revision = Some(format!("rev-{run}"));
    attempt.details.attempt_no = Some(number);
    attempt.details.failure = has_failed.then(|| {
        let mut reason = FailureReason::new("timeout");
        reason.message = Some("it took too long".to_owned());
        reason
    });
    attempt
}

fn learn(store: &SqliteStore, test_id: &str, run: u32, ended: f64) {
    let element = |text: String| {
        let element = ElementFingerprint::builder("button").text(&text);
        element.key(test_id, "#go").build()
    };
    let mut batch = LearnBatch::new().learned_in(&format!("rev-{run}"));
    let now = element(format!("text {}", run / 2));
    batch.add_memory("/page", [now.clone()].into_iter().collect::<PageMemory>());
    batch.add_fingerprint(now.clone(), Some("/page"));
    if run.is_multiple_of(2) {
        let mut heal = HealingEvent::new(element("old".to_owned()), now, 0.75, ended);
        heal.details.reasons = vec!["its text is the same".to_owned()];
        batch.add_healing_event(heal);
    }
    let mut verdict = VerdictRecord::new(VerdictRecordKind::Gone, test_id, "#gone", ended);
    verdict.run_uid = Some(format!("run-of-{test_id}"));
    batch.add_verdict(verdict);
    store.learn(&batch).unwrap();
}

fn quarantine(store: &SqliteStore, shard: u32) {
    let test_id = format!("tests/test_{shard}.py::test_0");
    let mut memory = TestMemory::default();
    memory.state = Some(State::Flaky);
    let kind = if shard.is_multiple_of(2) {
        EntryKind::Auto
    } else {
        EntryKind::Manual
    };
    let changes = [
        QuarantineChange::Save(Box::new(QuarantineEntry::new(
            &test_id, "flaky", kind, START,
        ))),
        QuarantineChange::Log(QuarantineEvent::new(&test_id, Action::Entered, START)),
        QuarantineChange::Remember(RememberedTest::new(&test_id, "", memory)),
    ];
    store.change_quarantine(&changes).unwrap();
}

/// Replaces the times of the real clock: they are the only difference between two recordings.
pub(crate) fn stop_the_clock(path: &Path) {
    let conn = Connection::open(path).unwrap();
    conn.execute_batch(
        "UPDATE fingerprints SET updated_at = 1;
         UPDATE fingerprint_pages SET updated_at = 1;
         UPDATE fingerprint_history SET updated_at = 1, replaced_at = 1 +
             (SELECT COUNT(*) FROM fingerprint_history AS other
              WHERE other.test_id = fingerprint_history.test_id AND other.id < fingerprint_history.id);
         UPDATE page_memories SET created_at = 1;
         UPDATE test_states SET updated_at = 1;
         UPDATE revisions SET first_seen_at = 1;",
    )
    .unwrap();
}

/// Makes `count` databases of one shard each, and one with all.
pub(crate) fn recorded(folder: &Path, count: u32, runs: u32) -> (Vec<PathBuf>, PathBuf) {
    let mut shards = Vec::new();
    let one = folder.join("one.db");
    let all = SqliteStore::open(&one).unwrap();
    for shard in 0..count {
        let path = folder.join(format!("shard-{shard}.db"));
        let store = SqliteStore::open(&path).unwrap();
        record(&store, shard, runs);
        record(&all, shard, runs);
        store.close().unwrap();
        stop_the_clock(&path);
        shards.push(path);
    }
    all.close().unwrap();
    stop_the_clock(&one);
    (shards, one)
}
