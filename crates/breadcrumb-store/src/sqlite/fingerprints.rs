//! Fingerprints: saving, loading, visiting, deleting.

use breadcrumb_core::ElementFingerprint;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, params};
use serde_json::Value;

use super::connect::Database;
use super::history;
use super::rows::{self, BATCH_BYTES, BATCH_ROWS};
use super::screenshots;
use crate::history::Cause;
use crate::known::{KnownFingerprint, LastLearned};
use crate::survey::FingerprintRow;

/// A fingerprint on its way into the store.
pub(super) struct Baseline<'a> {
    fingerprint: &'a ElementFingerprint,
    page_key: Option<&'a str>,
    cause: Cause,
    /// The name of a picture that was taken with it.
    screenshot: Option<&'a str>,
    /// The revision that it was learned in.
    revision: Option<&'a str>,
    /// The JSON form, made before the write lock is taken.
    json: String,
}

/// Some fingerprints, and where the next ones begin.
pub(super) struct Batch {
    pub(super) fingerprints: Vec<FingerprintRow>,
    pub(super) skipped: u64,
    /// The last row that was read; `None` at the end.
    pub(super) last_row: Option<i64>,
}

impl<'a> Baseline<'a> {
    pub(super) fn new(
        fingerprint: &'a ElementFingerprint,
        page_key: Option<&'a str>,
        cause: Cause,
    ) -> Self {
        Self {
            fingerprint,
            page_key,
            cause,
            screenshot: None,
            revision: None,
            json: fingerprint.to_json(),
        }
    }

    pub(super) fn with_screenshot(mut self, name: Option<&'a str>) -> Self {
        self.screenshot = name;
        self
    }

    pub(super) fn with_revision(mut self, revision: Option<&'a str>) -> Self {
        self.revision = revision;
        self
    }

    pub(super) fn key(&self) -> (&'a str, &'a str) {
        (self.fingerprint.test_id(), self.fingerprint.locator())
    }

