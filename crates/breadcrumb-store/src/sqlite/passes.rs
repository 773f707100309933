//! When tests passed last.

use rusqlite::OptionalExtension as _;

use super::connect::Database;
use super::rows;

/// The newest pass of a test; an index has its attempts in the order they were stored.
///
/// An attempt that does not say when it began ends after its own heals: it counts where it has none.
const LAST: &str =
    "SELECT COALESCE(log.started_at, CASE WHEN NOT log.healing_occurred THEN log.timestamp END)
    FROM test_runs AS log LEFT JOIN runs AS run ON run.id = log.run_ref
    WHERE log.test_id = ?1 AND log.status = 'passed'
        AND (log.run_ref IS NULL OR run.runner IS NOT NULL)
    ORDER BY log.id DESC LIMIT 1";
/// The same in a file of the Python package.
const CLASSIC_LAST: &str = "SELECT CASE WHEN NOT healing_occurred THEN timestamp END FROM test_runs
    WHERE test_id = ?1 AND status = 'passed' ORDER BY id DESC LIMIT 1";

/// Reads when each of these tests began to pass last.
pub(super) fn last(database: &Database, test_ids: &[&str]) -> rusqlite::Result<Vec<Option<f64>>> {
    if !database.has("test_runs") {
        return Ok(vec![None; test_ids.len()]);
    }
    let sql = if database.is_full() {
        LAST
    } else {
        CLASSIC_LAST
    };
    let mut statement = database.conn.prepare_cached(sql)?;
    let mut passes = Vec::with_capacity(test_ids.len());
    for test_id in test_ids {
        let found = statement.query_row([test_id], |row| Ok(rows::number(row, 0)));
        passes.push(found.optional()?.flatten());
    }
    Ok(passes)
}
