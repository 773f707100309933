//! Which database to use.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use breadcrumb_store::DEFAULT_DB_FILE;

/// The environment variable that names the database.
pub const DATABASE_VARIABLE: &str = "BREADCRUMB_DB";

/// Returns the path of the database: what the caller names, else what the environment names, else
/// `.breadcrumb.db` in the working directory.
///
/// ```
/// use std::path::Path;
/// use breadcrumb::database_path;
///
/// assert_eq!(database_path(Some(Path::new("a.db")), Some("b.db".into())), Path::new("a.db"));
/// assert_eq!(database_path(None, Some("b.db".into())), Path::new("b.db"));
/// assert_eq!(database_path(None, None), Path::new(".breadcrumb.db"));
/// ```
#[must_use]
pub fn database_path(named: Option<&Path>, variable: Option<OsString>) -> PathBuf {
    // A variable that is set to nothing is not set: CI files do that.
    let variable = variable
        .filter(|value| !value.is_empty())
        .map(PathBuf::from);
    named
        .map(Path::to_path_buf)
        .or(variable)
        .unwrap_or_else(|| PathBuf::from(DEFAULT_DB_FILE))
}