    pub(super) fn page_key(&self) -> Option<&'a str> {
        self.page_key
    }

    /// Returns whether a fingerprint of the same place was saved after this one was taken.
    pub(super) fn is_outdated(&self, conn: &Connection, taken_at: f64) -> rusqlite::Result<bool> {
        let (test_id, locator) = self.key();
        match self.page_key {
            Some(page) => conn
                .prepare_cached(
                    "SELECT 1 FROM fingerprint_pages WHERE test_id = ?1 AND locator = ?2
                         AND page_key = ?3 AND updated_at > ?4",
                )?
                .exists(params![test_id, locator, page, taken_at]),
            None => conn
                .prepare_cached(
                    "SELECT 1 FROM fingerprints
                     WHERE test_id = ?1 AND locator = ?2 AND updated_at > ?3",
                )?
                .exists(params![test_id, locator, taken_at]),
        }
    }

    /// Saves it; the caller holds a transaction.
    pub(super) fn save(&self, conn: &Connection, now: f64) -> rusqlite::Result<()> {
        let key = (self.fingerprint.test_id(), self.fingerprint.locator());
        match self.page_key {
            None => {
                if self.changes_newest(conn)? {
                    history::archive_newest(conn, key, now, self.cause)?;
                }
            }
            Some(page) => match self.changes_page(conn, page)? {
                Some(true) => {
                    history::archive_page(conn, key, page, now, self.cause)?;
                    screenshots::forget(conn, key, page)?;
                }
                Some(false) => {}
                // The first time on this page: what was saved without a page is all there was.
                None => {
                    if self.changes_newest(conn)? && !newest_has_page(conn, key)? {
                        history::archive_newest(conn, key, now, self.cause)?;
                    }
                }
            },
        }
        self.write(conn, now)
    }

    fn write(&self, conn: &Connection, now: f64) -> rusqlite::Result<()> {
        let (test_id, locator) = (self.fingerprint.test_id(), self.fingerprint.locator());
        conn.prepare_cached(
            "INSERT INTO fingerprints (test_id, locator, fingerprint_json, updated_at)
             VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (test_id, locator) DO UPDATE SET
                 fingerprint_json = excluded.fingerprint_json, updated_at = excluded.updated_at",
        )?
        .execute(params![test_id, locator, self.json, now])?;
        if let Some(page) = self.page_key {
            conn.prepare_cached(
                "INSERT INTO fingerprint_pages
                     (test_id, locator, page_key, fingerprint_json, updated_at, screenshot,
                      learned_in)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 ON CONFLICT (test_id, locator, page_key) DO UPDATE SET
                     fingerprint_json = excluded.fingerprint_json,
                     updated_at = excluded.updated_at,
                     learned_in = excluded.learned_in,
                     screenshot = COALESCE(excluded.screenshot, screenshot)",
            )?
            .execute(params![
                test_id,
                locator,
                page,
                self.json,
                now,
                self.screenshot,
                self.revision
            ])?;
        }
        Ok(())
    }

    /// Returns whether the key's newest fingerprint is there and another one.
    fn changes_newest(&self, conn: &Connection) -> rusqlite::Result<bool> {
        let key = params![self.fingerprint.test_id(), self.fingerprint.locator()];
        let changed = conn
            .prepare_cached(
                "SELECT fingerprint_json FROM fingerprints WHERE test_id = ?1 AND locator = ?2",
            )?
            .query_row(key, |row| Ok(self.changes(row.get_ref(0)?)))
            .optional()?;
        Ok(changed.unwrap_or(false))
    }

    /// Returns whether the page's fingerprint is another one, or `None` where it has none.
    fn changes_page(&self, conn: &Connection, page: &str) -> rusqlite::Result<Option<bool>> {
        let key = params![self.fingerprint.test_id(), self.fingerprint.locator(), page];
        conn.prepare_cached(
            "SELECT fingerprint_json FROM fingerprint_pages
             WHERE test_id = ?1 AND locator = ?2 AND page_key = ?3",
        )?
        .query_row(key, |row| Ok(self.changes(row.get_ref(0)?)))
        .optional()
    }

    /// Returns whether the stored fingerprint is worth keeping beside this one.
    ///
    /// An element that only moved is the same element. Were every shifted pixel kept, five runs
    /// would push the last good fingerprint out of the history.
    fn changes(&self, stored: ValueRef<'_>) -> bool {
        let Ok(json) = stored.as_str() else {
            return true;
        };
        json != self.json
            && ElementFingerprint::from_json(json)
                .is_ok_and(|old| without_place(&old) != without_place(self.fingerprint))
    }
}

/// Returns whether an old fingerprint is worth keeping beside a new one, both as they are stored.
pub(super) fn is_change(old: &str, new: &str) -> bool {
    let parsed = |json: &str| ElementFingerprint::from_json(json).ok();
    old != new
        && parsed(old)
            .is_some_and(|old| without_place(&old) != parsed(new).as_ref().and_then(without_place))
}

/// Loads the newest fingerprint of a key.
pub(super) fn load(
    database: &Database,
    test_id: &str,
    locator: &str,
) -> rusqlite::Result<Option<ElementFingerprint>> {
    let loaded = database
        .conn
        .prepare_cached(
            "SELECT fingerprint_json FROM fingerprints WHERE test_id = ?1 AND locator = ?2",
        )?
        .query_row([test_id, locator], |row| Ok(rows::fingerprint(row, 0)))
        .optional()?;
    Ok(loaded.flatten().map(|f| rows::keyed(f, test_id, locator)))
}

/// Loads the fingerprint of a key on a page with when it was learned there, or else its newest.
pub(super) fn load_known(
    database: &Database,
    test_id: &str,
    locator: &str,
    page_key: &str,
) -> rusqlite::Result<Option<KnownFingerprint>> {
    if database.is_full()
        && let Some(known) = load_learned(database, (test_id, locator), page_key)?
    {
        return Ok(Some(known));
    }
    let elsewhere = load(database, test_id, locator)?;
    Ok(elsewhere.map(|fingerprint| KnownFingerprint {
        fingerprint,
        learned: None,
    }))
}

