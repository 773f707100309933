//! The one error type of this crate.

use thiserror::Error as ThisError;

/// What went wrong with a document or a selector.
#[derive(Debug, ThisError)]
#[error("{message}")]
pub struct Error {
    kind: ErrorKind,
    message: String,
    #[source]
    source: Option<breadcrumb_core::Error>,
}

/// The kinds of [`Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is no CSS selector.
    InvalidSelector,
    /// The document cannot become a snapshot.
    InvalidPage,
}

impl Error {
    pub(crate) fn invalid_selector(css: &str) -> Self {
        let message = format!("`{css}` is not a CSS selector");
        Self {
            kind: ErrorKind::InvalidSelector,
            message,
            source: None,
        }
    }

    /// Returns the kind, to decide on.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl From<breadcrumb_core::Error> for Error {
    fn from(source: breadcrumb_core::Error) -> Self {
        let message = source.to_string();
        Self {
            kind: ErrorKind::InvalidPage,
            message,
            source: Some(source),
        }
    }
}
