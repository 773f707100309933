//! What people decide about heals.

use std::collections::HashMap;

use breadcrumb_core::{
    Acceptance, ElementFingerprint, HealState, HealingEvent, Rejection, hash128, identity_digest,
};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::connect::Database;
use super::rejecting::{self, RejectedHeal};
use super::rows;
use crate::decisions::{Decided, DecidedHeal, Decision, Decisions, NewDecision};

/// Of several decisions about a heal the last one counts.
const NEWEST: &str =
    "SELECT test_id, locator, healed_digest, decision, note, decided_by, decided_at
    FROM heal_decisions ORDER BY decided_at, id";
const REJECTED: &str = "SELECT pair.original_json, pair.healed_json, made.event_id
    FROM heal_decisions AS made
    JOIN rejected_pairs AS pair USING (original_digest, healed_digest)
    WHERE made.decision = 'rejected' AND NOT EXISTS (
        SELECT 1 FROM heal_decisions AS later
        WHERE later.test_id = made.test_id AND later.locator = made.locator
            AND later.healed_digest IS made.healed_digest
            AND (later.decided_at, later.id) > (made.decided_at, made.id))
    GROUP BY pair.original_digest, pair.healed_digest
    ORDER BY made.id";

const ACCEPTED: &str = "SELECT id, test_id, locator, page_key, original_json, healed_json
    FROM healing_events WHERE occasion = 'accepted' ORDER BY id DESC";

/// An event, as much of it as a decision needs.
pub(super) struct Event {
    pub(super) id: i64,
    pub(super) timestamp: f64,
    pub(super) confidence: f64,
    pub(super) digest: String,
}

/// Reads the newest decision about each heal.
pub(super) fn newest(database: &Database) -> rusqlite::Result<Decisions> {
    let mut decisions = Decisions::default();
    if !database.is_full() {
        return Ok(decisions);
    }
    let mut statement = database.conn.prepare_cached(NEWEST)?;
    let mut found = statement.query([])?;
    while let Some(row) = found.next()? {
        let Some(((test_id, locator, digest), decision)) = read_decision(row) else {
            continue;
        };
        decisions.add(test_id, locator, digest, decision);
    }
    Ok(decisions)
}

fn read_decision(row: &Row<'_>) -> Option<((String, String, String), Decision)> {
    let heal = (
        rows::string(row, 0)?,
        rows::string(row, 1)?,
        rows::string(row, 2)?,
    );
    let decision = Decision {
        state: HealState::from_name(rows::text(row, 3)?)?,
        note: rows::string(row, 4),
        decided_by: rows::string(row, 5),
        decided_at: rows::number(row, 6)?,
    };
    Some((heal, decision))
}

/// Reads all heals, the newest first.
pub(super) fn heals(database: &Database) -> rusqlite::Result<Vec<DecidedHeal>> {
    let decisions = newest(database)?;
    let mut places: HashMap<(String, String, String), usize> = HashMap::new();
    let mut heals: Vec<DecidedHeal> = Vec::new();
    let sql = events_sql(database, "1");
    let mut statement = database.conn.prepare_cached(&sql)?;
    let mut found = statement.query([])?;
    while let Some(row) = found.next()? {
        let (Some(test_id), Some(locator), Some(event)) =
            (rows::string(row, 5), rows::string(row, 6), read_event(row))
        else {
            continue;
        };
        let key = (test_id, locator, event.digest);
        if let Some(heal) = places.get(&key).and_then(|place| heals.get_mut(*place)) {
            heal.events += 1;
            heal.first_at = event.timestamp;
            continue;
        }
        let decision = decisions.get(&key.0, &key.1, &key.2).cloned();
        heals.push(DecidedHeal {
            id: event.id,
            test_id: key.0.clone(),
            locator: key.1.clone(),
            confidence: event.confidence,
            events: 1,
            first_at: event.timestamp,
            last_at: event.timestamp,
            state: decision.as_ref().map_or(HealState::Pending, |d| d.state),
            decision,
        });
        places.insert(key, heals.len() - 1);
    }
    Ok(heals)
}

