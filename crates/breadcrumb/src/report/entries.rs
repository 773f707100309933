//! The tests of a report, each with what the flaky engine says of it.

use std::collections::BTreeMap;

use breadcrumb_flaky::QuarantineEntry;
use breadcrumb_report::{FlakyTest, Heal, Look, Report, TestEntry};

use super::heals::Healed;
use super::impact::Costs;
use super::seen::TestSeen;
use super::tests_of::{TestMaker, fill_state, package_flip_rate};
use crate::flaky::{Examination, Examined};

/// What entries are filled with.
struct Filler<'a> {
    maker: &'a TestMaker<'a>,
    examination: &'a Examination,
    since: f64,
    flaky_tests: Vec<FlakyTest>,
    costs: Costs,
}

/// Adds every test that has an attempt, a heal or a look in the window, or is in quarantine; returns what
/// they cost.
pub(super) fn fill(
    report: &mut Report,
    maker: &TestMaker<'_>,
    examination: &Examination,
    healed: &Healed,
    at_a_glance: bool,
) -> Costs {
    report.tests = mentioned(report, maker, examination, healed, at_a_glance);
    let mut filler = Filler {
        maker,
        examination,
        since: report.since,
        flaky_tests: Vec::new(),
        costs: Costs::new(report.since, maker.now),
    };
    let gatherer = examination.gatherer();
    for test in &mut report.tests {
        // None of those that the engine knows nothing of: skipped ones, and tests without an attempt.
        let variants = examination.examine_with(&test.test_id, &gatherer);
        filler.fill(test, &variants);
    }
    report.flaky_tests = filler.flaky_tests;
    filler.costs
}

impl Filler<'_> {
    fn fill(&mut self, test: &mut TestEntry, variants: &[Examined]) {
        let entry = self.examination.entry(&test.test_id);
        let seen = TestSeen::of(self.maker.history, &test.test_id, self.since);
        if !seen.attempts.is_empty() {
            self.maker.fill_attempts(test, &seen, entry);
        }
        fill_state(test, variants);
        self.maker.fill_quarantine(test, entry, variants);
        if !seen.attempts.is_empty() {
            self.costs.add(test, &seen, self.maker, entry);
        }
        if test.is_flaky() {
            let flip_rate = package_flip_rate(&seen.attempts);
            self.flaky_tests.push(flaky_test(test, entry, flip_rate));
        }
    }
}

/// Starts an entry for each test that something in the window is about, by id.
fn mentioned<'a>(
    report: &'a Report,
    maker: &'a TestMaker<'_>,
    examination: &'a Examination,
    healed: &'a Healed,
    at_a_glance: bool,
) -> Vec<TestEntry> {
    let mut tests: BTreeMap<&'a str, TestEntry> = BTreeMap::new();
    let mut mention = |test_id: &'a str| {
        tests
            .entry(test_id)
            .or_insert_with(|| TestEntry::new(test_id));
    };
    for test_id in maker.facts.keys() {
        mention(test_id);
    }
    for entry in examination.entries.keys() {
        mention(entry);
    }
    if at_a_glance {
        for Heal { test_id, .. } in &report.heals {
            mention(test_id);
        }
    } else {
        healed.tests.keys().for_each(|test_id| mention(test_id));
    }
    for Look { test_id, .. } in report.refusals.iter().chain(&report.drifts) {
        mention(test_id);
    }
    for (test_id, heals) in &healed.tests {
        if let Some(test) = tests.get_mut(test_id.as_str()) {
            test.heals = *heals;
        }
    }
    for look in &report.refusals {
        if let Some(test) = tests.get_mut(look.test_id.as_str()) {
            test.refusals += 1;
        }
    }
    tests.into_values().collect()
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
