//! The classic scorer: eight signals, a weighted mean.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::best_first::best_first;
use super::candidates::ElementView;
use super::weights::{ClassicSignal, Weights};
use super::{Candidates, Case, RankedCandidate, Scorer, Study};
use crate::capture::MAX_TEXT_CHARS;
use crate::fingerprint::{BoundingBox, ElementFingerprint};
use crate::scoring::{ScoringResult, SignalScore};
use crate::similarity::{
    SequencePattern, TextPattern, TokenSet, char_count, id_similarity, is_plain,
    jaccard_similarity, position_similarity, tag_similarity,
};
use crate::tag_code::TagCode;
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

    fn rank_views<'a, V: ElementView<'a>>(
        &self,
        target: &Target<'_>,
        views: impl Iterator<Item = V>,
        keep: usize,
    ) -> Vec<RankedCandidate> {
        // All signals are cheap but the text: that one is looked at only where it can matter.
        let mut rows: Vec<(V, [f64; 8])> = views
            .map(|view| {
                let scores = target.scores_but_text(view);
                (view, scores)
            })
            .collect();
        let bounds: Vec<f64> = rows
            .iter()
            .map(|(view, scores)| {
                self.weights
                    .mean(&with_text(*scores, target.text_bound(*view)))
            })
            .collect();
        let best = best_first(bounds.into_iter(), keep, |position| {
            let Some((view, scores)) = rows.get_mut(position) else {
                return 0.0;
            };
            *scores = with_text(*scores, target.text_score(*view));
            self.weights.mean(scores)
        });
        let finish = |position: usize| {
            let (_, scores) = rows.get(position)?;
            let scoring = self.result(scores);
            Some(RankedCandidate {
                position,
                strength: scoring.total(),
                scoring,
            })
        };
        best.into_iter().filter_map(finish).collect()
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
        let scores = target.scores_but_text(candidate);
        self.result(&with_text(scores, target.text_score(candidate)))
    }

    fn study<'a>(&'a self, case: Case<'a>) -> Box<dyn Study + 'a> {
        // An absent signal scores 0: what is checked speaks for nobody.
        let stored = match case.checked {
            Some(property) => Cow::Owned(case.stored.without(property)),
            None => Cow::Borrowed(case.stored),
        };
        Box::new(ClassicStudy {
            scorer: self,
            stored,
            case,
        })
    }
}

/// Nothing is prepared but the stored element: its comparison with a page is one short pass.
#[derive(Debug)]
struct ClassicStudy<'a> {
    scorer: &'a SimilarityScorer,
    /// The element, without what is checked about it.
    stored: Cow<'a, ElementFingerprint>,
    case: Case<'a>,
}

impl Study for ClassicStudy<'_> {
    fn rank(&mut self, keep: usize) -> Vec<RankedCandidate> {
        let target = Target::new(&self.stored);
        match self.case.candidates {
            Candidates::Fingerprints(all) => self.scorer.rank_views(&target, all.iter(), keep),
            Candidates::Page(page) => {
                let views = page.candidates().iter().map(|index| (page, *index));
                self.scorer.rank_views(&target, views, keep)
            }
        }
    }

    fn claims(&mut self, positions: &[usize]) -> Vec<Option<usize>> {
        let Case {
            stored,
            memory: Some(memory),
            candidates,
            ..
        } = self.case
        else {
            return vec![None; positions.len()];
        };
        let claimant = |position: &usize| {
            let candidate = candidates.fingerprint(*position)?;
            let total =
                |element: &ElementFingerprint| self.scorer.score(element, &candidate).total();
            let better = |best: (f64, Option<usize>), (index, other)| {
                let claim = total(other);
                if claim > best.0 {
                    (claim, Some(index))
                } else {
                    best
                }
            };
            let own = total(self.stored.as_ref());
            memory.others(stored).fold((own, None), better).1
        };
        positions.iter().map(claimant).collect()
    }
}

/// A stored fingerprint, prepared to be compared with a whole page.
struct Target<'s> {
    tag: &'s str,
    id: Option<&'s str>,
    text: TextPattern<'s>,
    classes: TokenSet<'s>,
    attributes: SmallVec<[(&'s str, &'s str); 6]>,
    path: SequencePattern<TagCode>,
    siblings: SequencePattern<TagCode>,
    bbox: Option<BoundingBox>,
}

impl<'s> Target<'s> {
    #[inline]
    fn new(stored: &'s ElementFingerprint) -> Self {
        let all = stored
            .attributes()
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()));
        Self {
            tag: stored.tag(),
            id: stored.attribute("id"),
            text: TextPattern::new(cap_chars(stored.text(), MAX_TEXT_CHARS)),
            classes: TokenSet::new(stored.attribute("class").unwrap_or_default()),
            attributes: all.filter(is_plain).collect(),
            path: SequencePattern::new(stored.path_codes().iter().rev().copied()),
            siblings: SequencePattern::new(stored.sibling_codes().iter().copied()),
            bbox: stored.bbox(),
        }
    }

    fn scores_but_text<'a>(&self, view: impl ElementView<'a>) -> [f64; 8] {
        let attribute = |name: &str| {
            view.attributes()
                .find(|(n, _)| *n == name)
                .map(|(_, value)| value)
        };
        [
            tag_similarity(self.tag, view.tag()),
            id_similarity(self.id, attribute("id")),
            0.0,
            self.classes
                .similarity(attribute("class").unwrap_or_default()),
            self.attribute_similarity(view.attributes().filter(is_plain)),
            self.path.similarity(view.path_to_root()),
            self.siblings.similarity(view.siblings()),
            position_similarity(self.bbox, view.bbox()),
        ]
    }

    #[expect(clippy::map_identity, reason = "it gives both iterators one lifetime")]
    fn attribute_similarity<'o>(&self, others: impl Iterator<Item = (&'o str, &'o str)>) -> f64 {
        jaccard_similarity(
            self.attributes.iter().map(|(name, value)| (*name, *value)),
            others.map(|(name, value)| (name, value)),
        )
    }

    fn text_score<'a>(&self, view: impl ElementView<'a>) -> f64 {
        self.text.ratio(cap_chars(view.text(), MAX_TEXT_CHARS))
    }

    fn text_bound<'a>(&self, view: impl ElementView<'a>) -> f64 {
        self.text
            .ratio_bound(char_count(cap_chars(view.text(), MAX_TEXT_CHARS)))
    }
}

fn with_text(mut scores: [f64; 8], text: f64) -> [f64; 8] {
    if let Some(slot) = scores.get_mut(TEXT) {
        *slot = text;
    }
    scores
}

#[cfg(test)]
#[path = "classic_tests.rs"]
mod tests;
