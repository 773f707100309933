//! The evidence scorer: what each signal says, in bits, weighed by how rare it is on this page.
//!
//! "Log in" on one button of a page says much, "Edit" on forty of them next to nothing. Each
//! signal adds the logarithm of how much more likely it is seen if this is the element than if it
//! is any other; the sum, against what a page of this size demands, becomes the confidence.
//! `docs/design/0006-evidence.md` has the measurements.

mod kept;
mod place;
mod rarity;
mod recognised;
mod shapes;
mod signal;
mod target;
#[cfg(test)]
mod tests;
mod tokens;
mod traits;
mod volatile;

use super::best_first::best_first;
use super::candidates::{Candidates, ElementView};
use super::{RankedCandidate, Scorer};
use crate::element_kind::ElementKind;
use crate::fingerprint::ElementFingerprint;
use crate::heal::PageMemory;
use crate::scoring::{ScoringResult, SignalScore};
use kept::Kept;
use place::Room;
use rarity::Rarity;
use recognised::recognise;
use signal::{Bits, GROUPS, SIGNALS, Signal, groups, worths};
use target::{Reading, Readings, Target};
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
/// Sums are rounded so far that no platform's logarithm makes a difference.
const GRAIN: f64 = 1_048_576.0;
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
        let (own, other) = (Traits::of(&stored), Traits::of(&candidate));
        let target = Target::new(&own, stored);
        let mut readings = target.compare(&other, &candidate);
        target.surround(&mut readings, &candidate);
        let rarity = Rarity::unknown();
        let worth = rarity.worth(&own, &Kept::default());
        let surplus = bits(&readings, &worth) - demand(rarity.total());
        result(&readings, &worth, surplus)
    }

    fn rank(
        &self,
        stored: &ElementFingerprint,
        memory: Option<&PageMemory>,
        candidates: Candidates<'_>,
        keep: usize,
    ) -> Vec<RankedCandidate> {
        match candidates {
            Candidates::Fingerprints(all) => {
                let views: Vec<&ElementFingerprint> = all.iter().collect();
                rank(stored, memory, &views, keep)
            }
            Candidates::Page(page) => {
                let views: Vec<_> = page.candidates().iter().map(|i| (page, *i)).collect();
                rank(stored, memory, &views, keep)
            }
        }
    }

    fn claims(
        &self,
        stored: &ElementFingerprint,
        memory: &PageMemory,
        candidates: Candidates<'_>,
        positions: &[usize],
    ) -> Vec<Option<usize>> {
        match candidates {
            Candidates::Fingerprints(all) => {
                let views: Vec<&ElementFingerprint> = all.iter().collect();
                claims(stored, memory, &views, positions)
            }
            Candidates::Page(page) => {
                let views: Vec<_> = page.candidates().iter().map(|i| (page, *i)).collect();
                claims(stored, memory, &views, positions)
            }
        }
    }
}

fn rank<V: ElementView>(
    stored: &ElementFingerprint,
    memory: Option<&PageMemory>,
    views: &[V],
    keep: usize,
) -> Vec<RankedCandidate> {
    let own = Traits::of(&stored);
    let target = Target::new(&own, stored);
    let all: Vec<Traits<'_>> = views.iter().map(Traits::of).collect();
    let rarity = Rarity::of_page(&all);
    let past = Past::new(memory, stored, &all);
    let worth = past.worth(&rarity, &own);
    let demand = demand(rarity.total());
    let mut readings: Vec<Readings> = all
        .iter()
        .zip(views)
        .map(|(traits, view)| target.compare(traits, view))
        .collect();
    past.place(&mut readings, &all, own.kind);
    let best_around = around(&worth);
    let bounds: Vec<f64> = readings
        .iter()
        .map(|readings| bits(readings, &worth) + best_around)
        .collect();
    // What is around an element is costly to find out; most are out of the question before.
    let best = best_first(bounds.into_iter(), keep, |position| {
        let Some((readings, view)) = readings.get_mut(position).zip(views.get(position)) else {
            return f64::NEG_INFINITY;
        };
        target.surround(readings, view);
        bits(readings, &worth)
    });
    let ranked = best.into_iter().filter_map(|position| {
        let readings = readings.get(position)?;
        let surplus = bits(readings, &worth) - demand;
        Some(RankedCandidate {
            position,
            strength: surplus / FULL_STRENGTH,
            scoring: result(readings, &worth, surplus),
        })
    });
    ranked.collect()
}

