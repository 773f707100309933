//! Attempts at a glance: tests that always passed are only counted.
//!
//! A hundred thousand attempts are counted by the indexes of a store in some milliseconds, and a
//! summary says no more of tests that pass.

use std::collections::HashMap;

use breadcrumb_flaky::{Incidents, Policy};
use breadcrumb_store::Store;

use super::halves::Attempts;
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
    let Some(glimpse) = store.glimpse(since, &|failures| enough(failures, policy))? else {
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
    if !Incidents::are_ruled_out(&glimpse.history, &policy.flaky.infra, least_tests) {
        return Ok(None);
    }
    let runs = glimpse.runs.iter();
    let skips = glimpse.skips.iter();
    Ok(Some(Attempts {
        runs: runs.filter(|run| run.last_at >= window).count(),
        skipped: skips.filter(|at| **at >= window).count() as u64,
        history: glimpse.history,
        tried: None,
        is_whole: false,
    }))
}

/// Returns how many attempts rule out that a run with so many failures is an incident, even if all of
/// them have one reason.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number of attempts that is not negative; more than all is all"
)]
fn enough(failures: u64, policy: &Policy) -> u64 {
    let infra = &policy.flaky.infra;
    let share = infra.failed_share.min(infra.same_fp_share).max(0.001);
    let tests = (failures as f64 / share) as u64 + infra.min_tests as u64 + 1;
    tests.saturating_mul(ATTEMPTS_A_TEST)
}
