//! All attempts in one pass, which two connections share where there are many: one begins with the oldest, the other
//! with the newest.

use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use breadcrumb_flaky::History;
use rusqlite::params;

use super::attempt_rows::{Taker, columns};
use super::connect::Database;
use super::names::Names;

/// From so many rows on a second thread reads along; it takes a millisecond to come up.
const SHARED_FROM: i64 = 10_000;
/// Readers take one share after the other, so that the one that is slowed down reads less.
const SHARES: i64 = 16;

/// Which end a reader begins at.
#[derive(Clone, Copy)]
enum End {
    Oldest,
    Newest,
}

/// The ids of all rows, of which readers take shares from both ends.
struct Shares {
    /// The first and the last id that nobody has taken.
    left: Mutex<Option<(i64, i64)>>,
    /// How many ids a share has.
    width: i64,
    /// How many ids there are.
    ids: i64,
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
        let ids = last.saturating_sub(first).saturating_add(1);
        let width = if ids < SHARED_FROM {
            i64::MAX
        } else {
            ids / SHARES + 1
        };
        Ok(Self {
            left: Mutex::new((first <= last).then_some((first, last))),
            width,
            ids,
        })
    }

    fn are_many(&self) -> bool {
        self.width < i64::MAX
    }

    /// Hands the next share out: its first and its last id.
    fn take(&self, end: End) -> Option<(i64, i64)> {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let (first, last) = (*left)?;
        let others = self.width - 1;
        let (share, rest) = match end {
            End::Oldest => {
                let end = first.saturating_add(others).min(last);
                ((first, end), (end < last).then(|| (end + 1, last)))
            }
            End::Newest => {
                let start = last.saturating_sub(others).max(first);
                ((start, last), (start > first).then(|| (first, start - 1)))
            }
        };
        *left = rest;
        Some(share)
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
    let (older, newer) = thread::scope(|scope| {
        let help = || other().map(|other| read_older(&other, since, &names, &shares));
        let helper = shares.are_many().then(|| scope.spawn(help));
        let newer = read(database, since, &names, &shares, End::Newest);
        let older = helper.map(ScopedJoinHandle::join).transpose();
        let older = older.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (older.flatten(), newer)
    });
    if let Some(older) = older {
        history.append(older?);
    }
    let mut newer = newer?;
    newer.reverse();
    history.append(newer);
    history.sort();
    Ok(history)
}

/// Reads shares from the oldest on, on one state of a database of its own.
fn read_older(
    database: &Database,
    since: f64,
    names: &Names,
    shares: &Shares,
) -> rusqlite::Result<History> {
    let _snapshot = database.conn.unchecked_transaction()?;
    read(database, since, names, shares, End::Oldest)
}

/// Reads shares until none is left.
fn read(
    database: &Database,
    since: f64,
    names: &Names,
    shares: &Shares,
    end: End,
) -> rusqlite::Result<History> {
    let order = match end {
        End::Oldest => "ASC",
        End::Newest => "DESC",
    };
    // `+` keeps SQLite from an index: rows are wanted nearly all, and in the order of the table they are
    // read five times as fast.
    let sql = format!(
        "{} WHERE id BETWEEN ?2 AND ?3 AND +timestamp >= ?1 ORDER BY id {order}",
        columns(database)
    );
    let mut taker = Taker::new(database, names)?;
    let mut statement = database.conn.prepare_cached(&sql)?;
    let mut history = History::new();
    history.expect(usize::try_from(shares.ids).unwrap_or(0));
    while let Some((first, last)) = shares.take(end) {
        let mut found = statement.query(params![since, first, last])?;
        while let Some(row) = found.next()? {
            taker.take(row, &mut history)?;
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_is_taken_once_from_whichever_end() {
        for (first, last, width) in [
            (1, 100, 7),
            (1, 1, 7),
            (-5, 5, 3),
            (1, 100, i64::MAX),
            (i64::MAX - 9, i64::MAX, 4),
            (i64::MIN, i64::MIN + 9, 4),
        ] {
            let (oldest, newest) = (End::Oldest, End::Newest);
            for ends in [[oldest, newest], [oldest, oldest], [newest, newest]] {
                let shares = Shares {
                    left: Mutex::new(Some((first, last))),
                    width,
                    ids: 0,
                };
                let ends = ends.into_iter().cycle();
                let mut taken: Vec<_> = ends.map_while(|end| shares.take(end)).collect();
                taken.sort_unstable();
                assert_eq!(taken[0].0, first, "{first} {last} {width}");
                assert_eq!(taken[taken.len() - 1].1, last, "{first} {last} {width}");
                let next_to = |pair: &[(i64, i64)]| pair[0].1 + 1 == pair[1].0;
                assert!(taken.windows(2).all(next_to), "{taken:?}");
            }
        }
    }
}
