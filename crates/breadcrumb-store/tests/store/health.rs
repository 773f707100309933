use breadcrumb_store::{MAX_NAMED_BROKEN_ROWS, Store};

use crate::scratch::{Scratch, fingerprint};

/// When the fixtures were made, in seconds since 1970.
const FIXTURES_MADE_AT: f64 = 1_750_000_000.0;
const DAY: f64 = 86_400.0;

#[test]
fn a_sound_database_is_reported_with_its_counts() {
    let scratch = Scratch::with_database("v2.db");
    let health = scratch.open().health(FIXTURES_MADE_AT, 30).unwrap();
    assert!(health.is_sound(), "{health:?}");
    assert_eq!(health.location, scratch.db().display().to_string());
    assert_eq!(health.schema_version, 3);
    assert_eq!(health.journal_mode, "wal");
    assert!(health.size_bytes > 4096);
    for (table, rows) in [
        ("fingerprints", Some(3)),
        ("healing_events", Some(3)),
        ("test_runs", Some(15)),
        ("quarantine", Some(2)),
        ("fingerprint_history", Some(0)),
        ("no_such_table", None),
    ] {
        assert_eq!(health.rows(table), rows, "{table}");
    }
}

#[test]
fn fingerprints_are_stale_after_the_given_days() {
    let scratch = Scratch::with_database("v1.db");
    let store = scratch.open();
    store
        .save_fingerprint(&fingerprint("test", "#new", "a"))
        .unwrap();
    for (days_later, stale) in [(29.0, 0), (31.0, 3)] {
        let now = FIXTURES_MADE_AT + days_later * DAY;
        assert_eq!(store.health(now, 30).unwrap().stale_fingerprints, stale);
    }
}

#[test]
fn every_broken_value_is_named() {
    let scratch = Scratch::with_database("odd.db");
    let store = scratch.open();
    let broken = "UPDATE healing_events
                  SET scoring_json = '[]', reasons_json = '[1]', runner_up_json = 'x' WHERE id = 1";
    scratch.raw().execute(broken, []).unwrap();
    let health = store.health(0.0, 30).unwrap();
    assert!(!health.is_sound());
    assert!(health.damage.is_empty());
    let named: Vec<String> = health
        .broken_rows
        .iter()
        .map(|row| format!("{} {} {}", row.table, row.column, row.locator))
        .collect();
    assert_eq!(
        named,
        [
            "fingerprints fingerprint_json broken",
            "fingerprints fingerprint_json empty",
            "fingerprints fingerprint_json null",
            "fingerprints fingerprint_json list",
            "fingerprints fingerprint_json type",
            "fingerprints fingerprint_json blob",
            "healing_events runner_up_json #n8",
            "healing_events scoring_json #n8",
            "healing_events reasons_json #n8",
            "healing_events original_json broken",
        ]
    );
    assert_eq!(health.broken_values, 10);
    assert!(health.broken_rows.iter().all(|row| !row.reason.is_empty()));
    assert_eq!(health.broken_rows[0].test_id, "odd::json");
    assert!(health.broken_rows[0].id > 0);
}

#[test]
fn countless_broken_rows_are_counted_and_the_first_ones_named() {
    let scratch = Scratch::new();
    let store = scratch.open();
    scratch
        .raw()
        .execute(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
             INSERT INTO fingerprints SELECT 't', '#' || i, '{', 0 FROM n",
            [],
        )
        .unwrap();
    let health = store.health(0.0, 30).unwrap();
    assert_eq!(health.broken_values, 1000);
    assert_eq!(health.broken_rows.len(), MAX_NAMED_BROKEN_ROWS);
}

#[test]
fn damage_is_reported_and_not_fatal() {
    let scratch = Scratch::with_database("v2.db");
    scratch.open().close().unwrap();
    let root: u32 = scratch
        .raw()
        .query_row(
            "SELECT rootpage FROM sqlite_master WHERE name = 'healing_events'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    let mut bytes = scratch.bytes();
    let start = (root as usize - 1) * 4096;
    bytes[start..start + 4096].fill(0x5a);
    std::fs::write(scratch.db(), bytes).unwrap();
    let health = scratch.open().health(0.0, 30).unwrap();
    assert!(!health.damage.is_empty());
    assert!(!health.is_sound());
    assert_eq!(health.rows("fingerprints"), Some(3));
    assert!(!scratch.open().quick_health(0.0, 30).unwrap().is_sound());
}

#[test]
fn orphans_are_damage() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let fingerprint = fingerprint("test", "#x", "a");
    store.save_fingerprint_on_page(&fingerprint, "/").unwrap();
    let raw = scratch.raw();
    raw.execute_batch("PRAGMA foreign_keys = OFF; DELETE FROM fingerprints")
        .unwrap();
    let health = store.health(0.0, 30).unwrap();
    assert_eq!(health.damage, ["1 rows refer to a row that is gone"]);
    assert_eq!(store.quick_health(0.0, 30).unwrap(), health);
}

#[test]
fn health_has_a_json_form() {
    let scratch = Scratch::with_database("odd.db");
    let health = scratch.open().health(0.0, 30).unwrap();
    let json = serde_json::to_value(&health).unwrap();
    assert_eq!(json["schema_version"], 3);
    assert_eq!(json["broken_rows"][0]["table"], "fingerprints");
}
