//! Counting a whole database, and listing the elements it knows.

use std::ops::ControlFlow;

use rusqlite::{Connection, Row, params};

use super::connect::Database;
use super::rows::{self, BATCH_ROWS};
use super::target::Target;
use super::{health, history};
use crate::overview::{KnownElement, KnownPage, Overview};

/// The times that tell since when and until when there are records.
const TIMES: &[(&str, &str)] = &[
    ("fingerprints", "updated_at"),
    ("healing_events", "timestamp"),
    ("test_runs", "timestamp"),
    ("verdicts", "timestamp"),
];

/// Counts what is there; a table that an older version lacks counts as empty.
pub(super) fn read(database: &Database, target: &Target) -> rusqlite::Result<Overview> {
    let conn = &database.conn;
    let count = |table: &str, condition: &str| count(conn, table, condition);
    let mut overview = Overview {
        schema_version: database.schema_version,
        size_bytes: health::size_of(target),
        fingerprints: count("fingerprints", "")?,
        healed: count("healing_events", "")?,
        refused: count("verdicts", "WHERE kind <> 'drift'")?,
        drifts: count("verdicts", "WHERE kind = 'drift'")?,
        tests: tests(conn)?,
        attempts: count("test_runs", "")?,
        runs: count("runs", "")?,
        quarantined: count("quarantine", "")?,
        ..Overview::default()
    };
    for &(table, column) in TIMES {
        if conn.table_exists(None, table)? {
            let sql = format!("SELECT MIN({column}), MAX({column}) FROM {table}");
            let times = conn.query_row(&sql, [], |row| {
                Ok((rows::number(row, 0), rows::number(row, 1)))
            })?;
            overview.first_record = least(overview.first_record, times.0);
            overview.last_record = greatest(overview.last_record, times.1);
        }
    }
    Ok(overview)
}

/// Reads the elements after a key, by test and locator; the last one tells where to go on.
pub(super) fn elements_after(
    database: &Database,
    after: Option<(&str, &str)>,
) -> rusqlite::Result<Vec<KnownElement>> {
    let more = if database.is_full() {
        "(SELECT COUNT(*) FROM fingerprint_pages AS page
          WHERE page.test_id = known.test_id AND page.locator = known.locator),
         (SELECT COUNT(*) FROM fingerprint_history AS past
          WHERE past.test_id = known.test_id AND past.locator = known.locator)"
    } else {
        "0, 0"
    };
    let sql = format!(
        "SELECT test_id, locator, fingerprint_json, updated_at, {more} FROM fingerprints AS known
         WHERE (?1 IS NULL OR (test_id, locator) > (?1, ?2))
             AND typeof(test_id) = 'text' AND typeof(locator) = 'text'
         ORDER BY test_id, locator LIMIT {BATCH_ROWS}"
    );
    let mut statement = database.conn.prepare_cached(&sql)?;
    let (test_id, locator) = after.unzip();
    let found = statement.query_map(params![test_id, locator], read_element)?;
    found.collect()
}

/// Calls `visit` with each element, by test and locator, until it breaks off.
pub(super) fn visit_elements(
    read: impl Fn(Option<(&str, &str)>) -> Result<Vec<KnownElement>, crate::Error>,
    visit: &mut dyn FnMut(KnownElement) -> ControlFlow<()>,
) -> Result<(), crate::Error> {
    let mut after: Option<(String, String)> = None;
    loop {
        let key = after
            .as_ref()
            .map(|(test_id, locator)| (test_id.as_str(), locator.as_str()));
        let batch = read(key)?;
        let is_last = batch.len() < BATCH_ROWS;
        after = batch
            .last()
            .map(|last| (last.test_id.clone(), last.locator.clone()));
        for element in batch {
            if visit(element).is_break() {
                return Ok(());
            }
        }
        if is_last {
            return Ok(());
        }
    }
}

/// Returns the pages that a key is known on, the newest first.
pub(super) fn pages(
    database: &Database,
    test_id: &str,
    locator: &str,
) -> rusqlite::Result<Vec<KnownPage>> {
    if !database.is_full() {
        return Ok(Vec::new());
    }
    let newest = history::page_of_newest(&database.conn, test_id, locator)?;
    let mut statement = database.conn.prepare_cached(
        "SELECT page_key, updated_at, fingerprint_json, screenshot, memory_id IS NOT NULL
         FROM fingerprint_pages WHERE test_id = ?1 AND locator = ?2
         ORDER BY updated_at DESC, page_key",
    )?;
    let found = statement.query_map([test_id, locator], |row| {
        let page_key = rows::string(row, 0).unwrap_or_default();
        Ok(KnownPage {
            is_newest: newest.as_ref() == Some(&page_key),
            page_key,
            updated_at: rows::number(row, 1),
            fingerprint_json: rows::string(row, 2),
            screenshot: rows::string(row, 3),
            has_memory: row.get(4)?,
        })
    })?;
    found.collect()
}

fn read_element(row: &Row<'_>) -> rusqlite::Result<KnownElement> {
    let fingerprint = rows::fingerprint(row, 2);
    Ok(KnownElement {
        test_id: rows::string(row, 0).unwrap_or_default(),
        locator: rows::string(row, 1).unwrap_or_default(),
        tag: fingerprint.as_ref().map(|known| known.tag().to_owned()),
        text: fingerprint.map_or_else(String::new, |known| known.text().to_owned()),
        updated_at: rows::number(row, 3),
        pages: rows::count(row, 4)?,
        earlier: rows::count(row, 5)?,
    })
}

fn count(conn: &Connection, table: &str, condition: &str) -> rusqlite::Result<u64> {
    if !conn.table_exists(None, table)? {
        return Ok(0);
    }
    let sql = format!("SELECT COUNT(*) FROM {table} {condition}");
    conn.query_row(&sql, [], |row| rows::count(row, 0))
}

fn tests(conn: &Connection) -> rusqlite::Result<u64> {
    let runs = if conn.table_exists(None, "test_runs")? {
        "UNION SELECT test_id FROM test_runs"
    } else {
        ""
    };
    let sql = format!("SELECT COUNT(*) FROM (SELECT test_id FROM fingerprints {runs})");
    conn.query_row(&sql, [], |row| rows::count(row, 0))
}

fn least(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    a.into_iter().chain(b).reduce(f64::min)
}

fn greatest(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    a.into_iter().chain(b).reduce(f64::max)
}
