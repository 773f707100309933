//! The evidence scorer: what each signal says, in bits, weighed by how rare it is on this page.
//!
//! "Log in" on one button of a page says much, "Edit" on forty of them next to nothing. Each
//! signal adds the logarithm of how much more likely it is seen if this is the element than if it
//! is any other; the sum, against what a page of this size demands, becomes the confidence.
//! `docs/design/0006-evidence.md` has the measurements.

mod checked;
mod demand;
mod kept;
mod matching;
mod names;
mod past;
mod place;
mod rarity;
mod recognised;
mod shapes;
mod shifted;
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
use crate::page::{ElementIndex, PageSnapshot};
use crate::scoring::{ScoringResult, SignalScore};
use kept::Kept;
use rarity::Rarity;
use signal::{Bits, SIGNALS, worths};
use study::EvidenceStudy;
use sum::bits;
use surroundings::Surroundings;
use target::{Readings, Target};
use traits::Traits;
pub(crate) use volatile::is_volatile as is_made_up_word;

/// Strength is counted in so many bits, so that a margin is a share like any other.
const FULL_STRENGTH: f64 = 16.0;
/// The lead over the best rival, in bits.
const MARGIN: f64 = 1.0;
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
        let surplus = bits(&readings, &worth) - demand::of_page(rarity.total());
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

/// Returns what an element of a page is to people, as a number; none where it has neither name nor
/// target.
pub(crate) fn digest_on(page: &PageSnapshot, index: ElementIndex) -> Option<u32> {
    matching::digest(&Traits::of((page, index)))
}

/// Turns evidence beyond the demand into a confidence, with each signal's part in it.
fn result(readings: &Readings, worth: &[Bits; SIGNALS], surplus: f64) -> ScoringResult {
    let confidence = demand::confidence(surplus);
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
