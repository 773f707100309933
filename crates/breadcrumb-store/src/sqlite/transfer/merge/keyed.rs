//! Tables with a key: one row stays for each.

use std::cmp::Ordering;

use super::super::cell::Cell;
use super::merger::{Desk, Merger};
use super::stream::Row;

/// Keeps the row with the greatest time.
pub(super) fn keep_newest(
    merger: &mut Merger<'_>,
    desk: &mut Desk,
    rows: &[Row],
    time: &str,
) -> rusqlite::Result<()> {
    if is_schema_version(desk, rows) {
        return Ok(());
    }
    let time = desk.place(time);
    let newest = rows.iter().max_by(|a, b| compare(a, b, time));
    keep(merger, desk, rows, newest)
}

/// Keeps the row with the least time.
pub(super) fn keep_oldest(
    merger: &mut Merger<'_>,
    desk: &mut Desk,
    rows: &[Row],
    time: &str,
) -> rusqlite::Result<()> {
    let time = desk.place(time);
    let oldest = rows.iter().min_by(|a, b| compare(a, b, time));
    keep(merger, desk, rows, oldest)
}

/// Makes one row of all; each column has the least or the greatest of its values.
pub(super) fn put_together(
    merger: &mut Merger<'_>,
    desk: &mut Desk,
    rows: &[Row],
    greatest: &[&str],
) -> rusqlite::Result<()> {
    let columns = desk.layout.columns.iter().enumerate();
    let cells = columns.map(|(place, name)| {
        let values = rows.iter().map(|row| row.cell(place));
        let values = values.filter(|cell| !cell.is_null());
        let best = if greatest.contains(&name.as_str()) {
            values.max_by(|a, b| a.compare(b))
        } else {
            values.min_by(|a, b| a.compare(b))
        };
        best.cloned().unwrap_or(Cell::Null)
    });
    let cells = cells.collect();
    let together = Row {
        cells,
        ..Row::new(0)
    };
    keep(merger, desk, rows, Some(&together))
}

/// Writes the row that stays, unless it is there already; removes what is there where none stays.
pub(super) fn keep(
    merger: &mut Merger<'_>,
    desk: &mut Desk,
    rows: &[Row],
    kept: Option<&Row>,
) -> rusqlite::Result<()> {
    let present = rows.iter().find(|row| merger.is_present(row));
    let number = match (present, kept) {
        (Some(present), Some(kept)) => {
            if is_different(desk, present, kept) {
                merger.update(desk, present.id, &kept.cells)?;
            }
            present.id
        }
        (None, Some(kept)) => match merger.insert(desk, kept)? {
            Some(number) => number,
            None => return Ok(()),
        },
        (Some(present), None) => return merger.delete(desk, present.id),
        (None, None) => return Ok(()),
    };
    for row in rows {
        merger.note_number(desk, row, number);
    }
    Ok(())
}

/// Compares by a time, then by content, so that there is never a choice.
pub(super) fn compare(a: &Row, b: &Row, time: usize) -> Ordering {
    let by_time = a.cell(time).compare(b.cell(time));
    by_time.then_with(|| a.content.cmp(&b.content))
}

fn is_different(desk: &Desk, a: &Row, b: &Row) -> bool {
    let mut places = (0..desk.layout.columns.len()).filter(|place| Some(*place) != desk.layout.id);
    places.any(|place| a.cell(place) != b.cell(place))
}

/// The version of the file is its own.
fn is_schema_version(desk: &Desk, rows: &[Row]) -> bool {
    let key = rows.first().map(|row| row.cell(desk.place("key")));
    desk.layout.table == "schema_meta" && key == Some(&Cell::Text(b"schema_version".to_vec()))
}
