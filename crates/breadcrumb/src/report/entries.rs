//! The tests of a report, each with what the flaky engine says of it.

use std::thread;

use breadcrumb_flaky::QuarantineEntry;
use breadcrumb_report::{FlakyTest, Report, TestEntry};

use super::heals::Healed;
use super::impact::Costs;
use super::seen::TestSeen;
use super::tests_of::{TestMaker, fill_state, package_flip_rate};
use crate::flaky::{Examination, Examined};

/// From so many tests on two threads fill the entries.
const SHARED_FROM: usize = 200;

/// What entries are filled with.
#[derive(Clone, Copy)]
struct Filler<'a> {
    maker: &'a TestMaker<'a>,
    examination: &'a Examination,
    since: f64,
}

/// What comes of entries besides themselves.
struct Filled {
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
    let filler = Filler {
        maker,
        examination,
        since: report.since,
    };
    let Filled { flaky_tests, costs } = filler.fill_all(&mut report.tests);
    report.flaky_tests = flaky_tests;
    costs
}

impl Filler<'_> {
    /// Fills these entries, many of them with two threads: a test is assessed by itself.
    fn fill_all(&self, tests: &mut [TestEntry]) -> Filled {
        if tests.len() < SHARED_FROM {
            return self.fill_each(tests);
        }
        let (first, second) = tests.split_at_mut(tests.len() / 2);
        thread::scope(|scope| {
            let second = scope.spawn(|| self.fill_each(second));
            let mut filled = self.fill_each(first);
            let second = second.join();
            let second = second.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            filled.flaky_tests.extend(second.flaky_tests);
            filled.costs.add_all(second.costs);
            filled
        })
    }

    fn fill_each(&self, tests: &mut [TestEntry]) -> Filled {
        let mut filled = Filled {
            flaky_tests: Vec::new(),
            costs: Costs::new(self.since, self.maker.now),
        };
        let gatherer = self.examination.gatherer();
        for test in tests {
            // None of those that the engine knows nothing of: skipped ones, and tests without an attempt.
            let variants = self.examination.examine_with(&test.test_id, &gatherer);
            self.fill(test, &variants, &mut filled);
        }
        filled
    }

    fn fill(&self, test: &mut TestEntry, variants: &[Examined], filled: &mut Filled) {
        let entry = self.examination.entry(&test.test_id);
        let seen = TestSeen::of(self.maker.history, &test.test_id, self.since);
        if !seen.attempts.is_empty() {
            self.maker.fill_attempts(test, &seen, entry);
        }
        fill_state(test, variants);
        self.maker.fill_quarantine(test, entry, variants);
        if !seen.attempts.is_empty() {
            filled.costs.add(test, &seen, self.maker, entry);
        }
        if test.is_flaky() {
            let flip_rate = package_flip_rate(&seen.attempts);
            filled.flaky_tests.push(flaky_test(test, entry, flip_rate));
        }
    }
}

/// Starts an entry for each test that something in the window is about, by id.
fn mentioned(
    report: &Report,
    maker: &TestMaker<'_>,
    examination: &Examination,
    healed: &Healed,
    at_a_glance: bool,
) -> Vec<TestEntry> {
    let mut tests: Vec<&str> = maker.facts.keys().map(String::as_str).collect();
    tests.extend(examination.entries.keys().map(String::as_str));
    if at_a_glance {
        tests.extend(report.heals.iter().map(|heal| heal.test_id.as_str()));
    } else {
        tests.extend(healed.tests.keys().map(String::as_str));
    }
    let looks = report.refusals.iter().chain(&report.drifts);
    tests.extend(looks.map(|look| look.test_id.as_str()));
    tests.sort_unstable();
    tests.dedup();
    let mut tests: Vec<TestEntry> = tests.into_iter().map(TestEntry::new).collect();
    for test in &mut tests {
        test.heals = healed.tests.get(&test.test_id).copied().unwrap_or(0);
    }
    for look in &report.refusals {
        let place = tests.binary_search_by(|test| test.test_id.cmp(&look.test_id));
        if let Some(test) = place.ok().and_then(|place| tests.get_mut(place)) {
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
