//! A page, looked at with one element in mind.

use super::checked::Checked;
use super::names::likeness;
use super::past::Past;
use super::rarity::Rarity;
use super::signal::{Bits, SIGNALS};
use super::sum::bits;
use super::surroundings::{Surroundings, most_of_words};
use super::target::{Readings, Target};
use super::traits::Traits;
use super::{FULL_STRENGTH, demand, result};
use crate::element_kind::ElementKind;
use crate::fingerprint::ElementFingerprint;
use crate::heal::PageMemory;
use crate::scorer::best_first::best_first;
use crate::scorer::candidates::ElementView;
use crate::scorer::{Case, RankedCandidate, Study};

/// Everything that a ranking and the claims both rest on, found out once.
#[derive(Debug)]
pub(super) struct EvidenceStudy<'a, V> {
    stored: &'a ElementFingerprint,
    kind: ElementKind,
    memory: Option<&'a PageMemory>,
    checked: Checked,
    candidates: Vec<Candidate<'a, V>>,
    surroundings: Surroundings<'a>,
    rarity: Rarity,
    past: Past,
    worth: [Bits; SIGNALS],
}

/// An element of the page, and how it compares.
#[derive(Debug)]
struct Candidate<'a, V> {
    view: V,
    traits: Traits<'a>,
    readings: Readings,
    /// Whether the words around it were compared.
    is_complete: bool,
}

impl<'a, V: ElementView<'a>> EvidenceStudy<'a, V> {
    pub(super) fn new(case: Case<'a>, views: Vec<V>) -> Self {
        let Case { stored, memory, .. } = case;
        let own = Traits::of(stored);
        let checked = Checked::new(case.checked, &own);
        let all: Vec<Traits<'a>> = views.iter().copied().map(Traits::of).collect();
        let rarity = Rarity::of_page(&all);
        let past = Past::new(memory, stored, &all);
        let surroundings = Surroundings::of(stored);
        let target = Target::new(&own);
        let compare = |(traits, view): (&Traits<'a>, &V)| {
            let mut readings = target.compare(traits);
            surroundings.compare_tree(&mut readings, *view);
            readings
        };
        let mut readings: Vec<Readings> = all.iter().zip(&views).map(compare).collect();
        past.place(&mut readings, &all, own.kind);
        for all in &mut readings {
            past.forget_shifted(all, &own);
            checked.clear(all);
        }
        let candidates = views.into_iter().zip(all).zip(readings);
        let candidates = candidates.map(|((view, traits), readings)| Candidate {
            view,
            traits,
            readings,
            is_complete: false,
        });
        Self {
            stored,
            kind: own.kind,
            memory,
            checked,
            candidates: candidates.collect(),
            surroundings,
            worth: past.worth(&rarity, &own),
            rarity,
            past,
        }
    }

    /// Returns the evidence that a candidate must have, in bits.
    fn demand(&self, position: usize) -> f64 {
        let of_page = demand::of_page(self.rarity.total());
        let Some(candidate) = self.candidates.get(position) else {
            return of_page;
        };
        // What is checked is no evidence, so that the names say too little about it.
        if candidate.traits.kind != self.kind || self.checked.is_any() {
            return of_page;
        }
        let newcomers = self.past.newcomers(position);
        newcomers.map_or(of_page, |newcomers| {
            demand::of_newcomer(newcomers, likeness(&candidate.readings)).min(of_page)
        })
    }

    /// Returns what speaks for each of these candidates being the same as an element.
    ///
    /// Another kind of thing has no claim that outdoes ours; most pairs end there.
    fn evidence(
        &self,
        element: &ElementFingerprint,
        positions: &[usize],
        is_ours: bool,
    ) -> Vec<f64> {
        let own = Traits::of(element);
        let target = Target::new(&own);
        let worth = self.rarity.worth(&own, &self.past.kept);
        let of = |position: &usize| {
            let other = self.candidates.get(*position).map(|c| &c.traits);
            let other = other.filter(|other| is_ours || other.kind == own.kind);
            other.map_or(f64::NEG_INFINITY, |other| {
                let mut readings = target.compare(other);
                self.past.forget_shifted(&mut readings, &own);
                // What a test checks about our element tells as much as ever about the others.
                if is_ours {
                    self.checked.clear(&mut readings);
                }
                bits(&readings, &worth)
            })
        };
        positions.iter().map(of).collect()
    }
}

impl<'a, V: ElementView<'a> + std::fmt::Debug> Study for EvidenceStudy<'a, V> {
    fn rank(&mut self, keep: usize) -> Vec<RankedCandidate> {
        let most = most_of_words(&self.worth, self.checked.is_any());
        let bound = |candidate: &Candidate<'a, V>| bits(&candidate.readings, &self.worth) + most;
        let bounds: Vec<f64> = self.candidates.iter().map(bound).collect();
        // What is around an element is costly to find out; most are out of the question before.
        let best = best_first(bounds.into_iter(), keep, |position| {
            let Some(candidate) = self.candidates.get_mut(position) else {
                return f64::NEG_INFINITY;
            };
            if !candidate.is_complete {
                self.surroundings
                    .compare_words(&mut candidate.readings, candidate.view);
                if self.checked.is_any() {
                    self.surroundings
                        .compare_texts_around(&mut candidate.readings, candidate.view);
                }
                candidate.is_complete = true;
            }
            bits(&candidate.readings, &self.worth)
        });
        let ranked = best.into_iter().filter_map(|position| {
            let readings = &self.candidates.get(position)?.readings;
            let bits = bits(readings, &self.worth);
            Some(RankedCandidate {
                position,
                strength: bits / FULL_STRENGTH,
                scoring: result(readings, &self.worth, bits - self.demand(position)),
            })
        });
        ranked.collect()
    }

    /// All are judged by what the memory holds of an element, so that none has an advantage.
    fn claims(&mut self, positions: &[usize]) -> Vec<Option<usize>> {
        let Some(memory) = self.memory else {
            return vec![None; positions.len()];
        };
        let own = self.evidence(self.stored, positions, true);
        let own = own.into_iter().zip(positions);
        let mut best: Vec<(f64, Option<usize>)> = own
            .map(|(own, position)| (own.max(self.demand(*position)), None))
            .collect();
        let wanted = positions
            .iter()
            .filter_map(|position| self.candidates.get(*position));
        let kinds: Vec<ElementKind> = wanted.map(|candidate| candidate.traits.kind).collect();
        for (index, other) in memory.others(self.stored) {
            if !kinds.contains(&ElementKind::of_element(other)) {
                continue;
            }
            for (best, claim) in best.iter_mut().zip(self.evidence(other, positions, false)) {
                if claim > best.0 {
                    *best = (claim, Some(index));
                }
            }
        }
        best.into_iter().map(|(_, claimant)| claimant).collect()
    }
}
