//! All attempts in one pass, and by the day what is too old.

use std::collections::HashMap;
use std::hash::Hash;

use breadcrumb_core::{FailureReason, RunStatus, TestRun};
use breadcrumb_flaky::{
    Attempt, BranchKind, ErrorIndex, History, RevisionFacts, RevisionIndex, RunFacts, RunIndex,
};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::connect::Database;
use super::rows;
use crate::survey::AttemptRow;

/// The columns in the order that [`read`] expects. `+timestamp` keeps SQLite from an index: rows
/// are wanted nearly all, and in the order of the table they are read five times as fast.
///
/// What only failures have is not even looked for in the others: nearly all attempts pass.
const ALL: &str = "SELECT test_id, status, timestamp, healing_occurred, run_ref, revision_ref,
                          CASE WHEN status <> 'passed' THEN error_ref END, variant,
                          CASE WHEN status <> 'passed' THEN phase END, retry_reason
                   FROM test_runs WHERE +timestamp >= ?1";
const CLASSIC: &str = "SELECT test_id, status, timestamp, healing_occurred, NULL, NULL, NULL, NULL,
                              NULL, NULL
                       FROM test_runs WHERE +timestamp >= ?1";
/// The same, then those that [`show`] expects.
pub(super) const ALL_SURVEYED: &str =
    "SELECT test_id, status, timestamp, healing_occurred, run_ref,
                                   revision_ref,
                                   CASE WHEN status <> 'passed' THEN error_ref END, variant,
                                   CASE WHEN status <> 'passed' THEN phase END, retry_reason,
                                   duration_ms,
                                   CASE WHEN status <> 'passed' THEN error_type END,
                                   CASE WHEN status <> 'passed' THEN outcome END
                            FROM test_runs WHERE +timestamp >= ?1";
const CLASSIC_SURVEYED: &str = "SELECT test_id, status, timestamp, healing_occurred, NULL, NULL,
                                       NULL, NULL, NULL, NULL, duration_ms, error_type, NULL
                                FROM test_runs WHERE +timestamp >= ?1";

/// The largest id of a run, a revision or an error; ten million of them fill no memory.
const MAX_ID: usize = 10_000_000;

/// A rename of a rename is followed so far; more is a circle.
const MAX_RENAMES: usize = 16;

/// What rows are called, by their ids, which SQLite gives out one after the other.
type ById<T> = Vec<Option<T>>;

/// What the rows of other tables are called in a history.
pub(super) struct Names {
    pub(super) runs: ById<RunIndex>,
    revisions: ById<RevisionIndex>,
    errors: ById<ErrorIndex>,
    pub(super) aliases: HashMap<String, String>,
}

