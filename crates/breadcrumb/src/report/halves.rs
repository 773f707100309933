//! The two halves of a store that a report reads at the same time: heals, and attempts.
//!
//! Neither needs the other, and on a large store each takes about as long.

use std::collections::HashSet;
use std::sync::Arc;
use std::thread;

use breadcrumb_flaky::History;
use breadcrumb_report::calendar::DAY_SECONDS;
use breadcrumb_report::{Heal, Report, TopLocator};
use breadcrumb_store::{KEPT_DAYS, Store, Tried};

use super::glance;
use super::heals;
use super::heals::{HealReader, Healed};
use super::looks::Looks;
use super::request::{Depth, ReportRequest};
use crate::error::Error;
use crate::standing::Standings;

/// Heals, and looks that did not heal.
pub(super) struct Healing {
    heals: Vec<Heal>,
    top_locators: Vec<TopLocator>,
    looks: Looks,
    /// What has become of the heals.
    pub(super) standings: Arc<Standings>,
    /// What was healed; at a glance `heals` are not all.
    pub(super) healed: Healed,
    /// All heals, newest first, where they are to be read later.
    pub(super) ids: Vec<i64>,
}

/// The attempts at tests.
pub(super) struct Attempts {
    /// At a glance, of those tests only that did not always pass.
    pub(super) history: History,
    /// Whether the history has all tests.
    pub(super) is_whole: bool,
    /// All that was tried in the window; none where the history does not tell.
    pub(super) tried: Option<Tried>,
    /// What was skipped in the window.
    pub(super) skipped: u64,
    /// The runs of the suite in the window.
    pub(super) runs: usize,
}

/// Does both at the same time where the store can be read twice, else one after the other.
pub(crate) fn both<A: Send, B>(
    store: &dyn Store,
    first: impl FnOnce(&dyn Store) -> A + Send,
    second: impl FnOnce(&dyn Store) -> B,
) -> (A, B) {
    thread::scope(|scope| {
        // The thread opens the store by itself: it takes as long as the thread takes to come up.
        let first = scope.spawn(|| match store.reader() {
            Some(reader) => Ok(first(&*reader)),
            None => Err(first),
        });
        let second = second(store);
        let first = first.join();
        let first = first.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (first.unwrap_or_else(|first| first(store)), second)
    })
}

impl Healing {
    /// Reads the heals and the looks since a time.
    pub(super) fn read(store: &dyn Store, since: f64, depth: Depth) -> Result<Self, Error> {
        let counted = store.heal_counts(since, heals::GLANCED)?;
        let standings = Arc::new(Standings::of(store, &counted)?);
        let looks = Looks::read(store, since, &standings)?;
        let reader = HealReader::with(store, Arc::clone(&standings));
        let (heals, top_locators) = match depth {
            Depth::Glance | Depth::Tests => reader.newest_and_top(since, &counted)?,
            Depth::Outline | Depth::Whole => {
                let heals = if depth == Depth::Outline {
                    reader.outlines(since)?
                } else {
                    reader.since(since)?
                };
                let top = heals::top_locators(&heals);
                (heals, top)
            }
        };
        let ids = if depth == Depth::Tests {
            store.heal_ids(since)?
        } else {
            Vec::new()
        };
        Ok(Self {
            heals,
            top_locators,
            looks,
            healed: Healed::counted(counted, &standings),
            standings,
            ids,
        })
    }

    /// Puts it into a report; what was healed is left over.
    pub(super) fn fill(self, report: &mut Report) -> Healed {
        report.heals = self.heals;
        report.top_locators = self.top_locators;
        report.refusals = self.looks.refusals;
        report.drifts = self.looks.drifts;
        report.summary.refusals = self.looks.refused;
        report.summary.drifts = self.looks.drifted;
        report.summary.pending = self.standings.pending();
        report.summary.open = self.standings.open();
        report.summary.fixed = self.standings.fixed();
        self.healed
    }
}

impl Attempts {
    /// Reads the attempts that matter at a glance; none where all are wanted, or must be looked at.
    pub(super) fn at_a_glance(
        store: &dyn Store,
        window: f64,
        request: &ReportRequest,
    ) -> Result<Option<Self>, Error> {
        if request.depth != Depth::Glance {
            return Ok(None);
        }
        glance::read(store, kept_since(window, request), window, &request.policy)
    }

    /// Reads all attempts that are kept.
    pub(super) fn all(
        store: &dyn Store,
        window: f64,
        request: &ReportRequest,
    ) -> Result<Self, Error> {
        let history = store.history(kept_since(window, request))?;
        let (tried, skipped) = tried(&history, window);
        Ok(Self {
            is_whole: true,
            tried: Some(tried),
            skipped,
            runs: history.runs_since(window),
            history,
        })
    }
}

/// Counts what was tried and what was skipped since a time, as a history knows it.
fn tried(history: &History, since: f64) -> (Tried, u64) {
    let mut tried = Tried::default();
    let mut tests = HashSet::new();
    let mut skipped = 0;
    for test in history.tests() {
        let attempts = test.attempts_since(since).len();
        tried.attempts += attempts as u64;
        if attempts > 0 {
            tests.insert(test.test_id.as_str());
        }
    }
    for test in history.skipped_tests() {
        let skips = test.skips.iter().filter(|(at, _)| *at >= since).count();
        skipped += skips as u64;
        if skips > 0 {
            tests.insert(test.test_id.as_str());
        }
    }
    tried.attempts += skipped;
    tried.tests = tests.into_iter().map(str::to_owned).collect();
    (tried, skipped)
}

/// States rest on all attempts that are kept, whatever the window.
fn kept_since(since: f64, request: &ReportRequest) -> f64 {
    since.min(request.now - KEPT_DAYS * DAY_SECONDS)
}
