//! Earlier fingerprints: keeping a few, and going back to one.

use breadcrumb_core::ElementFingerprint;
use rusqlite::{Connection, OptionalExtension, params};

use super::rows;
use crate::history::{Cause, HISTORY_LIMIT, PastFingerprint};

/// A test id and a locator.
type Key<'a> = (&'a str, &'a str);

/// Puts the key's newest fingerprint into the history of no page.
pub(super) fn archive_newest(
    conn: &Connection,
    key: Key<'_>,
    now: f64,
    cause: Cause,
) -> rusqlite::Result<()> {
    conn.prepare_cached(
        "DELETE FROM fingerprint_history
         WHERE test_id = ?1 AND locator = ?2 AND page_key IS NULL AND fingerprint_json =
             (SELECT fingerprint_json FROM fingerprints WHERE test_id = ?1 AND locator = ?2)",
    )?
    .execute(params![key.0, key.1])?;
    conn.prepare_cached(
        "INSERT INTO fingerprint_history
             (test_id, locator, fingerprint_json, updated_at, replaced_at, cause)
         SELECT test_id, locator, fingerprint_json, updated_at, ?3, ?4
         FROM fingerprints WHERE test_id = ?1 AND locator = ?2",
    )?
    .execute(params![key.0, key.1, now, cause.as_str()])?;
    trim(conn, key, None)
}

/// Puts the key's fingerprint on a page into the history of that page.
pub(super) fn archive_page(
    conn: &Connection,
    key: Key<'_>,
    page: &str,
    now: f64,
    cause: Cause,
) -> rusqlite::Result<()> {
    conn.prepare_cached(
        "DELETE FROM fingerprint_history
         WHERE test_id = ?1 AND locator = ?2 AND page_key = ?3 AND fingerprint_json =
             (SELECT fingerprint_json FROM fingerprint_pages
              WHERE test_id = ?1 AND locator = ?2 AND page_key = ?3)",
    )?
    .execute(params![key.0, key.1, page])?;
    conn.prepare_cached(
        "INSERT INTO fingerprint_history
             (test_id, locator, page_key, fingerprint_json, memory_id, updated_at, replaced_at,
              cause)
         SELECT test_id, locator, page_key, fingerprint_json, memory_id, updated_at, ?4, ?5
         FROM fingerprint_pages WHERE test_id = ?1 AND locator = ?2 AND page_key = ?3",
    )?
    .execute(params![key.0, key.1, page, now, cause.as_str()])?;
    trim(conn, key, Some(page))
}

fn trim(conn: &Connection, key: Key<'_>, page: Option<&str>) -> rusqlite::Result<()> {
    conn.prepare_cached(
        "DELETE FROM fingerprint_history
         WHERE test_id = ?1 AND locator = ?2 AND page_key IS ?3 AND id <=
             (SELECT id FROM fingerprint_history
              WHERE test_id = ?1 AND locator = ?2 AND page_key IS ?3
              ORDER BY id DESC LIMIT 1 OFFSET ?4)",
    )?
    .execute(params![key.0, key.1, page, HISTORY_LIMIT])?;
    Ok(())
}

/// Returns a key's history, the latest first; with a page, that page's and that of no page.
pub(super) fn list(
    conn: &Connection,
    key: Key<'_>,
    page: Option<&str>,
) -> rusqlite::Result<Vec<PastFingerprint>> {
    let mut statement = conn.prepare_cached(
        "SELECT fingerprint_json, page_key, updated_at, replaced_at, cause
         FROM fingerprint_history
         WHERE test_id = ?1 AND locator = ?2
             AND (?3 IS NULL OR page_key IS ?3 OR page_key IS NULL)
         ORDER BY id DESC",
    )?;
    let mut found = statement.query(params![key.0, key.1, page])?;
    let mut history = Vec::new();
    while let Some(row) = found.next()? {
        history.extend(read(row, key));
    }
    Ok(history)
}

fn read(row: &rusqlite::Row<'_>, key: Key<'_>) -> Option<PastFingerprint> {
    Some(PastFingerprint {
        fingerprint: rows::keyed(rows::fingerprint(row, 0)?, key.0, key.1),
        page_key: rows::string(row, 1),
        saved_at: rows::number(row, 2)?,
        replaced_at: rows::number(row, 3)?,
        cause: Cause::from_stored(rows::text(row, 4)?),
    })
}

