//! All attempts in one pass.

use breadcrumb_flaky::History;

use super::attempt_rows::{Taker, columns};
use super::connect::Database;
use super::names::Names;

/// Reads all attempts that ended at `since` or later.
pub(super) fn history(database: &Database, since: f64) -> rusqlite::Result<History> {
    let mut history = History::new();
    if !has_attempts(database)? {
        return Ok(history);
    }
    let names = names(database, &mut history)?;
    // `+` keeps SQLite from an index: rows are wanted nearly all, and in the order of the table they are
    // read five times as fast.
    let sql = format!("{} WHERE +timestamp >= ?1", columns(database));
    let mut taker = Taker::new(&database.conn, database.is_full(), &names)?;
    let mut statement = database.conn.prepare_cached(&sql)?;
    let mut found = statement.query([since])?;
    while let Some(row) = found.next()? {
        taker.take(row, &mut history)?;
    }
    history.sort();
    Ok(history)
}

/// Returns whether there is a table of attempts; a file of the Python package need not have one.
pub(super) fn has_attempts(database: &Database) -> rusqlite::Result<bool> {
    Ok(database.is_full() || database.conn.table_exists(None, "test_runs")?)
}

/// Reads what rows are called in a history; in a file of the Python package nothing is.
pub(super) fn names(database: &Database, history: &mut History) -> rusqlite::Result<Names> {
    if database.is_full() {
        Names::read(&database.conn, history)
    } else {
        Ok(Names::default())
    }
}
