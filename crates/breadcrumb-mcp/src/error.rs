//! The one error type of this crate: why a server cannot start or go on.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use thiserror::Error as ThisError;

/// Why a server cannot start or go on.
#[derive(Debug, ThisError)]
#[error("{message}")]
pub struct Error {
    message: String,
    hint: Option<&'static str>,
    source: Option<io::Error>,
}

impl Error {
    pub(crate) fn bad_root(root: &Path, source: io::Error) -> Self {
        Self {
            message: format!("cannot use `{}` as a root: {source}", root.display()),
            hint: Some("give a folder that is there with `--root`"),
            source: Some(source),
        }
    }

    pub(crate) fn root_is_file(root: &Path) -> Self {
        Self {
            message: format!(
                "cannot use `{}` as a root: it is not a folder",
                root.display()
            ),
            hint: Some("give a folder with `--root`, and a database with `--db`"),
            source: None,
        }
    }

    pub(crate) fn not_loopback(address: SocketAddr) -> Self {
        Self {
            message: format!("`{address}` can be reached from other machines"),
            hint: Some("give an address of this machine only, e.g. `--http 127.0.0.1:0`"),
            source: None,
        }
    }

    pub(crate) fn cannot_listen(address: SocketAddr, source: io::Error) -> Self {
        Self {
            message: format!("cannot listen on `{address}`: {source}"),
            hint: Some("give another port, or 0 for one that is free"),
            source: Some(source),
        }
    }

    pub(crate) fn settings(error: &breadcrumb::Error) -> Self {
        Self {
            message: error.to_string(),
            hint: Some("`breadcrumb config reference` lists every setting, with what it may be"),
            source: None,
        }
    }

    pub(crate) fn io(doing: &str, source: io::Error) -> Self {
        Self {
            message: format!("cannot {doing}: {source}"),
            hint: None,
            source: Some(source),
        }
    }

    pub(crate) fn protocol(message: impl std::fmt::Display) -> Self {
        Self {
            message: format!("the client does not speak the protocol: {message}"),
            hint: Some(
                "`breadcrumb mcp` is started by an assistant; a person runs `breadcrumb report`",
            ),
            source: None,
        }
    }

    /// Returns what the user can do about it.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        self.hint
    }
}

/// The working directory is gone, or may not be read.
pub(crate) fn no_working_directory(source: io::Error) -> Error {
    Error::bad_root(&PathBuf::from("."), source)
}