fn load_learned(
    database: &Database,
    (test_id, locator): (&str, &str),
    page_key: &str,
) -> rusqlite::Result<Option<KnownFingerprint>> {
    let sql = if database.has("fingerprint_pages.learned_in") {
        "SELECT fingerprint_json, updated_at, learned_in FROM fingerprint_pages
         WHERE test_id = ?1 AND locator = ?2 AND page_key = ?3"
    } else {
        "SELECT fingerprint_json, updated_at, NULL FROM fingerprint_pages
         WHERE test_id = ?1 AND locator = ?2 AND page_key = ?3"
    };
    let read = |row: &rusqlite::Row<'_>| {
        let fingerprint = rows::keyed(rows::fingerprint(row, 0)?, test_id, locator);
        let learned = LastLearned {
            // A time that is no number is long ago.
            at: rows::number(row, 1).unwrap_or_default(),
            revision: rows::string(row, 2),
        };
        Some(KnownFingerprint {
            fingerprint,
            learned: Some(learned),
        })
    };
    let mut statement = database.conn.prepare_cached(sql)?;
    let loaded = statement.query_row([test_id, locator, page_key], |row| Ok(read(row)));
    Ok(loaded.optional()?.flatten())
}

/// Reads the fingerprints that come after a row, of all tests or of one, at most `limit`.
pub(super) fn batch_after(
    conn: &Connection,
    test_id: Option<&str>,
    after: i64,
    limit: u64,
) -> rusqlite::Result<Batch> {
    let of_test = if test_id.is_some() {
        "AND test_id = ?2"
    } else {
        ""
    };
    let mut statement = conn.prepare_cached(&format!(
        "SELECT rowid, test_id, locator, fingerprint_json, updated_at FROM fingerprints
         WHERE rowid > ?1 {of_test} ORDER BY rowid"
    ))?;
    let mut found = match test_id {
        Some(test_id) => statement.query(params![after, test_id])?,
        None => statement.query([after])?,
    };
    let mut batch = Batch {
        fingerprints: Vec::new(),
        skipped: 0,
        last_row: None,
    };
    let (mut rows_read, mut bytes_read) = (0, 0);
    while let Some(row) = found.next()? {
        match read(row) {
            Some(fingerprint) => batch.fingerprints.push(fingerprint),
            None => batch.skipped += 1,
        }
        if batch.fingerprints.len() as u64 >= limit {
            break;
        }
        rows_read += 1;
        bytes_read += rows::length(row, 3);
        if rows_read == BATCH_ROWS || bytes_read >= BATCH_BYTES {
            batch.last_row = Some(row.get(0)?);
            break;
        }
    }
    Ok(batch)
}

fn read(row: &rusqlite::Row<'_>) -> Option<FingerprintRow> {
    let (test_id, locator) = (rows::text(row, 1)?, rows::text(row, 2)?);
    Some(FingerprintRow {
        id: row.get(0).ok()?,
        // A time that is no number makes no fingerprint unreadable.
        updated_at: rows::number(row, 4).unwrap_or_default(),
        fingerprint: rows::keyed(rows::fingerprint(row, 3)?, test_id, locator),
    })
}

/// Deletes a key's fingerprint; pages and history go with it.
pub(super) fn delete(conn: &Connection, test_id: &str, locator: &str) -> rusqlite::Result<bool> {
    let deleted = conn
        .prepare_cached("DELETE FROM fingerprints WHERE test_id = ?1 AND locator = ?2")?
        .execute([test_id, locator])?;
    Ok(deleted > 0)
}

/// Returns whether the key's newest fingerprint is that of one of its pages.
fn newest_has_page(conn: &Connection, (test_id, locator): (&str, &str)) -> rusqlite::Result<bool> {
    Ok(history::page_of_newest(conn, test_id, locator)?.is_some())
}

fn without_place(fingerprint: &ElementFingerprint) -> Option<Value> {
    let mut value = serde_json::to_value(fingerprint).ok()?;
    value.as_object_mut()?.remove("bbox");
    Some(value)
}
