//! Removing what is too old.

use rusqlite::Connection;

use crate::error::Error;
use crate::prune::{PruneRequest, Pruned};
use crate::results::KEPT_DAYS;
use crate::sqlite::store::SqliteStore;
use crate::sqlite::{attempts, screenshots};

const DAY: f64 = 86_400.0;

/// What was rejected stays rejected, unless somebody has changed their mind since.
const OLD_DECISIONS: &str = "DELETE FROM heal_decisions WHERE decided_at < ?1 AND NOT (
    decision = 'rejected' AND NOT EXISTS (
        SELECT 1 FROM heal_decisions AS later
        WHERE later.test_id = heal_decisions.test_id AND later.locator = heal_decisions.locator
            AND later.healed_digest IS heal_decisions.healed_digest
            AND (later.decided_at, later.id) > (heal_decisions.decided_at, heal_decisions.id)))";
/// Runs without anything in them.
const EMPTY_RUNS: &str = "DELETE FROM runs WHERE started_at < ?1
    AND NOT EXISTS (SELECT 1 FROM test_runs WHERE run_ref = runs.id)
    AND NOT EXISTS (SELECT 1 FROM healing_events WHERE run_ref = runs.id)
    AND NOT EXISTS (SELECT 1 FROM verdicts WHERE run_ref = runs.id)";
/// There is no index by revision or error, so they are asked for at once.
const UNSEEN_REVISIONS: &str = "DELETE FROM revisions WHERE first_seen_at < ?1 AND id NOT IN
    (SELECT revision_ref FROM test_runs WHERE revision_ref IS NOT NULL)";
/// An entry of the quarantine names the reasons that it masks.
const UNSEEN_ERRORS: &str = "DELETE FROM errors WHERE first_seen_at < ?1 AND id NOT IN
    (SELECT error_ref FROM test_runs WHERE error_ref IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM quarantine WHERE instr(error_fps_json, error_fp) > 0)";
/// Fingerprints of tests that nothing was recorded of since.
const STALE: &str = "DELETE FROM fingerprints WHERE test_id NOT IN (
    SELECT test_id FROM fingerprints WHERE updated_at >= ?1
    UNION SELECT test_id FROM test_runs WHERE timestamp >= ?1
    UNION SELECT test_id FROM healing_events WHERE timestamp >= ?1
    UNION SELECT test_id FROM verdicts WHERE timestamp >= ?1)";
const UNUSED_MEMORIES: &str = "DELETE FROM page_memories WHERE
    NOT EXISTS (SELECT 1 FROM fingerprint_pages WHERE memory_id = page_memories.id)
    AND NOT EXISTS (SELECT 1 FROM fingerprint_history WHERE memory_id = page_memories.id)";

impl SqliteStore {
    /// Removes what is too old, in one transaction.
    pub fn prune(&self, request: &PruneRequest) -> Result<Pruned, Error> {
        let mut counted = None;
        let done = self.write("remove what is old", |conn| {
            let pruned = remove(conn, request)?;
            if request.is_dry {
                counted = Some(pruned);
                // An error is what rolls a transaction back.
                return Err(rusqlite::Error::QueryReturnedNoRows);
            }
            Ok(pruned)
        });
        counted.map_or(done, Ok)
    }

    /// Moves what is in the write-ahead log into the file itself, as far as nobody holds it up: who copies
    /// the file alone then has all of it, also where this process is killed.
    pub fn checkpoint(&self) -> Result<(), Error> {
        self.read("write the log into the database", |database| {
            let sql = "PRAGMA wal_checkpoint(PASSIVE)";
            database.conn.query_row(sql, [], |_| Ok(()))
        })
    }

    /// Gives the space of what was removed back to the disk.
    pub fn compact(&self) -> Result<(), Error> {
        self.read("compact the database", |database| {
            database.conn.execute_batch("VACUUM")?;
            // The new content is in the write-ahead log until then. Others who read are no error.
            database
                .conn
                .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        })
    }
}

fn remove(conn: &Connection, request: &PruneRequest) -> rusqlite::Result<Pruned> {
    let before = request.now - request.days * DAY;
    let needed = request.now - request.days.max(KEPT_DAYS) * DAY;
    let remove = |sql: &str| -> rusqlite::Result<u64> { Ok(conn.execute(sql, [before])? as u64) };
    let mut pruned = Pruned {
        attempts: attempts::roll_up(conn, before, needed)?,
        decisions: remove(OLD_DECISIONS)?,
        heals: remove("DELETE FROM healing_events WHERE timestamp < ?1")?,
        verdicts: remove("DELETE FROM verdicts WHERE timestamp < ?1")?,
        ..Pruned::default()
    };
    pruned.runs = remove(EMPTY_RUNS)?;
    pruned.revisions = remove(UNSEEN_REVISIONS)?;
    pruned.errors = remove(UNSEEN_ERRORS)?;
    if let Some(days) = request.stale_days {
        let since = request.now - days * DAY;
        pruned.fingerprints = conn.execute(STALE, [since])? as u64;
    }
    pruned.page_memories = conn.execute(UNUSED_MEMORIES, [])? as u64;
    pruned.kept_pictures = screenshots::list_all(conn)?;
    Ok(pruned)
}
