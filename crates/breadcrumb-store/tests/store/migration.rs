use breadcrumb_store::{EventFilter, SqliteStore, Store};
use rusqlite::Connection;

use crate::scratch::{Scratch, fingerprint, query};

/// The tables of the Python package with the columns it knows.
const CLASSIC: [(&str, &str); 4] = [
    (
        "fingerprints",
        "test_id, locator, fingerprint_json, updated_at",
    ),
    (
        "healing_events",
        "id, test_id, locator, confidence, original_json, healed_json, timestamp",
    ),
    (
        "test_runs",
        "id, test_id, status, duration_ms, healing_occurred, error_type, environment, timestamp",
    ),
    (
        "quarantine",
        "test_id, reason, quarantined_at, auto_unquarantine",
    ),
];

fn classic_rows(conn: &Connection) -> Vec<String> {
    let rows = CLASSIC
        .iter()
        .filter(|(table, _)| conn.table_exists(None, *table).unwrap());
    rows.map(|(table, columns)| {
        let rows = query(
            conn,
            &format!("SELECT {columns} FROM {table} ORDER BY rowid"),
        );
        format!("{table}: {rows:?}")
    })
    .collect()
}

/// Describes all tables, columns and indexes.
fn schema(conn: &Connection) -> Vec<String> {
    let columns =
        "SELECT m.name || ' ' || c.name || ' ' || c.type || ' ' || c.\"notnull\" || ' ' ||
                       c.pk || ' ' || COALESCE(c.dflt_value, '')
                   FROM sqlite_master AS m, pragma_table_info(m.name) AS c
                   WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid";
    let indexes =
        "SELECT m.name || ' on ' || m.tbl_name || ' ' || GROUP_CONCAT(COALESCE(c.name, ''))
                   FROM sqlite_master AS m, pragma_index_info(m.name) AS c
                   WHERE m.type = 'index' GROUP BY m.name ORDER BY m.name";
    [columns, indexes]
        .iter()
        .flat_map(|sql| query(conn, sql))
        .map(|row| format!("{row:?}"))
        .collect()
}

#[test]
fn every_row_of_the_package_is_kept() {
    for name in ["v1.db", "v2.db", "odd.db"] {
        let scratch = Scratch::with_database(name);
        let before = classic_rows(&scratch.raw());
        scratch.open().close().unwrap();
        let after = classic_rows(&scratch.raw());
        assert_eq!(after[..before.len()], before, "{name}");
    }
}

#[test]
fn every_way_leads_to_the_same_schema() {
    let fresh = Scratch::new();
    fresh.open().close().unwrap();
    for name in ["v1.db", "v2.db", "odd.db"] {
        let migrated = Scratch::with_database(name);
        migrated.open().close().unwrap();
        assert_eq!(schema(&migrated.raw()), schema(&fresh.raw()), "{name}");
    }
}

#[test]
fn the_packages_own_schema_is_a_part_of_ours() {
    let package = Scratch::with_database("v2.db");
    let ours = Scratch::new();
    ours.open().close().unwrap();
    let ours = schema(&ours.raw());
    for item in schema(&package.raw()) {
        assert!(ours.contains(&item), "{item}");
    }
}

#[test]
fn opening_again_writes_nothing() {
    for name in ["v1.db", "v2.db", "odd.db"] {
        let scratch = Scratch::with_database(name);
        scratch.open().close().unwrap();
        let once = scratch.bytes();
        scratch.open().close().unwrap();
        assert!(scratch.bytes() == once, "{name} changed");
        assert_eq!(scratch.files(), ["a.db"]);
    }
}

#[test]
fn the_packages_data_is_read_through_the_store() {
    let scratch = Scratch::with_database("v2.db");
    let store = scratch.open();
    let login = store.load_fingerprint("tests/test_login.py::test_ok", "#login-btn");
    let login = login.unwrap().unwrap();
    assert_eq!(login.text(), "log in");
    assert_eq!(login.attribute("class"), Some("btn primary"));
    let events = store.healing_events(&EventFilter::new()).unwrap();
    let confidences: Vec<f64> = events.iter().map(|event| event.confidence).collect();
    assert_eq!(confidences, [0.5, 0.8125, 1.0]);
    assert_eq!(events[1].healed.text(), "sign in");
    assert_eq!(events[1].details, breadcrumb_core::HealDetails::default());
}

#[test]
fn the_packages_fingerprint_survives_the_first_save_with_a_page() {
    let scratch = Scratch::with_database("v1.db");
    let store = scratch.open();
    let (test, locator) = ("tests/test_login.py::test_ok", "#login-btn");
    let wrong = fingerprint(test, locator, "wrong");
    store.save_fingerprint_on_page(&wrong, "/login").unwrap();
    let restored = store.roll_back(test, locator, Some("/login")).unwrap();
    assert_eq!(restored.unwrap().text(), "log in");
}

#[test]
fn an_unchanged_fingerprint_of_the_package_makes_no_history() {
    let scratch = Scratch::with_database("v1.db");
    let store = scratch.open();
    for same in store.all_fingerprints().unwrap() {
        store.save_fingerprint(&same).unwrap();
    }
    assert_eq!(
        store.health(0.0, 30).unwrap().rows("fingerprint_history"),
        Some(0)
    );
}

#[test]
fn a_database_in_rollback_mode_is_switched_to_the_log() {
    let scratch = Scratch::with_database("v1.db");
    let mode: String = scratch
        .raw()
        .pragma_update_and_check(None, "journal_mode", "delete", |row| row.get(0))
        .unwrap();
    assert_eq!(mode, "delete");
    let reader = SqliteStore::open_read_only(scratch.db()).unwrap();
    assert_eq!(reader.health(0.0, 30).unwrap().journal_mode, "delete");
    reader.close().unwrap();
    assert_eq!(scratch.open().health(0.0, 30).unwrap().journal_mode, "wal");
}
