//! [`collect`]: a store's last days as one value.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use breadcrumb_flaky::History;
use breadcrumb_report::Report;
use breadcrumb_report::calendar::DAY_SECONDS;
use breadcrumb_store::{Store, TestFacts, Tried};

use super::entries;
use super::halves::{Attempts, Healing, both};
use super::heals::Healed;
use super::impact::Costs;
use super::request::{Depth, ReportRequest};
use super::tests_of::{ReasonText, TestMaker};
use crate::error::Error;
use crate::flaky::Examination;

/// Collects what happened in the last days.
///
/// The store is read in a handful of passes, whatever the number of tests. At a glance, `tests` has
/// only those that need somebody, `heals` the newest, and `days` nothing.
pub(super) fn collect(store: &dyn Store, request: &ReportRequest) -> Result<Report, Error> {
    let since = request.since();
    // At a glance, tests are counted by the half that is done first.
    let tried = OnceLock::new();
    let count = |store: &dyn Store| {
        if request.depth == Depth::Glance {
            tried.get_or_init(|| store.count_tried(since));
        }
    };
    let (healing, attempts) = both(
        store,
        |store| {
            let healing = Healing::read(store, since, request.depth);
            count(store);
            healing
        },
        |store| {
            if let Some(attempts) = Attempts::at_a_glance(store, since, request)? {
                count(store);
                return Ok(attempts);
            }
            // Who reads them all has counted them.
            let _ = tried.set(Ok(None));
            Attempts::all(store, since, request)
        },
    );
    let (healing, mut attempts) = (healing?, attempts?);
    if attempts.tried.is_none() {
        attempts.tried = tried.into_inner().transpose()?.flatten();
    }
    if attempts.tried.is_none() {
        attempts = Attempts::all(store, since, request)?;
    }
    assemble(store, request, healing, attempts)
}

/// Makes a report of its two halves.
pub(super) fn assemble(
    store: &dyn Store,
    request: &ReportRequest,
    healing: Healing,
    attempts: Attempts,
) -> Result<Report, Error> {
    let since = request.since();
    let mut report = Report::default();
    env!("CARGO_PKG_VERSION").clone_into(&mut report.tool);
    report.generated_at = request.now;
    report.period_days = request.days;
    report.since = since;
    let healed = healing.fill(&mut report);
    let Attempts {
        history,
        tried,
        skipped,
        runs,
        is_whole,
    } = attempts;
    let tried = tried.unwrap_or_default();
    let facts = facts(store, tests_since(&history, since))?;
    let examination = Examination::of(history, store, &request.policy, request.now)?;
    let reasons = reasons(store)?;
    let maker = TestMaker {
        facts,
        history: examination.history(),
        reasons: &reasons,
        owners: &request.owners,
        now: request.now,
    };
    let at_a_glance = request.depth == Depth::Glance;
    let costs = entries::fill(&mut report, &maker, &examination, &healed, at_a_glance);
    add_costs(&mut report, costs, runs, request.now);
    if !is_whole {
        report.days.clear();
    }
    report.summary.runs = runs as u64;
    report.summary.skipped = skipped;
    fill_summary(&mut report, &healed, &tried);
    Ok(report)
}

/// Reads where the tests are, and whose.
fn facts(store: &dyn Store, tests: Vec<String>) -> Result<HashMap<String, TestFacts>, Error> {
    let test_ids: Vec<&str> = tests.iter().map(String::as_str).collect();
    let facts = store.test_facts(&test_ids)?;
    Ok(tests.into_iter().zip(facts).collect())
}

/// Returns the tests with an attempt since a time.
fn tests_since(history: &History, since: f64) -> Vec<String> {
    let tried = history.tests().iter();
    let tried = tried.filter(|test| !test.attempts_since(since).is_empty());
    let skipped = history.skipped_tests().iter();
    let skipped = skipped.filter(|test| test.skips.iter().any(|(at, _)| *at >= since));
    let tried = tried.map(|test| &test.test_id);
    let mut all: Vec<&String> = tried.chain(skipped.map(|test| &test.test_id)).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().cloned().collect()
}

/// Reads what failures are called.
fn reasons(store: &dyn Store) -> Result<HashMap<String, ReasonText>, Error> {
    let mut reasons = HashMap::new();
    store.for_each_failure_reason(&mut |reason| {
        let text = ReasonText::new(reason.error_class, reason.message);
        reasons.insert(reason.fingerprint, text);
    })?;
    Ok(reasons)
}

fn add_costs(report: &mut Report, costs: Costs, runs: usize, now: f64) {
    let first = report.tests.iter().filter_map(|test| test.first_seen);
    let observed = first.reduce(f64::min).map_or(0.0, |first| now - first);
    (report.days, report.impact) = costs.finish(runs, observed / DAY_SECONDS);
}

/// Counts tests, attempts and heals, of which a report at a glance has not all.
fn fill_summary(report: &mut Report, healed: &Healed, tried: &Tried) {
    let summary = &mut report.summary;
    let mut healed_tests: HashSet<&str> = healed.open.iter().map(String::as_str).collect();
    let mut unstable = healed_tests.clone();
    for test in &report.tests {
        let (flaky, failing) = (test.is_flaky(), test.is_failing());
        summary.flaky += u64::from(flaky);
        summary.failing += u64::from(failing);
        summary.quarantined += u64::from(test.quarantine.is_some());
        summary.failed += test.failed;
        if flaky || failing {
            unstable.insert(&test.test_id);
        }
        if failing {
            // It passes no more, with or without a heal.
            healed_tests.remove(test.test_id.as_str());
        }
    }
    let tests: HashSet<&str> = tried.tests.iter().map(String::as_str).collect();
    let all_healed: HashSet<&str> = healed.tests.keys().map(String::as_str).collect();
    let counted = if tests.is_empty() {
        &all_healed
    } else {
        &tests
    };
    summary.total = counted.len() as u64;
    summary.stable = counted.difference(&unstable).count() as u64;
    summary.healed = healed_tests.len() as u64;
    summary.attempts = tried.attempts;
    summary.passed = tried
        .attempts
        .saturating_sub(summary.failed + summary.skipped);
    summary.heals = healed.heals;
}
