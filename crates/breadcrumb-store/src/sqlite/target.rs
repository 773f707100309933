//! Which file to open, and how.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::{Error, ErrorKind};

/// How long a call waits for another process to finish writing.
///
/// A write takes well below a millisecond, so even hundreds of waiting workers are through long
/// before; who still waits after this has met a process that hangs.
pub(super) const DEFAULT_BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// The size in bytes of the smallest database: one page of the smallest size.
///
/// SQLite takes some shorter files for empty databases and writes over them.
const SMALLEST_DATABASE: u64 = 512;

/// The name by which SQLite knows a database that is in memory only.
const IN_MEMORY: &str = ":memory:";

/// What a store may do with its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    ReadWrite,
    ReadOnly,
}

/// The file of a store.
#[derive(Debug)]
pub(super) struct Target {
    /// The path as the user gave it; what messages name.
    pub(super) given: PathBuf,
    /// The same path from the root, so that a test that changes the directory changes no store.
    pub(super) file: PathBuf,
    pub(super) access: Access,
    pub(super) busy_timeout: Duration,
    /// Whether pages are read as memory.
    pub(super) is_mapped: bool,
}

impl Target {
    pub(super) fn new(path: &Path, access: Access, busy_timeout: Duration) -> Result<Self, Error> {
        let file = if path.as_os_str() == IN_MEMORY {
            path.to_owned()
        } else {
            std::path::absolute(path).map_err(|source| cannot_open(path, source))?
        };
        Ok(Self {
            given: path.to_owned(),
            file,
            access,
            busy_timeout,
            is_mapped: false,
        })
    }

    /// Returns the same file, to be read only; `None` where another connection would not find it.
    pub(super) fn for_reading(&self) -> Option<Self> {
        if self.file.as_os_str() == IN_MEMORY {
            return None;
        }
        Some(Self {
            given: self.given.clone(),
            file: self.file.clone(),
            access: Access::ReadOnly,
            busy_timeout: self.busy_timeout,
            is_mapped: self.is_mapped,
        })
    }

    pub(super) fn location(&self) -> String {
        self.given.display().to_string()
    }

    /// Returns the path of a file that SQLite keeps beside the database, e.g. `-wal`.
    pub(super) fn beside(&self, suffix: &str) -> PathBuf {
        let mut name = self.file.clone().into_os_string();
        name.push(suffix);
        name.into()
    }

    pub(super) fn is_write_protected(&self) -> bool {
        fs::metadata(&self.file).is_ok_and(|metadata| metadata.permissions().readonly())
    }

    /// Refuses what SQLite would not refuse, or not in words that help.
    ///
    /// It only asks for metadata. Opening the file here and closing it again would drop the locks
    /// that another connection of this process holds on it: that is how POSIX locks work.
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.file.as_os_str() == IN_MEMORY {
            return Ok(());
        }
        let location = self.location();
        let fail = |kind, message: String| Err(Error::new(kind, &location, message));
        let metadata = match fs::metadata(&self.file) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return self.check_missing(),
            Err(error) => return Err(cannot_open(&self.given, error)),
        };
        if metadata.is_dir() {
            return fail(
                ErrorKind::IsADirectory,
                format!("cannot open `{location}`: it is a directory"),
            );
        }
        if !metadata.is_file() {
            return fail(
                ErrorKind::CannotOpen,
                format!("cannot open `{location}`: it is not a regular file"),
            );
        }
        if (1..SMALLEST_DATABASE).contains(&metadata.len()) {
            return fail(
                ErrorKind::NotADatabase,
                format!("`{location}` is not an SQLite database"),
            );
        }
        // Asked here because root may write to a write-protected file; its owner still meant it.
        if self.access == Access::ReadWrite && metadata.permissions().readonly() {
            return fail(
                ErrorKind::ReadOnly,
                format!("cannot open `{location}`: the file is read-only"),
            );
        }
        Ok(())
    }

    fn check_missing(&self) -> Result<(), Error> {
        let location = self.location();
        if self.access == Access::ReadOnly {
            let message = format!("there is no database at `{location}`");
            return Err(Error::new(ErrorKind::NotFound, &location, message));
        }
        match self.file.parent() {
            Some(parent) if !parent.is_dir() => Err(Error::new(
                ErrorKind::CannotOpen,
                &location,
                format!("cannot create `{location}`: there is no directory to put it in"),
            )),
            _ => Ok(()),
        }
    }
}

fn cannot_open(path: &Path, source: io::Error) -> Error {
    let location = path.display().to_string();
    let message = format!("cannot open `{location}`: {source}");
    Error::new(ErrorKind::CannotOpen, &location, message).with_source(source)
}
