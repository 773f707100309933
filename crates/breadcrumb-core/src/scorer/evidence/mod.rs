//! The evidence scorer: what each signal says, in bits, weighed by how rare it is on this page.
//!
//! "Log in" on one button of a page says much, "Edit" on forty of them next to nothing. Each
//! signal adds the logarithm of how much more likely it is seen if this is the element than if it
//! is any other; the sum, against what a page of this size demands, becomes the confidence.
//! `docs/design/0006-evidence.md` has the measurements.

mod checked;
mod kept;
mod names;
mod past;
mod place;
mod rarity;
mod recognised;
mod shapes;
mod signal;
mod study;
mod sum;
mod surroundings;
mod target;
#[cfg(test)]
mod tests;
mod tokens;
mod traits;
mod volatile;

use super::candidates::Candidates;
use super::{Case, Scorer, Study};
use crate::fingerprint::ElementFingerprint;
use crate::scoring::{ScoringResult, SignalScore};
use kept::Kept;
use rarity::Rarity;
use signal::{Bits, SIGNALS, worths};
use study::EvidenceStudy;
use sum::bits;
use surroundings::Surroundings;
use target::{Readings, Target};
use traits::Traits;

/// The evidence that a page of 256 elements demands, in bits.
const DEMAND: f64 = 4.0;
/// How much more a page twice as large demands: more elements, more that are alike by chance.
const DEMAND_PER_DOUBLING: f64 = 0.5;
/// Sizes of pages beyond which nothing more is demanded, nor less.
const PAGE_SIZES: (f64, f64) = (16.0, 4096.0);
/// Strength is counted in so many bits, so that a margin is a share like any other.
const FULL_STRENGTH: f64 = 16.0;
/// The lead over the best rival, in bits.
const MARGIN: f64 = 1.0;
/// The confidence of what just meets the demand: on the pages that were measured, nine in ten of
/// such heals are right.
const LOWEST_HEAL: f64 = 0.88;
/// Nothing is certain: one in a hundred is what no evidence of this kind can rule out.
const HIGHEST: f64 = 0.99;
/// So many bits beyond the demand halve the doubt that is left.
const HALF_DOUBT: f64 = 2.0;
/// How fast confidence falls below one half with each bit that is missing.
const DECLINE: f64 = 1.0;
/// Rivals and vetoes are looked for among so many at first; what is around more of them takes time.
const FIRST_LOOK: usize = 12;

/// Compares elements by the evidence that they are the same one.
#[derive(Debug, Clone, Copy, Default)]
pub struct EvidenceScorer {
    _private: (),
}

impl EvidenceScorer {
    /// Makes the scorer.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Scorer for EvidenceScorer {
    fn name(&self) -> &'static str {
        "evidence"
    }

    fn default_margin(&self) -> f64 {
        MARGIN / FULL_STRENGTH
    }

    fn first_look(&self) -> usize {
        FIRST_LOOK
    }

    fn score(&self, stored: &ElementFingerprint, candidate: &ElementFingerprint) -> ScoringResult {
        let own = Traits::of(stored);
        let mut readings = Target::new(&own).compare(&Traits::of(candidate));
        let surroundings = Surroundings::of(stored);
        surroundings.compare_tree(&mut readings, candidate);
        surroundings.compare_words(&mut readings, candidate);
        let rarity = Rarity::unknown();
        let worth = rarity.worth(&own, &Kept::default());
        let surplus = bits(&readings, &worth) - demand(rarity.total());
        result(&readings, &worth, surplus)
    }

    fn study<'a>(&'a self, case: Case<'a>) -> Box<dyn Study + 'a> {
        match case.candidates {
            Candidates::Fingerprints(all) => {
                let views: Vec<&ElementFingerprint> = all.iter().collect();
                Box::new(EvidenceStudy::new(case, views))
            }
            Candidates::Page(page) => {
                let views: Vec<_> = page.candidates().iter().map(|i| (page, *i)).collect();
                Box::new(EvidenceStudy::new(case, views))
            }
        }
    }
}

/// Returns the evidence that a page of this size demands, in bits.
fn demand(elements: usize) -> f64 {
    let size = (elements as f64).clamp(PAGE_SIZES.0, PAGE_SIZES.1);
    DEMAND + DEMAND_PER_DOUBLING * (size.log2() - 8.0)
}

/// Turns evidence beyond the demand into a confidence, with each signal's part in it.
fn result(readings: &Readings, worth: &[Bits; SIGNALS], surplus: f64) -> ScoringResult {
    let confidence = confidence(surplus);
    let signals = worths().zip(readings).zip(worth);
    let signals =
        signals
            .filter(|((_, reading), _)| reading.doubt > 0.0)
            .map(|((worth, reading), bits)| SignalScore {
                signal: worth.name.into(),
                score: reading.score,
                weight: bits.agrees.max(0.0),
            });
    ScoringResult::new(confidence, signals.collect())
}

/// Turns evidence beyond the demand into a share of heals that are right.
///
/// There is a step where the demand is met: what is refused for want of evidence is a guess, what is
/// not has passed. A confidence in between would be right about neither.
fn confidence(surplus: f64) -> f64 {
    if surplus < 0.0 {
        return 1.0 / (1.0 + (-DECLINE * surplus).exp2());
    }
    HIGHEST - (HIGHEST - LOWEST_HEAL) * (-surplus / HALF_DOUBT).exp2()
}
