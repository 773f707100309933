//! Earlier fingerprints: the last few of a key on a page.

use std::collections::BTreeMap;

use super::super::cell::Cell;
use super::baseline::Replaced;
use super::keyed::compare;
use super::merger::{Desk, Merger};
use super::stream::Row;
use crate::history::{Cause, HISTORY_LIMIT};

/// Merges the history of one key on one page.
///
/// The same fingerprint is in it once, with the time it was replaced last. The numbers of the rows are
/// their order, so a history that has changed is written anew.
pub(super) fn merge(
    merger: &mut Merger<'_>,
    desk: &mut Desk,
    rows: Vec<Row>,
) -> rusqlite::Result<()> {
    let Some(first) = rows.first() else {
        return Ok(());
    };
    let cell = |column: &str| first.cell(desk.place(column));
    let key = key(cell("test_id"), cell("locator"), cell("page_key"));
    let replaced = merger.take_replaced(&key);
    put_together(merger, desk, rows, replaced)
}

/// Starts the histories of keys that had none.
pub(super) fn start_new(merger: &mut Merger<'_>, desk: &mut Desk) -> rusqlite::Result<()> {
    for replaced in merger.take_all_replaced() {
        put_together(merger, desk, Vec::new(), replaced)?;
    }
    Ok(())
}

/// Returns what tells one history from another.
pub(super) fn key(test_id: &Cell, locator: &Cell, page_key: &Cell) -> Vec<u8> {
    let mut key = Vec::new();
    for cell in [test_id, locator, page_key] {
        cell.encode(&mut key);
    }
    key
}

fn put_together(
    merger: &mut Merger<'_>,
    desk: &mut Desk,
    rows: Vec<Row>,
    replaced: Vec<Replaced>,
) -> rusqlite::Result<()> {
    let (json, time) = (desk.place("fingerprint_json"), desk.place("replaced_at"));
    let content_of = |cell: &Cell| {
        let mut content = Vec::new();
        cell.encode(&mut content);
        content
    };
    let mut present: Vec<(i64, Vec<u8>)> = Vec::new();
    let mut newest: BTreeMap<Vec<u8>, Row> = BTreeMap::new();
    for row in rows {
        if merger.is_present(&row) {
            present.push((row.id, row.content.clone()));
        }
        let content = content_of(row.cell(json));
        match newest.get(&content) {
            Some(other) if compare(other, &row, time).is_ge() => {}
            _ => {
                newest.insert(content, row);
            }
        }
    }
    // Where a database has noted itself when a fingerprint was replaced, that is what counts.
    for replaced in replaced {
        let content = content_of(&replaced.json);
        newest
            .entry(content)
            .or_insert_with(|| entry(desk, replaced));
    }
    let mut kept: Vec<Row> = newest.into_values().collect();
    kept.sort_by(|a, b| compare(a, b, time));
    let over = kept.len().saturating_sub(HISTORY_LIMIT as usize);
    kept.drain(..over);
    let is_as_it_was = present.len() == kept.len()
        && present
            .iter()
            .zip(&kept)
            .all(|((_, before), now)| *before == now.content);
    if is_as_it_was {
        return Ok(());
    }
    for (number, _) in present {
        merger.delete(desk, number)?;
    }
    for row in &kept {
        merger.insert(desk, row)?;
    }
    Ok(())
}

/// Makes a row of what was replaced.
fn entry(desk: &Desk, replaced: Replaced) -> Row {
    let mut row = Row::new(desk.layout.columns.len());
    let cause = Cause::Saved.as_str().as_bytes().to_owned();
    for (column, cell) in [
        ("test_id", replaced.test_id),
        ("locator", replaced.locator),
        ("page_key", replaced.page_key),
        ("fingerprint_json", replaced.json),
        ("memory_id", replaced.memory),
        ("updated_at", replaced.saved_at),
        ("replaced_at", replaced.until),
        ("cause", Cell::Text(cause)),
    ] {
        if let Some(place) = row.cells.get_mut(desk.place(column)) {
            *place = cell;
        }
    }
    desk.fill_content(&mut row);
    row
}
