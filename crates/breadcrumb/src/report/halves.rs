//! The two halves of a store that a report reads at the same time: heals and counts, and attempts.
//!
//! Neither needs the other, and on a large store each takes about as long.

use std::thread;

use breadcrumb_flaky::History;
use breadcrumb_report::calendar::DAY_SECONDS;
use breadcrumb_report::{Heal, Look, Report, TopLocator};
use breadcrumb_store::{Glimpse, HealCount, HealDepth, KEPT_DAYS, Store, Tried};

use super::glance;
use super::heals::HealReader;
use super::request::{Depth, ReportRequest};
use super::tally::Tally;
use super::{decided, heals, looks};
use crate::error::Error;

/// Heals, and looks that did not heal.
pub(super) struct Healing {
    heals: Vec<Heal>,
    top_locators: Vec<TopLocator>,
    /// How many locators wait for a decision.
    pub(super) pending: u64,
    refusals: Vec<Look>,
    drifts: Vec<Look>,
    /// Only at a glance, where `heals` are not all.
    pub(super) counts: Option<Counts>,
}

/// How much there is of what a glance does not look at.
pub(super) struct Counts {
    /// How often each locator was healed.
    pub(super) heals: Vec<HealCount>,
    pub(super) tried: Tried,
}

/// The attempts at tests.
pub(super) struct Attempts {
    pub(super) history: History,
    pub(super) tally: Tally,
    /// Counts of what a glance did not look at.
    pub(super) glimpse: Option<Glimpse>,
}

/// Does both at the same time where the store can be read twice, else one after the other.
pub(crate) fn both<A: Send, B>(
    store: &dyn Store,
    first: impl FnOnce(&dyn Store) -> A + Send,
    second: impl FnOnce(&dyn Store) -> B,
) -> (A, B) {
    let Some(reader) = store.reader() else {
        return (first(store), second(store));
    };
    thread::scope(|scope| {
        let first = scope.spawn(|| first(&*reader));
        let second = second(store);
        let first = first.join();
        let first = first.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (first, second)
    })
}

impl Healing {
    /// Reads the heals and the looks since a time.
    pub(super) fn read(store: &dyn Store, since: f64, depth: Depth) -> Result<Self, Error> {
        let (refusals, drifts) = looks::read(store, since)?;
        let reader = HealReader::new(store)?;
        let (counts, pending, (heals, top_locators)) = match depth {
            Depth::Glance => {
                let heals = store.heal_counts(since)?;
                let shown = reader.newest_and_top(since, &heals)?;
                let pending = reader.pending(since, &heals)?;
                let tried = store.count_tried(since)?;
                (tried.map(|tried| Counts { heals, tried }), pending, shown)
            }
            Depth::Outline | Depth::Whole => {
                let heal_depth = if depth == Depth::Outline {
                    HealDepth::Short
                } else {
                    HealDepth::Whole
                };
                let heals = reader.since(since, heal_depth)?;
                let top = heals::top_locators(&heals);
                (None, decided::pending(&heals), (heals, top))
            }
        };
        Ok(Self {
            heals,
            top_locators,
            pending,
            refusals,
            drifts,
            counts,
        })
    }

    /// Puts it into a report; the counts are left over.
    pub(super) fn fill(self, report: &mut Report) -> Option<Counts> {
        report.heals = self.heals;
        report.top_locators = self.top_locators;
        report.refusals = self.refusals;
        report.drifts = self.drifts;
        self.counts
    }
}

impl Attempts {
    /// Reads the attempts: all of them, or at a glance those that matter.
    pub(super) fn read(
        store: &dyn Store,
        since: f64,
        request: &ReportRequest,
    ) -> Result<Self, Error> {
        if request.depth == Depth::Glance {
            let kept = kept_since(since, request);
            let glance = glance::read(store, kept, since, &request.policy)?;
            if let Some(attempts) = glance {
                return Ok(attempts);
            }
        }
        Self::survey(store, since, request)
    }

    /// Reads all attempts.
    pub(super) fn survey(
        store: &dyn Store,
        since: f64,
        request: &ReportRequest,
    ) -> Result<Self, Error> {
        let mut tally = Tally::default();
        let history = store.survey(kept_since(since, request), &mut |row| {
            if row.at >= since {
                tally.see(row);
            }
        })?;
        tally.sort();
        Ok(Self {
            history,
            tally,
            glimpse: None,
        })
    }
}

/// States rest on all attempts that are kept, whatever the window.
fn kept_since(since: f64, request: &ReportRequest) -> f64 {
    since.min(request.now - KEPT_DAYS * DAY_SECONDS)
}
