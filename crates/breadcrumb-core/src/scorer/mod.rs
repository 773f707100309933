//! Scorers: how likely a candidate is the element a fingerprint was taken of.
//!
//! Every scorer is a [`Scorer`]; the healer knows nothing else of it. [`EvidenceScorer`] is the
//! default. [`SimilarityScorer`] is the `classic` one: eight signals and a weighted mean.

mod best_first;
mod candidates;
mod classic;
mod evidence;
mod weights;

use std::fmt::Debug;

pub use candidates::Candidates;
pub use classic::SimilarityScorer;
pub use evidence::EvidenceScorer;
pub(crate) use evidence::{digest_on, is_made_up_word};
pub use weights::{ClassicSignal, Weights};

use crate::fingerprint::ElementFingerprint;
use crate::heal::PageMemory;
use crate::purpose::Property;
use crate::scoring::ScoringResult;

/// Compares a fingerprint with what is on a page.
pub trait Scorer: Debug + Send + Sync {
    /// Returns the scorer's name, as it is stored with a heal.
    fn name(&self) -> &'static str;

    /// Returns the lead in strength that the best candidate needs over its best rival.
    fn default_margin(&self) -> f64;

    /// Returns how many candidates to ask for at first, where asking for more costs more.
    fn first_look(&self) -> usize {
        4
    }

    /// Compares two elements by themselves, without a page around them.
    fn score(&self, stored: &ElementFingerprint, candidate: &ElementFingerprint) -> ScoringResult;

    /// Looks at a page with one element in mind. What it finds is used as long as the study is asked.
    fn study<'a>(&'a self, case: Case<'a>) -> Box<dyn Study + 'a>;
}

/// What a scorer is asked about: an element, and what is known of the page then and now.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    /// The element as it was.
    pub stored: &'a ElementFingerprint,
    /// What else was on the page then.
    pub memory: Option<&'a PageMemory>,
    /// What is on the page now.
    pub candidates: Candidates<'a>,
    /// What the test checks about the element: no evidence for it.
    pub checked: Option<&'a Property>,
}

/// A [`Case`] that a scorer has looked at.
pub trait Study: Debug {
    /// Returns the `keep` best candidates, the best first, equals in the candidates' order.
    ///
    /// What it leaves out to save time may never change what it returns.
    fn rank(&mut self, keep: usize) -> Vec<RankedCandidate>;

    /// For each of these candidates, the remembered element that has a better claim to it than the
    /// fingerprint has, as its index in the memory.
    fn claims(&mut self, positions: &[usize]) -> Vec<Option<usize>>;
}

/// A candidate with its place in a ranking.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedCandidate {
    /// Its position among the candidates.
    pub position: usize,
    /// What speaks for it, in the scorer's own measure: candidates are ranked by it, and the margin
    /// between two is its difference. Confidence comes close to 1 and then no longer tells.
    pub strength: f64,
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
