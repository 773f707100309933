//! [`ReportRequest`]: what a report is to be about.

use breadcrumb_flaky::Policy;
use breadcrumb_report::calendar::DAY_SECONDS;

use super::owners::Owners;

/// What to collect; only the time and the number of days have no default.
#[derive(Debug, Clone)]
#[must_use]
pub struct ReportRequest {
    pub(crate) now: f64,
    pub(crate) days: u32,
    pub(crate) depth: Depth,
    pub(crate) policy: Policy,
    pub(crate) owners: Owners,
}

/// How much of each heal is collected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// What people read: whole heals only where a format for people shows them.
    Glance,
    /// Every test; of heals what a glance has. [`write_json`](super::write_json) reads them itself.
    Tests,
    /// Every test, and every heal cut down to what lists show: for who asks for heals one by one.
    Outline,
    /// All that is stored.
    Whole,
}

impl ReportRequest {
    /// Asks for the last `days` before `now`, in seconds since 1970.
    pub fn new(now: f64, days: u32) -> Self {
        Self {
            now,
            days,
            depth: Depth::Whole,
            policy: Policy::default(),
            owners: Owners::default(),
        }
    }

    /// Returns where the window begins.
    pub(super) fn since(&self) -> f64 {
        self.now - f64::from(self.days) * DAY_SECONDS
    }

    /// Sets how much of each heal is collected.
    pub fn depth(mut self, depth: Depth) -> Self {
        self.depth = depth;
        self
    }

    /// Sets the policy that tests are assessed by.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Sets who looks after which files.
    pub fn owners(mut self, owners: Owners) -> Self {
        self.owners = owners;
        self
    }
}