/// An earlier fingerprint that a key can go back to.
pub(super) struct Choice {
    id: i64,
    pub(super) past: PastFingerprint,
}

/// Returns what a key can go back to on a page, or on that of its newest; the latest first.
pub(super) fn choices(
    conn: &Connection,
    key: Key<'_>,
    page: Option<&str>,
) -> rusqlite::Result<Vec<Choice>> {
    let page = page_to_undo(conn, key, page)?;
    let mut statement = conn.prepare_cached(
        "SELECT fingerprint_json, page_key, updated_at, replaced_at, cause, id
         FROM fingerprint_history
         WHERE test_id = ?1 AND locator = ?2 AND (page_key IS ?3 OR page_key IS NULL)
         ORDER BY id DESC",
    )?;
    let mut found = statement.query(params![key.0, key.1, page])?;
    let mut choices = Vec::new();
    while let Some(row) = found.next()? {
        if let Some(past) = read(row, key) {
            let id = row.get(5)?;
            choices.push(Choice { id, past });
        }
    }
    Ok(choices)
}

/// Goes back so many fingerprints, counted from 1; the caller holds a transaction.
pub(super) fn roll_back(
    conn: &Connection,
    key: Key<'_>,
    page: Option<&str>,
    steps: usize,
    now: f64,
) -> rusqlite::Result<Option<ElementFingerprint>> {
    let page = page_to_undo(conn, key, page)?;
    let choices = choices(conn, key, page.as_deref())?;
    let Some(step) = steps.checked_sub(1) else {
        return Ok(None);
    };
    let Some(Choice { id, past }) = choices.get(step) else {
        return Ok(None);
    };
    // The newest goes along only where it is what the page had.
    conn.prepare_cached(
        "UPDATE fingerprints SET updated_at = ?5, fingerprint_json =
             (SELECT fingerprint_json FROM fingerprint_history WHERE id = ?4)
         WHERE test_id = ?1 AND locator = ?2 AND (?3 IS NULL OR fingerprint_json =
             (SELECT fingerprint_json FROM fingerprint_pages
              WHERE test_id = ?1 AND locator = ?2 AND page_key = ?3))",
    )?
    .execute(params![key.0, key.1, page, id, now])?;
    conn.prepare_cached(
        "UPDATE fingerprint_pages SET updated_at = ?5, learned_in = NULL,
             (fingerprint_json, memory_id) =
             (SELECT fingerprint_json, memory_id FROM fingerprint_history WHERE id = ?4)
         WHERE test_id = ?1 AND locator = ?2 AND page_key = ?3",
    )?
    .execute(params![key.0, key.1, page, id, now])?;
    for undone in choices.iter().take(steps) {
        conn.prepare_cached("DELETE FROM fingerprint_history WHERE id = ?1")?
            .execute([undone.id])?;
    }
    Ok(Some(past.fingerprint.clone()))
}

/// Returns the page to undo on: the given one where the key is known there, else its newest's.
fn page_to_undo(
    conn: &Connection,
    key: Key<'_>,
    page: Option<&str>,
) -> rusqlite::Result<Option<String>> {
    match page {
        Some(page) if has_page(conn, key, page)? => Ok(Some(page.to_owned())),
        _ => page_of_newest(conn, key.0, key.1),
    }
}

fn has_page(conn: &Connection, key: Key<'_>, page: &str) -> rusqlite::Result<bool> {
    conn.prepare_cached(
        "SELECT 1 FROM fingerprint_pages WHERE test_id = ?1 AND locator = ?2 AND page_key = ?3",
    )?
    .exists([key.0, key.1, page])
}

/// Returns the page whose fingerprint is the key's newest, if it is one of a page.
pub(super) fn page_of_newest(
    conn: &Connection,
    test_id: &str,
    locator: &str,
) -> rusqlite::Result<Option<String>> {
    conn.prepare_cached(
        "SELECT page.page_key FROM fingerprint_pages AS page
         JOIN fingerprints AS newest USING (test_id, locator, fingerprint_json)
         WHERE page.test_id = ?1 AND page.locator = ?2
         ORDER BY page.updated_at DESC LIMIT 1",
    )?
    .query_row([test_id, locator], |row| row.get(0))
    .optional()
}
