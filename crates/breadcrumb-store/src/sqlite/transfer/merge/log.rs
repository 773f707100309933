//! Logs: every row stays, once.

use std::collections::HashMap;

use super::super::cell::Cell;
use super::merger::{Desk, Merger};
use super::stream::Row;

/// Merges the rows of one time.
///
/// Rows of equal time stay in the order that their database has them in: a retry comes after what it
/// repeats. Rows of several databases are sorted by their place there, then by content.
///
/// A row without a `uid` is the same as one with the same content, as often as one database has it:
/// two equal rows of one database are two.
pub(super) fn merge(
    merger: &mut Merger<'_>,
    desk: &mut Desk,
    mut rows: Vec<Row>,
) -> rusqlite::Result<()> {
    let uid = desk.place("uid");
    // Where rows with this content are by now.
    let mut placed: HashMap<Vec<u8>, Vec<i64>> = HashMap::new();
    rows.retain(|row| {
        let is_present = merger.is_present(row);
        if is_present {
            merger.note_number(desk, row, row.id);
            placed.entry(row.content.clone()).or_default().push(row.id);
        }
        !is_present
    });
    rows.sort_by(|a, b| (a.rank, &a.content).cmp(&(b.rank, &b.content)));
    let mut seen: HashMap<(usize, Vec<u8>), usize> = HashMap::new();
    for row in rows {
        let earlier = if row.cell(uid).is_null() {
            let times = seen.entry((row.source, row.content.clone())).or_default();
            *times += 1;
            let same = placed.get(&row.content);
            same.and_then(|numbers| numbers.get(*times - 1)).copied()
        } else {
            None
        };
        let number = match earlier {
            Some(number) => Some(number),
            None => match merger.insert(desk, &row)? {
                Some(number) => {
                    placed.entry(row.content.clone()).or_default().push(number);
                    Some(number)
                }
                None => number_of(merger, desk, row.cell(uid))?,
            },
        };
        if let Some(number) = number {
            merger.note_number(desk, &row, number);
        }
    }
    Ok(())
}

/// Finds the row with a `uid`.
fn number_of(merger: &Merger<'_>, desk: &Desk, uid: &Cell) -> rusqlite::Result<Option<i64>> {
    use rusqlite::OptionalExtension as _;

    let sql = format!("SELECT rowid FROM {} WHERE uid = ?1", desk.layout.table);
    merger
        .conn
        .prepare_cached(&sql)?
        .query_row([uid], |row| row.get(0))
        .optional()
}
