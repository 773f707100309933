//! What is in a database, to compare it with another one.

use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

/// What a number of another row stands for.
const REFERENCES: &[(&str, &str)] = &[
    ("run_ref", "SELECT run_uid FROM runs WHERE id = run_ref"),
    (
        "revision_ref",
        "SELECT revision_id FROM revisions WHERE id = revision_ref",
    ),
    (
        "error_ref",
        "SELECT error_fp FROM errors WHERE id = error_ref",
    ),
    (
        "memory_id",
        "SELECT content_hash FROM page_memories WHERE id = memory_id",
    ),
    (
        "event_id",
        "SELECT test_id || timestamp FROM healing_events WHERE id = event_id",
    ),
];

fn open(path: &Path) -> Connection {
    Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap()
}

fn tables(conn: &Connection) -> Vec<String> {
    let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
               ORDER BY name";
    let mut statement = conn.prepare(sql).unwrap();
    let names = statement.query_map([], |row| row.get(0)).unwrap();
    names.map(Result::unwrap).collect()
}

fn columns(conn: &Connection, table: &str) -> Vec<String> {
    let mut statement = conn
        .prepare("SELECT name FROM pragma_table_info(?1)")
        .unwrap();
    let names = statement.query_map([table], |row| row.get(0)).unwrap();
    names.map(Result::unwrap).collect()
}

fn lines(conn: &Connection, table: &str, sql: &str) -> Vec<String> {
    let mut statement = conn.prepare(sql).unwrap();
    let count = statement.column_count();
    let rows = statement.query_map([], |row| {
        let cells = (0..count).map(|place| {
            // Text that is not UTF-8 has no `Value`.
            row.get::<_, Value>(place).map_or_else(
                |_| format!("{:?}", row.get_ref(place).unwrap()),
                |value| format!("{value:?}"),
            )
        });
        Ok(format!(
            "{table}: {}",
            cells.collect::<Vec<_>>().join(" | ")
        ))
    });
    rows.unwrap().map(Result::unwrap).collect()
}

/// Every row of every table, with its number.
pub(crate) fn all_rows(path: &Path) -> Vec<String> {
    let conn = open(path);
    let mut all = Vec::new();
    for table in tables(&conn) {
        all.push(format!("{table} ({})", columns(&conn, &table).join(", ")));
        all.extend(lines(
            &conn,
            &table,
            &format!("SELECT rowid, * FROM {table} ORDER BY rowid"),
        ));
    }
    all
}

/// Every row of every table without its number, sorted; what refers to a row names it.
///
/// Histories keep their order, because it counts.
pub(crate) fn facts(path: &Path) -> Vec<String> {
    let conn = open(path);
    let mut all = Vec::new();
    for table in tables(&conn) {
        let names = columns(&conn, &table)
            .into_iter()
            .filter(|name| name != "id");
        let mut cells: Vec<String> = names
            .map(|name| {
                let reference = REFERENCES.iter().find(|(column, _)| *column == name);
                reference.map_or_else(|| format!("\"{name}\""), |(_, sql)| format!("({sql})"))
            })
            .collect();
        if table == "fingerprint_history" {
            cells.push(
                "ROW_NUMBER() OVER (PARTITION BY test_id, locator, page_key ORDER BY id)"
                    .to_owned(),
            );
        }
        let sql = format!("SELECT {} FROM {table}", cells.join(", "));
        let mut found = lines(&conn, &table, &sql);
        found.sort();
        all.extend(found);
    }
    all
}
