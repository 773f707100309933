//! The store, the policy and the time that a report is made with.

use std::time::{SystemTime, UNIX_EPOCH};

use breadcrumb::flaky::{Policy, load_policy};
use breadcrumb::report::{Depth, Owners, Report, ReportRequest, collect};
use breadcrumb::store::{SqliteStore, Store as _};
use breadcrumb::{DATABASE_VARIABLE, database_path};

use crate::args_report::WindowArgs;
use crate::error::CommandError;

/// What a report is made from.
pub(super) struct Window {
    store: SqliteStore,
    policy: Policy,
    owners: Owners,
    days: u32,
}

impl Window {
    /// Opens a database that is there; nothing is created or changed.
    pub(super) fn open(args: &WindowArgs) -> Result<Self, CommandError> {
        let path = database_path(args.db.as_deref(), std::env::var_os(DATABASE_VARIABLE));
        let folder = std::env::current_dir()?;
        Ok(Self {
            store: SqliteStore::open_read_only(path)?,
            policy: load_policy(&folder)?,
            owners: Owners::load(&folder),
            days: args.days,
        })
    }

    pub(super) fn collect(&self, depth: Depth) -> Result<Report, CommandError> {
        let request = ReportRequest::new(now(), self.days)
            .depth(depth)
            .policy(self.policy.clone())
            .owners(self.owners.clone());
        Ok(collect(&self.store, &request)?)
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
