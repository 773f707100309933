//! The store, the policy and the time that a report is made with.

use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use breadcrumb::flaky::Policy;
use breadcrumb::report::{Depth, Owners, Report, ReportRequest, collect, write_json};
use breadcrumb::store::{OpenOptions, SqliteStore, Store as _};

use crate::args_report::WindowArgs;
use crate::error::CommandError;
use crate::settings;

/// What a report is made from.
pub(super) struct Window {
    store: SqliteStore,
    policy: Policy,
    owners: Owners,
    days: u32,
}

impl Window {
    /// Opens a database that is there; nothing is created or changed.
    pub(super) fn open(args: &WindowArgs, options: &OpenOptions) -> Result<Self, CommandError> {
        let config = settings::load()?;
        let folder = std::env::current_dir()?;
        Ok(Self {
            store: options.open(config.database(args.db.as_deref()))?,
            policy: config.policy().clone(),
            owners: Owners::load(&folder),
            days: config.report_days(args.days),
        })
    }

    /// Opens the database anew for reading: somebody may have brought it to a newer version.
    pub(super) fn reopen(&mut self) -> Result<(), CommandError> {
        self.store = OpenOptions::new().read_only().open(self.location())?;
        Ok(())
    }

    /// Returns the path of the database.
    pub(super) fn location(&self) -> String {
        self.store.location()
    }

    pub(super) fn collect(&self, depth: Depth) -> Result<Report, CommandError> {
        Ok(collect(&self.store, &self.request().depth(depth))?)
    }

    /// Writes the whole report as JSON.
    pub(super) fn write_json(&self, out: &mut dyn Write) -> io::Result<Report> {
        write_json(&self.store, &self.request(), out)
    }

    fn request(&self) -> ReportRequest {
        ReportRequest::new(now(), self.days)
            .policy(self.policy.clone())
            .owners(self.owners.clone())
    }

    /// Returns a number that is another one after somebody has written to the database.
    pub(super) fn change_stamp(&self) -> Result<u64, CommandError> {
        Ok(self.store.change_stamp()?)
    }
}

fn now() -> f64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64())
}
