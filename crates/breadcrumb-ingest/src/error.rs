//! The one error type of this crate.

use thiserror::Error as ThisError;

/// Why a report cannot be read, and where in it.
#[derive(Debug, ThisError)]
#[error("{message}")]
pub struct Error {
    kind: ErrorKind,
    message: String,
    line: Option<u64>,
}

/// The kinds of [`Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file is none of the reports that are known.
    UnknownFormat,
    /// It is one, and broken.
    Malformed,
    /// It has something in it that is refused, such as an entity.
    Refused,
    /// It cannot be read from the disk.
    Io,
    /// Whoever took the attempts has broken off.
    Stopped,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, line: u64, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            line: Some(line),
        }
    }

    pub(crate) fn malformed(line: u64, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Malformed, line, message)
    }

    pub(crate) fn unknown(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::UnknownFormat, 1, message)
    }

    pub(crate) fn stopped() -> Self {
        Self {
            kind: ErrorKind::Stopped,
            message: "the attempts could not be stored".to_owned(),
            line: None,
        }
    }

    /// Makes the error of a file that cannot be read.
    #[must_use]
    pub fn io(error: &std::io::Error) -> Self {
        Self {
            kind: ErrorKind::Io,
            message: error.to_string(),
            line: None,
        }
    }

    /// Returns the kind, to decide on.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the line, counted from 1.
    #[must_use]
    pub fn line(&self) -> Option<u64> {
        self.line
    }

    /// Returns what the user can do about it.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        match self.kind {
            ErrorKind::UnknownFormat => Some(
                "give a JUnit XML file, the output of Playwright's `json` reporter, or that of \
                 pytest's `--report-log`",
            ),
            ErrorKind::Malformed => Some(
                "nothing was stored; the file may be cut off: was the test run killed while it \
                 was written?",
            ),
            ErrorKind::Refused => Some("nothing was stored; a test report needs no entities"),
            ErrorKind::Io | ErrorKind::Stopped => None,
        }
    }
}
