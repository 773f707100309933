//! The quarantine: its entries, the log of its changes, and what is remembered of tests.

use breadcrumb_flaky::{
    Action, EntryKind, Override, QuarantineEntry, QuarantineEvent, Scope, State, TestMemory,
};
use rusqlite::{Connection, Row, named_params, params};

use super::connect::Database;
use super::rows;
use crate::results::{QuarantineChange, RememberedTest};

/// Makes one change; within a transaction.
pub(super) fn change(
    conn: &Connection,
    change: &QuarantineChange,
    now: f64,
) -> rusqlite::Result<()> {
    match change {
        QuarantineChange::Save(entry) => save(conn, entry),
        QuarantineChange::Delete(test_id) => conn
            .prepare_cached("DELETE FROM quarantine WHERE test_id = ?1")?
            .execute([test_id])
            .map(drop),
        QuarantineChange::Log(event) => log(conn, event),
        QuarantineChange::Remember(test) => remember(conn, test, now),
    }
}

/// Returns all entries, by test.
pub(super) fn entries(database: &Database) -> rusqlite::Result<Vec<QuarantineEntry>> {
    if !(database.is_full() || database.conn.table_exists(None, "quarantine")?) {
        return Ok(Vec::new());
    }
    let classic = "test_id, reason, quarantined_at, auto_unquarantine";
    let more = "variants_json, error_fps_json, scope, reason_code, evidence_json, rate_at_entry, \
                owner, ticket, created_by, expires_at, renewals, mode, override, suspended_at";
    let has_more = database.is_full();
    let columns = if has_more {
        format!("{classic}, {more}")
    } else {
        classic.to_owned()
    };
    let sql = format!("SELECT {columns} FROM quarantine ORDER BY test_id");
    collect(&database.conn, &sql, &[], |row| read(row, has_more))
}

/// Returns the changes of all tests or of one, newest first.
pub(super) fn events(
    database: &Database,
    test_id: Option<&str>,
) -> rusqlite::Result<Vec<QuarantineEvent>> {
    if !database.is_full() {
        return Ok(Vec::new());
    }
    let sql = "SELECT test_id, action, actor, reason, timestamp FROM quarantine_events
               WHERE ?1 IS NULL OR test_id = ?1 ORDER BY timestamp DESC, id DESC";
    collect(&database.conn, sql, &[&test_id], |row| {
        let action = Action::from_name(rows::text(row, 1)?)?;
        let mut event = QuarantineEvent::new(rows::string(row, 0)?, action, rows::number(row, 4)?);
        event.actor = rows::string(row, 2);
        event.reason = rows::string(row, 3);
        Some(event)
    })
}

/// Returns what is remembered of all tests.
pub(super) fn memories(database: &Database) -> rusqlite::Result<Vec<RememberedTest>> {
    if !database.is_full() {
        return Ok(Vec::new());
    }
    let sql = "SELECT test_id, variant, state, epoch_at, peak_rate, released_at, acknowledged_at
               FROM test_states";
    collect(&database.conn, sql, &[], |row| {
        let mut memory = TestMemory::default();
        memory.state = rows::text(row, 2).and_then(State::from_name);
        memory.epoch_at = rows::number(row, 3);
        memory.peak_rate = rows::number(row, 4);
        memory.released_at = rows::number(row, 5);
        memory.acknowledged_at = rows::number(row, 6);
        Some(RememberedTest::new(
            rows::string(row, 0)?,
            rows::string(row, 1)?,
            memory,
        ))
    })
}

fn save(conn: &Connection, entry: &QuarantineEntry) -> rusqlite::Result<()> {
    let json = |texts: &[String]| {
        (!texts.is_empty()).then(|| serde_json::to_string(texts).unwrap_or_default())
    };
    conn.prepare_cached(
        "INSERT OR REPLACE INTO quarantine
             (test_id, reason, quarantined_at, auto_unquarantine, variants_json, error_fps_json,
              scope, reason_code, evidence_json, rate_at_entry, owner, ticket, created_by,
              expires_at, renewals, mode, override, suspended_at)
         VALUES
             (:test_id, :reason, :at, :auto, :variants, :fingerprints, :scope, :code, :evidence,
              :rate, :owner, :ticket, :by, :expires_at, :renewals, :mode, :override, :suspended_at)",
    )?
    .execute(named_params! {
        ":test_id": entry.test_id,
        ":reason": entry.reason,
        ":at": entry.quarantined_at,
        ":auto": entry.kind == EntryKind::Auto,
        ":variants": json(&entry.variants),
        ":fingerprints": json(&entry.fingerprints),
        ":scope": if entry.scope == Scope::Test { "test" } else { "fingerprint" },
        ":code": entry.reason_code,
        ":evidence": entry.evidence_json,
        ":rate": entry.rate_at_entry,
        ":owner": entry.owner,
        ":ticket": entry.ticket,
        ":by": entry.created_by,
        ":expires_at": entry.expires_at,
        ":renewals": entry.renewals,
        ":mode": if entry.kind == EntryKind::Auto { "auto" } else { "manual" },
        ":override": entry.verdict.map(|verdict| match verdict {
            Override::Always => "always",
            _ => "never",
        }),
        ":suspended_at": entry.suspended_at,
    })?;
    Ok(())
}

