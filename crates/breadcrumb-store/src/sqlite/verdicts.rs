//! Looks that did not heal, and drifts: appending one, and visiting them newest first.

use breadcrumb_core::{VerdictRecord, VerdictRecordKind};
use rusqlite::{Connection, Row, named_params};

use super::connect::Database;
use super::log::{Batch, Cursor, Query};
use super::{rows, runs};
use crate::filter::EventFilter;

const COLUMNS: &str = "log.test_id, log.locator, log.kind, log.uid, log.page_key, log.message, \
    log.confidence, log.details_json, log.action, log.source_file, log.source_line, run.run_uid";

const TABLES: &str = "verdicts AS log LEFT JOIN runs AS run ON run.id = log.run_ref";

/// Appends a record and returns its row id; the caller holds a transaction.
pub(super) fn record(conn: &Connection, verdict: &VerdictRecord) -> rusqlite::Result<i64> {
    let run_ref = match &verdict.run_uid {
        Some(uid) => Some(runs::reference(conn, uid, None, verdict.timestamp)?),
        None => None,
    };
    let inserted = conn
        .prepare_cached(
            "INSERT INTO verdicts
                 (uid, test_id, locator, page_key, kind, message, confidence, details_json,
                  run_ref, action, source_file, source_line, timestamp)
             VALUES
                 (:uid, :test_id, :locator, :page_key, :kind, :message, :confidence, :details,
                  :run_ref, :action, :source_file, :source_line, :timestamp)
             ON CONFLICT (uid) WHERE uid IS NOT NULL DO NOTHING",
        )?
        .execute(named_params! {
            ":uid": verdict.uid,
            ":test_id": verdict.test_id,
            ":locator": verdict.locator,
            ":page_key": verdict.page_key,
            ":kind": verdict.kind.name(),
            ":message": verdict.message,
            ":confidence": verdict.confidence,
            ":details": verdict.details_json,
            ":run_ref": run_ref,
            ":action": verdict.action,
            ":source_file": verdict.source_file,
            ":source_line": verdict.source_line,
            ":timestamp": verdict.timestamp,
        })?;
    if inserted > 0 {
        return Ok(conn.last_insert_rowid());
    }
    conn.prepare_cached("SELECT id FROM verdicts WHERE uid = ?1")?
        .query_row([&verdict.uid], |row| row.get(0))
}

/// Reads the records that come after a place, at most `limit`.
pub(super) fn batch_after(
    database: &Database,
    filter: &EventFilter,
    after: Option<&Cursor>,
    limit: u64,
) -> rusqlite::Result<Batch<(i64, VerdictRecord)>> {
    if !database.is_full() {
        return Ok(Batch::empty());
    }
    let mut query = Query::new(COLUMNS, TABLES);
    query.filter(
        "log.test_id = :test_id",
        ":test_id",
        filter.test_id.as_ref(),
    );
    query.filter(
        "log.locator = :locator",
        ":locator",
        filter.locator.as_ref(),
    );
    query.filter("log.timestamp >= :since", ":since", filter.since.as_ref());
    query.filter("log.id = :row", ":row", filter.id.as_ref());
    query.batch_after(&database.conn, after, limit, read)
}

fn read(row: &Row<'_>) -> Option<(i64, VerdictRecord)> {
    let kind = VerdictRecordKind::from_name(rows::text(row, 4)?)?;
    let (test_id, locator) = (rows::string(row, 2)?, rows::string(row, 3)?);
    let mut verdict = VerdictRecord::new(kind, test_id, locator, rows::number(row, 1)?);
    verdict.uid = rows::string(row, 5);
    verdict.page_key = rows::string(row, 6);
    verdict.message = rows::string(row, 7);
    verdict.confidence = rows::number(row, 8);
    verdict.details_json = rows::string(row, 9);
    verdict.action = rows::string(row, 10);
    verdict.source_file = rows::string(row, 11);
    verdict.source_line = row.get(12).ok();
    verdict.run_uid = rows::string(row, 13);
    Some((row.get(0).ok()?, verdict))
}
