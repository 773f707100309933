//! [`Files`]: where the planner gets its files from.

use std::sync::Arc;

/// Where the planner gets its files from.
///
/// Paths are relative to the project's root, with `/` between their parts.
pub trait Files {
    /// Returns the text of a file of the project.
    fn read(&mut self, path: &str) -> Result<Arc<str>, Unreadable>;

    /// Finds the project's file that a path of a test run names: itself, or by its longest suffix,
    /// since a database of another machine has other folders.
    fn resolve(&mut self, recorded: &str) -> Option<String>;

    /// Lists the source files of the project. It is called at most once, and only for a heal
    /// without a place, or for one whose locator is a constant that others may use.
    fn list(&mut self) -> Vec<String>;
}

/// Why a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// There is no such file.
    #[error("the file is not there")]
    Missing,
    /// The file is not text in UTF-8.
    #[error("the file is not UTF-8")]
    NotUtf8,
    /// The file is not in the project.
    #[error("the file is outside of the project")]
    Outside,
    /// The file is longer than any test is.
    #[error("the file is too large")]
    TooLarge,
    /// Something else, in words.
    #[error("{0}")]
    Other(String),
}
