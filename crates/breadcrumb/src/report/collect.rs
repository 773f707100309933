//! [`collect`]: a store's last days as one value.

use std::collections::{BTreeMap, HashMap};

use breadcrumb_flaky::QuarantineEntry;
use breadcrumb_report::calendar::DAY_SECONDS;
use breadcrumb_report::{FlakyTest, Heal, Look, Report, Summary, TestEntry};
use breadcrumb_store::Store;

use super::glance;
use super::halves::{Attempts, Healing, both};
use super::impact::Costs;
use super::request::{Depth, ReportRequest};
use super::tally::{Tally, TestTally};
use super::tests_of::{ReasonText, TestMaker, fill_state, package_flip_rate};
use crate::error::Error;
use crate::flaky::{Examination, Examined};

/// Collects what happened in the last days.
///
/// The store is read in a handful of passes, whatever the number of tests. At a glance, `tests` has
/// only those that need somebody, `heals` the newest, and `days` nothing.
pub(super) fn collect(store: &dyn Store, request: &ReportRequest) -> Result<Report, Error> {
    let since = request.now - f64::from(request.days) * DAY_SECONDS;
    let mut report = Report::default();
    env!("CARGO_PKG_VERSION").clone_into(&mut report.tool);
    report.generated_at = request.now;
    report.period_days = request.days;
    report.since = since;
    let (healing, attempts) = both(
        store,
        |store| Healing::read(store, since, request.depth),
        |store| Attempts::read(store, since, request),
    );
    let (mut healing, mut attempts) = (healing?, attempts?);
    // A glance has to see both halves; where one of them does not let it, both are read whole.
    let can_glance = attempts.glimpse.is_some() && healing.counts.is_some();
    if request.depth == Depth::Glance && !can_glance {
        healing = Healing::read(store, since, Depth::Whole)?;
        attempts = Attempts::survey(store, since, request)?;
    }
    let pending = healing.pending;
    let counts = healing.fill(&mut report);
    let Attempts { history, tally, .. } = attempts;
    let examination = Examination::of(history, store, &request.policy, request.now)?;
    if let (Some(glimpse), Some(counts)) = (attempts.glimpse, counts) {
        let runs = glance::runs_in(&glimpse, since);
        fill(&mut report, store, request, &examination, &tally, runs)?;
        report.days.clear();
        report.summary = glance::summary(&report, &glimpse, &counts, since);
    } else {
        let runs = tally.runs.len();
        fill(&mut report, store, request, &examination, &tally, runs)?;
        report.summary = summary(&report, runs);
    }
    report.summary.pending = pending;
    Ok(report)
}

/// Fills in the tests, the days and the costs.
fn fill(
    report: &mut Report,
    store: &dyn Store,
    request: &ReportRequest,
    examination: &Examination,
    tally: &Tally,
    runs: usize,
) -> Result<(), Error> {
    let mut reasons = HashMap::new();
    store.for_each_failure_reason(&mut |reason| {
        let text = ReasonText::new(reason.error_class, reason.message);
        reasons.insert(reason.fingerprint, text);
    })?;
    let tests = tally.tests.iter().map(|test| test.test_id.as_str());
    let tests: Vec<&str> = tests.collect();
    let facts = store.test_facts(&tests)?;
    let maker = TestMaker {
        tally,
        facts: tests.into_iter().zip(facts).collect(),
        history: examination.history(),
        reasons: &reasons,
        owners: &request.owners,
        now: request.now,
    };
    let mut costs = Costs::new(report.since, request.now);
    add_tests(report, &maker, examination, &mut costs);
    let first = report.tests.iter().filter_map(|test| test.first_seen);
    let observed = first
        .reduce(f64::min)
        .map_or(0.0, |first| request.now - first);
    (report.days, report.impact) = costs.finish(runs, observed / DAY_SECONDS);
    Ok(())
}

