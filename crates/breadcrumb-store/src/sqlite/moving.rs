//! Giving what is known of an element to another key.

use rusqlite::{Connection, params};

use super::rows;
use crate::decisions::KeyMove;

/// Moves or copies one key; tells whether it was known. The caller holds a transaction.
pub(super) fn move_key(conn: &Connection, change: &KeyMove) -> rusqlite::Result<bool> {
    let KeyMove {
        test_id, from, to, ..
    } = change;
    if from == to || !is_known(conn, test_id, from)? {
        return Ok(false);
    }
    conn.prepare_cached(
        "INSERT INTO fingerprints (test_id, locator, fingerprint_json, updated_at)
         SELECT test_id, ?3, fingerprint_json, updated_at FROM fingerprints
         WHERE test_id = ?1 AND locator = ?2
         ON CONFLICT (test_id, locator) DO NOTHING",
    )?
    .execute(params![test_id, from, to])?;
    // The history first: a page that the new key knows already has a history of its own.
    conn.prepare_cached(
        "INSERT INTO fingerprint_history
             (test_id, locator, page_key, fingerprint_json, memory_id, updated_at, replaced_at,
              cause)
         SELECT test_id, ?3, page_key, fingerprint_json, memory_id, updated_at, replaced_at, cause
         FROM fingerprint_history AS old
         WHERE test_id = ?1 AND locator = ?2 AND NOT EXISTS (
             SELECT 1 FROM fingerprint_history AS new
             WHERE new.test_id = ?1 AND new.locator = ?3 AND new.page_key IS old.page_key)
         ORDER BY id",
    )?
    .execute(params![test_id, from, to])?;
    conn.prepare_cached(
        "INSERT INTO fingerprint_pages
             (test_id, locator, page_key, fingerprint_json, updated_at, memory_id, checks_json,
              source_file, source_line, screenshot, learned_in)
         SELECT test_id, ?3, page_key, fingerprint_json, updated_at, memory_id, checks_json,
              source_file, source_line, screenshot, learned_in
         FROM fingerprint_pages WHERE test_id = ?1 AND locator = ?2
         ON CONFLICT (test_id, locator, page_key) DO NOTHING",
    )?
    .execute(params![test_id, from, to])?;
    for table in ["fingerprints", "fingerprint_pages", "fingerprint_history"] {
        name_inside(conn, table, test_id, to)?;
    }
    if !change.keeps_old {
        conn.prepare_cached("DELETE FROM fingerprints WHERE test_id = ?1 AND locator = ?2")?
            .execute([test_id, from])?;
    }
    Ok(true)
}

fn is_known(conn: &Connection, test_id: &str, locator: &str) -> rusqlite::Result<bool> {
    conn.prepare_cached("SELECT 1 FROM fingerprints WHERE test_id = ?1 AND locator = ?2")?
        .exists([test_id, locator])
}

/// Lets the fingerprints of a key say its name: it stands in their JSON too.
fn name_inside(
    conn: &Connection,
    table: &str,
    test_id: &str,
    locator: &str,
) -> rusqlite::Result<()> {
    let mut renamed = Vec::new();
    let mut statement = conn.prepare(&format!(
        "SELECT rowid, fingerprint_json FROM {table} WHERE test_id = ?1 AND locator = ?2"
    ))?;
    let mut found = statement.query([test_id, locator])?;
    while let Some(row) = found.next()? {
        if let Some(fingerprint) = rows::fingerprint(row, 1) {
            let id: i64 = row.get(0)?;
            renamed.push((id, fingerprint.with_key(test_id, locator).to_json()));
        }
    }
    let mut update = conn.prepare(&format!(
        "UPDATE {table} SET fingerprint_json = ?2 WHERE rowid = ?1"
    ))?;
    for (id, json) in renamed {
        update.execute(params![id, json])?;
    }
    Ok(())
}
