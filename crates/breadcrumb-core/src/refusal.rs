//! [`RefusalDetails`]: what a refused heal rests on, and what could be meant instead.

use serde::{Deserialize, Serialize};

use crate::event::{SourceSite, VerifiedLocator};
use crate::fingerprint::ElementFingerprint;
use crate::heal::{Suggestion, Verdict, Veto, describe};
use crate::scoring::ScoringResult;

/// How many suggestions are kept: a person looks at no more, and each is a whole fingerprint.
pub const KEPT_SUGGESTIONS: usize = 3;

/// What is kept of a refused heal, as JSON in
/// [`VerdictRecord::details_json`](crate::VerdictRecord::details_json).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct RefusalDetails {
    /// The scorer that ranked the candidates.
    pub scorer: String,
    /// The confidence that was needed.
    pub threshold: f64,
    /// How far the best candidate was ahead of its best rival.
    pub margin: Option<f64>,
    /// How many candidates there were.
    pub candidate_count: usize,
    /// The element that was looked for; records of earlier builds have none.
    pub original: Option<ElementFingerprint>,
    /// The best candidates, the best first.
    pub suggestions: Vec<RefusedSuggestion>,
    /// A locator for the first suggestion, in records of earlier builds.
    #[serde(skip_serializing)]
    pub proposed_locator: Option<String>,
    /// Where the locator is written.
    pub sites: Vec<SourceSite>,
    /// The page's address, without query and fragment.
    pub url: Option<String>,
}

/// A candidate of a refused heal.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct RefusedSuggestion {
    /// The element in words.
    pub description: String,
    /// How sure the scorer is that it is the one, from 0 to 1.
    pub confidence: f64,
    /// The element.
    pub element: Option<ElementFingerprint>,
    /// Each signal's part in the confidence.
    pub scoring: Option<ScoringResult>,
    /// Why it could be the one, the best reason first.
    pub reasons: Vec<String>,
    /// Why it was not taken, whatever its confidence.
    pub veto: Option<String>,
    /// Locators that were checked on the page to find only this element, the best first.
    pub locators: Vec<VerifiedLocator>,
}

impl RefusalDetails {
    /// Takes over what a verdict has.
    #[must_use]
    pub fn of(verdict: &Verdict) -> Self {
        let suggestions = verdict.suggestions.iter().take(KEPT_SUGGESTIONS);
        Self {
            scorer: verdict.scorer.to_owned(),
            threshold: verdict.threshold,
            margin: verdict.margin,
            candidate_count: verdict.candidate_count,
            suggestions: suggestions.map(RefusedSuggestion::new).collect(),
            ..Self::default()
        }
    }

    /// Reads them; what cannot be read is empty.
    #[must_use]
    pub fn read(json: Option<&str>) -> Self {
        let details = json.and_then(|json| serde_json::from_str::<Self>(json).ok());
        let mut details = details.unwrap_or_default();
        if let (Some(first), Some(code)) = (
            details.suggestions.first_mut(),
            details.proposed_locator.take(),
        ) && first.locators.is_empty()
        {
            let within_parent = false;
            first.locators.push(VerifiedLocator {
                code,
                within_parent,
            });
        }
        details
    }
}

impl RefusedSuggestion {
    fn new(suggestion: &Suggestion) -> Self {
        let reasons = suggestion.reasons.iter();
        Self {
            description: describe(&suggestion.element),
            confidence: suggestion.scoring.total(),
            element: Some(suggestion.element.clone()),
            scoring: Some(suggestion.scoring.clone()),
            reasons: reasons.map(|reason| reason.sentence.clone()).collect(),
            veto: suggestion.veto.as_ref().map(ToString::to_string),
            locators: Vec::new(),
        }
    }

    /// Returns the best locator that was checked on the page.
    #[must_use]
    pub fn locator(&self) -> Option<&str> {
        self.locators.first().map(|locator| locator.code.as_str())
    }

    /// Whether a person has said that it is not the element.
    #[must_use]
    pub fn is_rejected(&self) -> bool {
        let rejected = Veto::Rejected(None).to_string();
        let veto = self.veto.as_deref();
        veto.is_some_and(|veto| veto.starts_with(&rejected))
    }
}
