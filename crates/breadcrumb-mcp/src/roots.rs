//! [`Roots`]: which files a call may name.
//!
//! A path is resolved with all its links before anything is said of it. Outside the roots every
//! path has the same answer, whether there is something or not.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::error::{Error, no_working_directory};
use crate::refusal::Refusal;

/// The folders that calls may name files in.
#[derive(Debug, Clone)]
pub(crate) struct Roots {
    /// Resolved; never empty.
    folders: Vec<PathBuf>,
}

/// What a call names a file for, in the words of its messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    Database,
    Page,
}

/// A regular file inside the roots, or one that whoever started the server has named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FoundFile {
    /// The resolved path.
    pub(crate) path: PathBuf,
    /// The path as it was named, for messages.
    named: String,
    identity: Identity,
}

/// What tells one file from another that takes its place.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Identity {
    #[cfg(unix)]
    device: u64,
    #[cfg(unix)]
    inode: u64,
}

impl Roots {
    /// Resolves the folders that were named; the working directory where none was.
    pub(crate) fn new(named: &[PathBuf]) -> Result<Self, Error> {
        let working = [std::env::current_dir().map_err(no_working_directory)?];
        let named = if named.is_empty() { &working } else { named };
        let resolve = |root: &PathBuf| {
            let folder = fs::canonicalize(root).map_err(|error| Error::bad_root(root, error))?;
            if folder.is_dir() {
                Ok(folder)
            } else {
                Err(Error::root_is_file(root))
            }
        };
        let folders = named.iter().map(resolve).collect::<Result<_, _>>()?;
        Ok(Self { folders })
    }

    /// Returns the folder that relative paths begin at: the project's.
    pub(crate) fn first(&self) -> &Path {
        self.folders
            .first()
            .map_or(Path::new("."), PathBuf::as_path)
    }

    /// Finds a file that a call names, relative to the first root.
    pub(crate) fn find(&self, named: &str, wanted: Wanted) -> Result<FoundFile, Refusal> {
        check_text(named, wanted)?;
        let path = self.first().join(named);
        let resolved = match fs::canonicalize(&path) {
            Ok(resolved) => resolved,
            Err(error) => return Err(self.unresolved(named, &path, &error, wanted)),
        };
        if !self.contain(&resolved) {
            return Err(self.outside(named, wanted));
        }
        FoundFile::at(resolved, named, wanted)
    }

    fn contain(&self, resolved: &Path) -> bool {
        self.folders.iter().any(|root| resolved.starts_with(root))
    }

    fn outside(&self, named: &str, wanted: Wanted) -> Refusal {
        let roots: Vec<String> = self
            .folders
            .iter()
            .map(|root| format!("`{}`", root.display()))
            .collect();
        Refusal::new(
            format!("{} `{named}` is outside the allowed folders", wanted.noun()),
            format!(
                "allowed: {}; start the server with another `--root` to allow more",
                roots.join(", ")
            ),
        )
    }

    /// Says why a path cannot be resolved, only where that tells nothing of what is outside.
    fn unresolved(&self, named: &str, path: &Path, error: &io::Error, wanted: Wanted) -> Refusal {
        if !self.would_contain(path) {
            return self.outside(named, wanted);
        }
        if error.kind() == io::ErrorKind::NotFound {
            return wanted.missing(named);
        }
        Refusal::new(
            format!("cannot read {} `{named}`: {error}", wanted.noun()),
            "check the path and its permissions",
        )
    }

    /// Returns whether a path that is not there would be inside the roots.
    ///
    /// A link that leads nowhere is outside, and so is `..` behind a folder that is not there.
    fn would_contain(&self, path: &Path) -> bool {
        let mut existing = path.to_path_buf();
        loop {
            if let Ok(resolved) = fs::canonicalize(&existing) {
                return self.contain(&resolved);
            }
            let is_plain = matches!(
                existing.components().next_back(),
                Some(Component::Normal(_))
            );
            if !is_plain || fs::symlink_metadata(&existing).is_ok() || !existing.pop() {
                return false;
            }
        }
    }
}

impl FoundFile {
    /// Takes a resolved path; refuses what is no regular file.
    pub(crate) fn at(path: PathBuf, named: &str, wanted: Wanted) -> Result<Self, Refusal> {
        let noun = wanted.noun();
        let metadata = fs::symlink_metadata(&path).map_err(|error| {
            Refusal::new(
                format!("cannot read {noun} `{named}`: {error}"),
                "check the path and its permissions",
            )
        })?;
        if metadata.is_file() {
            return Ok(Self {
                path,
                named: named.to_owned(),
                identity: Identity::of(&metadata),
            });
        }
        let what = if metadata.is_dir() {
            "a folder"
        } else {
            "not a regular file"
        };
        Err(Refusal::new(
            format!("{noun} `{named}` is {what}"),
            format!("give the path of {}", wanted.example()),
        ))
    }

    /// Checks that the path still leads to the same file, after it was opened.
    ///
    /// Between the look and the opening somebody could have put a link in its place.
    pub(crate) fn check_again(&self) -> Result<(), Refusal> {
        let resolved = fs::canonicalize(&self.path).ok();
        let metadata = fs::symlink_metadata(&self.path).ok();
        let is_same = resolved.as_ref() == Some(&self.path)
            && metadata.is_some_and(|metadata| Identity::of(&metadata) == self.identity);
        if is_same {
            return Ok(());
        }
        Err(Refusal::new(
            format!("`{}` was replaced while it was opened", self.named),
            "call again",
        ))
    }
}

impl Identity {
    #[cfg(unix)]
    fn of(metadata: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
        }
    }

    #[cfg(not(unix))]
    fn of(_: &fs::Metadata) -> Self {
        Self {}
    }
}

impl Wanted {
    fn noun(self) -> &'static str {
        match self {
            Self::Database => "the database",
            Self::Page => "the page",
        }
    }

    fn example(self) -> &'static str {
        match self {
            Self::Database => "a database file, e.g. `.breadcrumb.db`",
            Self::Page => "an HTML file, or an address like `https://shop.example/login`",
        }
    }

    fn missing(self, named: &str) -> Refusal {
        match self {
            Self::Database => Refusal::new(
                format!("there is no database at `{named}`"),
                "run the tests once so that there is something to read, or give another `db_path`",
            ),
            Self::Page => Refusal::new(
                format!("there is no page at `{named}`"),
                format!("give the path of {}", self.example()),
            ),
        }
    }
}

/// Refuses what is no path at all, before the system is asked.
fn check_text(named: &str, wanted: Wanted) -> Result<(), Refusal> {
    let wrong = if named.trim().is_empty() {
        "is empty"
    } else if named.contains('\0') {
        "contains a NUL character"
    } else if named.contains("://") {
        "is an address, not a path"
    } else {
        return Ok(());
    };
    let shown = named.escape_debug();
    Err(Refusal::new(
        format!("the path of {} `{shown}` {wrong}", wanted.noun()),
        format!("give the path of {}", wanted.example()),
    ))
}

#[cfg(test)]
#[path = "roots_tests.rs"]
mod tests;
