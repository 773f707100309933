//! Heals as they are stored, for reports: short ones leave the fingerprints alone.

use rusqlite::Row;

use super::connect::Database;
use super::log::{Batch, Cursor, Query};
use super::rows;
use crate::filter::EventFilter;
use crate::survey::{HealCount, HealDepth, HealRow, WholeHeal};

/// The columns in the order that [`read`] expects, for files with and without schema v3.
const SHORT: &str = "test_id, locator, confidence, proposed_locator, healed_digest";
const CLASSIC_SHORT: &str = "test_id, locator, confidence, NULL, NULL";
/// The same, then those that [`read_whole`] expects.
const WHOLE: &str = "test_id, locator, confidence, proposed_locator, healed_digest, \
    original_json, healed_json, page_key, scorer, scoring_json, margin, runner_up_json, \
    reasons_json, action, source_file, source_line, screenshot_before, screenshot_after";
const CLASSIC_WHOLE: &str = "test_id, locator, confidence, NULL, NULL, original_json, \
    healed_json, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL";

/// Reads the heals that come after a place, at most `limit`.
pub(super) fn batch_after(
    database: &Database,
    filter: &EventFilter,
    depth: HealDepth,
    after: Option<&Cursor>,
    limit: u64,
) -> rusqlite::Result<Batch<HealRow>> {
    let columns = match (depth, database.is_full()) {
        (HealDepth::Short, true) => SHORT,
        (HealDepth::Short, false) => CLASSIC_SHORT,
        (HealDepth::Whole, true) => WHOLE,
        (HealDepth::Whole, false) => CLASSIC_WHOLE,
    };
    let mut query = Query::new(columns, "healing_events AS log");
    query.filter("test_id = :test_id", ":test_id", filter.test_id.as_ref());
    query.filter("locator = :locator", ":locator", filter.locator.as_ref());
    query.filter("timestamp >= :since", ":since", filter.since.as_ref());
    query.filter("id = :row", ":row", filter.id.as_ref());
    query.batch_after(&database.conn, after, limit, |row| read(row, depth))
}

/// Counts the heals since a time; an index has all it needs.
pub(super) fn counts(database: &Database, since: f64) -> rusqlite::Result<Vec<HealCount>> {
    let mut statement = database.conn.prepare_cached(
        "SELECT test_id, locator, COUNT(*) FROM healing_events WHERE timestamp >= ?1
         GROUP BY test_id, locator",
    )?;
    let mut found = statement.query([since])?;
    let mut counts = Vec::new();
    while let Some(row) = found.next()? {
        let (Some(test_id), Some(locator)) = (rows::string(row, 0), rows::string(row, 1)) else {
            continue;
        };
        counts.push(HealCount {
            test_id,
            locator,
            count: rows::count(row, 2)?,
        });
    }
    Ok(counts)
}

fn read(row: &Row<'_>, depth: HealDepth) -> Option<HealRow> {
    Some(HealRow {
        id: row.get(0).ok()?,
        timestamp: rows::number(row, 1)?,
        test_id: rows::string(row, 2)?,
        locator: rows::string(row, 3)?,
        confidence: rows::number(row, 4)?,
        proposed_locator: rows::string(row, 5),
        healed_digest: rows::string(row, 6),
        whole: match depth {
            HealDepth::Short => None,
            HealDepth::Whole => Some(Box::new(read_whole(row)?)),
        },
    })
}

fn read_whole(row: &Row<'_>) -> Option<WholeHeal> {
    Some(WholeHeal {
        original_json: rows::string(row, 7)?,
        healed_json: rows::string(row, 8)?,
        page_key: rows::string(row, 9),
        scorer: rows::string(row, 10),
        scoring_json: rows::string(row, 11),
        margin: rows::number(row, 12),
        runner_up_json: rows::string(row, 13),
        reasons_json: rows::string(row, 14),
        action: rows::string(row, 15),
        source_file: rows::string(row, 16),
        source_line: row.get(17).ok(),
        screenshot_before: rows::string(row, 18),
        screenshot_after: rows::string(row, 19),
    })
}
