//! One database of several: the same rows whatever the order of the inputs, and once for all.
//!
//! All inputs are read table by table, each in the order of what makes two rows the same: a key, or
//! for logs the time. [`stream`] hands over all rows with the same key or time at once, and a rule
//! of [`rules`] says what becomes of them. Each rule takes the greatest of some order, so neither
//! the order of the inputs nor doing it again makes a difference. Numbers of rows are another in
//! each database, so what refers to them is translated on the way.

mod baseline;
mod history;
mod keyed;
mod log;
mod merger;
mod quarantine;
mod renames;
mod rules;
mod stream;

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

use super::super::connect::{self, Database};
use super::super::memories;
use super::super::target::{Access, DEFAULT_BUSY_TIMEOUT, Target};
use super::super::transaction::immediate;
use super::export::plain_database;
use super::layout::{self, ForeignColumn};
use super::place::Workplace;
use crate::error::Error;
use merger::Merger;
use rules::RULES;

/// What a merge has done.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Merged {
    /// How many databases were read besides the one that was written to.
    pub inputs: usize,
    /// What has changed, by table; those without a change are left out.
    pub tables: Vec<MergedTable>,
}

/// What a merge has done to one table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MergedTable {
    /// The table's name.
    pub table: &'static str,
    /// The rows that are new.
    pub added: u64,
    /// The rows that another one has taken the place of.
    pub changed: u64,
    /// The rows that are gone.
    pub removed: u64,
}

/// How far a merge is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MergeProgress {
    /// The rows that were read so far.
    pub rows: u64,
    /// All rows that there are to read.
    pub total: u64,
}

/// Merges databases into the one at `output`, in one transaction.
///
/// Inputs are only read, whatever version they have. What is at `output` already stays and is merged
/// with; its rows keep their numbers. Without it, the new database is the same whatever the order of
/// the inputs.
pub fn merge(
    inputs: &[PathBuf],
    output: &Path,
    progress: &mut dyn FnMut(MergeProgress),
) -> Result<Merged, Error> {
    merge_within(inputs, output, progress, DEFAULT_BUSY_TIMEOUT)
}

fn merge_within(
    inputs: &[PathBuf],
    output: &Path,
    progress: &mut dyn FnMut(MergeProgress),
    busy_timeout: Duration,
) -> Result<Merged, Error> {
    // All are opened before anything is written: a wrong path changes nothing.
    let sources = open_sources(inputs, output, busy_timeout)?;
    let workplace = Workplace::new(output, busy_timeout)?;
    let database = workplace.open()?;
    let location = output.display().to_string();
    let fail = |source| Error::sqlite(&location, "merge the databases", source);
    keep_in_memory(&database).map_err(fail)?;
    let mut unreadable = None;
    let merged = immediate(&database.conn, || {
        let present = if workplace.is_new() {
            None
        } else {
            match reader(&workplace) {
                Ok(reader) => Some(reader),
                Err(error) => {
                    unreadable = Some(error);
                    return Err(rusqlite::Error::QueryReturnedNoRows);
                }
            }
        };
        merge_all(&database, present.as_ref(), &sources, progress)
    });
    if let Some(error) = unreadable {
        return Err(error);
    }
    let merged = merged.map_err(fail)?;
    drop(sources);
    if let Some(draft) = workplace.finish(database)? {
        let draft = std::slice::from_ref(&draft.path);
        return merge_within(draft, output, progress, busy_timeout);
    }
    Ok(merged)
}

/// Keeps what is written in memory until the end, where there is no write-ahead log.
///
/// SQLite would otherwise want the file for itself in the middle of it, which is also read from.
fn keep_in_memory(database: &Database) -> rusqlite::Result<()> {
    let conn = &database.conn;
    let mode: String = conn.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    let has_log = mode.eq_ignore_ascii_case("wal");
    conn.pragma_update(None, "cache_spill", has_log)
}

/// Opens what is to be read, each once, and not what is written to.
fn open_sources(
    inputs: &[PathBuf],
    output: &Path,
    busy_timeout: Duration,
) -> Result<Vec<Database>, Error> {
    let real = |path: &Path| path.canonicalize().ok();
    let mut known = vec![real(output)];
    let mut sources = Vec::new();
    for input in inputs {
        let target = Target::new(input, Access::ReadOnly, busy_timeout)?;
        let path = real(input);
        if path.is_some() && known.contains(&path) {
            continue;
        }
        let source = connect::open(&target)?;
        begin(&source, &target)?;
        sources.push(source);
        known.push(path);
    }
    Ok(sources)
}

