//! [`DoctorRequest`]: what is to be examined.

use std::path::{Path, PathBuf};

use breadcrumb_store::DEFAULT_DB_FILE;

/// The environment variable that names the Python the command itself was started by.
///
/// The Python front sets it. It is asked last: what is active in the user's shell counts more.
pub const PYTHON_VARIABLE: &str = "BREADCRUMB_PYTHON";

/// What is to be examined.
#[derive(Debug, Clone)]
#[must_use]
pub struct DoctorRequest {
    pub(super) database: PathBuf,
    /// Whether somebody said that it is there.
    pub(super) is_expected: bool,
    pub(super) folder: PathBuf,
    pub(super) has_environment: bool,
    pub(super) python: Option<PathBuf>,
}

impl DoctorRequest {
    /// Asks for a database and for the environment: Python, Playwright, the plugin, a browser.
    pub fn new(database: impl Into<PathBuf>) -> Self {
        Self {
            database: database.into(),
            is_expected: true,
            folder: PathBuf::new(),
            has_environment: true,
            python: None,
        }
    }

    /// Asks for a database only: no other program is started.
    pub fn database_only(database: impl Into<PathBuf>) -> Self {
        Self {
            has_environment: false,
            ..Self::new(database)
        }
    }

    /// Takes a database that is not there for one of a project that has not begun.
    pub fn may_be_missing(mut self) -> Self {
        self.is_expected = false;
        self
    }

    /// Sets the project's folder, whose settings and environment count; else the working directory.
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = folder.into();
        self
    }

    /// Names the Python that runs the tests.
    pub fn python(mut self, program: impl Into<PathBuf>) -> Self {
        self.python = Some(program.into());
        self
    }

    /// Returns the argument that names this database to a command; empty for the usual one.
    pub(super) fn database_argument(&self) -> String {
        if self.database == Path::new(DEFAULT_DB_FILE) {
            return String::new();
        }
        let path = self.database.display().to_string();
        format!(" --db {}", super::shell::word(&path))
    }
}
