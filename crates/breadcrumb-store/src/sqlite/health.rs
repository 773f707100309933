//! Examining a whole database for `doctor`.

use std::fs;
use std::thread;

use breadcrumb_core::{ElementFingerprint, ScoringResult};
use rusqlite::{Connection, Row};

use super::connect::{self, Database};
use super::rows::{self, BATCH_ROWS};
use super::target::Target;
use crate::health::{BrokenRow, Health, MAX_NAMED_BROKEN_ROWS, TableRows};
use crate::schema::TABLES;

const SECONDS_PER_DAY: f64 = 86_400.0;

/// The number of damages that are listed; the first ones tell the story.
const MAX_LISTED_DAMAGES: u32 = 20;

/// A column whose values have to be readable.
struct Checked {
    table: &'static str,
    column: &'static str,
    /// Says what is wrong with a value.
    fault: fn(&str) -> Option<String>,
}

const CHECKED: &[Checked] = &[
    checked("fingerprints", "fingerprint_json", fingerprint_fault),
    checked("fingerprint_pages", "fingerprint_json", fingerprint_fault),
    checked("fingerprint_history", "fingerprint_json", fingerprint_fault),
    checked("healing_events", "original_json", fingerprint_fault),
    checked("healing_events", "healed_json", fingerprint_fault),
    checked("healing_events", "runner_up_json", fingerprint_fault),
    checked("healing_events", "scoring_json", scoring_fault),
    checked("healing_events", "reasons_json", reasons_fault),
    checked("verdicts", "details_json", json_fault),
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
    for column in CHECKED {
        if conn.column_exists(None, column.table, column.column)?
            && let Err(error) = column.examine(conn, &mut health)
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

impl Checked {
    fn examine(&self, conn: &Connection, health: &mut Health) -> rusqlite::Result<()> {
        let (table, column) = (self.table, self.column);
        let mut statement = conn.prepare(&format!(
            "SELECT rowid, {column}, test_id, locator FROM {table}
             WHERE rowid > ?1 AND {column} IS NOT NULL ORDER BY rowid LIMIT {BATCH_ROWS}"
        ))?;
        let mut last = i64::MIN;
        loop {
            let mut found = statement.query([last])?;
            let mut rows_read = 0;
            while let Some(row) = found.next()? {
                last = row.get(0)?;
                rows_read += 1;
                let fault = match rows::text(row, 1) {
                    Some(value) => (self.fault)(value),
                    None => Some("not a text".to_owned()),
                };
                if let Some(reason) = fault {
                    self.report(row, reason, health);
                }
            }
            if rows_read < BATCH_ROWS {
                return Ok(());
            }
        }
    }

    fn report(&self, row: &Row<'_>, reason: String, health: &mut Health) {
        health.broken_values += 1;
        if health.broken_rows.len() < MAX_NAMED_BROKEN_ROWS {
            health.broken_rows.push(BrokenRow {
                table: self.table,
                column: self.column,
                id: row.get(0).unwrap_or_default(),
                test_id: rows::string(row, 2).unwrap_or_default(),
                locator: rows::string(row, 3).unwrap_or_default(),
                reason,
            });
        }
    }
}

const fn checked(
    table: &'static str,
    column: &'static str,
    fault: fn(&str) -> Option<String>,
) -> Checked {
    Checked {
        table,
        column,
        fault,
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
