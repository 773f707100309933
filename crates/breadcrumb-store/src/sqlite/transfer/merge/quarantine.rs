//! The quarantine: which entry of a test stays, if any.

use std::cmp::Ordering;

use rusqlite::OptionalExtension as _;

use super::super::cell::Cell;
use super::keyed;
use super::merger::{Desk, Merger};
use super::stream::Row;

/// Merges the entries of one test; the log of changes has been merged before.
///
/// An entry that somebody has released since is gone, though a copy still has it. Of those left, one
/// that was made by hand stays over one that was not, then the newest, then the one that was renewed
/// more often, then the one that the log's last word on a suspension agrees with.
pub(super) fn merge(
    merger: &mut Merger<'_>,
    desk: &mut Desk,
    rows: &[Row],
) -> rusqlite::Result<()> {
    let Some(first) = rows.first() else {
        return Ok(());
    };
    let test_id = first.cell(desk.place("test_id")).clone();
    let released = last_time(merger, &test_id, "'released'")?;
    let suspended = last_time(merger, &test_id, "'suspended'")?;
    let resumed = last_time(merger, &test_id, "'resumed'")?;
    let is_suspended = resumed.compare(&suspended) == Ordering::Less;
    let entered = desk.place("quarantined_at");
    let renewals = desk.place("renewals");
    let suspension = desk.place("suspended_at");
    let is_in = |row: &&Row| released.compare(row.cell(entered)) != Ordering::Greater;
    let best = rows.iter().filter(is_in).max_by(|a, b| {
        let agrees = |row: &Row| row.cell(suspension).is_null() != is_suspended;
        is_manual(desk, a)
            .cmp(&is_manual(desk, b))
            .then_with(|| a.cell(entered).compare(b.cell(entered)))
            .then_with(|| a.cell(renewals).compare(b.cell(renewals)))
            .then_with(|| agrees(a).cmp(&agrees(b)))
            .then_with(|| a.content.cmp(&b.content))
    });
    keyed::keep(merger, desk, rows, best)
}

/// Returns when the log last has this change of a test; nothing where it never has.
fn last_time(merger: &Merger<'_>, test_id: &Cell, action: &str) -> rusqlite::Result<Cell> {
    let sql = format!(
        "SELECT MAX(timestamp) FROM quarantine_events WHERE test_id = ?1 AND action = {action}"
    );
    let mut statement = merger.conn.prepare_cached(&sql)?;
    let last = statement.query_row([test_id], |row| Ok(Cell::from(row.get_ref(0)?)));
    Ok(last.optional()?.unwrap_or(Cell::Null))
}

/// The Python package marks its entries by the one column, we by both.
fn is_manual(desk: &Desk, row: &Row) -> bool {
    let by_mode = row.cell(desk.place("mode")) == &Cell::Text(b"manual".to_vec());
    by_mode || row.cell(desk.place("auto_unquarantine")) == &Cell::Integer(0)
}
