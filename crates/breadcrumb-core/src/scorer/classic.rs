//! The classic scorer: eight signals, a weighted mean.

use smallvec::SmallVec;

use super::best_first::BestFirst;
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
        views: impl Iterator<Item = V>,
        keep: usize,
    ) -> Vec<RankedCandidate> {
        let views: Vec<V> = views.collect();
        let bounds = views
            .iter()
            .map(|view| self.weights.mean(&target.bounds(view)));
        let mut search = BestFirst::new(bounds, keep);
        while let Some((position, scores)) = search.next_open() {
            let Some(view) = views.get(position) else {
                break;
            };
            match scores {
                None => {
                    let scores = target.scores_but_text(view);
                    let bound = self
                        .weights
                        .mean(&with_text(scores, target.text_bound(view)));
                    search.narrow(position, bound, scores);
                }
                Some(scores) => {
                    let scores = with_text(scores, target.text_score(view));
                    search.close(position, self.weights.mean(&scores), scores);
                }
            }
        }
        let finish = |(position, scores)| RankedCandidate {
            position,
            scoring: self.result(&scores),
        };
        search.closed().into_iter().map(finish).collect()
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

    /// Returns what each signal can be at best, from what is seen at once: tag, id and the text's
    /// length. What the fingerprint does not have scores 0 with every candidate.
    fn bounds<V: ElementView>(&self, view: &V) -> [f64; 8] {
        let id = self.id.map_or(0.0, |_| {
            let id = view.attributes().find(|(name, _)| *name == "id");
            id_similarity(self.id, id.map(|(_, value)| value))
        });
        [
            tag_similarity(self.tag, view.tag()),
            id,
            self.text_bound(view),
            at_best(!self.classes.is_empty()),
            at_best(!self.attributes.is_empty()),
            at_best(!self.path.is_empty()),
            at_best(!self.siblings.is_empty()),
            at_best(self.bbox.is_some()),
        ]
    }

    fn scores_but_text<V: ElementView>(&self, view: &V) -> [f64; 8] {
        let (id, class, attributes) = split_attributes(view.attributes());
        [
            tag_similarity(self.tag, view.tag()),
            id_similarity(self.id, id),
            0.0,
            self.classes.similarity(class),
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

/// Returns the best score of a signal.
fn at_best(is_present: bool) -> f64 {
    if is_present { 1.0 } else { 0.0 }
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
