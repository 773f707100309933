//! Real files, and a second connection that keeps them locked.

use std::collections::BTreeSet;
use std::fs;
use std::thread;
use std::time::Duration;

use breadcrumb_core::{HealingEvent, RunStatus, TestRun};
use breadcrumb_store::{EventFilter, RunFilter};
use rusqlite::Connection;
use tempfile::TempDir;

use super::*;

/// The ways to keep a database from everybody else.
const LOCKS: [&[&str]; 3] = [
    &["PRAGMA journal_mode = WAL", "BEGIN EXCLUSIVE"],
    &["PRAGMA journal_mode = DELETE", "BEGIN EXCLUSIVE"],
    &[
        "PRAGMA locking_mode = EXCLUSIVE",
        "PRAGMA journal_mode = WAL",
        "BEGIN IMMEDIATE",
        "COMMIT",
    ],
];

/// How long a write may take that nothing holds up, on a machine that does much else.
const PATIENT: Duration = Duration::from_secs(10);

/// What a call on a test's way may take, on a machine that does much else.
const MOMENT: Duration = Duration::from_millis(100);

struct Place {
    _folder: TempDir,
    path: PathBuf,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        Self {
            _folder: folder,
            path,
        }
    }

    fn with_database() -> Self {
        let place = Self::new();
        let store = SqliteStore::open(&place.path).unwrap();
        store.learn(&batch("known", 1.0)).unwrap();
        place
    }

    fn hold(&self, lock: &[&str]) -> Connection {
        let other = Connection::open(&self.path).unwrap();
        for statement in lock {
            let mut statement = other.prepare(statement).unwrap();
            let mut rows = statement.query([]).unwrap();
            while rows.next().unwrap().is_some() {}
        }
        other
    }

    fn recorder(&self) -> Recorder {
        let recorder = Recorder::at(&self.path).unwrap();
        recorder.wait_until_open(OPENING_PATIENCE);
        recorder
    }

    fn tests(&self) -> BTreeSet<String> {
        let store = SqliteStore::open_read_only(&self.path).unwrap();
        store.test_ids().unwrap().into_iter().collect()
    }
}

fn batch(test_id: &str, time: f64) -> LearnBatch {
    let element = ElementFingerprint::builder("a").key(test_id, "#x").build();
    let mut batch = LearnBatch::new();
    batch.add_fingerprint(element.clone(), Some("/"));
    batch.add_healing_event(HealingEvent::new(element.clone(), element, 0.9, time));
    batch.add_run(TestRun::new(test_id, RunStatus::Passed, time));
    batch
}

