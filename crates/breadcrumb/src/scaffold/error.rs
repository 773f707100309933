//! [`ScaffoldError`]: why a project cannot be set up.

use std::io;
use std::path::Path;

use thiserror::Error as ThisError;

/// Why a project cannot be set up; nothing was written then.
#[derive(Debug, ThisError)]
#[error("{message}")]
pub struct ScaffoldError {
    message: String,
    hint: &'static str,
    #[source]
    source: Option<io::Error>,
}

impl ScaffoldError {
    /// Something that is no folder is where a folder has to be, or the other way round.
    pub(super) fn in_the_way(path: &Path, wanted: &str) -> Self {
        Self {
            message: format!(
                "`{}` is in the way: a {wanted} has to be there",
                path.display()
            ),
            hint: "move it away, or name another folder; nothing was written",
            source: None,
        }
    }

    pub(super) fn cannot(doing: &str, path: &Path, source: io::Error) -> Self {
        let hint = match source.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                "make the folder writable, or name another one; nothing was written"
            }
            io::ErrorKind::StorageFull => "free some space and run again; nothing was written",
            _ => "name another folder, or see what is wrong with this one; nothing was written",
        };
        Self {
            message: format!("cannot {doing} `{}`: {source}", path.display()),
            hint,
            source: Some(source),
        }
    }

    /// Returns what the user can do about it.
    #[must_use]
    pub fn hint(&self) -> &str {
        self.hint
    }
}
