//! [`Context`]: what every call shares.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use breadcrumb::config::Config;
use breadcrumb::flaky::load_policy;
use breadcrumb::report::{Owners, ReportRequest};
use breadcrumb::store::SqliteStore;

use crate::arguments::Arguments;
use crate::error::Error;
use crate::options::Options;
use crate::refusal::Refusal;
use crate::roots::{FoundFile, Roots, Wanted};

/// The argument by which a call names a database.
pub(crate) const DB_PATH: &str = "db_path";

/// What every call shares: where it may look, and where it looks unless told.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) roots: Roots,
    /// The database of calls that name none, relative to the working directory.
    default_db: PathBuf,
}

impl Context {
    /// Makes the context of a process: its settings count.
    pub(crate) fn of_process(options: &Options) -> Result<Self, Error> {
        let folder = std::env::current_dir().unwrap_or_default();
        let config = Config::load(&folder, &|name| std::env::var_os(name));
        let config = config.map_err(|error| Error::settings(&error))?;
        Ok(Self {
            roots: Roots::new(&options.roots)?,
            default_db: config.database(options.db.as_deref()),
        })
    }

    /// Opens the database that a call names, or the default one, for reading only.
    ///
    /// Each call opens it anew and closes it again: while it is open, SQLite may keep files beside
    /// it, and a database that somebody replaces is then read as it is now.
    pub(crate) fn open(&self, arguments: &Arguments<'_>) -> Result<SqliteStore, Refusal> {
        let file = match arguments.text(DB_PATH) {
            Some(named) => self.roots.find(named, Wanted::Database)?,
            None => self.default_file()?,
        };
        let store = SqliteStore::open_read_only(&file.path)?;
        file.check_again()?;
        Ok(store)
    }

    /// Opens the default database.
    pub(crate) fn open_default(&self) -> Result<SqliteStore, Refusal> {
        let file = self.default_file()?;
        let store = SqliteStore::open_read_only(&file.path)?;
        file.check_again()?;
        Ok(store)
    }

    /// Asks for a report of the last days, by the project's own policy and owners.
    pub(crate) fn request(&self, days: u32) -> Result<ReportRequest, Refusal> {
        let folder = self.roots.first();
        let request = ReportRequest::new(now(), days)
            .policy(load_policy(folder)?)
            .owners(Owners::load(folder));
        Ok(request)
    }

    /// Whoever starts the server may name any database, also one outside the roots.
    fn default_file(&self) -> Result<FoundFile, Refusal> {
        let named = self.default_db.display().to_string();
        let resolved = std::fs::canonicalize(&self.default_db).map_err(|_| {
            Refusal::new(
                format!("there is no database at `{named}`"),
                "run the tests once so that there is something to read, or give a `db_path`",
            )
        })?;
        FoundFile::at(resolved, &named, Wanted::Database)
    }
}

/// Returns the seconds since 1970.
pub(crate) fn now() -> f64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64())
}
