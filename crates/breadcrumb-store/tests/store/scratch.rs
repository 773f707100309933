//! A folder of its own for each test, and elements to put into a store there.

use std::fs;
use std::path::{Path, PathBuf};

use breadcrumb_core::{ElementFingerprint, HealingEvent};
use breadcrumb_store::SqliteStore;
use rusqlite::Connection;
use rusqlite::types::Value;
use tempfile::TempDir;

/// A folder that is gone after the test.
pub(crate) struct Scratch {
    folder: TempDir,
}

impl Scratch {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder }
    }

    /// Makes a scratch folder whose `a.db` is a copy of a database that the Python package made.
    pub(crate) fn with_database(name: &str) -> Self {
        let scratch = Self::new();
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/databases");
        fs::copy(fixtures.join(name), scratch.db()).unwrap();
        scratch
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn db(&self) -> PathBuf {
        self.path("a.db")
    }

    pub(crate) fn open(&self) -> SqliteStore {
        SqliteStore::open(self.db()).unwrap()
    }

    /// Opens the file past the store.
    pub(crate) fn raw(&self) -> Connection {
        Connection::open(self.db()).unwrap()
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        fs::read(self.db()).unwrap()
    }

    /// Returns the names of all files in the folder, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

pub(crate) fn fingerprint(test_id: &str, locator: &str, text: &str) -> ElementFingerprint {
    ElementFingerprint::builder("button")
        .text(text)
        .attribute("class", "btn")
        .key(test_id, locator)
        .build()
}

pub(crate) fn event(test_id: &str, locator: &str, timestamp: f64) -> HealingEvent {
    let original = fingerprint(test_id, locator, "before");
    let healed = fingerprint(test_id, locator, "after");
    HealingEvent::new(original, healed, 0.75, timestamp)
}

/// Returns all rows of a query.
pub(crate) fn query(conn: &Connection, sql: &str) -> Vec<Vec<Value>> {
    let mut statement = conn.prepare(sql).unwrap();
    let columns = statement.column_count();
    let rows = statement
        .query_map([], |row| (0..columns).map(|n| row.get(n)).collect())
        .unwrap();
    rows.map(Result::unwrap).collect()
}
