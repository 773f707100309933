//! Merging any few rows, in any order, gives the same database.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use breadcrumb_store::{SqliteStore, Store as _, merge};
use proptest::prelude::*;
use rusqlite::{Connection, params};

use crate::dump::{all_rows, facts};

/// A row to be; few values, so that shards have the same things to say.
#[derive(Debug, Clone)]
enum Fact {
    Fingerprint(u8, u8, u8),
    Past(u8, u8, u8),
    Run(u8, Option<u8>, u8),
    Attempt {
        uid: Option<u8>,
        test: u8,
        time: u8,
        run: u8,
    },
    Heal(u8, u8),
    Entry {
        test: u8,
        time: u8,
        auto: bool,
    },
    Change(u8, u8, bool),
    Alias(u8, u8, u8),
    Error(u8, u8, u8),
}

fn fact() -> impl Strategy<Value = Fact> {
    let few = || 0..3_u8;
    prop_oneof![
        (few(), few(), few()).prop_map(|(a, b, c)| Fact::Fingerprint(a, b, c)),
        (few(), few(), 0..9_u8).prop_map(|(a, b, c)| Fact::Past(a, b, c)),
        (few(), proptest::option::of(few()), few()).prop_map(|(a, b, c)| Fact::Run(a, b, c)),
        (few(), few(), few()).prop_map(|(test, time, run)| Fact::Attempt {
            uid: None,
            test,
            time,
            run
        }),
        // An id stands for one attempt: all else follows from it.
        (0..6_u8).prop_map(|uid| Fact::Attempt {
            uid: Some(uid),
            test: uid % 2,
            time: uid % 3,
            run: u8::MAX,
        }),
        (few(), few()).prop_map(|(a, b)| Fact::Heal(a, b)),
        (few(), few(), any::<bool>()).prop_map(|(test, time, auto)| Fact::Entry {
            test,
            time,
            auto
        }),
        (few(), few(), any::<bool>()).prop_map(|(a, b, c)| Fact::Change(a, b, c)),
        (few(), few(), few()).prop_map(|(a, b, c)| Fact::Alias(a, b, c)),
        (few(), few(), few()).prop_map(|(a, b, c)| Fact::Error(a, b, c)),
    ]
}

/// A fingerprint; the last one cannot be read.
fn element(text: u8) -> String {
    match text {
        2 => "{".to_owned(),
        text => format!(r#"{{"tag": "p", "text": "{text}"}}"#),
    }
}

fn store(conn: &Connection, fact: &Fact) -> rusqlite::Result<usize> {
    match fact {
        Fact::Fingerprint(test, words, time) => conn.execute(
            "INSERT OR REPLACE INTO fingerprints VALUES (?1, '#a', ?2, ?3)",
            params![format!("t{test}"), element(*words), time],
        ),
        Fact::Past(test, words, time) => conn.execute(
            "INSERT INTO fingerprint_history
                 (test_id, locator, fingerprint_json, updated_at, replaced_at, cause)
             SELECT ?1, '#a', ?2, 0, ?3, 'saved' FROM fingerprints WHERE test_id = ?1",
            params![format!("t{test}"), element(*words), time],
        ),
        Fact::Run(name, branch, time) => conn.execute(
            "INSERT OR IGNORE INTO runs (run_uid, branch, started_at) VALUES (?1, ?2, ?3)",
            params![
                name.to_string(),
                branch.map(|branch| branch.to_string()),
                time
            ],
        ),
        Fact::Attempt {
            uid,
            test,
            time,
            run,
        } => conn.execute(
            "INSERT OR IGNORE INTO test_runs (test_id, status, timestamp, uid, run_ref)
             VALUES (?1, 'passed', ?2, ?3, (SELECT id FROM runs WHERE run_uid = ?4))",
            params![
                format!("t{test}"),
                time,
                uid.map(|uid| uid.to_string()),
                run.to_string()
            ],
        ),
        Fact::Heal(test, time) => conn.execute(
            "INSERT INTO healing_events
                 (test_id, locator, confidence, original_json, healed_json, timestamp)
             VALUES (?1, '#a', 0.5, '{}', '{}', ?2)",
            params![format!("t{test}"), time],
        ),
        Fact::Entry { test, time, auto } => conn.execute(
            "INSERT OR REPLACE INTO quarantine (test_id, reason, quarantined_at, auto_unquarantine)
             VALUES (?1, 'why', ?2, ?3)",
            params![format!("t{test}"), time, auto],
        ),
        Fact::Change(test, time, released) => conn.execute(
            "INSERT INTO quarantine_events (test_id, action, timestamp) VALUES (?1, ?2, ?3)",
            params![
                format!("t{test}"),
                if *released { "released" } else { "entered" },
                time
            ],
        ),
        Fact::Alias(old, new, time) => conn.execute(
            "INSERT OR REPLACE INTO test_aliases VALUES (?1, ?2, ?3)",
            params![format!("t{old}"), format!("t{new}"), time],
        ),
        Fact::Error(name, message, time) => conn.execute(
            "INSERT OR IGNORE INTO errors (error_fp, message_norm, first_seen_at)
             VALUES (?1, ?2, ?3)",
            params![name.to_string(), message.to_string(), time],
        ),
    }
}

/// An empty database; making it anew each time is what would take longest.
fn empty() -> &'static [u8] {
    static EMPTY: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("empty.db");
        SqliteStore::open(&path).unwrap().close().unwrap();
        fs::read(path).unwrap()
    });
    &EMPTY
}

fn shard(folder: &Path, number: usize, rows: &[Fact]) -> PathBuf {
    let path = folder.join(format!("shard-{number}.db"));
    fs::write(&path, empty()).unwrap();
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch("PRAGMA synchronous = OFF; BEGIN")
        .unwrap();
    for row in rows {
        store(&conn, row).unwrap();
    }
    conn.execute_batch("COMMIT").unwrap();
    path
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_the_inputs_makes_no_difference_and_twice_is_once(
        shards in proptest::collection::vec(proptest::collection::vec(fact(), 0..14), 1..5),
        turn in 0..5_usize,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let mut paths: Vec<PathBuf> = shards
            .iter()
            .enumerate()
            .map(|(number, rows)| shard(folder.path(), number, rows))
            .collect();
        let first = folder.path().join("first.db");
        merge(&paths, &first, &mut |_| {}).unwrap();
        let rows = all_rows(&first);

        let again = merge(&paths, &first, &mut |_| {}).unwrap();
        prop_assert!(again.tables.is_empty(), "{:?}", again);
        prop_assert_eq!(&all_rows(&first), &rows);

        let places = paths.len();
        paths.rotate_left(turn % places);
        paths.reverse();
        let second = folder.path().join("second.db");
        merge(&paths, &second, &mut |_| {}).unwrap();
        prop_assert_eq!(&all_rows(&second), &rows);

        // Into one of the inputs: the same facts, though its rows keep their numbers.
        merge(&paths, &paths[0], &mut |_| {}).unwrap();
        prop_assert_eq!(facts(&paths[0]), facts(&first));
    }
}
