//! All attempts in one pass, which two connections share where there are many.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ScopedJoinHandle};

use breadcrumb_flaky::{AttemptLog, History};
use rusqlite::params;

use super::attempt_rows::{Taker, columns};
use super::connect::Database;
use super::names::Names;

/// From so many rows on a second thread reads along; it takes a millisecond to come up.
const SHARED_FROM: i64 = 10_000;
/// Readers take one share after the other, so that the one that is slowed down reads less.
const SHARES: i64 = 16;
/// Room for so many attempts of a share is made beforehand.
const MOST_ROOM: usize = 1 << 16;

/// The ids of all rows, in shares that readers take one after the other.
struct Shares {
    first: i64,
    last: i64,
    /// How many ids a share has.
    width: i64,
    next: AtomicUsize,
}

impl Shares {
    /// Shares all rows that are there now.
    fn of(database: &Database) -> rusqlite::Result<Self> {
        // Two questions: each is a look at one end of the table.
        let sql = "SELECT (SELECT MIN(id) FROM test_runs), (SELECT MAX(id) FROM test_runs)";
        let ends = database.conn.query_row(sql, [], |row| {
            Ok((row.get::<_, Option<i64>>(0)?, row.get::<_, Option<i64>>(1)?))
        })?;
        let (first, last) = (ends.0.unwrap_or(0), ends.1.unwrap_or(-1));
        let ids = last.saturating_sub(first);
        let width = if ids < SHARED_FROM {
            i64::MAX
        } else {
            ids / SHARES + 1
        };
        Ok(Self {
            first,
            last,
            width,
            next: AtomicUsize::new(0),
        })
    }

    fn are_many(&self) -> bool {
        self.width < i64::MAX
    }

    /// Hands the next share out: its number, its first and its last id.
    fn take(&self) -> Option<(usize, i64, i64)> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let before = i64::try_from(number).ok()?.checked_mul(self.width)?;
        let first = self.first.checked_add(before)?;
        let last = first.saturating_add(self.width - 1).min(self.last);
        (first <= self.last).then_some((number, first, last))
    }
}

/// Reads all attempts that ended at `since` or later; `other` opens the file once more.
pub(super) fn history(
    database: &Database,
    since: f64,
    other: impl FnOnce() -> Option<Database> + Send,
) -> rusqlite::Result<History> {
    let mut history = History::new();
    if !has_attempts(database)? {
        return Ok(history);
    }
    let names = names(database, &mut history)?;
    let shares = Shares::of(database)?;
    let (mine, theirs) = thread::scope(|scope| {
        let help = || other().map(|other| read_alongside(&other, since, &names, &shares));
        let helper = shares.are_many().then(|| scope.spawn(help));
        let mine = read(database, since, &names, &shares);
        let theirs = helper.map(ScopedJoinHandle::join).transpose();
        let theirs = theirs.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (mine, theirs.flatten())
    });
    let mut logs = vec![mine?];
    logs.extend(theirs.transpose()?);
    history.add_logs(logs);
    history.sort();
    Ok(history)
}

/// Reads shares on one state of a database of its own.
fn read_alongside(
    database: &Database,
    since: f64,
    names: &Names,
    shares: &Shares,
) -> rusqlite::Result<AttemptLog> {
    let _snapshot = database.conn.unchecked_transaction()?;
    read(database, since, names, shares)
}

/// Reads shares until none is left.
fn read(
    database: &Database,
    since: f64,
    names: &Names,
    shares: &Shares,
) -> rusqlite::Result<AttemptLog> {
    // `+` keeps SQLite from an index: rows are wanted nearly all, and in the order of the table they are
    // read five times as fast.
    let sql = format!(
        "{} WHERE id BETWEEN ?2 AND ?3 AND +timestamp >= ?1",
        columns(database)
    );
    let mut taker = Taker::new(database, names)?;
    let mut statement = database.conn.prepare_cached(&sql)?;
    let mut log = AttemptLog::new();
    while let Some((number, first, last)) = shares.take() {
        let rows = usize::try_from(last - first).unwrap_or(MOST_ROOM);
        log.begin_share(number, rows.min(MOST_ROOM));
        let mut found = statement.query(params![since, first, last])?;
        while let Some(row) = found.next()? {
            taker.take(row, &mut log)?;
        }
    }
    Ok(log)
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
