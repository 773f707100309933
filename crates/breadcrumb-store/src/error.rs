//! The one error type of this crate.

use std::error::Error as StdError;
use std::sync::Arc;

use rusqlite::ErrorCode;
use thiserror::Error as ThisError;

/// What went wrong in a store, and in which one.
///
/// Nothing is overwritten or deleted where an error is returned: a call has done all of its work
/// or none.
#[derive(Debug, Clone, ThisError)]
#[error("{message}")]
pub struct Error {
    kind: ErrorKind,
    location: String,
    message: String,
    #[source]
    source: Option<Arc<dyn StdError + Send + Sync>>,
}

/// The kinds of [`Error`]; a front maps each to an exception class of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A fingerprint has no test id or no locator, or a run no id, so there is nothing to store it
    /// under.
    EmptyKey,
    /// A heal's confidence, or the time of a heal, a run or a verdict, is not a number.
    InvalidEvent,
    /// A store that is only to be read has nothing in it yet.
    NotFound,
    /// The file is something else than an SQLite database.
    NotADatabase,
    /// The path is a directory.
    IsADirectory,
    /// The file or the disk is write-protected, or the store was opened for reading only.
    ReadOnly,
    /// No space is left for the file.
    DiskFull,
    /// A newer version of Breadcrumb made the database.
    NewerSchema,
    /// Another process kept the database locked for longer than the busy timeout.
    Locked,
    /// The database is damaged.
    Corrupt,
    /// The file is a copy that lacks a part of the database.
    Partial,
    /// The database belongs to another program.
    ForeignDatabase,
    /// The file cannot be opened or created: no such folder, no permission.
    CannotOpen,
    /// An export ends before its end.
    CutShort,
    /// An export cannot be read, or is none.
    InvalidExport,
    /// A newer version of Breadcrumb made the export.
    NewerExport,
    /// Anything else; [`source`](StdError::source) says what.
    Other,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, location: &str, message: impl Into<String>) -> Self {
        Self {
            kind,
            location: location.to_owned(),
            message: message.into(),
            source: None,
        }
    }

    /// Makes the error of an SQLite call that was made in order to `doing`.
    pub(crate) fn sqlite(location: &str, doing: &str, source: rusqlite::Error) -> Self {
        let kind = kind_of(&source);
        let message = match kind {
            ErrorKind::NotADatabase => format!("`{location}` is not an SQLite database"),
            ErrorKind::ReadOnly => format!("cannot {doing}: `{location}` is read-only"),
            ErrorKind::DiskFull => {
                format!("cannot {doing}: no space is left for `{location}`")
            }
            ErrorKind::Locked => {
                format!("cannot {doing}: another process keeps `{location}` locked")
            }
            ErrorKind::Corrupt => {
                format!("cannot {doing}: the database `{location}` is damaged: {source}")
            }
            _ => format!("cannot {doing}: `{location}`: {source}"),
        };
        Self::new(kind, location, message).with_source(source)
    }

    pub(crate) fn with_source(mut self, source: impl StdError + Send + Sync + 'static) -> Self {
        self.source = Some(Arc::new(source));
        self
    }

    /// Returns the kind, to decide on.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the path of the store, as the user gave it.
    #[must_use]
    pub fn location(&self) -> &str {
        &self.location
    }

    /// Returns what the user can do about it.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        self.kind.hint()
    }
}

impl ErrorKind {
    /// Returns what the user can do about an error of this kind.
    fn hint(self) -> Option<&'static str> {
        let hint = match self {
            Self::EmptyKey => {
                "give a fingerprint a test id and a locator, and a run its id, before it is saved"
            }
            Self::InvalidEvent => "give the event a finite confidence and a finite time",
            Self::NotFound => {
                "run the tests once so that there is something to read, or give the path of \
                 another database with `--db` or `BREADCRUMB_DB`"
            }
            Self::NotADatabase | Self::ForeignDatabase => {
                "the file was left as it is; give another path with `--db` or `BREADCRUMB_DB`, \
                 or move the file away"
            }
            Self::IsADirectory => {
                "give the path of a file with `--db` or `BREADCRUMB_DB`, e.g. one in that directory"
            }
            Self::ReadOnly => {
                "make the file and its directory writable, or give another path with `--db` or \
                 `BREADCRUMB_DB`"
            }
            Self::DiskFull => {
                "free some space and run again; all that was saved before is still there"
            }
            Self::NewerSchema => {
                "upgrade Breadcrumb to the version that made it, or give another path with `--db` \
                 or `BREADCRUMB_DB`; the file was left as it is"
            }
            Self::Locked => {
                "wait for the other process or end it; a database on a network drive cannot be \
                 shared reliably"
            }
            Self::Corrupt => {
                "move the file away together with its `-wal` and `-shm` files and let Breadcrumb \
                 make a new one, or restore a copy; `sqlite3 FILE .recover` may save its rows"
            }
            Self::Partial => {
                "copy the file together with its `-wal` file, or with `breadcrumb export`, which \
                 writes all of it to one file"
            }
            Self::CannotOpen => {
                "check that the directory exists and that you may write to it, or give another \
                 path with `--db` or `BREADCRUMB_DB`"
            }
            Self::CutShort => {
                "nothing was imported; copy the export whole, or make it again with \
                 `breadcrumb export`"
            }
            Self::InvalidExport => {
                "nothing was imported; give a file that `breadcrumb export` has written, unchanged"
            }
            Self::NewerExport => {
                "nothing was imported; upgrade Breadcrumb to the version that made the export"
            }
            Self::Other => return None,
        };
        Some(hint)
    }
}

fn kind_of(error: &rusqlite::Error) -> ErrorKind {
    match error {
        rusqlite::Error::SqliteFailure(failure, _) => match failure.code {
            ErrorCode::NotADatabase => ErrorKind::NotADatabase,
            ErrorCode::ReadOnly => ErrorKind::ReadOnly,
            ErrorCode::DiskFull => ErrorKind::DiskFull,
            ErrorCode::DatabaseBusy
            | ErrorCode::DatabaseLocked
            | ErrorCode::FileLockingProtocolFailed => ErrorKind::Locked,
            ErrorCode::DatabaseCorrupt => ErrorKind::Corrupt,
            ErrorCode::CannotOpen | ErrorCode::PermissionDenied => ErrorKind::CannotOpen,
            _ => ErrorKind::Other,
        },
        rusqlite::Error::InvalidPath(_) | rusqlite::Error::NulError(_) => ErrorKind::CannotOpen,
        _ => ErrorKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_call_names_the_path_and_the_way_out() {
        let full = rusqlite::Error::SqliteFailure(
            rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_FULL),
            None,
        );
        let error = Error::sqlite("a.db", "save a fingerprint", full);
        assert_eq!(error.kind(), ErrorKind::DiskFull);
        assert_eq!(error.location(), "a.db");
        assert_eq!(
            error.to_string(),
            "cannot save a fingerprint: no space is left for `a.db`"
        );
        assert!(error.hint().is_some_and(|hint| hint.contains("space")));
        assert!(error.source().is_some());
    }
}