/// Looks at an attempt that passes by.
pub(super) type See<'a> = &'a mut dyn FnMut(&AttemptRow<'_>);

/// Reads all attempts that ended at `since` or later, and shows each of them on its way.
pub(super) fn history(
    database: &Database,
    since: f64,
    mut see: Option<See<'_>>,
) -> rusqlite::Result<History> {
    let conn = &database.conn;
    let mut history = History::new();
    if !(database.is_full() || conn.table_exists(None, "test_runs")?) {
        return Ok(history);
    }
    let names = if database.is_full() {
        Some(Names::read(conn, &mut history)?)
    } else {
        None
    };
    let sql = match (names.is_some(), see.is_some()) {
        (true, false) => ALL,
        (false, false) => CLASSIC,
        (true, true) => ALL_SURVEYED,
        (false, true) => CLASSIC_SURVEYED,
    };
    let mut statement = conn.prepare_cached(sql)?;
    let mut found = statement.query([since])?;
    while let Some(row) = found.next()? {
        let test_id = rows::text(row, 0).unwrap_or_default();
        let test_id = names
            .as_ref()
            .map_or(test_id, |names| names.present_id(test_id));
        if let Some(see) = &mut see {
            show(row, names.as_ref(), test_id, see);
        }
        if let Some(attempt) = read(row, names.as_ref()) {
            history.add_attempt(test_id, rows::text(row, 7).unwrap_or_default(), attempt);
        }
    }
    history.sort();
    Ok(history)
}

/// Calls `visit` with each reason to fail.
pub(super) fn failure_reasons(
    database: &Database,
    visit: &mut dyn FnMut(FailureReason),
) -> rusqlite::Result<()> {
    if !database.is_full() {
        return Ok(());
    }
    let mut statement = database
        .conn
        .prepare_cached("SELECT error_fp, error_class, message_norm FROM errors")?;
    let mut found = statement.query([])?;
    while let Some(row) = found.next()? {
        let Some(fingerprint) = rows::text(row, 0) else {
            continue;
        };
        let mut reason = FailureReason::new(fingerprint);
        reason.error_class = rows::string(row, 1);
        reason.message = rows::string(row, 2);
        visit(reason);
    }
    Ok(())
}

/// Returns the test that ran before an attempt, on the same worker of the same run.
pub(super) fn test_before(database: &Database, run: &TestRun) -> rusqlite::Result<Option<String>> {
    let details = &run.details;
    let place = details.order_index.and_then(|place| place.checked_sub(1));
    let (Some(place), Some(run_uid), true) = (place, &details.run_uid, database.is_full()) else {
        return Ok(None);
    };
    database
        .conn
        .prepare_cached(
            // By time: there is an index for it, and the attempts of a run are close together.
            "SELECT log.test_id FROM runs AS run JOIN test_runs AS log
                 ON log.timestamp BETWEEN run.started_at AND ?4 AND log.run_ref = run.id
             WHERE run.run_uid = ?1 AND log.worker IS ?2 AND log.order_index = ?3
             LIMIT 1",
        )?
        .query_row(
            params![run_uid, details.worker, place, run.timestamp],
            |row| row.get(0),
        )
        .optional()
}

/// Which attempts are rolled up: those before a time, those of tests in quarantine before another.
const OLD: &str = "timestamp < MAX(?1, ?2) AND timestamp < CASE WHEN test_id IN (
        SELECT test_id FROM quarantine UNION
        SELECT old_id FROM test_aliases WHERE new_id IN (SELECT test_id FROM quarantine))
    THEN ?2 ELSE ?1 END";

/// Counts the attempts before a time by the day and deletes them; within a transaction.
pub(super) fn roll_up(conn: &Connection, before: f64, quarantined: f64) -> rusqlite::Result<u64> {
    conn.prepare_cached(&format!(
        "INSERT INTO daily_rollups
             (day, test_id, variant, passed, failed, healed, skipped, duration_ms)
         SELECT date(timestamp, 'unixepoch'), test_id, COALESCE(variant, ''),
                SUM(status = 'passed'), SUM(status IN ('failed', 'error')),
                SUM(healing_occurred <> 0), SUM(status = 'skipped'), SUM(COALESCE(duration_ms, 0))
         FROM test_runs WHERE {OLD} AND date(timestamp, 'unixepoch') IS NOT NULL
         GROUP BY 1, 2, 3
         ON CONFLICT (day, test_id, variant) DO UPDATE SET
             passed = passed + excluded.passed,
             failed = failed + excluded.failed,
             healed = healed + excluded.healed,
             skipped = skipped + excluded.skipped,
             duration_ms = duration_ms + excluded.duration_ms",
    ))?
    .execute([before, quarantined])?;
    let deleted = conn
        .prepare_cached(&format!("DELETE FROM test_runs WHERE {OLD}"))?
        .execute([before, quarantined])?;
    Ok(deleted as u64)
}

/// Gives a test another id; within a transaction.
pub(super) fn rename(conn: &Connection, old: &str, new: &str, now: f64) -> rusqlite::Result<()> {
    conn.prepare_cached(
        "INSERT INTO test_aliases (old_id, new_id, since) VALUES (?1, ?2, ?3)
         ON CONFLICT (old_id) DO UPDATE SET new_id = excluded.new_id, since = excluded.since",
    )?
    .execute(params![old, new, now])?;
    // The new name is a test again, not a former one.
    conn.prepare_cached("DELETE FROM test_aliases WHERE old_id = ?1")?
        .execute([new])?;
    Ok(())
}

pub(super) fn read(row: &Row<'_>, names: Option<&Names>) -> Option<Attempt> {
    let status = RunStatus::from_name(rows::text(row, 1)?)?;
    let mut attempt = Attempt::new(status, rows::number(row, 2)?)?;
    attempt.healed = rows::number(row, 3).is_some_and(|flag| flag != 0.0);
    if let Some(names) = names {
        attempt.run = named(&names.runs, row, 4);
        attempt.revision = named(&names.revisions, row, 5);
        attempt.error = named(&names.errors, row, 6);
        attempt.outside_call = rows::text(row, 8).is_some_and(|phase| phase != "call");
        attempt.verifies = rows::text(row, 9) == Some("verify");
    }
    Some(attempt)
}

