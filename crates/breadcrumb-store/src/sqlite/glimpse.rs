//! The attempts of tests that did not always pass; all others are counted by indexes alone.

use std::collections::HashMap;

use breadcrumb_flaky::{History, RunIndex};
use rusqlite::{Connection, Row, params};

use super::attempts::{self, ALL_SURVEYED, Names, See, named};
use super::connect::Database;
use super::rows;
use crate::survey::{Glimpse, GlimpsedRun};

/// Tests that failed, or are in quarantine. `status <> 'passed'` is what the index is for.
const TROUBLED: &str = "SELECT test_id FROM test_runs
    WHERE status <> 'passed' AND status IN ('failed', 'error') AND timestamp >= ?1
    UNION SELECT test_id FROM quarantine";

/// An outcome that only a survey knows to leave out.
const ODD: &str = "SELECT 1 FROM test_runs
    WHERE status <> 'passed' AND status NOT IN ('failed', 'error', 'skipped') LIMIT 1";

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
/// Those of them that were skipped.
const SKIPPED_RUNS: &str = "SELECT run_ref, COUNT(*), 0.0 FROM test_runs
    WHERE status <> 'passed' AND status = 'skipped' AND run_ref IS NOT NULL GROUP BY run_ref";

/// Reads a glimpse; `None` where only a survey gives the right answer.
pub(super) fn read(
    database: &Database,
    since: f64,
    window: f64,
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
    let mut statement = conn.prepare_cached(
        "SELECT test_id, COUNT(*) FROM test_runs WHERE timestamp >= ?1 GROUP BY test_id",
    )?;
    let mut found = statement.query([window])?;
    while let Some(row) = found.next()? {
        let test_id = rows::string(row, 0).unwrap_or_default();
        glimpse.attempts.push((test_id, rows::count(row, 1)?));
    }
    let skipped = "SELECT COUNT(*) FROM test_runs
                   WHERE status <> 'passed' AND status = 'skipped' AND timestamp >= ?1";
    let mut skipped = conn.prepare_cached(skipped)?;
    glimpse.skipped = skipped.query_row([window], |row| rows::count(row, 0))?;
    glimpse.runs = runs(conn, &names)?;
    Ok(Some(glimpse))
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