/// Adds every test that has an attempt, a heal or a look in the window, or is in quarantine.
fn add_tests(
    report: &mut Report,
    maker: &TestMaker<'_>,
    examination: &Examination,
    costs: &mut Costs,
) {
    let tallies = maker.tally.tests.iter();
    let tallies: HashMap<&str, &TestTally> = tallies
        .map(|tally| (tally.test_id.as_str(), tally))
        .collect();
    let mut tests = mentioned(report, maker, examination);
    let mut fill = |test: &mut TestEntry, variants: &[Examined]| {
        let entry = examination.entry(&test.test_id);
        let tally = tallies.get(test.test_id.as_str());
        if let Some(tally) = tally {
            maker.fill_attempts(test, tally, entry);
        }
        fill_state(test, variants);
        maker.fill_quarantine(test, entry, variants);
        if let Some(tally) = tally {
            costs.add(test, tally, maker, entry);
        }
        if test.is_flaky() {
            let flip_rate = tally.map_or(0.0, |tally| package_flip_rate(&tally.attempts));
            report.flaky_tests.push(flaky_test(test, entry, flip_rate));
        }
    };
    examination.examine_all(|variants| {
        let test_id = variants.first().map(|variant| variant.test_id.as_str());
        if let Some(test) = test_id.and_then(|test_id| tests.get_mut(test_id)) {
            fill(test, &variants);
        }
    });
    // Those that the engine knows nothing of: skipped ones, and tests without an attempt.
    for test in tests.values_mut().filter(|test| test.reason.is_none()) {
        fill(test, &[]);
    }
    report.tests = tests.into_values().collect();
    report.flaky_tests.sort_by(|a, b| a.test_id.cmp(&b.test_id));
}

/// Starts an entry for each test that something in the window is about.
fn mentioned(
    report: &Report,
    maker: &TestMaker<'_>,
    examination: &Examination,
) -> BTreeMap<String, TestEntry> {
    let mut tests: BTreeMap<String, TestEntry> = BTreeMap::new();
    let mut mention = |test_id: &str| {
        if !tests.contains_key(test_id) {
            tests.insert(test_id.to_owned(), TestEntry::new(test_id));
        }
    };
    for tally in &maker.tally.tests {
        mention(&tally.test_id);
    }
    for entry in examination.entries.keys() {
        mention(entry);
    }
    for Heal { test_id, .. } in &report.heals {
        mention(test_id);
    }
    for Look { test_id, .. } in report.refusals.iter().chain(&report.drifts) {
        mention(test_id);
    }
    for heal in &report.heals {
        if let Some(test) = tests.get_mut(&heal.test_id) {
            test.heals += 1;
        }
    }
    for look in &report.refusals {
        if let Some(test) = tests.get_mut(&look.test_id) {
            test.refusals += 1;
        }
    }
    tests
}

fn flaky_test(test: &TestEntry, entry: Option<&QuarantineEntry>, flip_rate: f64) -> FlakyTest {
    let mut flaky = FlakyTest::default();
    flaky.test_id.clone_from(&test.test_id);
    let reason = entry.map(|entry| entry.reason.clone());
    flaky.reason = reason.or_else(|| test.reason.clone()).unwrap_or_default();
    flaky.fliprate = flip_rate;
    flaky.state.clone_from(&test.state);
    flaky.rate = test.rate;
    flaky.quarantined = entry.is_some();
    flaky
}

fn summary(report: &Report, runs: usize) -> Summary {
    let mut summary = Summary::default();
    let has_attempts = report.tests.iter().any(|test| test.attempts > 0);
    for test in &report.tests {
        let is_counted = if has_attempts {
            test.attempts > 0
        } else {
            test.heals > 0
        };
        let (healed, flaky, failing) = (test.heals > 0, test.is_flaky(), test.is_failing());
        summary.total += u64::from(is_counted);
        summary.stable += u64::from(is_counted && !(healed || flaky || failing));
        summary.healed += u64::from(healed);
        summary.flaky += u64::from(flaky);
        summary.failing += u64::from(failing);
        summary.quarantined += u64::from(test.quarantine.is_some());
        summary.attempts += test.attempts;
        summary.passed += test.passed;
        summary.failed += test.failed;
        summary.skipped += test.skipped;
    }
    summary.heals = report.heals.len() as u64;
    summary.refusals = report.refusals.len() as u64;
    summary.drifts = report.drifts.len() as u64;
    summary.runs = runs as u64;
    summary
}
