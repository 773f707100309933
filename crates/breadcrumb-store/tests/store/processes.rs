//! Several threads, several processes, and processes that are killed.
//!
//! A child process is this test program itself, run with only the test [`child`] in it.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use breadcrumb_store::{EventFilter, LearnBatch, SqliteStore, Store};

use crate::scratch::{Scratch, event, fingerprint};

const THREADS: usize = 8;
const SAVES_PER_THREAD: usize = 200;
const PROCESSES: usize = 8;
const SAVES_PER_PROCESS: usize = 500;
const KILLED_ROUNDS: usize = 50;
/// What a killed child writes in one transaction.
const BATCH_FINGERPRINTS: usize = 3;

/// Tells a child what to do; without it `child` is an empty test.
const ROLE: &str = "BREADCRUMB_TEST_ROLE";
const DATABASE: &str = "BREADCRUMB_TEST_DATABASE";
const NUMBER: &str = "BREADCRUMB_TEST_NUMBER";

#[test]
fn child() {
    let Ok(role) = env::var(ROLE) else {
        return;
    };
    let database = env::var_os(DATABASE).unwrap();
    let number = env::var(NUMBER).unwrap();
    match role.as_str() {
        "save" => save_some(Path::new(&database), &number),
        "learn" => learn_until_killed(Path::new(&database), &number),
        other => panic!("no such role: {other}"),
    }
}

fn spawn(role: &str, database: &Path, number: usize) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "processes::child", "--nocapture"])
        .env(ROLE, role)
        .env(DATABASE, database)
        .env(NUMBER, number.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Saves keys of its own, one key that all share, and a heal for each.
fn save_some(database: &Path, number: &str) {
    let store = SqliteStore::open(database).unwrap();
    let test_id = format!("process {number}");
    for n in 0..SAVES_PER_PROCESS {
        let own = fingerprint(&test_id, &format!("#{n}"), "own");
        store.save_fingerprint(&own).unwrap();
        if n % 10 == 0 {
            let shared = fingerprint("shared", "#x", &format!("{number} {n}"));
            store.save_fingerprint_on_page(&shared, "/").unwrap();
            store.record_healing(&event(&test_id, "#x", 1.0)).unwrap();
        }
    }
}

/// Writes batch after batch and says so after each.
fn learn_until_killed(database: &Path, number: &str) {
    let store = SqliteStore::open(database).unwrap();
    let mut out = io::stdout().lock();
    writeln!(out).unwrap();
    for n in 0.. {
        let test_id = format!("round {number} batch {n}");
        let mut batch = LearnBatch::new();
        for element in 0..BATCH_FINGERPRINTS {
            let learned = fingerprint(&test_id, &format!("#{element}"), "learned");
            batch.add_fingerprint(learned, None);
        }
        batch.add_healing_event(event(&test_id, "#0", 1.0));
        store.learn(&batch).unwrap();
        writeln!(out, "ack {test_id}").unwrap();
        out.flush().unwrap();
    }
}

#[test]
fn threads_share_a_store_without_losing_a_write() {
    let scratch = Scratch::new();
    let store = scratch.open();
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let store = &store;
            scope.spawn(move || {
                let test_id = format!("thread {thread}");
                for n in 0..SAVES_PER_THREAD {
                    let own = fingerprint(&test_id, &format!("#{n}"), "own");
                    store.save_fingerprint(&own).unwrap();
                    assert_eq!(
                        store.load_fingerprint(&test_id, own.locator()).unwrap(),
                        Some(own)
                    );
                }
            });
        }
    });
    let saved = store.stats().unwrap().fingerprints;
    assert_eq!(saved, (THREADS * SAVES_PER_THREAD) as u64);
}

#[test]
fn threads_with_a_store_each_do_not_lose_a_write() {
    let scratch = Scratch::new();
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let scratch = &scratch;
            scope.spawn(move || {
                let store = scratch.open();
                for n in 0..SAVES_PER_THREAD {
                    let own = fingerprint(&format!("thread {thread}"), &format!("#{n}"), "own");
                    store.save_fingerprint_on_page(&own, "/").unwrap();
                }
            });
        }
    });
    let saved = scratch.open().stats().unwrap().fingerprints;
    assert_eq!(saved, (THREADS * SAVES_PER_THREAD) as u64);
}

#[test]
fn processes_that_start_on_no_file_do_not_lose_a_write() {
    check_processes(&Scratch::new(), 0);
}

#[test]
fn processes_that_start_on_an_old_file_do_not_lose_a_write() {
    check_processes(&Scratch::with_database("v2.db"), 3);
}

fn check_processes(scratch: &Scratch, rows_before: usize) {
    let children: Vec<Child> = (0..PROCESSES)
        .map(|number| spawn("save", &scratch.db(), number))
        .collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stdout)
        );
    }
    let store = scratch.open();
    let stats = store.stats().unwrap();
    let (own, shared) = (PROCESSES * SAVES_PER_PROCESS, 1);
    assert_eq!(stats.fingerprints, (rows_before + own + shared) as u64);
    let heals = PROCESSES * SAVES_PER_PROCESS / 10;
    assert_eq!(stats.healing_events, (rows_before + heals) as u64);
    let health = store.health(0.0, 30).unwrap();
    assert!(health.is_sound(), "{health:?}");
    assert_eq!(health.rows("fingerprint_pages"), Some(1));
    assert_eq!(health.rows("fingerprint_history"), Some(5));
}

#[test]
fn a_killed_process_loses_nothing_that_it_has_acknowledged() {
    let scratch = Scratch::new();
    for round in 0..KILLED_ROUNDS {
        let mut child = spawn("learn", &scratch.db(), round);
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut lines = output.lines().map(Result::unwrap);
        let is_ack = |line: &String| line.starts_with("ack ");
        // At another moment in every round.
        let mut acks: Vec<String> = lines.by_ref().filter(is_ack).take(1 + round % 7).collect();
        child.kill().unwrap();
        acks.extend(lines.filter(is_ack));
        child.wait().unwrap();

        let store = scratch.open();
        let health = store.health(0.0, 30).unwrap();
        assert!(health.is_sound(), "round {round}: {health:?}");
        for test_id in acks.iter().filter_map(|line| line.strip_prefix("ack ")) {
            for element in 0..BATCH_FINGERPRINTS {
                let loaded = store
                    .load_fingerprint(test_id, &format!("#{element}"))
                    .unwrap();
                assert!(loaded.is_some(), "round {round} lost {test_id}");
            }
            let filter = EventFilter::new().test_id(test_id);
            assert_eq!(store.healing_events(&filter).unwrap().len(), 1);
        }
        let stats = store.stats().unwrap();
        let whole_batches = stats.healing_events * BATCH_FINGERPRINTS as u64;
        assert_eq!(
            stats.fingerprints, whole_batches,
            "half a batch in round {round}"
        );
    }
}