/// Reads the pairs that are rejected.
pub(super) fn rejections(database: &Database) -> rusqlite::Result<Vec<Rejection>> {
    if !database.has("rejected_pairs") {
        return Ok(Vec::new());
    }
    let mut statement = database.conn.prepare_cached(REJECTED)?;
    let mut found = statement.query([])?;
    let mut rejections = Vec::new();
    while let Some(row) = found.next()? {
        let pair = rows::fingerprint(row, 0).zip(rows::fingerprint(row, 1));
        let heal: Option<i64> = row.get(2).ok();
        rejections.extend(pair.map(|(original, healed)| Rejection::new(heal, original, healed)));
    }
    Ok(rejections)
}

/// Reads the suggestions that are accepted, the newest first.
pub(super) fn acceptances(database: &Database) -> rusqlite::Result<Vec<Acceptance>> {
    if !database.has("healing_events.occasion") {
        return Ok(Vec::new());
    }
    let mut statement = database.conn.prepare_cached(ACCEPTED)?;
    let mut found = statement.query([])?;
    let mut accepted = Vec::new();
    while let Some(row) = found.next()? {
        accepted.extend(read_acceptance(row));
    }
    if accepted.is_empty() {
        return Ok(Vec::new());
    }
    let decisions = newest(database)?;
    accepted.retain(|(test_id, pair)| {
        let digest = identity_digest(&pair.accepted);
        let decision = decisions.get(test_id, &pair.locator, &digest);
        decision.is_some_and(|made| matches!(made.state, HealState::Approved | HealState::Fixed))
    });
    Ok(accepted.into_iter().map(|(_, pair)| pair).collect())
}

fn read_acceptance(row: &Row<'_>) -> Option<(String, Acceptance)> {
    let (original, accepted) = (rows::fingerprint(row, 4)?, rows::fingerprint(row, 5)?);
    let (locator, page_key) = (rows::string(row, 2)?, rows::string(row, 3));
    let pair = Acceptance::new(row.get(0).ok()?, locator, page_key, original, accepted);
    Some((rows::string(row, 1)?, pair))
}

/// Appends a decision; the caller holds a transaction.
pub(super) fn decide(
    database: &Database,
    decision: &NewDecision,
    now: f64,
) -> rusqlite::Result<Option<Decided>> {
    let conn = &database.conn;
    let Some(heal) = load(database, decision.heal)? else {
        return Ok(None);
    };
    let is_rejected = decision.state == HealState::Rejected;
    let original_digest = heal.original.as_ref().map(identity_digest);
    if let (true, Some(original)) = (is_rejected, &heal.original) {
        conn.prepare_cached(
            "INSERT INTO rejected_pairs VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
        )?
        .execute(params![
            original_digest,
            heal.digest,
            original.to_json(),
            heal.healed.to_json(),
            decision.decided_at
        ])?;
    }
    let subject = Subject {
        test_id: &heal.test_id,
        locator: &heal.locator,
        original_digest: original_digest.as_deref(),
        healed_digest: &heal.digest,
    };
    insert(conn, decision, &subject)?;
    let restored = if is_rejected {
        rejecting::roll_back(conn, &heal, now)?
    } else {
        None
    };
    Ok(Some(Decided {
        test_id: heal.test_id,
        locator: heal.locator,
        restored,
    }))
}

/// Approves a heal that was just recorded, in the name of a setting.
pub(super) fn approve(
    conn: &Connection,
    id: i64,
    event: &HealingEvent,
    by: &str,
) -> rusqlite::Result<()> {
    let decision = NewDecision {
        heal: id,
        state: HealState::Approved,
        note: None,
        decided_by: Some(by.to_owned()),
        decided_at: event.timestamp,
    };
    let subject = Subject {
        test_id: &event.test_id,
        locator: &event.locator,
        original_digest: Some(&identity_digest(&event.original)),
        healed_digest: &identity_digest(&event.healed),
    };
    insert(conn, &decision, &subject)
}

/// The heal that a decision is about.
struct Subject<'a> {
    test_id: &'a str,
    locator: &'a str,
    original_digest: Option<&'a str>,
    healed_digest: &'a str,
}

