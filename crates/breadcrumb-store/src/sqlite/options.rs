//! [`OpenOptions`]: how to open a database file.

use std::path::Path;
use std::time::Duration;

use super::store::SqliteStore;
use super::target::{Access, DEFAULT_BUSY_TIMEOUT, Target};
use crate::error::Error;

/// How to open a database file; [`SqliteStore::open`] is enough unless a default does not fit.
#[derive(Debug, Clone)]
#[must_use]
pub struct OpenOptions {
    access: Access,
    busy_timeout: Duration,
    is_mapped: bool,
}

impl OpenOptions {
    /// Starts with a store that may write and waits up to 10 s for another process.
    pub fn new() -> Self {
        Self {
            access: Access::ReadWrite,
            busy_timeout: DEFAULT_BUSY_TIMEOUT,
            is_mapped: false,
        }
    }

    /// Makes the store one that only reads; see [`SqliteStore::open_read_only`].
    pub fn read_only(mut self) -> Self {
        self.access = Access::ReadOnly;
        self
    }

    /// Sets how long a call waits for another process before it fails as locked.
    pub fn busy_timeout(mut self, timeout: Duration) -> Self {
        self.busy_timeout = timeout;
        self
    }

    /// Reads the file as memory, without a copy of every page: for one look at a large database.
    ///
    /// A file that another program than SQLite makes shorter meanwhile ends the process, so this is
    /// not for one that lives long.
    pub fn mapped(mut self) -> Self {
        self.is_mapped = true;
        self
    }

    /// Opens the database at `path`.
    pub fn open(&self, path: impl AsRef<Path>) -> Result<SqliteStore, Error> {
        let mut target = Target::new(path.as_ref(), self.access, self.busy_timeout)?;
        target.is_mapped = self.is_mapped;
        SqliteStore::connected(target)
    }
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self::new()
    }
}
