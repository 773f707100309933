//! Former names of tests.

use std::cmp::Ordering;

use super::super::cell::Cell;
use super::keyed;
use super::merger::{Desk, Merger};
use super::stream::Row;

/// Merges what one former name stands for.
///
/// The newest counts. A name that a test was given later is a test again, not a former name: as in
/// one database, a rename to it undoes the one away from it.
pub(super) fn merge(
    merger: &mut Merger<'_>,
    desk: &mut Desk,
    rows: &[Row],
) -> rusqlite::Result<()> {
    let Some(first) = rows.first() else {
        return Ok(());
    };
    let given = given_at(merger, first.cell(desk.place("old_id")))?;
    let since = desk.place("since");
    let stands = |row: &&Row| given.compare(row.cell(since)) != Ordering::Greater;
    let newest = rows.iter().filter(stands);
    let newest = newest.max_by(|a, b| keyed::compare(a, b, since));
    keyed::keep(merger, desk, rows, newest)
}

/// Returns when a name was last given to a test, in any of the databases.
fn given_at(merger: &Merger<'_>, name: &Cell) -> rusqlite::Result<Cell> {
    let mut last = Cell::Null;
    for source in &merger.sources {
        if !source.is_full() {
            continue;
        }
        let sql = "SELECT MAX(since) FROM test_aliases WHERE new_id = ?1";
        let mut statement = source.conn.prepare_cached(sql)?;
        let given = statement.query_row([name], |row| Ok(Cell::from(row.get_ref(0)?)))?;
        if given.compare(&last) == Ordering::Greater {
            last = given;
        }
    }
    Ok(last)
}
