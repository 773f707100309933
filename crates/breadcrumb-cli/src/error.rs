//! What a command can fail with: a message for what happened, a hint for the way out.

use std::io;
use std::path::Path;

use thiserror::Error as ThisError;

/// Why a command cannot go on.
#[derive(Debug, ThisError)]
pub(crate) enum CommandError {
    #[error(transparent)]
    Engine(#[from] breadcrumb::Error),
    #[error(transparent)]
    Mcp(#[from] breadcrumb_mcp::Error),
    #[error("cannot read `{path}`: {source}")]
    Read { path: String, source: io::Error },
    #[error("cannot write `{path}`: {source}")]
    Write { path: String, source: io::Error },
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    #[error("{message}")]
    Input { message: String, hint: String },
}

impl CommandError {
    pub(crate) fn read(path: &Path, source: io::Error) -> Self {
        Self::Read {
            path: path.display().to_string(),
            source,
        }
    }

    pub(crate) fn write(path: &Path, source: io::Error) -> Self {
        Self::Write {
            path: path.display().to_string(),
            source,
        }
    }

    pub(crate) fn input(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Input {
            message: message.into(),
            hint: hint.into(),
        }
    }

    /// Returns what the user can do about it.
    pub(crate) fn hint(&self) -> Option<&str> {
        match self {
            Self::Engine(error) => error.hint(),
            Self::Mcp(error) => error.hint(),
            Self::Input { hint, .. } => Some(hint.as_str()).filter(|hint| !hint.is_empty()),
            Self::Read { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                Some("check the path; it is looked up from the working directory")
            }
            Self::Write { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                Some("the folder must be there already")
            }
            Self::Read { .. } | Self::Write { .. } | Self::Output(_) => None,
        }
    }

    /// Whether the reader of the output went away, as `head` does.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<breadcrumb::engine::Error> for CommandError {
    fn from(error: breadcrumb::engine::Error) -> Self {
        Self::Engine(error.into())
    }
}

impl From<breadcrumb::store::Error> for CommandError {
    fn from(error: breadcrumb::store::Error) -> Self {
        Self::Engine(error.into())
    }
}

impl From<breadcrumb::crawl::Error> for CommandError {
    fn from(error: breadcrumb::crawl::Error) -> Self {
        Self::Engine(error.into())
    }
}

impl From<breadcrumb::html::Error> for CommandError {
    fn from(error: breadcrumb::html::Error) -> Self {
        Self::Engine(error.into())
    }
}