/// For each position, the remembered element that is more likely to have become that candidate.
///
/// Both are judged by what the memory holds of an element, so that neither has an advantage.
fn claims<V: ElementView>(
    stored: &ElementFingerprint,
    memory: &PageMemory,
    views: &[V],
    positions: &[usize],
) -> Vec<Option<usize>> {
    let all: Vec<Traits<'_>> = views.iter().map(Traits::of).collect();
    let rarity = Rarity::of_page(&all);
    let past = Past::new(Some(memory), stored, &all);
    let demand = demand(rarity.total());
    let wanted: Vec<Option<&Traits<'_>>> = positions.iter().map(|p| all.get(*p)).collect();
    let evidence = |element: &ElementFingerprint| -> Vec<f64> {
        let own = Traits::of(&element);
        let target = Target::new(&own, element);
        let worth = rarity.worth(&own, &past.kept);
        let of = |other: Option<&Traits<'_>>| {
            // Another kind of thing has no claim that outdoes ours; most pairs end here.
            let other = other.filter(|other| other.kind == own.kind);
            other.map_or(f64::NEG_INFINITY, |other| {
                bits(&target.compare_alone(other), &worth)
            })
        };
        wanted.iter().copied().map(of).collect()
    };
    let mut best: Vec<(f64, Option<usize>)> = evidence(stored)
        .into_iter()
        .map(|own| (own.max(demand), None))
        .collect();
    let kinds: Vec<ElementKind> = wanted.iter().flatten().map(|traits| traits.kind).collect();
    for (index, other) in memory.others(stored) {
        if !kinds.contains(&ElementKind::of_element(other)) {
            continue;
        }
        for (best, claim) in best.iter_mut().zip(evidence(other)) {
            if claim > best.0 {
                *best = (claim, Some(index));
            }
        }
    }
    best.into_iter().map(|(_, claimant)| claimant).collect()
}

/// What the page as it was tells about the page as it is.
#[derive(Debug, Default)]
struct Past {
    kept: Kept,
    room: Option<Room>,
}

impl Past {
    fn new(memory: Option<&PageMemory>, stored: &ElementFingerprint, new: &[Traits<'_>]) -> Self {
        let Some(memory) = memory else {
            return Self::default();
        };
        let elements: Vec<&ElementFingerprint> = memory.in_order().iter().collect();
        let old: Vec<Traits<'_>> = elements.iter().map(Traits::of).collect();
        let found = recognise(&old, new);
        let place = memory.position(stored);
        Self {
            kept: Kept::between(&old, new, &found),
            room: place.and_then(|place| Room::of(place, &old, new, &found)),
        }
    }

    fn worth(&self, rarity: &Rarity, own: &Traits<'_>) -> [Bits; SIGNALS] {
        let mut worth = rarity.worth(own, &self.kept);
        if let (Some(room), Some(bits)) = (&self.room, worth.get_mut(Signal::Place as usize)) {
            *bits = room.bits();
        }
        worth
    }

    /// Adds whether each candidate of the element's kind stands where it should.
    fn place(&self, readings: &mut [Readings], all: &[Traits<'_>], kind: ElementKind) {
        let Some(room) = &self.room else {
            return;
        };
        for (position, (readings, traits)) in readings.iter_mut().zip(all).enumerate() {
            if traits.kind == kind
                && let Some(slot) = readings.get_mut(Signal::Place as usize)
            {
                *slot = room.reading(position);
            }
        }
    }
}

/// Adds up what the signals say. What a group of names says against it counts once: whoever gives
/// an element another id gives it another name as well.
fn bits(readings: &Readings, worth: &[Bits; SIGNALS]) -> f64 {
    let mut sum = 0.0;
    let mut against = [0.0_f64; GROUPS];
    for ((reading, bits), group) in readings.iter().zip(worth).zip(groups()) {
        let said = said(*reading, *bits);
        match group.and_then(|group| against.get_mut(group)) {
            Some(worst) if said < 0.0 => *worst = worst.min(said),
            _ => sum += said,
        }
    }
    sum += against.iter().sum::<f64>();
    (sum * GRAIN).round() / GRAIN
}

fn said(reading: Reading, bits: Bits) -> f64 {
    if reading.doubt > 0.0 {
        reading.score * bits.agrees + (1.0 - reading.score) * bits.differs * reading.doubt
    } else {
        0.0
    }
}

/// Returns the most that what is around an element can add.
fn around(worth: &[Bits; SIGNALS]) -> f64 {
    [Signal::Row, Signal::Heading]
        .iter()
        .filter_map(|signal| worth.get(*signal as usize))
        .map(|bits| bits.agrees)
        .sum()
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
