//! Earlier fingerprints: the last few of a key on a page.

use std::collections::BTreeMap;

use super::keyed::compare;
use super::merger::{Desk, Merger};
use super::stream::Row;
use crate::history::HISTORY_LIMIT;

/// Merges the history of one key on one page.
///
/// The same fingerprint is in it once, with the time it was replaced last. The numbers of the rows are
/// their order, so a history that has changed is written anew.
pub(super) fn merge(
    merger: &mut Merger<'_>,
    desk: &mut Desk,
    rows: Vec<Row>,
) -> rusqlite::Result<()> {
    let (json, replaced) = (desk.place("fingerprint_json"), desk.place("replaced_at"));
    let mut present: Vec<(i64, Vec<u8>)> = Vec::new();
    let mut newest: BTreeMap<Vec<u8>, Row> = BTreeMap::new();
    for row in rows {
        if merger.is_present(&row) {
            present.push((row.id, row.content.clone()));
        }
        let mut key = Vec::new();
        row.cell(json).encode(&mut key);
        match newest.get(&key) {
            Some(other) if compare(other, &row, replaced).is_ge() => {}
            _ => {
                newest.insert(key, row);
            }
        }
    }
    let mut kept: Vec<Row> = newest.into_values().collect();
    kept.sort_by(|a, b| compare(a, b, replaced));
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