/// Opens the database that is written to once more, to read what it had.
fn reader(workplace: &Workplace) -> Result<Database, Error> {
    let mut target = workplace.target()?;
    target.access = Access::ReadOnly;
    let reader = connect::open(&target)?;
    begin(&reader, &target)?;
    Ok(reader)
}

/// Keeps what is read as it is now, though others write meanwhile.
fn begin(database: &Database, target: &Target) -> Result<(), Error> {
    database
        .conn
        .execute_batch("BEGIN; SELECT COUNT(*) FROM sqlite_master;")
        .map_err(|source| Error::sqlite(&target.location(), "read the database", source))
}

fn merge_all(
    database: &Database,
    present: Option<&Database>,
    sources: &[Database],
    progress: &mut dyn FnMut(MergeProgress),
) -> rusqlite::Result<Merged> {
    let conn = &database.conn;
    layout::add_columns(conn, &foreign_columns(sources)?)?;
    let mut merger = Merger::new(conn, present, sources, progress)?;
    for rule in RULES {
        merger.merge_table(rule)?;
    }
    let mut done = Merged {
        inputs: sources.len(),
        tables: merger.finish(),
    };
    memories::collect_garbage(conn, None)?;
    done.tables
        .retain(|table| table.added + table.changed + table.removed > 0);
    Ok(done)
}

/// Returns the columns of other programs, sorted: the order of the inputs makes no difference.
fn foreign_columns(sources: &[Database]) -> rusqlite::Result<Vec<ForeignColumn>> {
    let plain = plain_database()?;
    let mut all = Vec::new();
    for source in sources {
        all.extend(layout::foreign_columns(&source.conn, &plain)?);
    }
    all.sort_by(|a, b| (&a.table, &a.name, &a.declared).cmp(&(&b.table, &b.name, &b.declared)));
    all.dedup_by(|a, b| (&a.table, &a.name) == (&b.table, &b.name));
    Ok(all)
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;
    use crate::error::ErrorKind;
    use crate::sqlite::store::SqliteStore;

    #[test]
    fn a_locked_database_is_an_error_that_names_it_and_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["a.db", "b.db", "out.db"] {
            drop(SqliteStore::open(path(name)).unwrap());
        }
        let refused = |output: &str| {
            let inputs = [path("a.db"), path("b.db")];
            let merged = merge_within(
                &inputs,
                &path(output),
                &mut |_| {},
                Duration::from_millis(20),
            );
            let error = merged.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Locked, "{error}");
            error.location().to_owned()
        };
        let writer = Connection::open(path("out.db")).unwrap();
        writer.execute_batch("BEGIN IMMEDIATE").unwrap();
        assert!(refused("out.db").ends_with("out.db"));
        writer.execute_batch("ROLLBACK").unwrap();
        // With a write-ahead log one can always read; without it, not while somebody writes.
        let other = Connection::open(path("b.db")).unwrap();
        let mode = "PRAGMA journal_mode = DELETE";
        other.query_row(mode, [], |_| Ok(())).unwrap();
        other.execute_batch("BEGIN EXCLUSIVE").unwrap();
        assert!(refused("new.db").ends_with("b.db"));
        assert!(!path("new.db").exists());
    }

    #[test]
    fn a_database_that_appears_meanwhile_is_merged_with() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let insert = |name: &str, test: &str| {
            drop(SqliteStore::open(path(name)).unwrap());
            let conn = Connection::open(path(name)).unwrap();
            let sql = "INSERT INTO test_runs (test_id, status, timestamp) VALUES (?1, 'passed', 1)";
            conn.execute(sql, [test]).unwrap();
        };
        insert("a.db", "a");
        let mut is_first = true;
        merge(&[path("a.db")], &path("out.db"), &mut |_| {
            if std::mem::take(&mut is_first) {
                insert("out.db", "b");
            }
        })
        .unwrap();
        let conn = Connection::open(path("out.db")).unwrap();
        let count = "SELECT COUNT(*) FROM test_runs";
        assert_eq!(conn.query_row(count, [], |row| row.get::<_, i64>(0)), Ok(2));
        let files = std::fs::read_dir(folder.path()).unwrap();
        let mut names = files.map(|file| file.unwrap().file_name());
        assert!(!names.any(|name| name.to_string_lossy().contains("tmp")));
    }
}
