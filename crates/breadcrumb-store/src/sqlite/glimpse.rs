//! The attempts of tests that did not always pass; all others are counted by indexes alone.

use std::collections::{HashMap, HashSet};

use breadcrumb_flaky::{History, RunIndex};
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::attempt_rows::{Taker, columns};
use super::connect::Database;
use super::names::Names;
use super::{rows, survey};
use crate::survey::{Glimpse, GlimpsedRun, Tried};

/// All attempts that did not pass: by an index, or in a file of the Python package by a walk
/// through the table, which takes a tenth of reading it.
const NOT_PASSED: &str = "SELECT test_id, status, timestamp, run_ref FROM test_runs
    WHERE status <> 'passed'";
const CLASSIC_NOT_PASSED: &str = "SELECT test_id, status, timestamp, NULL FROM test_runs
    WHERE status <> 'passed'";

/// Of so many attempts one may be of a test that did not always pass: to look for each by an index
/// takes five times as long as to read it in its turn.
const ONE_IN: i64 = 8;
/// So many tests tell how many attempts one has.
const SAMPLE: usize = 8;
/// No run has more attempts than this.
const MOST_COUNTED: u64 = 1 << 32;
/// So many are soon looked for, however few there are of others.
const FEW: i64 = 1_000;

/// The attempt that was stored last of the last test, or of the test before another one. From test to test by a search
/// in the index: 2,000 tests with 100,000 attempts in about 5 ms, where `GROUP BY` takes 50.
const LAST: &str = "ORDER BY test_id DESC, id DESC LIMIT 1";

/// The runs with an attempt. From run to run by a search in the index.
const RUNS: &str = "WITH RECURSIVE known (run_ref) AS (
        SELECT MIN(run_ref) FROM test_runs WHERE run_ref IS NOT NULL
        UNION ALL
        SELECT (SELECT MIN(run_ref) FROM test_runs WHERE run_ref > known.run_ref)
        FROM known WHERE known.run_ref IS NOT NULL)
    SELECT run_ref,
           (SELECT MAX(timestamp) FROM test_runs WHERE test_runs.run_ref = known.run_ref)
    FROM known WHERE run_ref IS NOT NULL";
/// A run's attempts, counted so far.
const ATTEMPTS: &str = "SELECT COUNT(*) FROM (
    SELECT 1 FROM test_runs WHERE run_ref = ?1 LIMIT ?2)";

/// What the attempts say that did not pass.
#[derive(Default)]
struct NotPassed {
    /// The tests that failed.
    failed: HashSet<String>,
    /// How many attempts of each run failed or were skipped.
    by_run: HashMap<RunIndex, Troubles>,
    /// When attempts were skipped.
    skip_times: Vec<f64>,
    /// Whether one ended in a way that only a survey knows to leave out.
    is_odd: bool,
    /// Whether they are too many to go on.
    are_many: bool,
}

/// What went wrong in a run.
#[derive(Default, Clone, Copy)]
struct Troubles {
    failures: u64,
    skips: u64,
}

/// Reads a glimpse; `None` where only a survey gives the right answer, or gives it sooner.
pub(super) fn read(
    database: &Database,
    since: f64,
    enough: &dyn Fn(u64) -> u64,
) -> rusqlite::Result<Option<Glimpse>> {
    let mut glimpse = Glimpse::default();
    if !survey::has_attempts(database)? {
        return Ok(Some(glimpse));
    }
    let names = survey::names(database, &mut glimpse.history)?;
    if names.has_renames() {
        return Ok(None);
    }
    let most = (about_all(&database.conn)? / ONE_IN).max(FEW);
    let not_passed = not_passed(database, since, &names, most)?;
    if not_passed.is_odd || not_passed.are_many {
        return Ok(None);
    }
    glimpse.skips = not_passed.skip_times;
    let mut troubled: Vec<String> = not_passed.failed.into_iter().collect();
    troubled.extend(quarantined(&database.conn)?);
    troubled.sort_unstable();
    troubled.dedup();
    let history = &mut glimpse.history;
    if take(database, since, &troubled, &names, history, most)? > most {
        return Ok(None);
    }
    if database.is_full() {
        glimpse.runs = runs(&database.conn, &names, &not_passed.by_run, enough)?;
    }
    Ok(Some(glimpse))
}

/// Counts what was tried since a time; `None` where a test has no name that can be read.
pub(super) fn count_tried(database: &Database, since: f64) -> rusqlite::Result<Option<Tried>> {
    let conn = &database.conn;
    if !survey::has_attempts(database)? {
        return Ok(Some(Tried::default()));
    }
    let has_older = conn
        .prepare_cached("SELECT 1 FROM test_runs WHERE timestamp < ?1")?
        .exists([since])?;
    let since = has_older.then_some(since);
    let attempts = match since {
        Some(since) => conn
            .prepare_cached("SELECT COUNT(*) FROM test_runs WHERE timestamp >= ?1")?
            .query_row([since], |row| rows::count(row, 0))?,
        // Of a whole table SQLite knows it without a look at each row.
        None => conn
            .prepare_cached("SELECT COUNT(*) FROM test_runs")?
            .query_row([], |row| rows::count(row, 0))?,
    };
    let tests = tried(conn, since)?;
    Ok(tests.map(|tests| Tried { tests, attempts }))
}

