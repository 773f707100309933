//! Page memories: what else was on a page, once for each version of it.
//!
//! Many keys share one memory. It is found again by its content, and goes when no key and no
//! earlier fingerprint refers to it any longer.

use std::io::{Read, Write};

use breadcrumb_core::{PageMemory, hash128};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rusqlite::{Connection, OptionalExtension, params};

use super::connect::Database;

/// How the data of a memory is written.
const ENCODING: &str = "json+deflate";
/// A memory is far smaller; what claims to be larger is broken.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// A memory on its way into the store, packed before the write lock is taken.
pub(super) struct Packed<'a> {
    page_key: &'a str,
    hash: String,
    data: Vec<u8>,
    elements: i64,
}

impl<'a> Packed<'a> {
    pub(super) fn new(page_key: &'a str, memory: &PageMemory) -> std::io::Result<Self> {
        let json = memory.to_json();
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(json.as_bytes())?;
        Ok(Self {
            page_key,
            hash: hash128(&[page_key, &json]),
            data: encoder.finish()?,
            elements: i64::try_from(memory.elements().len()).unwrap_or(i64::MAX),
        })
    }

    pub(super) fn page_key(&self) -> &'a str {
        self.page_key
    }

    /// Saves it, or finds the same one; the caller holds a transaction.
    pub(super) fn save(&self, conn: &Connection, now: f64) -> rusqlite::Result<i64> {
        conn.prepare_cached(
            "INSERT INTO page_memories
                 (content_hash, page_key, encoding, data, element_count, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (content_hash) DO NOTHING",
        )?
        .execute(params![
            self.hash,
            self.page_key,
            ENCODING,
            self.data,
            self.elements,
            now
        ])?;
        conn.prepare_cached("SELECT id FROM page_memories WHERE content_hash = ?1")?
            .query_row([&self.hash], |row| row.get(0))
    }
}

/// Notes which memory belongs to a key on a page.
pub(super) fn attach(
    conn: &Connection,
    (test_id, locator): (&str, &str),
    page_key: &str,
    memory: i64,
) -> rusqlite::Result<()> {
    conn.prepare_cached(
        "UPDATE fingerprint_pages SET memory_id = ?4
         WHERE test_id = ?1 AND locator = ?2 AND page_key = ?3",
    )?
    .execute(params![test_id, locator, page_key, memory])?;
    Ok(())
}

/// Deletes the memories of a page, or of all, that nothing refers to.
pub(super) fn collect_garbage(conn: &Connection, page_key: Option<&str>) -> rusqlite::Result<()> {
    conn.prepare_cached(
        "DELETE FROM page_memories WHERE (?1 IS NULL OR page_key = ?1)
             AND NOT EXISTS (SELECT 1 FROM fingerprint_pages AS page
                             WHERE page.memory_id = page_memories.id)
             AND NOT EXISTS (SELECT 1 FROM fingerprint_history AS past
                             WHERE past.memory_id = page_memories.id)",
    )?
    .execute([page_key])?;
    Ok(())
}

/// Loads what else was on the page of a key; none where it is not known or cannot be read.
pub(super) fn load(
    database: &Database,
    test_id: &str,
    locator: &str,
    page_key: &str,
) -> rusqlite::Result<Option<PageMemory>> {
    if !database.is_full() {
        return Ok(None);
    }
    let stored: Option<(String, Vec<u8>)> = database
        .conn
        .prepare_cached(
            "SELECT memory.encoding, memory.data FROM fingerprint_pages AS page
             JOIN page_memories AS memory ON memory.id = page.memory_id
             WHERE page.test_id = ?1 AND page.locator = ?2 AND page.page_key = ?3",
        )?
        .query_row([test_id, locator, page_key], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?;
    Ok(stored.and_then(|(encoding, data)| unpack(&encoding, &data)))
}

/// Takes secrets out of all memories; returns how many had some. One that becomes the same as
/// another is left out, and whoever refers to it refers to the other.
pub(super) fn redact(conn: &Connection) -> rusqlite::Result<u64> {
    let mut rows =
        conn.prepare("SELECT id, page_key, encoding, data, created_at FROM page_memories")?;
    let rows = rows.query_map([], |row| {
        let id: i64 = row.get(0)?;
        let page: String = row.get(1)?;
        let (encoding, data): (String, Vec<u8>) = (row.get(2)?, row.get(3)?);
        Ok((id, page, encoding, data, row.get::<_, f64>(4)?))
    })?;
    let mut changed = 0;
    for row in rows.collect::<rusqlite::Result<Vec<_>>>()? {
        let (id, page, encoding, data, created_at) = row;
        // It is read without secrets, so it is written anew without them.
        let Some(memory) = unpack(&encoding, &data) else {
            continue;
        };
        let Ok(packed) = Packed::new(&page, &memory) else {
            continue;
        };
        let new = packed.save(conn, created_at)?;
        if new == id {
            continue;
        }
        changed += 1;
        for table in ["fingerprint_pages", "fingerprint_history"] {
            let sql = format!("UPDATE {table} SET memory_id = ?2 WHERE memory_id = ?1");
            conn.execute(&sql, [id, new])?;
        }
        conn.execute("DELETE FROM page_memories WHERE id = ?1", [id])?;
    }
    Ok(changed)
}

fn unpack(encoding: &str, data: &[u8]) -> Option<PageMemory> {
    if encoding != ENCODING {
        return None;
    }
    let mut json = String::new();
    DeflateDecoder::new(data)
        .take(MAX_BYTES)
        .read_to_string(&mut json)
        .ok()?;
    PageMemory::from_json(&json)
        .ok()
        .map(PageMemory::without_secrets)
}
