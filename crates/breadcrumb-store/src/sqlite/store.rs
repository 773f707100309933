//! [`SqliteStore`]: the [`Store`] operations on one SQLite file.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use breadcrumb_core::{
    ElementFingerprint, HealingEvent, PageMemory, RunInfo, TestRun, VerdictRecord,
};
use rusqlite::Connection;

use super::connect::{self, Database};
use super::fingerprints::{self, Baseline};
use super::log::{Batch, Cursor};
use super::memories::{self, Packed};
use super::options::OpenOptions;
use super::target::{Access, Target};
use super::transaction::immediate;
use super::{events, heal_rows, health, history, rows, runs, screenshots, verdicts};
use crate::error::{Error, ErrorKind};
use crate::filter::{EventFilter, RunFilter};
use crate::health::Health;
use crate::history::{Cause, PastFingerprint};
use crate::learn::LearnBatch;
use crate::store::{Stats, Store, Visited};
use crate::survey::{HealCount, HealDepth, HealRow};

/// A store in one SQLite file, in the schema of the Python package and more.
///
/// Several threads may share it, and several processes may have the same file open.
///
/// The path `:memory:` makes a store that is gone when it is closed.
pub struct SqliteStore {
    target: Target,
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

    fn lock(&self) -> MutexGuard<'_, Option<Database>> {
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
        if self.target.access == Access::ReadOnly {
            let location = self.location();
            let message = format!("cannot {doing}: `{location}` was opened for reading only");
            return Err(Error::new(ErrorKind::ReadOnly, &location, message));
        }
        self.read(doing, |database| {
            immediate(&database.conn, || work(&database.conn))
        })
    }

    fn save(&self, fingerprint: &ElementFingerprint, page_key: Option<&str>) -> Result<(), Error> {
        self.check_key(fingerprint)?;
        let baseline = Baseline::new(fingerprint, page_key, Cause::Saved);
        self.write("save a fingerprint", |conn| baseline.save(conn, now()))
    }

    fn check_key(&self, fingerprint: &ElementFingerprint) -> Result<(), Error> {
        let missing = if fingerprint.test_id().is_empty() {
            "test id"
        } else if fingerprint.locator().is_empty() {
            "locator"
        } else {
            return Ok(());
        };
        let location = self.location();
        let message = format!("cannot save a fingerprint without a {missing} in `{location}`");
        Err(Error::new(ErrorKind::EmptyKey, &location, message))
    }

    fn check_event(&self, event: &HealingEvent) -> Result<(), Error> {
        let wrong = if !event.confidence.is_finite() {
            "confidence"
        } else if !event.timestamp.is_finite() {
            "time"
        } else {
            return Ok(());
        };
        let location = self.location();
        let locator = &event.locator;
        let message = format!(
            "cannot record the heal of `{locator}` in `{location}`: its {wrong} is not a number"
        );
        Err(Error::new(ErrorKind::InvalidEvent, &location, message))
    }

    pub(super) fn check_run(&self, run: &TestRun) -> Result<(), Error> {
        let has_run = run.details.run_uid.as_deref() != Some("");
        self.check_id(!run.test_id.is_empty() && has_run)?;
        self.check_time("run", &run.test_id, run.timestamp)
    }

    fn check_verdict(&self, verdict: &VerdictRecord) -> Result<(), Error> {
        self.check_id(verdict.run_uid.as_deref() != Some(""))?;
        self.check_time("verdict", &verdict.locator, verdict.timestamp)
    }

    pub(super) fn check_id(&self, is_there: bool) -> Result<(), Error> {
        if is_there {
            return Ok(());
        }
        let location = self.location();
        let message = format!("cannot record a run without an id in `{location}`");
        Err(Error::new(ErrorKind::EmptyKey, &location, message))
    }

    pub(super) fn check_time(&self, what: &str, of: &str, timestamp: f64) -> Result<(), Error> {
        if timestamp.is_finite() {
            return Ok(());
        }
        let location = self.location();
        let message =
            format!("cannot record the {what} of `{of}` in `{location}`: its time is not a number");
        Err(Error::new(ErrorKind::InvalidEvent, &location, message))
    }

    /// Hands a log over entry by entry; the lock is free while `visit` runs.
    fn visit_log<T>(
        &self,
        doing: &str,
        limit: Option<u64>,
        batch_after: impl Fn(&Database, Option<&Cursor>, u64) -> rusqlite::Result<Batch<T>>,
        visit: &mut dyn FnMut(T) -> ControlFlow<()>,
    ) -> Result<Visited, Error> {
        let mut visited = Visited::default();
        let mut left = limit.unwrap_or(u64::MAX);
        let mut after = None;
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

impl Store for SqliteStore {
    fn reader(&self) -> Option<Box<dyn Store>> {
        let reader = self.target.for_reading()?;
        Some(Box::new(Self::connected(reader).ok()?))
    }

    fn save_fingerprint(&self, fingerprint: &ElementFingerprint) -> Result<(), Error> {
        self.save(fingerprint, None)
    }

    fn save_fingerprint_on_page(
        &self,
        fingerprint: &ElementFingerprint,
        page_key: &str,
    ) -> Result<(), Error> {
        self.save(fingerprint, Some(page_key))
    }

    fn learn(&self, batch: &LearnBatch) -> Result<(), Error> {
        let mut baselines = Vec::with_capacity(batch.fingerprints.len());
        for learned in &batch.fingerprints {
            let fingerprint = &learned.fingerprint;
            self.check_key(fingerprint)?;
            let cause = if batch.has_healed(fingerprint.test_id(), fingerprint.locator()) {
                Cause::Healed
            } else {
                Cause::Passed
            };
            let page_key = learned.page_key.as_deref();
            let screenshot = learned.screenshot.as_deref();
            baselines.push(Baseline::new(fingerprint, page_key, cause).with_screenshot(screenshot));
        }
        for event in &batch.healing_events {
            self.check_event(event)?;
        }
        for run in &batch.runs {
            self.check_run(run)?;
        }
        for verdict in &batch.verdicts {
            self.check_verdict(verdict)?;
        }
        if batch.is_empty() {
            return Ok(());
        }
        // A memory helps to heal; where it cannot be packed, the test's results still count.
        let memories = batch.memories.iter();
        let memories: Vec<Packed<'_>> = memories
            .filter_map(|(page, memory)| Packed::new(page, memory).ok())
            .collect();
        self.write("save what a test leaves behind", |conn| {
            let now = now();
            for baseline in &baselines {
                baseline.save(conn, now)?;
            }
            for memory in &memories {
                let id = memory.save(conn, now)?;
                let of_page = baselines
                    .iter()
                    .filter(|b| b.page_key() == Some(memory.page_key()));
                for baseline in of_page {
                    memories::attach(conn, baseline.key(), memory.page_key(), id)?;
                }
                memories::collect_garbage(conn, Some(memory.page_key()))?;
            }
            for event in &batch.healing_events {
                events::record(conn, event)?;
            }
            for run in &batch.runs {
                runs::record(conn, run)?;
            }
            for verdict in &batch.verdicts {
                verdicts::record(conn, verdict)?;
            }
            Ok(())
        })
    }

    fn load_fingerprint(
        &self,
        test_id: &str,
        locator: &str,
    ) -> Result<Option<ElementFingerprint>, Error> {
        self.read("load a fingerprint", |database| {
            fingerprints::load(database, test_id, locator)
        })
    }

    fn load_fingerprint_on_page(
        &self,
        test_id: &str,
        locator: &str,
        page_key: &str,
    ) -> Result<Option<ElementFingerprint>, Error> {
        self.read("load a fingerprint", |database| {
            fingerprints::load_on_page(database, test_id, locator, page_key)
        })
    }

    fn load_memory(
        &self,
        test_id: &str,
        locator: &str,
        page_key: &str,
    ) -> Result<Option<PageMemory>, Error> {
        self.read("load what was on a page", |database| {
            memories::load(database, test_id, locator, page_key)
        })
    }

    fn load_screenshot(
        &self,
        test_id: &str,
        locator: &str,
        page_key: &str,
    ) -> Result<Option<String>, Error> {
        self.read("load the name of a picture", |database| {
            screenshots::load(database, test_id, locator, page_key)
        })
    }

    fn screenshots(&self) -> Result<Vec<String>, Error> {
        self.read("list the pictures", screenshots::list)
    }

    fn for_each_fingerprint(
        &self,
        visit: &mut dyn FnMut(ElementFingerprint) -> ControlFlow<()>,
    ) -> Result<Visited, Error> {
        let mut visited = Visited::default();
        let mut after = Some(i64::MIN);
        while let Some(row) = after {
            let batch = self.read("read the fingerprints", |database| {
                fingerprints::batch_after(&database.conn, row)
            })?;
            visited.skipped += batch.skipped;
            for fingerprint in batch.fingerprints {
                visited.rows += 1;
                if visit(fingerprint).is_break() {
                    return Ok(visited);
                }
            }
            after = batch.last_row;
        }
        Ok(visited)
    }

    fn delete_fingerprint(&self, test_id: &str, locator: &str) -> Result<bool, Error> {
        self.write("delete a fingerprint", |conn| {
            let is_deleted = fingerprints::delete(conn, test_id, locator)?;
            memories::collect_garbage(conn, None)?;
            Ok(is_deleted)
        })
    }

    fn fingerprint_history(
        &self,
        test_id: &str,
        locator: &str,
        page_key: Option<&str>,
    ) -> Result<Vec<PastFingerprint>, Error> {
        self.read("read the history of a fingerprint", |database| {
            if !database.is_full() {
                return Ok(Vec::new());
            }
            history::list(&database.conn, (test_id, locator), page_key)
        })
    }

    fn roll_back(
        &self,
        test_id: &str,
        locator: &str,
        page_key: Option<&str>,
    ) -> Result<Option<ElementFingerprint>, Error> {
        self.write("roll a fingerprint back", |conn| {
            history::roll_back(conn, (test_id, locator), page_key, now())
        })
    }

    fn record_healing(&self, event: &HealingEvent) -> Result<i64, Error> {
        self.check_event(event)?;
        self.write("record a heal", |conn| events::record(conn, event))
    }

    fn for_each_healing_event(
        &self,
        filter: &EventFilter,
        visit: &mut dyn FnMut(HealingEvent) -> ControlFlow<()>,
    ) -> Result<Visited, Error> {
        let read = |database: &Database, after: Option<&Cursor>, limit| {
            events::batch_after(database, filter, after, limit)
        };
        self.visit_log("read the heals", filter.limit, read, visit)
    }

    fn record_run(&self, run: &TestRun) -> Result<i64, Error> {
        self.check_run(run)?;
        self.write("record a run", |conn| runs::record(conn, run))
    }

    fn record_runs(&self, info: &RunInfo, runs: &[TestRun]) -> Result<(), Error> {
        self.check_id(!info.run_uid.is_empty())?;
        for run in runs {
            self.check_run(run)?;
        }
        self.write("record the runs", |conn| {
            runs::record_all(conn, info, runs, now())
        })
    }

    fn for_each_test_run(
        &self,
        filter: &RunFilter,
        visit: &mut dyn FnMut(TestRun) -> ControlFlow<()>,
    ) -> Result<Visited, Error> {
        let read = |database: &Database, after: Option<&Cursor>, limit| {
            runs::batch_after(database, filter, after, limit)
        };
        self.visit_log("read the runs", filter.limit, read, visit)
    }

    fn test_ids(&self) -> Result<Vec<String>, Error> {
        self.read("read the tests", runs::test_ids)
    }

    fn record_verdict(&self, verdict: &VerdictRecord) -> Result<i64, Error> {
        self.check_verdict(verdict)?;
        self.write("record a verdict", |conn| verdicts::record(conn, verdict))
    }

    fn for_each_verdict(
        &self,
        filter: &EventFilter,
        visit: &mut dyn FnMut(VerdictRecord) -> ControlFlow<()>,
    ) -> Result<Visited, Error> {
        let read = |database: &Database, after: Option<&Cursor>, limit| {
            verdicts::batch_after(database, filter, after, limit)
        };
        self.visit_log("read the verdicts", filter.limit, read, &mut |(
            _,
            verdict,
        )| {
            visit(verdict)
        })
    }

    fn for_each_verdict_row(
        &self,
        filter: &EventFilter,
        visit: &mut dyn FnMut(i64, VerdictRecord) -> ControlFlow<()>,
    ) -> Result<Visited, Error> {
        let read = |database: &Database, after: Option<&Cursor>, limit| {
            verdicts::batch_after(database, filter, after, limit)
        };
        self.visit_log("read the verdicts", filter.limit, read, &mut |(
            id,
            verdict,
        )| {
            visit(id, verdict)
        })
    }

    fn for_each_heal_row(
        &self,
        filter: &EventFilter,
        depth: HealDepth,
        visit: &mut dyn FnMut(HealRow) -> ControlFlow<()>,
    ) -> Result<Visited, Error> {
        let read = |database: &Database, after: Option<&Cursor>, limit| {
            heal_rows::batch_after(database, filter, depth, after, limit)
        };
        self.visit_log("read the heals", filter.limit, read, visit)
    }

    fn heal_counts(&self, since: f64) -> Result<Vec<HealCount>, Error> {
        self.read("count the heals", |database| {
            heal_rows::counts(database, since)
        })
    }

    fn change_stamp(&self) -> Result<u64, Error> {
        self.read("look for changes", |database| {
            let stamp = database
                .conn
                .pragma_query_value(None, "data_version", |row| row.get::<_, i64>(0))?;
            Ok(stamp.unsigned_abs())
        })
    }

    fn clear(&self) -> Result<(), Error> {
        self.write("clear the store", |conn| {
            conn.execute_batch(
                "DELETE FROM fingerprint_pages;
                 DELETE FROM fingerprint_history;
                 DELETE FROM fingerprints;
                 DELETE FROM page_memories;
                 DELETE FROM heal_decisions;
                 DELETE FROM healing_events;
                 DELETE FROM verdicts;",
            )
        })
    }

    fn stats(&self) -> Result<Stats, Error> {
        self.read("count the rows", |database| {
            database
                .conn
                .prepare_cached(
                    "SELECT (SELECT COUNT(*) FROM fingerprints),
                            (SELECT COUNT(*) FROM healing_events)",
                )?
                .query_row([], |row| {
                    Ok(Stats {
                        fingerprints: rows::count(row, 0)?,
                        healing_events: rows::count(row, 1)?,
                    })
                })
        })
    }

    fn health(&self, now: f64, stale_after_days: u32) -> Result<Health, Error> {
        let oldest_fresh = health::oldest_fresh(now, stale_after_days);
        self.read("examine the database", |database| {
            health::examine(database, &self.target, oldest_fresh)
        })
    }

    fn location(&self) -> String {
        self.target.location()
    }

    fn close(&self) -> Result<(), Error> {
        let Some(database) = self.lock().take() else {
            return Ok(());
        };
        database
            .conn
            .close()
            .map_err(|(_, source)| Error::sqlite(&self.location(), "close the database", source))
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