/// Reads an entry; what only the Python package wrote has the defaults of that package.
fn read(row: &Row<'_>, has_more: bool) -> Option<QuarantineEntry> {
    let is_auto = rows::number(row, 3).is_none_or(|flag| flag != 0.0);
    let kind = if is_auto {
        EntryKind::Auto
    } else {
        EntryKind::Manual
    };
    let reason = rows::string(row, 1).unwrap_or_default();
    let mut entry =
        QuarantineEntry::new(rows::string(row, 0)?, reason, kind, rows::number(row, 2)?);
    if !has_more {
        entry.scope = Scope::Test;
        return Some(entry);
    }
    let texts = |column: usize| {
        rows::text(row, column)
            .and_then(|json| serde_json::from_str::<Vec<String>>(json).ok())
            .unwrap_or_default()
    };
    entry.variants = texts(4);
    entry.fingerprints = texts(5);
    entry.scope = match rows::text(row, 6) {
        Some("fingerprint") => Scope::Fingerprint,
        _ => Scope::Test,
    };
    entry.reason_code = rows::string(row, 7);
    entry.evidence_json = rows::string(row, 8);
    entry.rate_at_entry = rows::number(row, 9);
    entry.owner = rows::string(row, 10);
    entry.ticket = rows::string(row, 11);
    entry.created_by = rows::string(row, 12);
    entry.expires_at = rows::number(row, 13);
    entry.renewals = row.get(14).unwrap_or_default();
    if rows::text(row, 15) == Some("manual") {
        entry.kind = EntryKind::Manual;
    }
    entry.verdict = match rows::text(row, 16) {
        Some("always") => Some(Override::Always),
        Some("never") => Some(Override::Never),
        _ => None,
    };
    entry.suspended_at = rows::number(row, 17);
    Some(entry)
}

fn log(conn: &Connection, event: &QuarantineEvent) -> rusqlite::Result<()> {
    conn.prepare_cached(
        "INSERT INTO quarantine_events (test_id, action, actor, reason, timestamp)
         VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![
        event.test_id,
        event.action.name(),
        event.actor,
        event.reason,
        event.timestamp
    ])?;
    Ok(())
}

fn remember(conn: &Connection, test: &RememberedTest, now: f64) -> rusqlite::Result<()> {
    let memory = &test.memory;
    let state = memory.state.unwrap_or(State::Unknown);
    conn.prepare_cached(
        "INSERT INTO test_states
             (test_id, variant, state, epoch_at, peak_rate, released_at, acknowledged_at,
              updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (test_id, variant) DO UPDATE SET
             state = excluded.state, epoch_at = excluded.epoch_at,
             peak_rate = excluded.peak_rate, released_at = excluded.released_at,
             acknowledged_at = excluded.acknowledged_at, updated_at = excluded.updated_at",
    )?
    .execute(params![
        test.test_id,
        test.variant,
        state.name(),
        memory.epoch_at,
        memory.peak_rate,
        memory.released_at,
        memory.acknowledged_at,
        now
    ])?;
    Ok(())
}

/// Reads all rows of a query; a row that is broken is left out.
fn collect<T>(
    conn: &Connection,
    sql: &str,
    parameters: &[&dyn rusqlite::ToSql],
    read: impl Fn(&Row<'_>) -> Option<T>,
) -> rusqlite::Result<Vec<T>> {
    let mut statement = conn.prepare_cached(sql)?;
    let mut found = statement.query(parameters)?;
    let mut all = Vec::new();
    while let Some(row) = found.next()? {
        all.extend(read(row));
    }
    Ok(all)
}
