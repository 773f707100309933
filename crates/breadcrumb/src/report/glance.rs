//! A summary without a look at every attempt: tests that always passed are only counted.
//!
//! A hundred thousand attempts are counted by the indexes of a store in some milliseconds, and a
//! summary says no more of tests that pass.

use std::collections::{HashMap, HashSet};

use breadcrumb_flaky::{Incidents, Policy};
use breadcrumb_report::{Report, Summary};
use breadcrumb_store::{Glimpse, Store};

use super::halves::{Attempts, Counts};
use super::tally::Tally;
use crate::error::Error;

/// How often a test that passes is tried in one run, at most: more is left to a whole report.
const ATTEMPTS_A_TEST: u64 = 4;

/// Reads a glance; `None` where every attempt must be looked at to get the same answers.
pub(super) fn read(
    store: &dyn Store,
    since: f64,
    window: f64,
    policy: &Policy,
) -> Result<Option<Attempts>, Error> {
    let mut tally = Tally::default();
    let glimpse = store.glimpse(since, &mut |row| {
        if row.at >= window {
            tally.see(row);
        }
    })?;
    let Some(mut glimpse) = glimpse else {
        return Ok(None);
    };
    // Whether a run is an incident depends on all of its tests.
    let attempts: HashMap<_, _> = glimpse
        .runs
        .iter()
        .map(|run| (run.run, run.attempts))
        .collect();
    let least_tests = |run| {
        let attempts = attempts.get(&run).copied().unwrap_or(0);
        usize::try_from(attempts / ATTEMPTS_A_TEST).unwrap_or(usize::MAX)
    };
    let is_calm = Incidents::are_ruled_out(&glimpse.history, &policy.flaky.infra, least_tests);
    tally.sort();
    Ok(is_calm.then(|| Attempts {
        history: std::mem::take(&mut glimpse.history),
        tally,
        glimpse: Some(glimpse),
    }))
}

/// Counts tests and attempts, of which the report itself has only those that did not always pass.
pub(super) fn summary(report: &Report, glimpse: &Glimpse, counts: &Counts, window: f64) -> Summary {
    let mut summary = Summary::default();
    let Counts { heals, tried } = counts;
    let healed: HashSet<&str> = heals.iter().map(|heal| heal.test_id.as_str()).collect();
    let mut unstable = healed.clone();
    for test in &report.tests {
        let (flaky, failing) = (test.is_flaky(), test.is_failing());
        summary.flaky += u64::from(flaky);
        summary.failing += u64::from(failing);
        summary.quarantined += u64::from(test.quarantine.is_some());
        summary.failed += test.failed;
        if flaky || failing {
            unstable.insert(&test.test_id);
        }
    }
    let tests: HashSet<&str> = tried.tests.iter().map(String::as_str).collect();
    let counted = if tests.is_empty() { &healed } else { &tests };
    summary.total = counted.len() as u64;
    summary.stable = counted.difference(&unstable).count() as u64;
    summary.healed = healed.len() as u64;
    summary.attempts = tried.attempts;
    summary.skipped = tried.skipped;
    summary.passed = summary
        .attempts
        .saturating_sub(summary.failed + summary.skipped);
    summary.heals = heals.iter().map(|heal| heal.count).sum();
    summary.refusals = report.refusals.len() as u64;
    summary.drifts = report.drifts.len() as u64;
    summary.runs = runs_in(glimpse, window) as u64;
    summary
}

/// Counts the runs with an attempt in the window.
pub(super) fn runs_in(glimpse: &Glimpse, window: f64) -> usize {
    let runs = glimpse.runs.iter();
    runs.filter(|run| run.last_at >= window).count()
}
