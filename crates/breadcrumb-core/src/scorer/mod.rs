//! Scorers: how likely a candidate is the element a fingerprint was taken of.
//!
//! Every scorer is a [`Scorer`]; the healer knows nothing else of it. [`SimilarityScorer`] is the
//! `classic` one: eight signals and a weighted mean.

mod best_first;
mod candidates;
mod classic;
mod weights;

use std::fmt::Debug;

pub use candidates::Candidates;
pub use classic::SimilarityScorer;
pub use weights::{ClassicSignal, Weights};

use crate::fingerprint::ElementFingerprint;
use crate::scoring::ScoringResult;

/// Compares a fingerprint with what is on a page.
pub trait Scorer: Debug + Send + Sync {
    /// Returns the scorer's name, as it is stored with a heal.
    fn name(&self) -> &'static str;

    /// Returns the margin between the best two that this scorer's confidence needs.
    fn default_margin(&self) -> f64;

    /// Compares two elements by themselves, without a page around them.
    fn score(&self, stored: &ElementFingerprint, candidate: &ElementFingerprint) -> ScoringResult;

    /// Returns the `keep` best candidates, the best first, equals in the candidates' order.
    ///
    /// What it leaves out to save time may never change what it returns.
    fn rank(
        &self,
        stored: &ElementFingerprint,
        candidates: Candidates<'_>,
        keep: usize,
    ) -> Vec<RankedCandidate>;
}

/// A candidate with its place in a ranking.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedCandidate {
    /// Its position among the candidates.
    pub position: usize,
    /// How alike it is to the fingerprint.
    pub scoring: ScoringResult,
}

/// Compares two elements with the classic signals and weights.
///
/// ```
/// use breadcrumb_core::{ElementFingerprint, compute_similarity};
///
/// let old = ElementFingerprint::builder("button").text("Log in").attribute("id", "a").build();
/// let new = ElementFingerprint::builder("button").text("Log in").attribute("id", "b").build();
/// let result = compute_similarity(&old, &new);
/// assert_eq!(result.score("text"), Some(1.0));
/// assert_eq!(result.score("id"), Some(0.0));
/// ```
pub fn compute_similarity(
    stored: &ElementFingerprint,
    candidate: &ElementFingerprint,
) -> ScoringResult {
    SimilarityScorer::default().score(stored, candidate)
}
