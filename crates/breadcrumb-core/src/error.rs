//! The one error type of this crate.

use thiserror::Error as ThisError;

/// What went wrong in the engine, and with which input.
#[derive(Debug, ThisError)]
#[error("{message}")]
pub struct Error {
    kind: ErrorKind,
    message: String,
    #[source]
    source: Option<serde_json::Error>,
}

/// The kinds of [`Error`]; a front maps each to an exception class of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A fingerprint's JSON is broken or has a field of the wrong type.
    InvalidFingerprint,
    /// A page payload is broken, inconsistent or of an unknown version.
    InvalidPage,
    /// A weight has an unknown name, or a value that is negative or not finite.
    InvalidWeights,
    /// A threshold or margin is outside of `0.0..=1.0`.
    InvalidThreshold,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            source: None,
        }
    }

    pub(crate) fn json(kind: ErrorKind, what: &str, source: serde_json::Error) -> Self {
        Self {
            kind,
            message: format!("{what}: {source}"),
            source: Some(source),
        }
    }

    /// Returns the kind, to decide on.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}
