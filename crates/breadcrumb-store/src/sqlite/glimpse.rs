//! The attempts of tests that did not always pass; all others are counted by indexes alone.

use std::collections::HashMap;

use breadcrumb_flaky::{History, RunIndex};
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::attempts::{self, ALL_SURVEYED, Names, See, named};
use super::connect::Database;
use super::rows;
use crate::survey::{Glimpse, GlimpsedRun, Tried};

/// Tests that failed, or are in quarantine. `status <> 'passed'` is what the index is for.
const TROUBLED: &str = "SELECT test_id FROM test_runs
    WHERE status <> 'passed' AND status IN ('failed', 'error') AND timestamp >= ?1
    UNION SELECT test_id FROM quarantine";

/// An outcome that only a survey knows to leave out.
const ODD: &str = "SELECT 1 FROM test_runs
    WHERE status <> 'passed' AND status NOT IN ('failed', 'error', 'skipped') LIMIT 1";

/// The attempt that was stored last of the test before this one. From test to test by a search in the
/// index: 2,000 tests with 100,000 attempts in about 5 ms, where `GROUP BY`
/// takes 50.
const TEST_BEFORE: &str = "SELECT test_id, timestamp FROM test_runs WHERE test_id < ?1
    ORDER BY test_id DESC, id DESC LIMIT 1";
const LAST_TEST: &str = "SELECT test_id, timestamp FROM test_runs
    ORDER BY test_id DESC, id DESC LIMIT 1";

/// The runs' attempts. From run to run by a search in the index, and each counted without a look
/// at its entries: of 100,000 attempts in 4 ms, where `GROUP BY` takes 10.
const RUNS: &str = "WITH RECURSIVE known (run_ref) AS (
        SELECT MIN(run_ref) FROM test_runs WHERE run_ref IS NOT NULL
        UNION ALL
        SELECT (SELECT MIN(run_ref) FROM test_runs WHERE run_ref > known.run_ref)
        FROM known WHERE known.run_ref IS NOT NULL)
    SELECT run_ref,
           (SELECT COUNT(*) FROM test_runs WHERE test_runs.run_ref = known.run_ref),
           (SELECT MAX(timestamp) FROM test_runs WHERE test_runs.run_ref = known.run_ref)
    FROM known WHERE run_ref IS NOT NULL";
/// Those of them that were skipped; `+` keeps SQLite from walking through all runs in their order.
const SKIPPED_RUNS: &str = "SELECT run_ref, COUNT(*), 0.0 FROM test_runs
    WHERE status <> 'passed' AND status = 'skipped' AND +run_ref IS NOT NULL GROUP BY +run_ref";

/// Reads a glimpse; `None` where only a survey gives the right answer.
pub(super) fn read(
    database: &Database,
    since: f64,
    mut see: See<'_>,
) -> rusqlite::Result<Option<Glimpse>> {
    let conn = &database.conn;
    if !database.is_full() {
        return Ok(None);
    }
    let mut glimpse = Glimpse::default();
    let names = Names::read(conn, &mut glimpse.history)?;
    if !names.aliases.is_empty() || conn.prepare_cached(ODD)?.exists([])? {
        return Ok(None);
    }
    show_troubled(conn, since, &names, &mut glimpse.history, &mut see)?;
    glimpse.runs = runs(conn, &names)?;
    Ok(Some(glimpse))
}

/// Counts what was tried since a time; `None` where a test has no name that can be read.
pub(super) fn count_tried(database: &Database, since: f64) -> rusqlite::Result<Option<Tried>> {
    let conn = &database.conn;
    if !database.is_full() {
        return Ok(None);
    }
    let Some(tests) = tried(conn, since)? else {
        return Ok(None);
    };
    let skipped = "status <> 'passed' AND status = 'skipped' AND timestamp >= ?1";
    Ok(Some(Tried {
        tests,
        attempts: count(conn, "timestamp >= ?1", since)?,
        skipped: count(conn, skipped, since)?,
    }))
}

/// Counts the attempts of which something is true.
fn count(conn: &Connection, condition: &str, since: f64) -> rusqlite::Result<u64> {
    let sql = format!("SELECT COUNT(*) FROM test_runs WHERE {condition}");
    let mut statement = conn.prepare_cached(&sql)?;
    statement.query_row([since], |row| rows::count(row, 0))
}

/// Returns the tests with an attempt since a time; `None` where one has no name that can be read.
fn tried(conn: &Connection, since: f64) -> rusqlite::Result<Option<Vec<String>>> {
    let mut any =
        conn.prepare_cached("SELECT 1 FROM test_runs WHERE test_id = ?1 AND timestamp >= ?2")?;
    let mut before = conn.prepare_cached(TEST_BEFORE)?;
    let stored_last = |row: &Row<'_>| {
        let at = rows::number(row, 1);
        Ok((rows::string(row, 0), at.is_some_and(|at| at >= since)))
    };
    let mut next = conn
        .prepare_cached(LAST_TEST)?
        .query_row([], stored_last)
        .optional()?;
    let mut tried = Vec::new();
    while let Some((test_id, is_in)) = next {
        let Some(test_id) = test_id else {
            return Ok(None);
        };
        next = before.query_row([&test_id], stored_last).optional()?;
        // What was stored last need not have happened last: a report may be read in afterwards.
        if is_in || any.exists(params![test_id, since])? {
            tried.push(test_id);
        }
    }
    Ok(Some(tried))
}

fn show_troubled(
    conn: &Connection,
    since: f64,
    names: &Names,
    history: &mut History,
    see: &mut See<'_>,
) -> rusqlite::Result<()> {
    // Here an index is what is wanted: few tests of many.
    let columns = ALL_SURVEYED
        .split_once("WHERE")
        .map_or(ALL_SURVEYED, |(columns, _)| columns);
    let sql = format!("{columns} WHERE test_id IN ({TROUBLED}) AND timestamp >= ?1");
    let mut statement = conn.prepare_cached(&sql)?;
    let mut found = statement.query(params![since])?;
    while let Some(row) = found.next()? {
        let test_id = rows::text(row, 0).unwrap_or_default();
        attempts::show(row, Some(names), test_id, see);
        if let Some(attempt) = attempts::read(row, Some(names)) {
            history.add_attempt(test_id, rows::text(row, 7).unwrap_or_default(), attempt);
        }
    }
    history.sort();
    Ok(())
}

fn runs(conn: &Connection, names: &Names) -> rusqlite::Result<Vec<GlimpsedRun>> {
    let read = |row: &Row<'_>| {
        let run = named(&names.runs, row, 0);
        let last_at = rows::number(row, 2).unwrap_or_default();
        let run = run.map(|run| (run, last_at));
        Ok((run, rows::count(row, 1)?))
    };
    let mut skips: HashMap<RunIndex, u64> = HashMap::new();
    let mut statement = conn.prepare_cached(SKIPPED_RUNS)?;
    for counted in statement.query_map([], read)? {
        if let (Some((run, _)), skipped) = counted? {
            skips.insert(run, skipped);
        }
    }
    let mut runs = Vec::new();
    let mut statement = conn.prepare_cached(RUNS)?;
    for counted in statement.query_map([], read)? {
        if let (Some((run, last_at)), attempts) = counted? {
            let skipped = skips.get(&run).copied().unwrap_or(0);
            runs.push(GlimpsedRun {
                run,
                attempts: attempts.saturating_sub(skipped),
                last_at,
            });
        }
    }
    Ok(runs)
}