fn insert(conn: &Connection, decision: &NewDecision, heal: &Subject<'_>) -> rusqlite::Result<()> {
    let state = decision.state.name();
    let time = decision.decided_at.to_bits().to_string();
    let by = decision.decided_by.as_deref().unwrap_or_default();
    let uid = hash128(&[
        heal.test_id,
        heal.locator,
        heal.healed_digest,
        state,
        &time,
        by,
    ]);
    conn.prepare_cached(
        "INSERT INTO heal_decisions
             (uid, event_id, test_id, locator, original_digest, healed_digest, decision, note,
              decided_by, decided_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
         ON CONFLICT (uid) WHERE uid IS NOT NULL DO NOTHING",
    )?
    .execute(params![
        uid,
        decision.heal,
        heal.test_id,
        heal.locator,
        heal.original_digest,
        heal.healed_digest,
        state,
        decision.note,
        decision.decided_by,
        decision.decided_at,
    ])?;
    Ok(())
}

/// Loads the heal that an event belongs to, with the element it began with.
fn load(database: &Database, event: i64) -> rusqlite::Result<Option<RejectedHeal>> {
    let conn = &database.conn;
    let named = conn
        .prepare_cached("SELECT test_id, locator, healed_json FROM healing_events WHERE id = ?1")?
        .query_row([event], |row| {
            let key = rows::string(row, 0).zip(rows::string(row, 1));
            Ok(key.zip(rows::fingerprint(row, 2)))
        })
        .optional()?
        .flatten();
    let Some(((test_id, locator), healed)) = named else {
        return Ok(None);
    };
    let digest = identity_digest(&healed);
    let (mut original, mut all_healed) = (None, Vec::new());
    for event in events_of(database, &test_id, &locator, &digest)? {
        let (began_with, became) = pair(conn, event)?;
        // Newest first: what can be read last is what the heal began with.
        original = began_with.or(original);
        all_healed.extend(became);
    }
    Ok(Some(RejectedHeal {
        test_id,
        locator,
        digest,
        original,
        healed,
        all_healed,
    }))
}

/// Returns the events of a heal, the newest first.
fn events_of(
    database: &Database,
    test_id: &str,
    locator: &str,
    digest: &str,
) -> rusqlite::Result<Vec<i64>> {
    let sql = events_sql(database, "test_id = ?1 AND locator = ?2");
    let mut statement = database.conn.prepare_cached(&sql)?;
    let mut found = statement.query([test_id, locator])?;
    let mut events = Vec::new();
    while let Some(row) = found.next()? {
        let event = read_event(row).filter(|event| event.digest == digest);
        events.extend(event.map(|event| event.id));
    }
    Ok(events)
}

/// Reads both elements of an event; one that is broken is none.
fn pair(
    conn: &Connection,
    event: i64,
) -> rusqlite::Result<(Option<ElementFingerprint>, Option<ElementFingerprint>)> {
    conn.prepare_cached("SELECT original_json, healed_json FROM healing_events WHERE id = ?1")?
        .query_row([event], |row| {
            Ok((rows::fingerprint(row, 0), rows::fingerprint(row, 1)))
        })
}

/// Returns the statement that reads events, newest first.
///
/// An event of the Python package has no digest; its fingerprint is read then.
fn events_sql(database: &Database, condition: &str) -> String {
    let digest = if database.is_full() {
        "healed_digest, CASE WHEN healed_digest IS NULL THEN healed_json END"
    } else {
        "NULL, healed_json"
    };
    format!(
        "SELECT id, timestamp, confidence, {digest}, test_id, locator FROM healing_events
         WHERE {condition} ORDER BY timestamp DESC, id DESC"
    )
}

fn read_event(row: &Row<'_>) -> Option<Event> {
    let digest = rows::string(row, 3)
        .or_else(|| rows::fingerprint(row, 4).map(|healed| identity_digest(&healed)))?;
    Some(Event {
        id: row.get(0).ok()?,
        timestamp: rows::number(row, 1)?,
        confidence: rows::number(row, 2)?,
        digest,
    })
}
