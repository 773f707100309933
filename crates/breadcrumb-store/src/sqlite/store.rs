//! [`SqliteStore`]: one connection behind a lock, and how it is read from and written to.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::Connection;

use super::connect::{self, Database};
use super::log::{Batch, Cursor};
use super::options::OpenOptions;
use super::target::{Access, Target};
use super::transaction::immediate;
use crate::error::{Error, ErrorKind};
use crate::store::{Store as _, Visited};

/// A store in one SQLite file, in the schema of the Python package and more.
///
/// Several threads may share it, and several processes may have the same file open.
///
/// The path `:memory:` makes a store that is gone when it is closed.
pub struct SqliteStore {
    pub(super) target: Target,
    /// `None` while closed.
    database: Mutex<Option<Database>>,
}

impl SqliteStore {
    /// Opens the database at `path`; creates it or brings it to the newest schema where needed.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        OpenOptions::new().open(path)
    }

    /// Opens the database at `path` to look at it, whatever schema version it has.
    ///
    /// It is not created, not migrated and not changed in any way; a call that would write is an
    /// error.
    pub fn open_read_only(path: impl AsRef<Path>) -> Result<Self, Error> {
        OpenOptions::new().read_only().open(path)
    }

    /// Returns the path as it was given.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.target.given
    }

    pub(super) fn connected(target: Target) -> Result<Self, Error> {
        let database = connect::open(&target)?;
        Ok(Self {
            target,
            database: Mutex::new(Some(database)),
        })
    }

    /// Opens the same file once more, for reading.
    pub(super) fn second_for_reading(&self) -> Option<Self> {
        Self::connected(self.target.for_reading()?).ok()
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Option<Database>> {
        // A panic elsewhere has rolled its transaction back, so the connection is good.
        self.database.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn read<T>(
        &self,
        doing: &str,
        work: impl FnOnce(&Database) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        let mut slot = self.lock();
        let database = match &mut *slot {
            Some(database) => database,
            closed => closed.insert(connect::open(&self.target)?),
        };
        work(database).map_err(|source| Error::sqlite(&self.location(), doing, source))
    }

    /// Does `work`, which asks more than once, on one state of the database.
    ///
    /// Thousands of statements by themselves would also ask the system for as many locks.
    pub(super) fn read_at_once<T>(
        &self,
        doing: &str,
        work: impl FnOnce(&Database) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        self.read(doing, |database| {
            let _snapshot = database.conn.unchecked_transaction()?;
            work(database)
        })
    }

    /// Does `work` with the write lock, in one transaction.
    pub(super) fn write<T>(
        &self,
        doing: &str,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        self.write_to(doing, |database| work(&database.conn))
    }

    /// Does `work`, which asks what the database is, with the write lock, in one transaction.
    pub(super) fn write_to<T>(
        &self,
        doing: &str,
        work: impl FnOnce(&Database) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        if self.target.access == Access::ReadOnly {
            let location = self.location();
            let message = format!("cannot {doing}: `{location}` was opened for reading only");
            return Err(Error::new(ErrorKind::ReadOnly, &location, message));
        }
        self.read(doing, |database| {
            immediate(&database.conn, || work(database))
        })
    }

    /// Hands a log over entry by entry; the lock is free while `visit` runs.
    pub(super) fn visit_log<T>(
        &self,
        doing: &str,
        start: Option<Cursor>,
        limit: Option<u64>,
        batch_after: impl Fn(&Database, Option<&Cursor>, u64) -> rusqlite::Result<Batch<T>>,
        visit: &mut dyn FnMut(T) -> ControlFlow<()>,
    ) -> Result<Visited, Error> {
        let mut visited = Visited::default();
        let mut left = limit.unwrap_or(u64::MAX);
        let mut after = start;
        while left > 0 {
            let batch = self.read(doing, |database| {
                batch_after(database, after.as_ref(), left)
            })?;
            visited.skipped += batch.skipped;
            for entry in batch.entries {
                visited.rows += 1;
                left -= 1;
                if visit(entry).is_break() {
                    return Ok(visited);
                }
            }
            after = batch.next;
            if after.is_none() {
                break;
            }
        }
        Ok(visited)
    }
}

impl std::fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SqliteStore")
            .field("target", &self.target)
            .finish_non_exhaustive()
    }
}

/// Returns the time in seconds since 1970.
pub(super) fn now() -> f64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use breadcrumb_core::ElementFingerprint;

    use super::*;

    fn fingerprint(locator: &str) -> ElementFingerprint {
        ElementFingerprint::builder("p")
            .text(&"text ".repeat(2000))
            .key("test", locator)
            .build()
    }

    #[test]
    fn a_full_disk_is_an_error_and_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let store = SqliteStore::open(&path).unwrap();
        store.save_fingerprint(&fingerprint("#first")).unwrap();
        let limit_size = |pages: &str| {
            let slot = store.lock();
            let conn = &slot.as_ref().unwrap().conn;
            conn.pragma_update(None, "max_page_count", pages).unwrap();
        };
        limit_size("1");
        let error = store.save_fingerprint(&fingerprint("#second")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DiskFull);
        assert!(error.to_string().contains(&path.display().to_string()));
        assert!(error.hint().is_some());
        assert!(store.load_fingerprint("test", "#first").unwrap().is_some());
        assert_eq!(store.stats().unwrap().fingerprints, 1);
        limit_size("1000000");
        store.save_fingerprint(&fingerprint("#second")).unwrap();
    }

    #[test]
    fn a_database_that_turns_out_read_only_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(folder.path().join("a.db")).unwrap();
        let query_only = |conn: &Connection| conn.pragma_update(None, "query_only", true);
        store
            .read("test", |database| query_only(&database.conn))
            .unwrap();
        let error = store.save_fingerprint(&fingerprint("#x")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ReadOnly);
        assert!(error.to_string().contains("is read-only"), "{error}");
    }

    #[test]
    fn a_panic_in_another_thread_leaves_the_store_usable() {
        let store = SqliteStore::open(":memory:").unwrap();
        std::thread::scope(|scope| {
            let panicking = scope.spawn(|| {
                store.write::<()>("test", |conn| {
                    conn.execute("INSERT INTO fingerprints VALUES ('a', 'b', 'c', 0)", [])?;
                    panic!("in the middle of a transaction")
                })
            });
            assert!(panicking.join().is_err());
        });
        assert_eq!(store.stats().unwrap().fingerprints, 0);
        store.save_fingerprint(&fingerprint("#x")).unwrap();
    }
}
