//! What all these commands need: the store, the policy, the time.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use breadcrumb::flaky::{AppSettings, AutoUpdate, Examination, Policy, QuarantineManager};
use breadcrumb::recorder::open_for_writing;
use breadcrumb::store::{Error, SqliteStore, Store};

use crate::args_flaky::DatabaseArgs;
use crate::error::CommandError;
use crate::settings;

/// The seconds of a day.
pub(super) const DAY: f64 = 86_400.0;

pub(super) struct Database {
    pub(super) store: Arc<dyn Store>,
    pub(super) path: PathBuf,
    pub(super) policy: Policy,
    pub(super) app: AppSettings,
    pub(super) now: f64,
    pub(super) json: bool,
}

impl Database {
    /// Opens the database to write to it, and creates it where there is none.
    pub(super) fn open(args: &DatabaseArgs) -> Result<Self, CommandError> {
        Self::with(args, open_for_writing)
    }

    /// Opens a database that is there, and changes nothing: not its schema, and no spool beside it.
    pub(super) fn look_at(args: &DatabaseArgs) -> Result<Self, CommandError> {
        Self::with(args, |path| SqliteStore::open_read_only(path))
    }

    /// Opens a database that is there to keep its quarantine: to write to it where that can be done and there are runs, else as
    /// [`Database::look_at`] does.
    pub(super) fn keep(args: &DatabaseArgs) -> Result<(Self, bool), CommandError> {
        let found = Self::look_at(args)?;
        if found.store.recorded_runs("", 1)?.is_empty() {
            return Ok((found, false));
        }
        Ok(match Self::open(args) {
            Ok(database) => (database, true),
            Err(_) => (found, false),
        })
    }

    /// Brings the quarantine up to date with all that is recorded by now.
    pub(super) fn update_quarantine(&self) -> Result<AutoUpdate, CommandError> {
        // Not the time of the start: what was recorded since is older than what follows from it.
        Ok(self.manager().update_entries(now())?)
    }

    fn with(
        args: &DatabaseArgs,
        open: impl FnOnce(&Path) -> Result<SqliteStore, Error>,
    ) -> Result<Self, CommandError> {
        let config = settings::load()?;
        let path = config.database(args.db.as_deref());
        Ok(Self {
            store: Arc::new(open(&path)?),
            path,
            policy: config.policy().clone(),
            app: AppSettings::of(&config),
            now: now(),
            json: args.json,
        })
    }

    pub(super) fn manager(&self) -> QuarantineManager {
        QuarantineManager::new(Arc::clone(&self.store), self.policy.clone())
    }

    pub(super) fn examination(&self) -> Result<Examination, CommandError> {
        Ok(Examination::read(
            self.store.as_ref(),
            &self.policy,
            self.now,
        )?)
    }
}

/// Returns the working directory.
pub(super) fn folder() -> Result<PathBuf, CommandError> {
    Ok(std::env::current_dir()?)
}

/// Writes a time as a date.
pub(super) fn days_from(now: f64, then: f64) -> String {
    let days = (then - now) / DAY;
    match days {
        days if days >= 0.0 => format!("in {days:.0} days"),
        days => format!("{:.0} days ago", -days),
    }
}

pub(super) fn now() -> f64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64())
}
