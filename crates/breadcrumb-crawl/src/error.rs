//! What can go wrong between an address and a page.

use std::fmt;

/// A page that could not be had.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

/// The kinds of [`Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The address is none, or of a scheme that is not asked.
    Address,
    /// A redirect leads where nobody sent us.
    Redirect,
    /// There is no such host, or it does not answer.
    Connection,
    /// The connection is not safe.
    Tls,
    /// It took too long.
    Timeout,
    /// The answer is an error.
    Status,
    /// The answer is not HTML.
    NotHtml,
    /// The answer is too large.
    TooLarge,
    /// A file cannot be read.
    File,
    /// There is no browser, or it does not do what it should.
    Browser,
    /// The page cannot be understood.
    Page,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl fmt::Display) -> Self {
        Self {
            kind,
            message: message.to_string(),
        }
    }

    /// Returns what kind of trouble it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the way out, where there is one.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self.kind {
            ErrorKind::Address => "give an http or https address, or the path of an HTML file",
            ErrorKind::Redirect => "give the address it leads to, if that is the page you mean",
            ErrorKind::Connection => "is the server running, and is the address right?",
            ErrorKind::Tls => "check the certificate of the server, or use its http address",
            ErrorKind::Timeout => "allow more time with `--timeout`",
            ErrorKind::NotHtml => "give the address of a page",
            ErrorKind::TooLarge => "save a smaller part of the page as a file",
            ErrorKind::Browser => {
                "install Chromium, or name a browser with `--browser-path` or BREADCRUMB_BROWSER"
            }
            ErrorKind::Status | ErrorKind::File | ErrorKind::Page => return None,
        })
    }
}
