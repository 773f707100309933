//! Tests with a known truth.

use super::random::Random;

/// How many CI runs a scenario lasts, each on a revision of its own.
pub(crate) const RUNS: usize = 300;

/// How much a failure makes the failure of the retry more likely: what made it fail is often still
/// there.
const RETRY_CORRELATION: f64 = 0.4;

/// A test, by its truth at each run.
pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    /// Whether it is a regression that must never be quarantined.
    pub(crate) is_regression: bool,
    /// Whether the code is broken.
    pub(crate) broken: fn(usize) -> bool,
    /// How often the test fails on good code.
    pub(crate) rate: fn(usize) -> f64,
}

/// What a run showed.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    pub(crate) attempts: u32,
    pub(crate) failures: u32,
    pub(crate) is_broken: bool,
}

impl Seen {
    /// Whether the run was red: the last attempt failed.
    pub(crate) fn has_failed(self) -> bool {
        self.attempts == self.failures
    }

    pub(crate) fn is_mixed(self) -> bool {
        self.failures > 0 && !self.has_failed()
    }
}

impl Scenario {
    /// Plays one run with so many retries.
    pub(crate) fn play(&self, run: usize, retries: u32, random: &mut Random) -> Seen {
        let is_broken = (self.broken)(run);
        let rate = (self.rate)(run);
        let (mut attempts, mut failures) = (0, 0);
        // A failure is tried again until it passes.
        while attempts <= retries {
            let correlated = RETRY_CORRELATION + (1.0 - RETRY_CORRELATION) * rate;
            let chance = if attempts > 0 { correlated } else { rate };
            attempts += 1;
            if !is_broken && !random.chance(chance) {
                break;
            }
            failures += 1;
        }
        Seen {
            attempts,
            failures,
            is_broken,
        }
    }

    /// Plays reruns on one revision, each for itself, until there is a mix with what was seen.
    pub(crate) fn rerun(&self, run: usize, most: u32, seen: Seen, random: &mut Random) -> Seen {
        let is_broken = (self.broken)(run);
        let (mut attempts, mut failures) = (0, 0);
        let (passes, failed) = (seen.attempts - seen.failures, seen.failures);
        while attempts < most {
            attempts += 1;
            failures += u32::from(is_broken || random.chance((self.rate)(run)));
            if failed + failures > 0 && passes + attempts - failures > 0 {
                break;
            }
        }
        Seen {
            attempts,
            failures,
            is_broken,
        }
    }
}

const fn never(_: usize) -> bool {
    false
}

const fn no_flake(_: usize) -> f64 {
    0.0
}

const fn regression(name: &'static str, broken: fn(usize) -> bool) -> Scenario {
    Scenario {
        name,
        is_regression: true,
        broken,
        rate: no_flake,
    }
}

const fn flaky(name: &'static str, rate: fn(usize) -> f64) -> Scenario {
    Scenario {
        name,
        is_regression: false,
        broken: never,
        rate,
    }
}

/// The scenarios of the design, in its order.
pub(crate) const SCENARIOS: [Scenario; 14] = [
    flaky("stable", no_flake),
    regression("regression at run 3, never fixed", |run| run >= 3),
    regression("regression at run 120, never fixed", |run| run >= 120),
    regression("broken for 8 runs, then fixed", |run| {
        (100..108).contains(&run)
    }),
    regression("3 times broken for 5 runs", |run| {
        (60..240).contains(&run) && run % 60 < 5
    }),
    regression("3 breaks of one revision", |run| {
        (60..240).contains(&run) && run % 60 == 0
    }),
    flaky("flaky at 0.2 %", |_| 0.002),
    flaky("flaky at 1 %", |_| 0.01),
    flaky("flaky at 5 %", |_| 0.05),
    flaky("flaky at 10 %", |_| 0.10),
    flaky("flaky at 30 %", |_| 0.30),
    Scenario {
        name: "flaky at 10 %, broken from 120 on",
        is_regression: false,
        broken: |run| run >= 120,
        rate: |_| 0.10,
    },
    flaky("defect at 30 % from run 50 on", |run| {
        if run >= 50 { 0.30 } else { 0.0 }
    }),
    flaky("flaky at 10 %, fixed at 100", |run| {
        if run < 100 { 0.10 } else { 0.0 }
    }),
];
