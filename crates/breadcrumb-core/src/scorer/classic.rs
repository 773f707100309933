//! The classic scorer: eight signals, a weighted mean.

use smallvec::SmallVec;

use super::candidates::ElementView;
use super::weights::{ClassicSignal, Weights};
use super::{Candidates, RankedCandidate, Scorer};
use crate::capture::MAX_TEXT_CHARS;
use crate::fingerprint::{BoundingBox, ElementFingerprint};
use crate::scoring::{ScoringResult, SignalScore};
use crate::similarity::{
    SequencePattern, TextPattern, TokenSet, char_count, id_similarity, jaccard_similarity,
    position_similarity, tag_similarity,
};
use crate::text::cap_chars;

/// On real pages in two versions this margin took the wrong heals of this scorer to none, for some
/// four right ones in a hundred.
const MARGIN: f64 = 0.05;
const TEXT: usize = ClassicSignal::Text as usize;

/// Compares elements by the eight classic signals.
#[derive(Debug, Clone, Default)]
pub struct SimilarityScorer {
    weights: Weights,
}

impl SimilarityScorer {
    /// Makes a scorer with these weights.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        Self { weights }
    }

    /// Returns the weights in use.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    fn result(&self, scores: &[f64; 8]) -> ScoringResult {
        let signals = ClassicSignal::ALL
            .iter()
            .zip(scores)
            .map(|(signal, score)| SignalScore {
                signal: signal.name().into(),
                score: *score,
                weight: self.weights.get(*signal),
            });
        ScoringResult::new(self.weights.mean(scores), signals.collect())
    }

    fn rank_views<V: ElementView>(
        &self,
        target: &Target<'_>,
        views: impl ExactSizeIterator<Item = V>,
        keep: usize,
    ) -> Vec<RankedCandidate> {
        let mut bounded: Vec<Bounded<V>> = views
            .enumerate()
            .map(|(position, view)| {
                let scores = target.scores_but_text(&view);
                let bound = self
                    .weights
                    .mean(&with_text(scores, target.text_bound(&view)));
                Bounded {
                    position,
                    view,
                    scores,
                    bound,
                }
            })
            .collect();
        // The text is what takes time. Looked at in the order of what they can reach at best, the
        // first that cannot reach the worst one kept ends the search: none after it can either.
        bounded.sort_unstable_by(|a, b| {
            b.bound
                .total_cmp(&a.bound)
                .then(a.position.cmp(&b.position))
        });
        let mut best = Best {
            keep: keep.min(bounded.len()),
            ranked: Vec::new(),
        };
        for candidate in &bounded {
            if best.is_out_of_reach(candidate.bound) {
                break;
            }
            let scores = with_text(candidate.scores, target.text_score(&candidate.view));
            best.insert(self.weights.mean(&scores), candidate.position, scores);
        }
        let finish = |(_, position, scores): &(f64, usize, [f64; 8])| RankedCandidate {
            position: *position,
            scoring: self.result(scores),
        };
        best.ranked.iter().map(finish).collect()
    }
}

impl Scorer for SimilarityScorer {
    fn name(&self) -> &'static str {
        "classic"
    }

    fn default_margin(&self) -> f64 {
        MARGIN
    }

    fn score(&self, stored: &ElementFingerprint, candidate: &ElementFingerprint) -> ScoringResult {
        let target = Target::new(stored);
        let scores = target.scores_but_text(&candidate);
        self.result(&with_text(scores, target.text_score(&candidate)))
    }

    fn rank(
        &self,
        stored: &ElementFingerprint,
        candidates: Candidates<'_>,
        keep: usize,
    ) -> Vec<RankedCandidate> {
        let target = Target::new(stored);
        match candidates {
            Candidates::Fingerprints(all) => self.rank_views(&target, all.iter(), keep),
            Candidates::Page(page) => {
                let views = page.candidates().iter().map(|index| (page, *index));
                self.rank_views(&target, views, keep)
            }
        }
    }
}

/// A candidate whose text has not been looked at yet.
struct Bounded<V> {
    position: usize,
    view: V,
    scores: [f64; 8],
    /// What it can reach with the best text of its length.
    bound: f64,
}

