//! Heals: appending one, and visiting them newest first.

use breadcrumb_core::{
    ElementFingerprint, HealDetails, HealOccasion, HealingEvent, identity_digest,
};
use rusqlite::{Connection, Row, named_params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::connect::Database;
use super::log::{Batch, Cursor, Query};
use super::{decisions, rows};
use crate::filter::EventFilter;

/// The columns that every version has.
const CLASSIC_COLUMNS: &str = "test_id, locator, confidence, original_json, healed_json";

/// Those that schema v3 has added, in the order [`read_details`] expects.
const DETAILS: [&str; 17] = [
    "uid",
    "page_key",
    "scorer",
    "scoring_json",
    "margin",
    "runner_up_json",
    "reasons_json",
    "proposed_locator",
    "action",
    "source_file",
    "source_line",
    "screenshot_before",
    "screenshot_after",
    "sites_json",
    "proposals_json",
    "page_url",
    "occasion",
];

/// Appends a heal and returns its row id.
pub(super) fn record(conn: &Connection, event: &HealingEvent) -> rusqlite::Result<i64> {
    let details = &event.details;
    let inserted = conn
        .prepare_cached(
            "INSERT INTO healing_events
                 (test_id, locator, confidence, original_json, healed_json, timestamp, uid,
                  page_key, scorer, scoring_json, margin, runner_up_json, reasons_json,
                  proposed_locator, action, source_file, source_line, screenshot_before,
                  screenshot_after, original_digest, healed_digest, sites_json, proposals_json,
                  page_url, occasion)
             VALUES
                 (:test_id, :locator, :confidence, :original, :healed, :timestamp, :uid,
                  :page_key, :scorer, :scoring, :margin, :runner_up, :reasons,
                  :proposed_locator, :action, :source_file, :source_line, :screenshot_before,
                  :screenshot_after, :original_digest, :healed_digest, :sites, :proposals, :url,
                  :occasion)
             ON CONFLICT (uid) WHERE uid IS NOT NULL DO NOTHING",
        )?
        .execute(named_params! {
            ":test_id": event.test_id,
            ":locator": event.locator,
            ":confidence": event.confidence,
            ":original": event.original.to_json(),
            ":healed": event.healed.to_json(),
            ":timestamp": event.timestamp,
            ":uid": details.uid,
            ":page_key": details.page_key,
            ":scorer": details.scorer,
            ":scoring": details.scoring.as_ref().and_then(|s| serde_json::to_string(s).ok()),
            ":margin": details.margin,
            ":runner_up": details.runner_up.as_ref().map(ElementFingerprint::to_json),
            ":reasons": json_list(&details.reasons),
            ":proposed_locator": details.proposed_locator,
            ":action": details.action,
            ":source_file": details.source_file,
            ":source_line": details.source_line,
            ":screenshot_before": details.screenshot_before,
            ":screenshot_after": details.screenshot_after,
            ":original_digest": identity_digest(&event.original),
            ":healed_digest": identity_digest(&event.healed),
            ":sites": json_list(&details.sites),
            ":proposals": json_list(&details.proposals),
            ":url": details.url,
            ":occasion": details.occasion.stored_name(),
        })?;
    if inserted > 0 {
        let id = conn.last_insert_rowid();
        if let Some(by) = &details.approved_by {
            decisions::approve(conn, id, event, by)?;
        }
        return Ok(id);
    }
    conn.prepare_cached("SELECT id FROM healing_events WHERE uid = ?1")?
        .query_row([&details.uid], |row| row.get(0))
}

/// Reads the heals that come after a place, at most `limit`.
pub(super) fn batch_after(
    database: &Database,
    filter: &EventFilter,
    after: Option<&Cursor>,
    limit: u64,
) -> rusqlite::Result<Batch<HealingEvent>> {
    let has_details = database.is_full();
    query(filter, &columns(database))
        .batch_after(&database.conn, after, limit, |row| read(row, has_details))
}

fn columns(database: &Database) -> String {
    if !database.is_full() {
        return CLASSIC_COLUMNS.to_owned();
    }
    format!("{CLASSIC_COLUMNS}, {}", known_columns(database, &DETAILS))
}

/// Lists columns of a heal; one that an earlier build did not have is nothing.
pub(super) fn known_columns(database: &Database, columns: &[&'static str]) -> String {
    let known = columns.iter().map(|column| {
        let is_known = database.has(&format!("healing_events.{column}"));
        if is_known { *column } else { "NULL" }
    });
    known.collect::<Vec<_>>().join(", ")
}

fn query<'a>(filter: &'a EventFilter, columns: &'a str) -> Query<'a> {
    let mut query = Query::new(columns, "healing_events AS log");
    query.filter("test_id = :test_id", ":test_id", filter.test_id.as_ref());
    query.filter("locator = :locator", ":locator", filter.locator.as_ref());
    query.filter("timestamp >= :since", ":since", filter.since.as_ref());
    query.filter("id = :row", ":row", filter.id.as_ref());
    query
}

fn read(row: &Row<'_>, has_details: bool) -> Option<HealingEvent> {
    let mut event = HealingEvent::new(
        rows::fingerprint(row, 5)?,
        rows::fingerprint(row, 6)?,
        rows::number(row, 4)?,
        rows::number(row, 1)?,
    );
    event.test_id = rows::string(row, 2)?;
    event.locator = rows::string(row, 3)?;
    if has_details {
        event.details = read_details(row);
    }
    Some(event)
}

/// Reads what schema v3 has added; a part that is broken is left out, the heal itself stays.
fn read_details(row: &Row<'_>) -> HealDetails {
    let mut details = HealDetails::default();
    details.uid = rows::string(row, 7);
    details.page_key = rows::string(row, 8);
    details.scorer = rows::string(row, 9);
    details.scoring = rows::text(row, 10).and_then(|json| serde_json::from_str(json).ok());
    details.margin = rows::number(row, 11);
    details.runner_up = rows::fingerprint(row, 12);
    details.reasons = list(row, 13);
    details.proposed_locator = rows::string(row, 14);
    details.action = rows::string(row, 15);
    details.source_file = rows::string(row, 16);
    details.source_line = row.get(17).ok();
    details.screenshot_before = rows::string(row, 18);
    details.screenshot_after = rows::string(row, 19);
    details.sites = list(row, 20);
    details.proposals = list(row, 21);
    details.url = rows::string(row, 22);
    details.occasion = HealOccasion::from_stored(rows::text(row, 23));
    details
}

/// Writes a list as JSON; an empty one is nothing.
fn json_list<T: Serialize>(list: &[T]) -> Option<String> {
    (!list.is_empty()).then(|| serde_json::to_string(list).ok())?
}

fn list<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> Vec<T> {
    rows::text(row, column)
        .and_then(|json| serde_json::from_str(json).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rusqlite::StatementStatus;

    use super::*;
    use crate::sqlite::connect;
    use crate::sqlite::target::{Access, DEFAULT_BUSY_TIMEOUT, Target};

    #[test]
    fn a_query_is_compiled_once_for_all_values() {
        let path = Path::new(":memory:");
        let target = Target::new(path, Access::ReadWrite, DEFAULT_BUSY_TIMEOUT).unwrap();
        let database = connect::open(&target).unwrap();
        for test_id in ["a", "b", "c"] {
            let filter = EventFilter::new().test_id(test_id).locator("#x");
            batch_after(&database, &filter, None, 1).unwrap();
        }
        let filter = EventFilter::new().test_id("d").locator("#x");
        let sql = query(&filter, &columns(&database)).sql();
        let statement = database.conn.prepare_cached(&sql).unwrap();
        assert_eq!(statement.get_status(StatementStatus::RePrepare), 0);
        assert_eq!(statement.get_status(StatementStatus::Run), 3);
    }
}
