//! The database: opened for reading, examined, and what is to be said about it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use breadcrumb_store::{
    BrokenRow, Error as StoreError, ErrorKind, Health, OpenOptions, SqliteStore, Store as _,
};

use super::diagnosis::{Area, Finding};
use super::request::DoctorRequest;
use super::{STALE_DAYS, shell};
use crate::recorder::waiting_spools;

/// How long to wait for a process that keeps the database locked: long enough for a write, short
/// enough for somebody who waits for an answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// A write-ahead log is copied into the database at 16 MiB; one that is several times as large has
/// not been, because somebody keeps reading or was killed.
const HUGE_LOG: u64 = 64 * 1024 * 1024;

/// More broken rows than these are counted, not listed.
const NAMED_ROWS: usize = 10;

/// What came of opening the database.
pub(super) struct Opened {
    pub(super) store: Option<SqliteStore>,
    pub(super) health: Option<Health>,
    pub(super) findings: Vec<Finding>,
}

/// What the file system says about the database.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct FileFacts {
    /// Whether it, or its folder, is write-protected.
    pub(super) is_protected: bool,
    /// The size of the write-ahead log.
    pub(super) log_bytes: u64,
    /// How many files with results wait to be written to it.
    pub(super) spools: usize,
}

/// Opens and examines the database of a request.
pub(super) fn open(request: &DoctorRequest, now: f64) -> Opened {
    let path = &request.database;
    let options = OpenOptions::new().read_only().busy_timeout(PATIENCE);
    let examined = options
        .open(path)
        .and_then(|store| store.health(now, STALE_DAYS).map(|health| (store, health)));
    match examined {
        Ok((store, health)) => Opened {
            findings: of_examined(&health, request),
            store: Some(store),
            health: Some(health),
        },
        Err(error) => Opened {
            store: None,
            health: None,
            findings: vec![unusable(&error, request.is_expected)],
        },
    }
}

/// Says what is to be known about a database that was examined.
pub(super) fn of_examined(health: &Health, request: &DoctorRequest) -> Vec<Finding> {
    let facts = FileFacts::of(&request.database);
    findings(health, facts, &request.database_argument())
}

impl FileFacts {
    fn of(path: &Path) -> Self {
        let is_readonly =
            |path: &Path| fs::metadata(path).is_ok_and(|data| data.permissions().readonly());
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        Self {
            is_protected: is_readonly(path) || is_readonly(folder.unwrap_or(Path::new("."))),
            log_bytes: fs::metadata(PathBuf::from(log)).map_or(0, |data| data.len()),
            spools: waiting_spools(path).len(),
        }
    }
}

/// Says why a database cannot be examined.
fn unusable(error: &StoreError, is_expected: bool) -> Finding {
    if error.kind() == ErrorKind::NotFound && !is_expected {
        let message = "nothing is recorded yet";
        return Finding::note(Area::Database, message).fix("pytest --breadcrumb");
    }
    let finding = Finding::error(Area::Database, error.to_string());
    match error.hint() {
        Some(hint) => finding.fix(hint),
        None => finding,
    }
}

/// Says what is to be known about a database that can be read.
pub(super) fn findings(health: &Health, facts: FileFacts, argument: &str) -> Vec<Finding> {
    let file = shell::word(&health.location);
    let mut found: Vec<Finding> = health
        .damage
        .iter()
        .map(|damage| {
            Finding::error(Area::Database, format!("damaged: {damage}"))
                .fix(format!("sqlite3 {file} .recover | sqlite3 recovered.db"))
        })
        .collect();
    found.extend(
        health
            .broken_rows
            .iter()
            .take(NAMED_ROWS)
            .map(|row| broken(row, argument)),
    );
    let named = health.broken_rows.len().min(NAMED_ROWS) as u64;
    if health.broken_values > named {
        let message = format!("broken: {} more values", health.broken_values - named);
        found.push(Finding::error(Area::Database, message));
    }
    if facts.is_protected {
        let message = format!(
            "`{}` is write-protected: tests cannot record",
            health.location
        );
        let fix = format!("chmod u+w {file} \"$(dirname {file})\"");
        found.push(Finding::warning(Area::Database, message).fix(fix));
    }
    if facts.log_bytes > HUGE_LOG {
        let size = facts.log_bytes / (1024 * 1024);
        let message = format!(
            "the write-ahead log is {size} MiB: a process keeps the database open, or was killed"
        );
        // Whoever closes a database last, and may write, leaves no log behind.
        let fix = format!("breadcrumb quarantine update{argument}");
        found.push(Finding::warning(Area::Database, message).fix(fix));
    }
    found.extend(spooled(facts.spools, argument));
    found.extend(stale(health.stale_fingerprints, argument));
    found
}

fn broken(row: &BrokenRow, argument: &str) -> Finding {
    let BrokenRow {
        table,
        column,
        id,
        test_id,
        locator,
        reason,
        ..
    } = row;
    let message = format!("broken: {table}.{column} row {id} ({test_id} {locator}): {reason}");
    let finding = Finding::error(Area::Database, message);
    // A passing test writes its fingerprints anew; the log of heals is never written again.
    if table.starts_with("fingerprint") && !table.ends_with("history") {
        let argument = argument.replace("--db", "--breadcrumb-db");
        finding.fix(format!(
            "pytest --breadcrumb{argument} {}",
            shell::word(test_id)
        ))
    } else {
        finding
    }
}

fn spooled(files: usize, argument: &str) -> Option<Finding> {
    let (noun, verb) = match files {
        0 => return None,
        1 => ("file", "waits"),
        _ => ("files", "wait"),
    };
    let message = format!(
        "{files} {noun} with results {verb} to be written: the database was locked or read-only"
    );
    // Whoever opens a database to write takes in what waits.
    let fix = format!("breadcrumb quarantine update{argument}");
    Some(Finding::warning(Area::Database, message).fix(fix))
}

fn stale(count: u64, argument: &str) -> Option<Finding> {
    let (noun, owners) = match count {
        0 => return None,
        1 => ("fingerprint", "its test is gone or does not pass"),
        _ => ("fingerprints", "their tests are gone or do not pass"),
    };
    let message = format!("stale: {count} {noun} not renewed for {STALE_DAYS} days: {owners}");
    let fix = format!("breadcrumb prune --stale-fingerprints {STALE_DAYS}{argument}");
    Some(Finding::warning(Area::Fingerprints, message).fix(fix))
}
