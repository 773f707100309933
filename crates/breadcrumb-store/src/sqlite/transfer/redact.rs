//! Taking secrets out of a database that an earlier version has written.

use std::collections::BTreeMap;

use breadcrumb_core::{
    ElementFingerprint, hide_in_address, hide_in_message, hide_secrets, identity_digest,
};
use rusqlite::{Connection, params};
use serde_json::Value;

use crate::error::Error;
use crate::redact::Redacted;
use crate::sqlite::memories;
use crate::sqlite::store::SqliteStore;

/// Columns that hold a fingerprint, and how many rows of their table count as what.
const FINGERPRINTS: [(&str, &str); 6] = [
    ("fingerprints", "fingerprint_json"),
    ("fingerprint_pages", "fingerprint_json"),
    ("fingerprint_history", "fingerprint_json"),
    ("healing_events", "original_json"),
    ("healing_events", "healed_json"),
    ("healing_events", "runner_up_json"),
];
/// Columns with sentences or JSON about elements.
const TEXTS: [(&str, &str); 4] = [
    ("healing_events", "reasons_json"),
    ("healing_events", "proposed_locator"),
    ("healing_events", "proposals_json"),
    ("verdicts", "message"),
];
/// Columns of failures.
const MESSAGES: [(&str, &str); 2] = [("errors", "message_norm"), ("errors", "sample")];

impl SqliteStore {
    /// Takes out of everything that is kept what would not be kept today, in one transaction, and
    /// overwrites the space where it stood.
    pub fn redact(&self) -> Result<Redacted, Error> {
        let done = self.write("take secrets out of the database", redact)?;
        self.compact()?;
        Ok(done)
    }
}

fn redact(conn: &Connection) -> rusqlite::Result<Redacted> {
    let mut done = Redacted::default();
    let mut digests = BTreeMap::new();
    for (table, column) in FINGERPRINTS {
        let changed = rewrite(conn, table, column, |json| fingerprint(json, &mut digests))?;
        match table {
            "healing_events" => done.heals += changed,
            _ => done.fingerprints += changed,
        }
    }
    for (old, new) in &digests {
        for (table, column) in [
            ("healing_events", "original_digest"),
            ("healing_events", "healed_digest"),
            ("heal_decisions", "original_digest"),
            ("heal_decisions", "healed_digest"),
        ] {
            let sql = format!("UPDATE {table} SET {column} = ?2 WHERE {column} = ?1");
            conn.execute(&sql, [old, new])?;
        }
    }
    rejected_pairs(conn)?;
    for (table, column) in TEXTS {
        done.heals += rewrite(conn, table, column, |text| {
            changed(text, &hide_secrets(text))
        })?;
    }
    done.heals += rewrite(conn, "healing_events", "page_url", |url| {
        changed(url, &hide_in_address(url))
    })?;
    done.looks += rewrite(conn, "verdicts", "details_json", details)?;
    for (table, column) in MESSAGES {
        done.messages += rewrite(conn, table, column, |text| {
            changed(text, &hide_in_message(text))
        })?;
    }
    done.page_memories = memories::redact(conn)?;
    Ok(done)
}

/// Writes a column anew where its text changes; returns in how many rows it did.
fn rewrite(
    conn: &Connection,
    table: &str,
    column: &str,
    mut clean: impl FnMut(&str) -> Option<String>,
) -> rusqlite::Result<u64> {
    let mut changes: Vec<(i64, String)> = Vec::new();
    let mut rows = conn.prepare(&format!("SELECT rowid, {column} FROM {table}"))?;
    let mut rows = rows.query([])?;
    while let Some(row) = rows.next()? {
        let text = row.get_ref(1)?.as_str().ok();
        if let Some(text) = text.and_then(&mut clean) {
            changes.push((row.get(0)?, text));
        }
    }
    let mut update = conn.prepare(&format!(
        "UPDATE {table} SET {column} = ?2 WHERE rowid = ?1"
    ))?;
    for (row, text) in &changes {
        update.execute(params![row, text])?;
    }
    Ok(changes.len() as u64)
}

fn changed(old: &str, new: &str) -> Option<String> {
    (old != new).then(|| new.to_owned())
}

fn fingerprint(json: &str, digests: &mut BTreeMap<String, String>) -> Option<String> {
    let old = ElementFingerprint::from_json(json).ok()?;
    let new = old.clone().without_secrets();
    if old == new {
        return None;
    }
    let (was, is) = (identity_digest(&old), identity_digest(&new));
    if was != is {
        digests.insert(was, is);
    }
    Some(new.to_json())
}

/// Pairs are known by their digests: they are written anew as a whole.
fn rejected_pairs(conn: &Connection) -> rusqlite::Result<()> {
    let mut pairs = conn.prepare("SELECT rowid, original_json, healed_json FROM rejected_pairs")?;
    let pairs = pairs.query_map([], |row| {
        Ok((
            row.get(0)?,
            row.get::<_, String>(1)?,
            row.get::<_, String>(2)?,
        ))
    })?;
    let pairs: Vec<(i64, String, String)> = pairs.collect::<rusqlite::Result<_>>()?;
    for (row, original, healed) in pairs {
        let read = |json: &str| ElementFingerprint::from_json(json).ok();
        let (Some(original), Some(healed)) = (read(&original), read(&healed)) else {
            continue;
        };
        let (original, healed) = (original.without_secrets(), healed.without_secrets());
        conn.prepare_cached(
            "UPDATE OR REPLACE rejected_pairs SET original_digest = ?2, healed_digest = ?3,
                 original_json = ?4, healed_json = ?5 WHERE rowid = ?1",
        )?
        .execute(params![
            row,
            identity_digest(&original),
            identity_digest(&healed),
            original.to_json(),
            healed.to_json()
        ])?;
    }
    Ok(())
}

/// Cleans the details of a look: fingerprints wherever they stand, and texts.
fn details(json: &str) -> Option<String> {
    let old: Value = serde_json::from_str(json).ok()?;
    let new = without_secrets(old.clone());
    (old != new).then(|| new.to_string())
}

fn without_secrets(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(hide_secrets(&text).into_owned()),
        Value::Array(items) => items.into_iter().map(without_secrets).collect(),
        Value::Object(members) if members.contains_key("attributes") => {
            let whole = Value::Object(members);
            let read = ElementFingerprint::from_json(&whole.to_string()).ok();
            let clean = read.map(|element| element.without_secrets().to_json());
            clean
                .and_then(|json| serde_json::from_str(&json).ok())
                .unwrap_or(whole)
        }
        Value::Object(members) => members
            .into_iter()
            .map(|(name, member)| (name, without_secrets(member)))
            .collect(),
        other => other,
    }
}
