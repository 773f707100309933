//! [`Posterior`]: how often a test fails on good code, and whether the code is broken now.
//!
//! Each revision is good or broken; the chain of revisions moves between the two. A broken one
//! fails nearly always, a good one with a rate that stays the same. What is not known is summed
//! over: the states by the forward algorithm, the rate over a grid.

use std::sync::LazyLock;

use crate::evidence::{Evidence, Lane, RevisionEvidence};
use crate::params::{
    BREAKS, BROKEN_AT_FIRST, BROKEN_IN_PULL_REQUEST, HIGHEST_RATE, INTERVAL_TAIL, LOWEST_RATE,
    MENDS, PASS_WHEN_BROKEN, RATE_PRIOR, RATES, SOUND_RATE, SOUND_SHARE,
};

/// The sound rate and those of flaky tests.
const POINTS: usize = RATES + 1;

/// Below this a likelihood is scaled up again; far from where numbers lose digits.
const SMALLEST: f64 = 1e-100;

/// Above this many attempts of one revision their likelihood is computed as a logarithm.
const MOST_PLAIN_ATTEMPTS: u32 = 32;

/// So many clean revisions are computed once; a window holds hardly more.
const MOST_CLEAN: usize = 128;

/// A number for each rate. One list for each kind of number, so that several rates are computed at a time.
type PerRate = [f64; POINTS];

/// The rates a test may have.
struct Grid {
    /// How often it fails.
    rates: PerRate,
    /// How often it passes.
    passes: PerRate,
    /// The logarithms of both.
    log_rates: PerRate,
    log_passes: PerRate,
    /// How likely each rate is before anything is seen.
    priors: PerRate,
}

static GRID: LazyLock<Grid> = LazyLock::new(grid);

/// What is known of a test after all its evidence.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Posterior {
    /// How often it fails on good code, on average.
    pub flake_rate: f64,
    /// The interval that holds the rate at 90 %.
    pub interval: (f64, f64),
    /// How likely it is that the rate matters.
    pub p_material: f64,
    /// How likely it is that the test is flaky at all.
    pub p_flaky: f64,
    /// How likely it is that the newest revision is broken.
    pub p_broken: f64,
}

/// What stands after as many clean revisions as the place says. Nearly all tests begin with a pass on each of many
/// revisions, and it need not be computed for each test.
static CLEAN: LazyLock<Vec<Forward>> = LazyLock::new(clean);

/// How likely the evidence is with each rate: the two states, and the logarithm of what was scaled
/// away.
#[derive(Clone, Copy)]
struct Forward {
    good: PerRate,
    broken: PerRate,
    log_scale: PerRate,
}

impl Posterior {
    /// Weighs the evidence; a rate from `material_rate` on matters.
    #[must_use]
    pub fn of(evidence: &Evidence, material_rate: f64) -> Self {
        let revisions = &evidence.revisions;
        let clean = revisions.iter().take_while(|entry| is_one_pass(entry));
        let clean = clean.take(CLEAN.len() - 1).count();
        let mut forward = CLEAN.get(clean).copied().unwrap_or(START);
        for revision in revisions.iter().skip(clean) {
            forward.see(revision);
        }
        Self::summed(&forward, material_rate)
    }

    fn summed(forward: &Forward, material_rate: f64) -> Self {
        let grid = &*GRID;
        let sums = sums(&forward.good, &forward.broken);
        let mut weights = zipped(&sums, &grid.priors, |sum, prior| (prior * sum).ln());
        weights = zipped(&weights, &forward.log_scale, |log, scaled| log + scaled);
        let highest = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        weights = weights.map(|log| (log - highest).exp());
        let total: f64 = weights.iter().sum();
        weights = weights.map(|weight| weight / total);
        let rates = || weights.iter().zip(&grid.rates);
        let broken = zipped(&forward.broken, &sums, |broken, sum| broken / sum);
        Self {
            flake_rate: rates().map(|(weight, rate)| weight * rate).sum(),
            interval: (
                quantile(&weights, INTERVAL_TAIL),
                quantile(&weights, 1.0 - INTERVAL_TAIL),
            ),
            p_material: rates()
                .filter(|(_, rate)| **rate >= material_rate)
                .map(|(weight, _)| weight)
                .sum::<f64>()
                .min(1.0),
            p_flaky: weights.iter().skip(1).sum::<f64>().min(1.0),
            p_broken: zipped(&weights, &broken, |weight, broken| weight * broken)
                .iter()
                .sum::<f64>()
                .min(1.0),
        }
    }
}

/// What stands before anything is seen.
const START: Forward = Forward {
    good: [1.0 - BROKEN_AT_FIRST; POINTS],
    broken: [BROKEN_AT_FIRST; POINTS],
    log_scale: [0.0; POINTS],
};

fn is_one_pass(revision: &RevisionEvidence) -> bool {
    (revision.attempts, revision.failures) == (1, 0) && revision.lane == Lane::Chain
}

fn clean() -> Vec<Forward> {
    let mut clean = vec![START];
    let mut forward = START;
    for _ in 0..MOST_CLEAN {
        forward.see_counts(1, 0, true);
        clean.push(forward);
    }
    clean
}