fn names(of: &[&str]) -> BTreeSet<String> {
    of.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn a_free_database_has_it_at_once_and_sessions_see_it() {
    let place = Place::with_database();
    let recorder = place.recorder();
    recorder.learn(batch("new", 2.0)).unwrap();
    // A read gives up after milliseconds, which a busy machine may need to wake a thread.
    let mut asked = 0;
    while recorder
        .load_fingerprint_on_page("new", "#x", "/")
        .unwrap()
        .is_none()
    {
        asked += 1;
        assert!(asked < 100, "it is not seen");
        thread::sleep(Duration::from_millis(10));
    }
    assert!(recorder.settle(PATIENT));
    assert_eq!(place.tests(), names(&["known", "new"]));
    assert_eq!(recorder.take_notice(), None);
    recorder.close(RUN_PATIENCE);
    assert!(!place.path.with_extension("db-wal").exists());
}

#[test]
fn a_copy_of_the_file_alone_has_all_of_it_while_the_run_goes_on() {
    let place = Place::new();
    let recorder = place.recorder();
    recorder.learn(batch("new", 2.0)).unwrap();
    assert!(recorder.settle(PATIENT));
    let copy = Place::new();
    let deadline = Instant::now() + Duration::from_secs(5);
    loop {
        fs::copy(&place.path, &copy.path).unwrap();
        let store = SqliteStore::open_read_only(&copy.path);
        let tests = store.and_then(|store| store.test_ids());
        if tests.is_ok_and(|tests| tests == ["new"]) {
            break;
        }
        assert!(Instant::now() < deadline, "the file lacks what was written");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_locked_database_is_not_waited_for_and_has_all_of_it_later() {
    for lock in LOCKS {
        let place = Place::with_database();
        let other = place.hold(lock);
        let recorder = place.recorder();
        recorder.record_suite(RunInfo::new("run")).unwrap();
        let start = Instant::now();
        for test in ["a", "b", "c"] {
            recorder
                .load_fingerprint_on_page("known", "#x", "/")
                .unwrap();
            recorder.learn(batch(test, 2.0)).unwrap();
            recorder.settle(TEST_PATIENCE);
        }
        assert!(start.elapsed() < 3 * MOMENT, "{:?}", start.elapsed());
        let start = Instant::now();
        assert!(!recorder.flush(Duration::from_millis(100)));
        recorder.close(Duration::ZERO);
        assert!(start.elapsed() < 2 * RUN_PATIENCE, "{:?}", start.elapsed());
        assert!(recorder.take_notice().unwrap().contains("locked"));
        assert_eq!(waiting_spools(&place.path).len(), 1);
        drop(other);
        drop(open_for_writing(&place.path).unwrap());
        assert_eq!(place.tests(), names(&["a", "b", "c", "known"]));
        assert_eq!(waiting_spools(&place.path).len(), 0);
    }
}

#[test]
fn only_a_database_that_cannot_be_read_leaves_questions_open() {
    let [log, journal, _] = LOCKS;
    for (lock, is_known) in [(log, true), (journal, false)] {
        let place = Place::with_database();
        let _other = place.hold(lock);
        let recorder = place.recorder();
        let found = recorder
            .load_fingerprint_on_page("known", "#x", "/")
            .unwrap();
        assert_eq!(found.is_some(), is_known);
        assert_eq!(recorder.unanswered() == 0, is_known);
        assert_eq!(recorder.rejections().unwrap().is_some(), is_known);
    }
}

#[test]
fn a_lock_that_goes_away_closes_the_breaker_and_empties_the_spool() {
    let place = Place::with_database();
    let recorder = place.recorder();
    let other = place.hold(&[]);
    recorder.close(Duration::ZERO);
    other
        .execute_batch("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
        .unwrap();
    recorder.learn(batch("a", 2.0)).unwrap();
    assert!(!recorder.flush(Duration::ZERO));
    assert_eq!(waiting_spools(&place.path).len(), 1);
    other.execute_batch("ROLLBACK").unwrap();
    assert!(recorder.flush(Duration::from_secs(5)));
    assert_eq!(waiting_spools(&place.path).len(), 0);
    assert!(
        recorder
            .load_fingerprint_on_page("a", "#x", "/")
            .unwrap()
            .is_some()
    );
    assert_eq!(place.tests(), names(&["a", "known"]));
}

#[test]
fn taking_in_twice_is_the_same_as_once_and_never_replaces_what_is_newer() {
    let place = Place::with_database();
    let other = place.hold(LOCKS[1]);
    let recorder = place.recorder();
    recorder.learn(batch("a", 2.0)).unwrap();
    recorder.record_suite(RunInfo::new("run")).unwrap();
    recorder.close(Duration::ZERO);
    drop(other);
    let [spool] = &waiting_spools(&place.path)[..] else {
        panic!("one spool");
    };
    let mut kept = fs::read_to_string(spool).unwrap();
    // As if killed in the middle of a line.
    kept.push_str("{\"made_at\": 1, \"learn\": {\"fingerp");
    let newer = ElementFingerprint::builder("b").key("a", "#x").build();
    let store = SqliteStore::open(&place.path).unwrap();
    store.save_fingerprint_on_page(&newer, "/").unwrap();
    for _ in 0..2 {
        fs::write(spool, &kept).unwrap();
        drop(open_for_writing(&place.path).unwrap());
    }
    assert!(!spool.exists());
    let runs = store.test_runs(&RunFilter::new().test_id("a")).unwrap();
    let heals = store
        .healing_events(&EventFilter::new().test_id("a"))
        .unwrap();
    assert_eq!((runs.len(), heals.len()), (1, 1));
    let now = store.load_fingerprint_on_page("a", "#x", "/").unwrap();
    assert_eq!(now.unwrap().tag(), "b");
}

#[test]
fn a_spool_that_somebody_writes_to_is_left_alone() {
    let place = Place::with_database();
    let mut spool = spool::Spool::create(&place.path).unwrap();
    let entry = Entry {
        job: Job::Learn(Box::new(batch("a", 2.0))),
        made_at: 2.0,
    };
    drop(open_for_writing(&place.path).unwrap());
    spool.append([&entry].into_iter()).unwrap();
    drop(spool);
    drop(open_for_writing(&place.path).unwrap());
    assert_eq!(place.tests(), names(&["a", "known"]));
}

#[test]
fn a_database_that_is_made_under_a_lock_has_all_of_it_later() {
    let place = Place::new();
    let other = place.hold(&["BEGIN EXCLUSIVE", "CREATE TABLE x (y)"]);
    let recorder = place.recorder();
    recorder.learn(batch("a", 2.0)).unwrap();
    assert!(!recorder.flush(Duration::ZERO));
    other.execute_batch("ROLLBACK").unwrap();
    assert!(recorder.flush(Duration::from_secs(5)));
    assert_eq!(place.tests(), names(&["a"]));
}

#[cfg(unix)]
#[test]
fn after_the_file_is_deleted_all_of_the_run_goes_into_a_new_one() {
    let place = Place::with_database();
    let recorder = place.recorder();
    let mut info = RunInfo::new("run");
    info.branch = Some("trunk".to_owned());
    recorder.record_suite(info).unwrap();
    recorder.learn(batch("a", 2.0)).unwrap();
    assert!(recorder.settle(PATIENT));
    fs::remove_file(&place.path).unwrap();
    recorder.learn(batch("b", 3.0)).unwrap();
    assert!(recorder.settle(PATIENT));
    assert_eq!(place.tests(), names(&["a", "b"]));
    let notice = recorder.take_notice().unwrap();
    assert!(
        notice.contains("moved or deleted during this run"),
        "{notice}"
    );
    let conn = Connection::open(&place.path).unwrap();
    let branch = conn.query_row("SELECT branch FROM runs", [], |row| row.get::<_, String>(0));
    assert_eq!(branch.unwrap(), "trunk");
}

#[cfg(unix)]
#[test]
fn a_file_that_another_one_takes_the_place_of_is_left_with_what_it_has() {
    let (place, other) = (Place::with_database(), Place::with_database());
    let recorder = place.recorder();
    recorder.learn(batch("a", 2.0)).unwrap();
    assert!(recorder.settle(PATIENT));
    let moved = place.path.with_extension("moved");
    for _ in 0..2 {
        fs::rename(&place.path, &moved).unwrap();
        fs::copy(&other.path, &place.path).unwrap();
        recorder.learn(batch("b", 3.0)).unwrap();
        assert!(recorder.settle(PATIENT));
        assert_eq!(place.tests(), names(&["a", "b", "known"]));
    }
    let notice = recorder.take_notice().unwrap();
    assert!(notice.contains("was replaced during this run"), "{notice}");
}

#[test]
fn a_file_that_is_no_database_is_an_error_as_ever() {
    let place = Place::new();
    fs::write(&place.path, "no database at all ".repeat(100)).unwrap();
    let recorder = place.recorder();
    let error = recorder
        .load_fingerprint_on_page("a", "#x", "/")
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotADatabase);
    assert!(recorder.learn(batch("a", 1.0)).is_err());
    recorder.close(RUN_PATIENCE);
    assert_eq!(waiting_spools(&place.path).len(), 0);
}

#[test]
fn what_is_dropped_without_a_word_is_written_all_the_same() {
    let place = Place::with_database();
    let recorder = place.recorder();
    recorder.learn(batch("a", 2.0)).unwrap();
    drop(recorder);
    settle_database(&place.path, RUN_PATIENCE);
    assert_eq!(place.tests(), names(&["a", "known"]));
}

#[test]
fn all_who_ask_in_a_process_share_one_queue() {
    let place = Place::with_database();
    let (one, two) = (place.recorder(), place.recorder());
    assert!(Arc::ptr_eq(&one.shared().unwrap(), &two.shared().unwrap()));
}
