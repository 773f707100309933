//! Opening a database file: checks first, then settings, then migration.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::leftovers;
use super::migrate::{self, Found, Missing};
use super::part;
use super::target::{Access, Target};
use crate::error::{Error, ErrorKind};
use crate::schema::{FIRST_FULL_VERSION, SCHEMA_VERSION};

/// How many prepared statements a connection keeps; more than this crate has.
const STATEMENT_CACHE: usize = 64;

/// How much of a database a connection keeps in memory, in KiB.
///
/// SQLite's own 2 MiB hold some thousand fingerprints; above that each call reads pages again.
const PAGE_CACHE: i64 = 16 * 1024;

/// The same where the file is only read: reports go through it once.
const READING_PAGE_CACHE: i64 = 4 * 1024;

/// How much of a file is read as memory where that is asked for, in bytes; the rest is read as ever.
const MAPPED: i64 = 4 << 30;

/// After how many pages the write-ahead log is copied into the database.
///
/// Each time takes two waits for the disk; 16 MiB instead of SQLite's 4 make them a quarter as many.
const CHECKPOINT_PAGES: i64 = 4_000;

/// How long to wait before asking for the write-ahead log again.
const JOURNAL_RETRY: Duration = Duration::from_millis(2);

/// An open database, checked and of a version this build can read.
pub(super) struct Database {
    pub(super) conn: Connection,
    pub(super) schema_version: u32,
    /// What a file of an earlier build has not; a file that is only read stays as it is.
    missing: Missing,
}

impl Database {
    /// Returns whether pages, history and the details of heals are there.
    ///
    /// Always so where the store may write; a file that is only read keeps the version it has.
    pub(super) fn is_full(&self) -> bool {
        self.schema_version >= FIRST_FULL_VERSION
    }

    /// Returns whether a table is there, or a column as `table.column`: schema v3 has grown.
    pub(super) fn has(&self, name: &str) -> bool {
        !self.missing.contains(name)
    }
}

/// Opens the target, creating or migrating it where it may be written.
pub(super) fn open(target: &Target) -> Result<Database, Error> {
    target.check()?;
    let location = target.location();
    // Before SQLite makes one.
    let has_log = target.beside("-wal").exists();
    let fail = |source| {
        let error = Error::sqlite(&location, "open the database", source);
        let is_damaged = error.kind() == ErrorKind::Corrupt && !has_log;
        is_damaged
            .then(|| part::cut_off(target))
            .flatten()
            .unwrap_or(error)
    };
    match target.access {
        Access::ReadWrite => {
            let conn = open_for_writing(target).map_err(fail)?;
            let found = migrate::inspect(&conn).map_err(fail)?;
            refuse_unknown(&location, &found)?;
            // Only now: a file that is not ours must not even change its journal mode.
            set_journal(&conn, target.busy_timeout).map_err(fail)?;
            let found = migrate::migrate(&conn, found).map_err(fail)?;
            refuse_unknown(&location, &found)?;
            Ok(Database {
                conn,
                schema_version: SCHEMA_VERSION,
                missing: Missing::new(),
            })
        }
        Access::ReadOnly => {
            let (conn, found) = open_for_reading(target).map_err(fail)?;
            refuse_unknown(&location, &found)?;
            let Found::Ours { version, missing } = found else {
                if !has_log && let Some(error) = part::without_log(&conn, target) {
                    return Err(error);
                }
                let message = format!("there is nothing in `{location}` yet");
                return Err(Error::new(ErrorKind::NotFound, &location, message));
            };
            Ok(Database {
                conn,
                schema_version: version,
                missing,
            })
        }
    }
}

fn refuse_unknown(location: &str, found: &Found) -> Result<(), Error> {
    let (kind, message) = match found {
        Found::Foreign => (
            ErrorKind::ForeignDatabase,
            format!("`{location}` is a database of another program"),
        ),
        Found::BadVersion(version) => (
            ErrorKind::Corrupt,
            format!("the database `{location}` has no valid schema version: `{version}`"),
        ),
        Found::Ours { version, .. } if *version > SCHEMA_VERSION => (
            ErrorKind::NewerSchema,
            format!(
                "the database `{location}` has schema version {version}; this version of \
                 Breadcrumb knows {SCHEMA_VERSION} and older"
            ),
        ),
        Found::Ours { .. } | Found::Empty => return Ok(()),
    };
    Err(Error::new(kind, location, message))
}

fn open_for_writing(target: &Target) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let _alone = leftovers::remove(target);
    connect(&target.file, flags, target)
}

