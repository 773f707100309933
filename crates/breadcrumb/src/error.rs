//! The one error type of the fronts.

use thiserror::Error as ThisError;

/// What went wrong, in whichever part.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// In the engine: a broken fingerprint, page or setting.
    #[error(transparent)]
    Engine(#[from] breadcrumb_core::Error),
    /// In the store.
    #[error(transparent)]
    Store(#[from] breadcrumb_store::Error),
    /// In an HTML document or a selector.
    #[error(transparent)]
    Html(#[from] breadcrumb_html::Error),
}

/// Whose fault an [`Error`] is; a front maps each to an exception class and an exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// What came in is broken.
    Input,
    /// The store cannot be used.
    Store,
}

impl Error {
    /// Returns whose fault it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Engine(_) | Self::Html(_) => ErrorKind::Input,
            Self::Store(_) => ErrorKind::Store,
        }
    }

    /// Returns what the user can do about it.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        match self {
            Self::Store(error) => error.hint(),
            Self::Engine(_) | Self::Html(_) => None,
        }
    }
}