/// Returns the tests with an attempt since a time, or all; `None` where one has no name that can be read.
fn tried(conn: &Connection, since: Option<f64>) -> rusqlite::Result<Option<Vec<String>>> {
    // Without the time the index has all that is wanted.
    let time = if since.is_some() { "timestamp" } else { "NULL" };
    let columns = format!("SELECT test_id, {time} FROM test_runs");
    let mut before = conn.prepare_cached(&format!("{columns} WHERE test_id < ?1 {LAST}"))?;
    let mut any =
        conn.prepare_cached("SELECT 1 FROM test_runs WHERE test_id = ?1 AND timestamp >= ?2")?;
    let stored_last = |row: &Row<'_>| {
        let is_in = since.is_none_or(|since| rows::number(row, 1).is_some_and(|at| at >= since));
        Ok((rows::string(row, 0), is_in))
    };
    let mut next = conn
        .prepare_cached(&format!("{columns} {LAST}"))?
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

fn not_passed(
    database: &Database,
    since: f64,
    names: &Names,
    most: i64,
) -> rusqlite::Result<NotPassed> {
    let sql = if database.is_full() {
        NOT_PASSED
    } else {
        CLASSIC_NOT_PASSED
    };
    let mut statement = database.conn.prepare_cached(sql)?;
    let mut found = statement.query([])?;
    let mut seen = NotPassed::default();
    let mut failures = 0;
    let mut most_failed = usize::MAX;
    while let Some(row) = found.next()? {
        match rows::text(row, 1) {
            Some("failed" | "error") => {
                let test_id = rows::text(row, 0).unwrap_or_default();
                let is_in = rows::number(row, 2).is_some_and(|at| at >= since);
                if is_in && !seen.failed.contains(test_id) {
                    seen.failed.insert(test_id.to_owned());
                    if seen.failed.len() == SAMPLE {
                        most_failed = most_tests(&database.conn, &seen.failed, most)?;
                    }
                }
                if let Some(run) = names.run(row, 3) {
                    seen.by_run.entry(run).or_default().failures += 1;
                }
                failures += 1;
                if failures > most || seen.failed.len() > most_failed {
                    seen.are_many = true;
                    break;
                }
            }
            Some("skipped") => {
                seen.skip_times.extend(rows::number(row, 2));
                if let Some(run) = names.run(row, 3) {
                    seen.by_run.entry(run).or_default().skips += 1;
                }
            }
            _ => seen.is_odd = true,
        }
    }
    Ok(seen)
}

/// Returns how many tests have so many attempts, if others have as many as these.
fn most_tests(
    conn: &Connection,
    tests: &HashSet<String>,
    attempts: i64,
) -> rusqlite::Result<usize> {
    let mut statement = conn.prepare_cached("SELECT COUNT(*) FROM test_runs WHERE test_id = ?1")?;
    let mut counted = 1;
    for test_id in tests {
        counted += statement.query_row([test_id], |row| row.get::<_, i64>(0))?;
    }
    let tests = i64::try_from(tests.len()).unwrap_or(i64::MAX);
    let most = attempts.saturating_mul(tests) / counted;
    Ok(usize::try_from(most).unwrap_or(0))
}

fn quarantined(conn: &Connection) -> rusqlite::Result<Vec<String>> {
    if !conn.table_exists(None, "quarantine")? {
        return Ok(Vec::new());
    }
    let mut statement = conn.prepare_cached("SELECT test_id FROM quarantine")?;
    let mut found = statement.query([])?;
    let mut tests = Vec::new();
    while let Some(row) = found.next()? {
        tests.extend(rows::string(row, 0));
    }
    Ok(tests)
}

/// Returns about how many attempts there are: SQLite gives ids out one after the other.
fn about_all(conn: &Connection) -> rusqlite::Result<i64> {
    let mut statement = conn.prepare_cached("SELECT MAX(id) FROM test_runs")?;
    let last = statement.query_row([], |row| row.get::<_, Option<i64>>(0))?;
    Ok(last.unwrap_or(0))
}

/// Takes the attempts of these tests into a history until there are too many; returns how many there were.
fn take(
    database: &Database,
    since: f64,
    tests: &[String],
    names: &Names,
    history: &mut History,
    most: i64,
) -> rusqlite::Result<i64> {
    // Here an index is what is wanted: few tests of many.
    let columns = columns(database);
    let mut taker = Taker::new(database, names)?;
    let sql = format!("{columns} WHERE test_id = ?1 AND +timestamp >= ?2 ORDER BY id");
    let mut statement = database.conn.prepare_cached(&sql)?;
    let mut count = 0;
    for test_id in tests {
        let mut found = statement.query(params![test_id, since])?;
        while let Some(row) = found.next()? {
            taker.take(row, history)?;
            count += 1;
        }
        if count > most {
            break;
        }
    }
    history.sort();
    Ok(count)
}

/// Reads all runs. The attempts of one are counted as far as its failures make it matter.
fn runs(
    conn: &Connection,
    names: &Names,
    troubles: &HashMap<RunIndex, Troubles>,
    enough: &dyn Fn(u64) -> u64,
) -> rusqlite::Result<Vec<GlimpsedRun>> {
    let mut attempts = conn.prepare_cached(ATTEMPTS)?;
    let mut statement = conn.prepare_cached(RUNS)?;
    let mut found = statement.query([])?;
    let mut runs = Vec::new();
    while let Some(row) = found.next()? {
        let Some(run) = names.run(row, 0) else {
            continue;
        };
        let Troubles { failures, skips } = troubles.get(&run).copied().unwrap_or_default();
        let mut counted = 0;
        if failures > 0 {
            let most = enough(failures).saturating_add(skips).min(MOST_COUNTED);
            let counting = params![row.get::<_, i64>(0)?, most.cast_signed()];
            counted = attempts.query_row(counting, |row| rows::count(row, 0))?;
        }
        runs.push(GlimpsedRun {
            run,
            attempts: counted.saturating_sub(skips),
            last_at: rows::number(row, 1).unwrap_or_default(),
        });
    }
    Ok(runs)
}