/// Shows an attempt whole; one whose status or time is broken is left out.
pub(super) fn show(row: &Row<'_>, names: Option<&Names>, test_id: &str, see: &mut See<'_>) {
    let status = rows::text(row, 1).and_then(RunStatus::from_name);
    let (Some(status), Some(at)) = (status, rows::number(row, 2)) else {
        return;
    };
    let mut attempt = AttemptRow::new(test_id, status, at);
    attempt.variant = rows::text(row, 7).unwrap_or_default();
    attempt.healed = rows::number(row, 3).is_some_and(|flag| flag != 0.0);
    if let Some(names) = names {
        attempt.run = named(&names.runs, row, 4);
        attempt.error = named(&names.errors, row, 6);
    }
    attempt.phase = rows::text(row, 8);
    attempt.duration_ms = rows::number(row, 10);
    attempt.error_type = rows::text(row, 11);
    attempt.outcome = rows::text(row, 12);
    see(&attempt);
}

pub(super) fn named<T: Copy>(names: &ById<T>, row: &Row<'_>, column: usize) -> Option<T> {
    let id = row.get_ref(column).ok()?.as_i64().ok()?;
    names.get(usize::try_from(id).ok()?).copied().flatten()
}

/// Puts names where their ids say.
fn by_id<T: Copy>(names: HashMap<i64, T>) -> ById<T> {
    let mut by_id = Vec::new();
    for (id, name) in names {
        // An id that large was not given out by SQLite; its row is left out.
        let Some(id) = usize::try_from(id).ok().filter(|id| *id <= MAX_ID) else {
            continue;
        };
        if by_id.len() <= id {
            by_id.resize(id + 1, None);
        }
        if let Some(place) = by_id.get_mut(id) {
            *place = Some(name);
        }
    }
    by_id
}

impl Names {
    pub(super) fn read(conn: &Connection, history: &mut History) -> rusqlite::Result<Self> {
        let runs = collect(
            conn,
            "SELECT id, branch_kind, pr, dirty, infra_flag FROM runs",
            |row| {
                let branch = rows::text(row, 1).and_then(BranchKind::from_name);
                let mut facts = RunFacts::on(branch);
                facts.pull_request = rows::string(row, 2);
                facts.is_dirty = rows::number(row, 3).is_some_and(|flag| flag != 0.0);
                facts.incident = rows::string(row, 4);
                Some((id(row)?, history.add_run(facts)))
            },
        )?;
        let revisions = "SELECT id, revision_id, commit_sha, author FROM revisions";
        let revisions = collect(conn, revisions, |row| {
            let mut facts = RevisionFacts::new(rows::text(row, 1)?);
            facts.commit = rows::string(row, 2);
            facts.author = rows::string(row, 3);
            Some((id(row)?, history.add_revision(facts)))
        })?;
        let errors = collect(conn, "SELECT id, error_fp FROM errors", |row| {
            Some((id(row)?, history.add_error(rows::text(row, 1)?)))
        })?;
        let aliases = collect(conn, "SELECT old_id, new_id FROM test_aliases", |row| {
            Some((rows::string(row, 0)?, rows::string(row, 1)?))
        })?;
        Ok(Self {
            runs: by_id(runs),
            revisions: by_id(revisions),
            errors: by_id(errors),
            aliases,
        })
    }

    fn present_id<'a>(&'a self, test_id: &'a str) -> &'a str {
        if self.aliases.is_empty() {
            return test_id;
        }
        let mut present = test_id;
        for _ in 0..MAX_RENAMES {
            match self.aliases.get(present) {
                Some(newer) => present = newer,
                None => break,
            }
        }
        present
    }
}

fn id(row: &Row<'_>) -> Option<i64> {
    row.get_ref(0).ok()?.as_i64().ok()
}

/// Reads a small table as a map; a row that is broken is left out.
fn collect<K: Eq + Hash, V>(
    conn: &Connection,
    sql: &str,
    mut read: impl FnMut(&Row<'_>) -> Option<(K, V)>,
) -> rusqlite::Result<HashMap<K, V>> {
    let mut statement = conn.prepare_cached(sql)?;
    let mut found = statement.query([])?;
    let mut map = HashMap::new();
    while let Some(row) = found.next()? {
        map.extend(read(row));
    }
    Ok(map)
}
