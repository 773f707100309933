//! The names of the pictures that fingerprints and heals refer to.

use rusqlite::{Connection, OptionalExtension};

use super::connect::Database;

/// Loads the name of the picture of an element on a page.
pub(super) fn load(
    database: &Database,
    test_id: &str,
    locator: &str,
    page_key: &str,
) -> rusqlite::Result<Option<String>> {
    if !database.is_full() {
        return Ok(None);
    }
    let name: Option<Option<String>> = database
        .conn
        .prepare_cached(
            "SELECT screenshot FROM fingerprint_pages
             WHERE test_id = ?1 AND locator = ?2 AND page_key = ?3",
        )?
        .query_row([test_id, locator, page_key], |row| row.get(0))
        .optional()?;
    Ok(name.flatten())
}

/// Lists every name that is referred to.
pub(super) fn list(database: &Database) -> rusqlite::Result<Vec<String>> {
    if database.is_full() {
        list_all(&database.conn)
    } else {
        Ok(Vec::new())
    }
}

/// Lists every name that a database of this version refers to.
pub(super) fn list_all(conn: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut statement = conn.prepare_cached(
        "SELECT screenshot FROM fingerprint_pages WHERE screenshot IS NOT NULL
         UNION SELECT screenshot_before FROM healing_events WHERE screenshot_before IS NOT NULL
         UNION SELECT screenshot_after FROM healing_events WHERE screenshot_after IS NOT NULL",
    )?;
    let names = statement.query_map([], |row| row.get(0))?;
    names.collect()
}

/// Takes the picture from an element that looks otherwise now.
pub(super) fn forget(
    conn: &Connection,
    (test_id, locator): (&str, &str),
    page: &str,
) -> rusqlite::Result<()> {
    conn.prepare_cached(
        "UPDATE fingerprint_pages SET screenshot = NULL
         WHERE test_id = ?1 AND locator = ?2 AND page_key = ?3",
    )?
    .execute([test_id, locator, page])?;
    Ok(())
}