impl Forward {
    fn see(&mut self, revision: &RevisionEvidence) {
        let is_on_chain = revision.lane == Lane::Chain;
        self.see_counts(revision.attempts, revision.failures, is_on_chain);
    }

    fn see_counts(&mut self, attempts: u32, failures: u32, is_on_chain: bool) {
        let (good, broken) = self.likelihood(attempts, failures);
        if is_on_chain {
            let moved = |good: f64, broken: f64| good * (1.0 - BREAKS) + broken * MENDS;
            let moved_good = zipped(&self.good, &self.broken, moved);
            let moved = |good: f64, broken: f64| good * BREAKS + broken * (1.0 - MENDS);
            let moved_broken = zipped(&self.good, &self.broken, moved);
            self.good = zipped(&moved_good, &good, |moved, good| moved * good);
            self.broken = zipped(&moved_broken, &broken, |moved, broken| moved * broken);
        } else {
            // A pull request stands for itself: it says something of the rate, not of the chain.
            let both = zipped(&good, &broken, |good, broken| {
                BROKEN_IN_PULL_REQUEST * broken + (1.0 - BROKEN_IN_PULL_REQUEST) * good
            });
            self.good = zipped(&self.good, &both, |good, both| good * both);
            self.broken = zipped(&self.broken, &both, |broken, both| broken * both);
        }
        self.scale();
    }

    /// Scales what has become too small up again.
    fn scale(&mut self) {
        let sums = sums(&self.good, &self.broken);
        if sums.iter().all(|sum| *sum >= SMALLEST) {
            return;
        }
        let by = sums.map(|sum| if sum < SMALLEST { sum } else { 1.0 });
        self.log_scale = zipped(&self.log_scale, &by, |scaled, by| scaled + by.ln());
        self.good = zipped(&self.good, &by, |good, by| good / by);
        self.broken = zipped(&self.broken, &by, |broken, by| broken / by);
    }

    /// Returns how likely the attempts are on good and on broken code.
    fn likelihood(&mut self, attempts: u32, failures: u32) -> (PerRate, PerRate) {
        let grid = &*GRID;
        let passes = attempts - failures;
        // What nearly every revision is.
        match (failures, passes) {
            (1, 0) => return (grid.rates, [1.0 - PASS_WHEN_BROKEN; POINTS]),
            (0, 1) => return (grid.passes, [PASS_WHEN_BROKEN; POINTS]),
            _ => {}
        }
        if attempts <= MOST_PLAIN_ATTEMPTS {
            let power = |base: f64, times: u32| base.powi(times.cast_signed());
            let both = |fails: f64, pass: f64| power(fails, failures) * power(pass, passes);
            return (
                zipped(&grid.rates, &grid.passes, both),
                [both(1.0 - PASS_WHEN_BROKEN, PASS_WHEN_BROKEN); POINTS],
            );
        }
        let (failures, passes) = (f64::from(failures), f64::from(passes));
        let both = |log_rate: f64, log_pass: f64| failures * log_rate + passes * log_pass;
        let good = zipped(&grid.log_rates, &grid.log_passes, both);
        let broken = both(
            (1.0 - PASS_WHEN_BROKEN).ln(),
            (PASS_WHEN_BROKEN - 1.0).ln_1p(),
        );
        let highest = good.map(|good| good.max(broken));
        self.log_scale = zipped(&self.log_scale, &highest, |scaled, by| scaled + by);
        (
            zipped(&good, &highest, |good, highest| (good - highest).exp()),
            highest.map(|highest| (broken - highest).exp()),
        )
    }
}

/// Computes a number of two, for each rate.
fn zipped(a: &PerRate, b: &PerRate, compute: impl Fn(f64, f64) -> f64) -> PerRate {
    let mut computed = *a;
    for (computed, b) in computed.iter_mut().zip(b) {
        *computed = compute(*computed, *b);
    }
    computed
}

fn sums(a: &PerRate, b: &PerRate) -> PerRate {
    zipped(a, b, |a, b| a + b)
}

fn quantile(weights: &PerRate, share: f64) -> f64 {
    let mut sum = 0.0;
    let mut found = SOUND_RATE;
    for (weight, rate) in weights.iter().zip(&GRID.rates) {
        sum += weight;
        found = *rate;
        if sum >= share {
            break;
        }
    }
    found
}

fn grid() -> Grid {
    let mut rates = [SOUND_RATE; POINTS];
    for (n, rate) in rates.iter_mut().skip(1).enumerate() {
        let share = n as f64 / (RATES - 1) as f64;
        *rate = LOWEST_RATE * (HIGHEST_RATE / LOWEST_RATE).powf(share);
    }
    let (low, high) = RATE_PRIOR;
    let mut priors = rates.map(|rate| rate.powf(low) * (1.0 - rate).powf(high));
    let total: f64 = priors.iter().skip(1).sum();
    let (sound, flaky) = priors.split_at_mut(1);
    sound.fill(SOUND_SHARE);
    for prior in flaky {
        *prior *= (1.0 - SOUND_SHARE) / total;
    }
    Grid {
        rates,
        passes: rates.map(|rate| 1.0 - rate),
        log_rates: rates.map(f64::ln),
        log_passes: rates.map(|rate| (-rate).ln_1p()),
        priors,
    }
}