/// Opens a file without leaving a trace on it or beside it.
///
/// SQLite reads a database with a write-ahead log only with that log and its index beside the
/// file, and a read-only connection that has to make them leaves them there. So:
/// - the log is there: another process uses the file, or was killed; read along with it;
/// - it is not: a connection that could write, but is told not to, cleans up when it closes;
/// - the file is write-protected, or nothing can be made beside it: nobody writes to it either,
///   and SQLite may take it as immutable.
fn open_for_reading(target: &Target) -> rusqlite::Result<(Connection, Found)> {
    let read_only = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let can_write = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let inspected = |conn: Connection| {
        conn.pragma_update(None, "query_only", true)?;
        let found = migrate::inspect(&conn)?;
        Ok((conn, found))
    };
    let immutable = || {
        let uri = immutable_uri(&target.file);
        let flags = read_only | OpenFlags::SQLITE_OPEN_URI;
        connect(Path::new(&uri), flags, target).and_then(inspected)
    };
    if target.beside("-wal").exists() {
        return connect(&target.file, read_only, target).and_then(inspected);
    }
    if target.is_write_protected() {
        return immutable();
    }
    let opened = connect(&target.file, can_write, target).and_then(inspected);
    match opened
        .as_ref()
        .err()
        .and_then(rusqlite::Error::sqlite_error_code)
    {
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly) => immutable(),
        _ => opened,
    }
}

fn connect(path: &Path, flags: OpenFlags, target: &Target) -> rusqlite::Result<Connection> {
    let conn = Connection::open_with_flags(path, flags)?;
    conn.busy_timeout(target.busy_timeout)?;
    conn.set_prepared_statement_cache_capacity(STATEMENT_CACHE);
    // Without it SQLite compiles a statement anew for every bound value wherever a partial index
    // could depend on it: 40 µs instead of 11 for one heal.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    conn.pragma_update(None, "foreign_keys", true)?;
    // Negative: in KiB, not in pages.
    let cache = match target.access {
        Access::ReadWrite => PAGE_CACHE,
        Access::ReadOnly => READING_PAGE_CACHE,
    };
    conn.pragma_update(None, "cache_size", -cache)?;
    if target.is_mapped {
        conn.pragma_update(None, "mmap_size", MAPPED)?;
    }
    // A database may come from anywhere, e.g. a CI artifact: its views and triggers call no more
    // than harmless functions.
    conn.pragma_update(None, "trusted_schema", false)?;
    Ok(conn)
}

/// Switches to the write-ahead log, so that readers and a writer do not wait for each other.
///
/// `synchronous = NORMAL` is safe with it: a killed process loses nothing that was committed, and
/// a power cut at most the last commits, never the database. Where the log is not possible (some
/// network drives) only `FULL` promises as much.
fn set_journal(conn: &Connection, busy_timeout: Duration) -> rusqlite::Result<()> {
    let deadline = Instant::now() + busy_timeout;
    let mode = loop {
        let set = conn
            .pragma_update_and_check(None, "journal_mode", "wal", |row| row.get::<_, String>(0));
        match set {
            // SQLite does not wait by itself here when several processes create the file.
            Err(error) if is_busy(&error) && Instant::now() < deadline => {
                thread::sleep(JOURNAL_RETRY);
            }
            other => break other?,
        }
    };
    let synchronous = if mode.eq_ignore_ascii_case("wal") {
        "NORMAL"
    } else {
        "FULL"
    };
    conn.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
    conn.pragma_update(None, "synchronous", synchronous)
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
    )
}

/// Returns the URI by which SQLite opens a file that does not change while it is open.
fn immutable_uri(file: &Path) -> String {
    let mut uri = String::from("file:");
    if cfg!(windows) {
        uri.push('/');
    }
    for &byte in file.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'/' | b':' | b'-' | b'_' | b'.' | b'~' => uri.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            _ => {
                uri.push('%');
                uri.extend([byte >> 4, byte & 0xf].map(hex_digit));
            }
        }
    }
    uri.push_str("?immutable=1");
    uri
}

fn hex_digit(nibble: u8) -> char {
    char::from_digit(u32::from(nibble), 16).unwrap_or('0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uri_keeps_every_character_of_a_path() {
        let uri = immutable_uri(Path::new("/a b/100%?#é.db"));
        if cfg!(unix) {
            assert_eq!(uri, "file:/a%20b/100%25%3f%23%c3%a9.db?immutable=1");
        }
    }
}