/// The best candidates so far: total, position, scores.
struct Best {
    keep: usize,
    ranked: Vec<(f64, usize, [f64; 8])>,
}

impl Best {
    fn is_out_of_reach(&self, bound: f64) -> bool {
        let worst = self
            .ranked
            .last()
            .filter(|_| self.ranked.len() >= self.keep);
        self.keep == 0 || worst.is_some_and(|(total, ..)| bound < *total)
    }

    fn insert(&mut self, total: f64, position: usize, scores: [f64; 8]) {
        let is_before = |other: &(f64, usize, _)| {
            other.0.total_cmp(&total).is_gt()
                || (other.0.total_cmp(&total).is_eq() && other.1 < position)
        };
        let place = self.ranked.partition_point(is_before);
        if place < self.keep {
            self.ranked.truncate(self.keep - 1);
            self.ranked.insert(place, (total, position, scores));
        }
    }
}

/// A stored fingerprint, prepared to be compared with a whole page.
struct Target<'s> {
    tag: &'s str,
    id: Option<&'s str>,
    text: TextPattern<'s>,
    classes: TokenSet<'s>,
    attributes: SmallVec<[(&'s str, &'s str); 16]>,
    path: SequencePattern<'s>,
    siblings: SequencePattern<'s>,
    bbox: Option<BoundingBox>,
}

impl<'s> Target<'s> {
    fn new(stored: &'s ElementFingerprint) -> Self {
        let (id, class, attributes) = split_attributes(
            stored
                .attributes()
                .iter()
                .map(|(name, value)| (name.as_str(), value.as_str())),
        );
        Self {
            tag: stored.tag(),
            id,
            text: TextPattern::new(cap_chars(stored.text(), MAX_TEXT_CHARS)),
            classes: TokenSet::new(class),
            attributes,
            path: SequencePattern::new(stored.dom_path().iter().rev().map(String::as_str)),
            siblings: SequencePattern::new(stored.siblings().iter().map(String::as_str)),
            bbox: stored.bbox(),
        }
    }

    fn scores_but_text<V: ElementView>(&self, view: &V) -> [f64; 8] {
        let (id, class, attributes) = split_attributes(view.attributes());
        [
            tag_similarity(self.tag, view.tag()),
            id_similarity(self.id, id),
            0.0,
            jaccard_similarity(self.classes.iter(), TokenSet::new(class).iter()),
            jaccard_similarity(
                self.attributes.iter().map(|(name, value)| (*name, *value)),
                attributes,
            ),
            self.path.similarity(view.path_to_root()),
            self.siblings.similarity(view.siblings()),
            position_similarity(self.bbox, view.bbox()),
        ]
    }

    fn text_score<V: ElementView>(&self, view: &V) -> f64 {
        let text = cap_chars(view.text(), MAX_TEXT_CHARS);
        if text.is_empty() || self.text.length() == 0 {
            0.0
        } else {
            self.text.ratio(text)
        }
    }

    fn text_bound<V: ElementView>(&self, view: &V) -> f64 {
        let text = cap_chars(view.text(), MAX_TEXT_CHARS);
        if text.is_empty() || self.text.length() == 0 {
            return 0.0;
        }
        self.text.ratio_bound(char_count(text))
    }
}

fn with_text(mut scores: [f64; 8], text: f64) -> [f64; 8] {
    if let Some(slot) = scores.get_mut(TEXT) {
        *slot = text;
    }
    scores
}

type SplitAttributes<'s> = (Option<&'s str>, &'s str, SmallVec<[(&'s str, &'s str); 16]>);

/// Takes id and class out of a list of attributes.
fn split_attributes<'s>(all: impl Iterator<Item = (&'s str, &'s str)>) -> SplitAttributes<'s> {
    let (mut id, mut class) = (None, "");
    let mut others = SmallVec::new();
    for (name, value) in all {
        match name {
            "id" => id = Some(value),
            "class" => class = value,
            _ => others.push((name, value)),
        }
    }
    (id, class, others)
}

#[cfg(test)]
#[path = "classic_tests.rs"]
mod tests;
