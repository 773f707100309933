//! Which row stays where two databases say something else.

use std::path::{Path, PathBuf};

use breadcrumb_core::ElementFingerprint;
use breadcrumb_store::{ResultStore as _, SqliteStore, Store as _, merge};
use rusqlite::Connection;
use tempfile::TempDir;

struct Two {
    folder: TempDir,
}

impl Two {
    /// Makes two databases and runs SQL in each.
    fn new(a: &str, b: &str) -> Self {
        let two = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        for (name, sql) in [("a.db", a), ("b.db", b)] {
            drop(SqliteStore::open(two.path(name)).unwrap());
            Connection::open(two.path(name))
                .unwrap()
                .execute_batch(sql)
                .unwrap();
        }
        two
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Asks the merged database, in both orders and into both inputs.
    fn check(&self, sql: &str, expected: &[&str]) {
        let (a, b) = (self.path("a.db"), self.path("b.db"));
        let orders = [[a.clone(), b.clone()], [b, a]];
        for (n, order) in orders.iter().enumerate() {
            let output = self.path(&format!("{n}.db"));
            merge(order, &output, &mut |_| {}).unwrap();
            assert_eq!(ask(&output, sql), expected);
            let onto = self.path(&format!("onto-{n}.db"));
            std::fs::copy(&order[0], &onto).unwrap();
            merge(&order[1..], &onto, &mut |_| {}).unwrap();
            assert_eq!(ask(&onto, sql), expected);
        }
    }
}

fn ask(path: &Path, sql: &str) -> Vec<String> {
    let conn = Connection::open(path).unwrap();
    let mut statement = conn.prepare(sql).unwrap();
    let rows = statement
        .query_map([], |row| row.get::<_, String>(0))
        .unwrap();
    rows.map(Result::unwrap).collect()
}

#[test]
fn the_newer_fingerprint_wins_and_equal_times_are_decided_by_content() {
    let insert = |json: &str, time: u32| {
        format!("INSERT INTO fingerprints VALUES ('t', '#a', '{json}', {time});")
    };
    let newest = "SELECT fingerprint_json FROM fingerprints";
    Two::new(&insert("old", 1), &insert("new", 2)).check(newest, &["new"]);
    Two::new(&insert("x", 2), &insert("y", 2)).check(newest, &["y"]);
}

#[test]
fn histories_are_put_together_and_the_last_five_stay() {
    let past = |text: &str, replaced: u32| {
        format!(
            "INSERT OR IGNORE INTO fingerprints VALUES ('t', '#a', 'now', 9);
             INSERT INTO fingerprint_history
                 (test_id, locator, page_key, fingerprint_json, updated_at, replaced_at, cause)
             VALUES ('t', '#a', '/p', '{text}', 0, {replaced}, 'saved');"
        )
    };
    let a = [
        past("one", 1),
        past("three", 3),
        past("five", 5),
        past("six", 6),
    ]
    .concat();
    let b = [
        past("one", 1),
        past("two", 2),
        past("four", 4),
        past("seven", 7),
    ]
    .concat();
    let history = "SELECT fingerprint_json FROM fingerprint_history ORDER BY id";
    Two::new(&a, &b).check(history, &["three", "four", "five", "six", "seven"]);
}

#[test]
fn what_several_shards_know_of_a_run_is_put_together() {
    let a = "INSERT INTO runs (run_uid, branch, started_at, exit_code) VALUES ('r', 'main', 5, 1);
             INSERT INTO test_runs (test_id, status, timestamp, uid, run_ref)
             SELECT 'a', 'passed', 1, 'a', id FROM runs;";
    let b = "INSERT INTO runs (run_uid, started_at) VALUES ('other', 1);
             INSERT INTO runs (run_uid, job, started_at, exit_code) VALUES ('r', 'e2e', 4, 0);
             INSERT INTO test_runs (test_id, status, timestamp, uid, run_ref)
             SELECT 'b', 'passed', 2, 'b', id FROM runs WHERE run_uid = 'r';";
    let two = Two::new(a, b);
    let run = "SELECT branch || ' ' || job || ' ' || started_at || ' ' || exit_code FROM runs
               WHERE run_uid = 'r'";
    two.check(run, &["main e2e 4.0 1"]);
    let of_run = "SELECT test_id FROM test_runs JOIN runs ON runs.id = run_ref
                  WHERE run_uid = 'r' ORDER BY test_id";
    two.check(of_run, &["a", "b"]);
}

#[test]
fn a_manual_entry_stays_over_an_automatic_one_and_a_release_counts() {
    let entry = |reason: &str, at: u32, auto: u32| {
        format!(
            "INSERT INTO quarantine (test_id, reason, quarantined_at, auto_unquarantine)
             VALUES ('t', '{reason}', {at}, {auto});"
        )
    };
    let event = |action: &str, at: u32| {
        format!(
            "INSERT INTO quarantine_events (test_id, action, timestamp) VALUES ('t', '{action}', {at});"
        )
    };
    let reason = "SELECT reason FROM quarantine";
    Two::new(&entry("by hand", 1, 0), &entry("by rule", 2, 1)).check(reason, &["by hand"]);
    Two::new(&entry("old", 1, 1), &entry("new", 2, 1)).check(reason, &["new"]);
    Two::new(&entry("copy", 1, 1), &event("released", 2)).check(reason, &[]);
    let again = [event("released", 2), entry("again", 3, 1)].concat();
    Two::new(&entry("by hand", 1, 0), &again).check(reason, &["again"]);
    let suspend = |at: &str| {
        format!("UPDATE quarantine SET reason = 'suspended at {at}', suspended_at = {at};")
    };
    let suspended = [entry("x", 1, 1), event("suspended", 2), suspend("2")].concat();
    Two::new(&suspended, &entry("x", 1, 1)).check(reason, &["suspended at 2"]);
    let resumed = [entry("x", 1, 1), event("suspended", 2), event("resumed", 3)].concat();
    Two::new(&suspended, &resumed).check(reason, &["x"]);
}

#[test]
fn rows_without_an_id_of_their_own_are_the_same_by_content_as_often_as_one_has_them() {
    let row = "INSERT INTO test_runs (test_id, status, timestamp) VALUES ('t', 'passed', 1);";
    let other = "INSERT INTO test_runs (test_id, status, timestamp) VALUES ('t', 'failed', 1);";
    let statuses = "SELECT status FROM test_runs ORDER BY status";
    Two::new(&[row, row].concat(), &[row, other].concat())
        .check(statuses, &["failed", "passed", "passed"]);
}

#[test]
fn decisions_follow_the_heal_they_are_about() {
    let heal = |test: &str, time: u32| {
        format!(
            "INSERT INTO healing_events
                 (test_id, locator, confidence, original_json, healed_json, timestamp)
             VALUES ('{test}', '#a', 0.5, '{{}}', '{{}}', {time});"
        )
    };
    let decide = "INSERT INTO heal_decisions (event_id, test_id, locator, decision, decided_at)
                  SELECT id, test_id, '#a', 'approved', 9 FROM healing_events WHERE test_id = 'b';";
    let a = [heal("a", 1), heal("b", 5)].concat();
    let b = [heal("c", 2), heal("d", 3), heal("b", 5), decide.to_owned()].concat();
    let decided = "SELECT event.test_id FROM heal_decisions AS decision
                   JOIN healing_events AS event ON event.id = decision.event_id";
    Two::new(&a, &b).check(decided, &["b"]);
}

#[test]
fn a_rename_and_its_undoing_end_as_in_one_database() {
    let alias = |old: &str, new: &str, since: u32| {
        format!("INSERT INTO test_aliases VALUES ('{old}', '{new}', {since});")
    };
    let names = "SELECT old_id || '>' || new_id FROM test_aliases ORDER BY 1";
    Two::new(&alias("a", "b", 1), &alias("b", "a", 2)).check(names, &["b>a"]);
    Two::new(&alias("a", "b", 1), &alias("a", "c", 2)).check(names, &["a>c"]);
    Two::new(&alias("a", "b", 1), &alias("b", "c", 2)).check(names, &["a>b", "b>c"]);
}

#[test]
fn columns_of_another_program_and_references_to_nothing_come_through() {
    let a = "ALTER TABLE test_runs ADD COLUMN \"mood; x\" TEXT;
             INSERT INTO test_runs (test_id, status, timestamp, run_ref, \"mood; x\")
             VALUES ('t', 'passed', 1, NULL, 'good');";
    let b = "PRAGMA foreign_keys = OFF;
             INSERT INTO test_runs (test_id, status, timestamp, run_ref)
             VALUES ('u', 'passed', 2, 99);
             INSERT INTO fingerprint_pages (test_id, locator, page_key, fingerprint_json, updated_at)
             VALUES ('orphan', '#a', '/p', 'x', 1);";
    let two = Two::new(a, b);
    two.check(
        "SELECT COALESCE(\"mood; x\", 'none') FROM test_runs ORDER BY test_id",
        &["good", "none"],
    );
    two.check(
        "SELECT test_id FROM test_runs LEFT JOIN runs ON runs.id = run_ref WHERE run_uid IS NULL
         ORDER BY 1",
        &["t", "u"],
    );
    two.check("SELECT test_id FROM fingerprint_pages", &["orphan"]);
}

#[test]
fn a_store_goes_on_with_what_was_merged() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for (name, text) in [("a.db", "one"), ("b.db", "two")] {
        let store = SqliteStore::open(path(name)).unwrap();
        let element = ElementFingerprint::builder("p")
            .text(text)
            .key(name, "#x")
            .build();
        store.save_fingerprint_on_page(&element, "/p").unwrap();
    }
    merge(&[path("a.db"), path("b.db")], &path("out.db"), &mut |_| {}).unwrap();
    let store = SqliteStore::open(path("out.db")).unwrap();
    let loaded = store.load_fingerprint_on_page("b.db", "#x", "/p").unwrap();
    assert_eq!(loaded.unwrap().text(), "two");
    assert!(store.health(0.0, 30).unwrap().is_sound());
    store.rename_test("a.db", "c").unwrap();
}

#[test]
fn the_newest_fingerprint_keeps_the_revision_that_it_was_learned_in() {
    let learned = |at: u32, revision: &str| {
        format!(
            "INSERT INTO fingerprints VALUES ('t', '#a', '{{\"tag\": \"a\"}}', {at});
             INSERT INTO fingerprint_pages
                 (test_id, locator, page_key, fingerprint_json, updated_at, learned_in)
             VALUES ('t', '#a', '/p', '{{\"tag\": \"a\"}}', {at}, {revision});"
        )
    };
    let revision = "SELECT COALESCE(learned_in, 'none') FROM fingerprint_pages";
    Two::new(&learned(1, "'old'"), &learned(5, "'new'")).check(revision, &["new"]);
    Two::new(&learned(1, "'old'"), &learned(5, "NULL")).check(revision, &["none"]);
    Two::new(&learned(5, "'a'"), &learned(5, "'b'")).check(revision, &["b"]);
    let older = "ALTER TABLE fingerprint_pages DROP COLUMN learned_in";
    let two = Two::new(&learned(1, "'old'"), older);
    two.check(revision, &["old"]);
}

#[test]
fn a_fingerprint_that_a_newer_one_replaces_can_be_gone_back_to() {
    let json = |text: &str, x: u32| {
        let place = format!(r#"{{"x": {x}, "y": 0, "width": 1, "height": 1}}"#);
        format!(r#"{{"tag": "p", "text": "{text}", "bbox": {place}}}"#)
    };
    let seen = |text: &str, page: Option<&str>, x: u32, at: u32| {
        let json = json(text, x);
        let key = format!("INSERT INTO fingerprints VALUES ('t', '#a', '{json}', {at});");
        let page = page.map(|page| {
            format!(
                "INSERT INTO fingerprint_pages
                     (test_id, locator, page_key, fingerprint_json, updated_at)
                 VALUES ('t', '#a', '{page}', '{json}', {at});"
            )
        });
        [key, page.unwrap_or_default()].concat()
    };
    let history = "SELECT COALESCE(page_key, 'none') || ' ' || (fingerprint_json ->> 'text') || ' '
                       || updated_at || ' ' || replaced_at FROM fingerprint_history ORDER BY 1";
    let (page, other) = (Some("/p"), Some("/q"));
    Two::new(&seen("old", page, 0, 1), &seen("new", page, 0, 5))
        .check(history, &["/p old 1.0 5.0"]);
    Two::new(&seen("old", None, 0, 1), &seen("new", None, 0, 5))
        .check(history, &["none old 1.0 5.0"]);
    Two::new(&seen("same", page, 0, 1), &seen("same", page, 9, 5)).check(history, &[]);
    Two::new(&seen("one", page, 0, 1), &seen("two", other, 0, 5)).check(history, &[]);
    let noted = format!(
        "{}INSERT INTO fingerprint_history
             (test_id, locator, page_key, fingerprint_json, updated_at, replaced_at, cause)
         VALUES ('t', '#a', '/p', '{}', 1, 3, 'healed');",
        seen("new", page, 0, 5),
        json("old", 0)
    );
    Two::new(&seen("old", page, 0, 1), &noted).check(history, &["/p old 1.0 3.0"]);
}
