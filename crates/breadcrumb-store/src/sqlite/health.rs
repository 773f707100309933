//! Examining a whole database for `doctor`.

use std::fs;
use std::thread;

use breadcrumb_core::{ElementFingerprint, ScoringResult};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use super::connect::{self, Database};
use super::rows::{self, BATCH_ROWS};
use super::target::Target;
use crate::health::{BrokenRow, Health, MAX_NAMED_BROKEN_ROWS, TableRows};
use crate::schema::TABLES;

const SECONDS_PER_DAY: f64 = 86_400.0;

/// The number of damages that are listed; the first ones tell the story.
const MAX_LISTED_DAMAGES: u32 = 20;

/// The columns before those that are examined: row, test and locator.
const KEY_COLUMNS: usize = 3;

/// Says what is wrong with a value.
type Fault = fn(&str) -> Option<String>;

/// A table, and its columns whose values have to be readable.
type Checked = (&'static str, &'static [(&'static str, Fault)]);

const CHECKED: &[Checked] = &[
    ("fingerprints", &[("fingerprint_json", fingerprint_fault)]),
    (
        "fingerprint_pages",
        &[("fingerprint_json", fingerprint_fault)],
    ),
    (
        "fingerprint_history",
        &[("fingerprint_json", fingerprint_fault)],
    ),
    (
        "healing_events",
        &[
            ("original_json", fingerprint_fault),
            ("healed_json", fingerprint_fault),
            ("runner_up_json", fingerprint_fault),
            ("scoring_json", scoring_fault),
            ("reasons_json", reasons_fault),
        ],
    ),
    ("verdicts", &[("details_json", json_fault)]),
];

/// How closely the structure of the file is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Checkup {
    /// Every page and every row.
    Quick,
    /// The same, and whether every index says what its table says: most of the time it takes.
    Thorough,
}

/// Examines the database. Only what makes a whole examination impossible is an error.
///
/// The structure is examined on a second connection, at the same time as the values.
pub(super) fn examine(
    database: &Database,
    target: &Target,
    oldest_fresh: f64,
    checkup: Checkup,
) -> rusqlite::Result<Health> {
    let second = target
        .for_reading()
        .and_then(|target| connect::open(&target).ok());
    thread::scope(|scope| {
        let structure = second.map(|second| scope.spawn(move || damage(&second.conn, checkup)));
        let mut health = examine_values(database, target, oldest_fresh)?;
        let found = match structure.map(thread::ScopedJoinHandle::join) {
            Some(Ok(found)) => found,
            Some(Err(_)) | None => damage(&database.conn, checkup),
        };
        let noted = std::mem::take(&mut health.damage);
        health.damage = found.unwrap_or_else(|error| vec![error.to_string()]);
        for line in noted {
            note(&mut health, line);
        }
        Ok(health)
    })
}

fn examine_values(
    database: &Database,
    target: &Target,
    oldest_fresh: f64,
) -> rusqlite::Result<Health> {
    let conn = &database.conn;
    let mut health = Health {
        location: target.location(),
        schema_version: database.schema_version,
        journal_mode: conn.pragma_query_value(None, "journal_mode", |row| row.get(0))?,
        size_bytes: size_of(target),
        tables: Vec::new(),
        stale_fingerprints: 0,
        broken_values: 0,
        broken_rows: Vec::new(),
        damage: Vec::new(),
    };
    for table in TABLES.iter().copied() {
        if conn.table_exists(None, table)? {
            let rows = count(conn, table).ok();
            health.tables.push(TableRows { table, rows });
        }
    }
    let stale = "SELECT COUNT(*) FROM fingerprints WHERE updated_at < ?1";
    match conn.query_row(stale, [oldest_fresh], |row| rows::count(row, 0)) {
        Ok(stale) => health.stale_fingerprints = stale,
        Err(error) => note(&mut health, error.to_string()),
    }
    for (table, columns) in CHECKED {
        let mut present = Vec::new();
        for column in *columns {
            if conn.column_exists(None, *table, column.0)? {
                present.push(*column);
            }
        }
        if !present.is_empty()
            && let Err(error) = examine_table(conn, table, &present, &mut health)
        {
            note(&mut health, error.to_string());
        }
    }
    Ok(health)
}

/// Returns the time before which a fingerprint is stale.
pub(super) fn oldest_fresh(now: f64, stale_after_days: u32) -> f64 {
    now - f64::from(stale_after_days) * SECONDS_PER_DAY
}

/// Reads every value of these columns, all of a row at a time.
fn examine_table(
    conn: &Connection,
    table: &'static str,
    columns: &[(&'static str, Fault)],
    health: &mut Health,
) -> rusqlite::Result<()> {
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let names = names.join(", ");
    let mut statement = conn.prepare(&format!(
        "SELECT rowid, test_id, locator, {names} FROM {table}
         WHERE rowid > ?1 ORDER BY rowid LIMIT {BATCH_ROWS}"
    ))?;
    let mut last = i64::MIN;
    loop {
        let mut found = statement.query([last])?;
        let mut rows_read = 0;
        while let Some(row) = found.next()? {
            last = row.get(0)?;
            rows_read += 1;
            for (n, (column, fault)) in columns.iter().enumerate() {
                let reason = match row.get_ref(n + KEY_COLUMNS)? {
                    ValueRef::Null => None,
                    value => match value.as_str() {
                        Ok(text) => fault(text),
                        Err(_) => Some("not a text".to_owned()),
                    },
                };
                if let Some(reason) = reason {
                    report(row, table, column, reason, health);
                }
            }
        }
        if rows_read < BATCH_ROWS {
            return Ok(());
        }
    }
}

fn report(
    row: &Row<'_>,
    table: &'static str,
    column: &'static str,
    reason: String,
    health: &mut Health,
) {
    health.broken_values += 1;
    if health.broken_rows.len() < MAX_NAMED_BROKEN_ROWS {
        health.broken_rows.push(BrokenRow {
            table,
            column,
            id: row.get(0).unwrap_or_default(),
            test_id: rows::string(row, 1).unwrap_or_default(),
            locator: rows::string(row, 2).unwrap_or_default(),
            reason,
        });
    }
}

fn fingerprint_fault(json: &str) -> Option<String> {
    ElementFingerprint::from_json(json)
        .err()
        .map(|error| error.to_string())
}

fn scoring_fault(json: &str) -> Option<String> {
    serde_json::from_str::<ScoringResult>(json)
        .err()
        .map(|error| error.to_string())
}

fn reasons_fault(json: &str) -> Option<String> {
    serde_json::from_str::<Vec<String>>(json)
        .err()
        .map(|error| error.to_string())
}

fn json_fault(json: &str) -> Option<String> {
    serde_json::from_str::<serde::de::IgnoredAny>(json)
        .err()
        .map(|error| error.to_string())
}

fn note(health: &mut Health, message: String) {
    if !health.damage.contains(&message) {
        health.damage.push(message);
    }
}

/// Returns what SQLite finds wrong: in the file's structure, then in references between rows.
fn damage(conn: &Connection, checkup: Checkup) -> rusqlite::Result<Vec<String>> {
    let pragma = match checkup {
        Checkup::Quick => "quick_check",
        Checkup::Thorough => "integrity_check",
    };
    let mut damage: Vec<String> = conn
        .prepare(&format!("PRAGMA {pragma}({MAX_LISTED_DAMAGES})"))?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    damage.retain(|line| line != "ok");
    let orphans: u64 =
        conn.query_row("SELECT COUNT(*) FROM pragma_foreign_key_check", [], |row| {
            rows::count(row, 0)
        })?;
    if orphans > 0 {
        damage.push(format!("{orphans} rows refer to a row that is gone"));
    }
    Ok(damage)
}

fn count(conn: &Connection, table: &str) -> rusqlite::Result<u64> {
    conn.query_row(&format!("SELECT COUNT(*) FROM {table}"), [], |row| {
        rows::count(row, 0)
    })
}

/// Returns the size of the database and its write-ahead log, in bytes.
pub(super) fn size_of(target: &Target) -> u64 {
    [target.file.clone(), target.beside("-wal")]
        .iter()
        .filter_map(|file| fs::metadata(file).ok())
        .map(|metadata| metadata.len())
        .sum()
}
