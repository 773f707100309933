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

/// A rate and how likely it is before anything is seen.
#[derive(Clone, Copy)]
struct Point {
    rate: f64,
    prior: f64,
}

static GRID: LazyLock<[Point; POINTS]> = LazyLock::new(grid);

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

/// How likely the evidence is with one rate: the two states, and the logarithm of what was scaled
/// away.
#[derive(Clone, Copy)]
struct Forward {
    good: f64,
    broken: f64,
    log_scale: f64,
}

impl Posterior {
    /// Weighs the evidence; a rate from `material_rate` on matters.
    #[must_use]
    pub fn of(evidence: &Evidence, material_rate: f64) -> Self {
        let mut forward = GRID.map(|_| Forward {
            good: 1.0 - BROKEN_AT_FIRST,
            broken: BROKEN_AT_FIRST,
            log_scale: 0.0,
        });
        for revision in &evidence.revisions {
            for (forward, point) in forward.iter_mut().zip(GRID.iter()) {
                forward.see(revision, point.rate);
            }
        }
        Self::summed(&forward, material_rate)
    }

    fn summed(forward: &[Forward; POINTS], material_rate: f64) -> Self {
        let log = |forward: &Forward, point: &Point| {
            (point.prior * (forward.good + forward.broken)).ln() + forward.log_scale
        };
        let logs = forward.iter().zip(GRID.iter()).map(|(f, p)| log(f, p));
        let highest = logs.clone().fold(f64::NEG_INFINITY, f64::max);
        let mut weights = [0.0; POINTS];
        for (weight, log) in weights.iter_mut().zip(logs) {
            *weight = (log - highest).exp();
        }
        let total: f64 = weights.iter().sum();
        for weight in &mut weights {
            *weight /= total;
        }
        let weighted = || weights.iter().zip(GRID.iter());
        let broken = weights.iter().zip(forward);
        Self {
            flake_rate: weighted().map(|(weight, point)| weight * point.rate).sum(),
            interval: (
                quantile(&weights, INTERVAL_TAIL),
                quantile(&weights, 1.0 - INTERVAL_TAIL),
            ),
            p_material: weighted()
                .filter(|(_, point)| point.rate >= material_rate)
                .map(|(weight, _)| weight)
                .sum::<f64>()
                .min(1.0),
            p_flaky: weights.iter().skip(1).sum::<f64>().min(1.0),
            p_broken: broken
                .map(|(weight, forward)| weight * forward.broken / (forward.good + forward.broken))
                .sum::<f64>()
                .min(1.0),
        }
    }
}

impl Forward {
    fn see(&mut self, revision: &RevisionEvidence, rate: f64) {
        let (good, broken) = self.likelihood(revision, rate);
        if revision.lane == Lane::Chain {
            let moved = (
                self.good * (1.0 - BREAKS) + self.broken * MENDS,
                self.good * BREAKS + self.broken * (1.0 - MENDS),
            );
            self.good = moved.0 * good;
            self.broken = moved.1 * broken;
        } else {
            // A pull request stands for itself: it says something of the rate, not of the chain.
            let both = BROKEN_IN_PULL_REQUEST * broken + (1.0 - BROKEN_IN_PULL_REQUEST) * good;
            self.good *= both;
            self.broken *= both;
        }
        let sum = self.good + self.broken;
        if sum < SMALLEST {
            self.log_scale += sum.ln();
            self.good /= sum;
            self.broken /= sum;
        }
    }

    /// Returns how likely the attempts are on good and on broken code.
    fn likelihood(&mut self, revision: &RevisionEvidence, rate: f64) -> (f64, f64) {
        let (failures, passes) = (revision.failures, revision.attempts - revision.failures);
        if revision.attempts == 1 {
            // What nearly every revision is.
            return if failures == 1 {
                (rate, 1.0 - PASS_WHEN_BROKEN)
            } else {
                (1.0 - rate, PASS_WHEN_BROKEN)
            };
        }
        if revision.attempts <= MOST_PLAIN_ATTEMPTS {
            let power = |base: f64, times: u32| base.powi(times.cast_signed());
            return (
                power(rate, failures) * power(1.0 - rate, passes),
                power(1.0 - PASS_WHEN_BROKEN, failures) * power(PASS_WHEN_BROKEN, passes),
            );
        }
        let log =
            |fails: f64| f64::from(failures) * fails.ln() + f64::from(passes) * (-fails).ln_1p();
        let (good, broken) = (log(rate), log(1.0 - PASS_WHEN_BROKEN));
        let highest = good.max(broken);
        self.log_scale += highest;
        ((good - highest).exp(), (broken - highest).exp())
    }
}

fn quantile(weights: &[f64; POINTS], share: f64) -> f64 {
    let mut sum = 0.0;
    let mut rate = SOUND_RATE;
    for (weight, point) in weights.iter().zip(GRID.iter()) {
        sum += weight;
        rate = point.rate;
        if sum >= share {
            break;
        }
    }
    rate
}

fn grid() -> [Point; POINTS] {
    let (low, high) = RATE_PRIOR;
    let mut grid = [Point {
        rate: SOUND_RATE,
        prior: SOUND_SHARE,
    }; POINTS];
    for (n, point) in grid.iter_mut().skip(1).enumerate() {
        let share = n as f64 / (RATES - 1) as f64;
        point.rate = LOWEST_RATE * (HIGHEST_RATE / LOWEST_RATE).powf(share);
        point.prior = point.rate.powf(low) * (1.0 - point.rate).powf(high);
    }
    let total: f64 = grid.iter().skip(1).map(|point| point.prior).sum();
    for point in grid.iter_mut().skip(1) {
        point.prior *= (1.0 - SOUND_SHARE) / total;
    }
    grid
}
