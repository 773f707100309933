//! What attempts refer to, and by the day what is too old.

use breadcrumb_core::{FailureReason, TestRun};
use rusqlite::{Connection, OptionalExtension, params};

use super::connect::Database;
use super::rows;

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
