//! Fingerprints: the newest is the baseline, and what it replaces can be gone back to.

use rusqlite::params;

use super::super::cell::Cell;
use super::keyed;
use super::merger::{Desk, Merger};
use super::stream::Row;
use crate::sqlite::fingerprints::is_change;

/// A fingerprint that another database has a newer one for.
#[derive(Debug)]
pub(super) struct Replaced {
    pub(super) test_id: Cell,
    pub(super) locator: Cell,
    pub(super) page_key: Cell,
    pub(super) json: Cell,
    pub(super) memory: Cell,
    pub(super) saved_at: Cell,
    pub(super) until: Cell,
}

/// Merges the fingerprints of a key, or of a key on a page.
pub(super) fn merge(
    merger: &mut Merger<'_>,
    desk: &mut Desk,
    rows: &[Row],
) -> rusqlite::Result<()> {
    let time = desk.place("updated_at");
    let mut newest_first: Vec<&Row> = rows.iter().collect();
    newest_first.sort_by(|a, b| keyed::compare(b, a, time));
    keyed::keep(merger, desk, rows, newest_first.first().copied())?;
    let json = desk.place("fingerprint_json");
    let mut newer: Vec<&Row> = Vec::new();
    for row in newest_first {
        let is_known = newer.iter().any(|known| known.cell(json) == row.cell(json));
        let Some(next) = newer.last().filter(|_| !is_known) else {
            if !is_known {
                newer.push(row);
            }
            continue;
        };
        if !is_changed(row.cell(json), next.cell(json)) || has_pages(merger, desk, row)? {
            continue;
        }
        let cell = |column: &str| row.cell(desk.place(column)).clone();
        merger.note_replaced(Replaced {
            test_id: cell("test_id"),
            locator: cell("locator"),
            page_key: cell("page_key"),
            json: cell("fingerprint_json"),
            memory: cell("memory_id"),
            saved_at: cell("updated_at"),
            until: next.cell(time).clone(),
        });
        newer.push(row);
    }
    Ok(())
}

/// As when it is saved: what cannot be read, or has only moved, is not worth keeping.
fn is_changed(old: &Cell, new: &Cell) -> bool {
    let text = |cell: &Cell| match cell {
        Cell::Text(bytes) => String::from_utf8(bytes.clone()).ok(),
        _ => None,
    };
    text(old).is_some_and(|old| is_change(&old, &text(new).unwrap_or_default()))
}

/// What a key has on pages is in the history of those.
fn has_pages(merger: &Merger<'_>, desk: &Desk, row: &Row) -> rusqlite::Result<bool> {
    let source = merger
        .sources
        .get(row.source)
        .filter(|source| source.is_full());
    let Some(source) = source.filter(|_| desk.layout.table == "fingerprints") else {
        return Ok(false);
    };
    let sql = "SELECT 1 FROM fingerprint_pages WHERE test_id = ?1 AND locator = ?2";
    let (test_id, locator) = (desk.place("test_id"), desk.place("locator"));
    let key = params![row.cell(test_id), row.cell(locator)];
    source.conn.prepare_cached(sql)?.exists(key)
}
