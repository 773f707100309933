//! [`VerdictRecord`]: the record of a look that did not heal, or of a drift.

use std::fmt;

use serde::Serialize;

use crate::fingerprint::ElementFingerprint;
use crate::heal::{Suggestion, Verdict, VerdictKind, describe};
use crate::scoring::ScoringResult;

/// How many suggestions are kept: a person looks at no more, and each is a whole fingerprint.
const KEPT_SUGGESTIONS: usize = 3;

/// A look that did not heal, or a locator that finds another element; never changed.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct VerdictRecord {
    /// An id that stays the same when stores are merged.
    pub uid: Option<String>,
    /// What happened.
    pub kind: VerdictRecordKind,
    /// The test it happened in.
    pub test_id: String,
    /// The locator it is about.
    pub locator: String,
    /// The page it happened on, as [`page_key`](crate::page_key) names it.
    pub page_key: Option<String>,
    /// The same in a sentence.
    pub message: Option<String>,
    /// How alike the best candidate is, or the element that has drifted; from 0 to 1.
    pub confidence: Option<f64>,
    /// What it rests on, as JSON: the best suggestions and what was asked of them.
    pub details_json: Option<String>,
    /// What the test wanted to do with the element, e.g. `click`.
    pub action: Option<String>,
    /// The file of the test or page object that has the locator.
    pub source_file: Option<String>,
    /// The line in that file, counted from 1.
    pub source_line: Option<u32>,
    /// When it happened, in seconds since 1970.
    pub timestamp: f64,
    /// The run of the suite it happened in: [`RunInfo::run_uid`](crate::RunInfo::run_uid).
    pub run_uid: Option<String>,
}

/// The kinds of [`VerdictRecord`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum VerdictRecordKind {
    /// It could have been healed, but the mode or the limit of heals forbade it.
    Suggested,
    /// Two could be the element.
    Ambiguous,
    /// Nothing on the page was like it enough.
    BelowThreshold,
    /// What is like it was there before, as something else.
    Gone,
    /// The element was never seen.
    NoFingerprint,
    /// The page had nothing to compare with.
    NoCandidates,
    /// The locator finds an element that is little like the one it was written for.
    Drift,
}

/// What [`VerdictRecord::details_json`] holds for a look.
#[derive(Serialize)]
struct LookDetails<'a> {
    scorer: &'a str,
    threshold: f64,
    margin: Option<f64>,
    candidate_count: usize,
    proposed_locator: Option<&'a str>,
    suggestions: Vec<KeptSuggestion<'a>>,
}

#[derive(Serialize)]
struct KeptSuggestion<'a> {
    description: String,
    confidence: f64,
    element: &'a ElementFingerprint,
    scoring: &'a ScoringResult,
    reasons: Vec<&'a str>,
    veto: Option<String>,
}

impl VerdictRecord {
    /// Makes a record; what is optional is filled in afterwards.
    #[must_use]
    pub fn new(
        kind: VerdictRecordKind,
        test_id: impl Into<String>,
        locator: impl Into<String>,
        timestamp: f64,
    ) -> Self {
        Self {
            uid: None,
            kind,
            test_id: test_id.into(),
            locator: locator.into(),
            page_key: None,
            message: None,
            confidence: None,
            details_json: None,
            action: None,
            source_file: None,
            source_line: None,
            timestamp,
            run_uid: None,
        }
    }

    /// Takes over the message, confidence and best suggestions of a verdict.
    ///
    /// `proposed_locator` is one that finds the best suggestion, where a front has made one.
    #[must_use]
    pub fn with_verdict(mut self, verdict: &Verdict, proposed_locator: Option<&str>) -> Self {
        let details = LookDetails {
            scorer: verdict.scorer,
            threshold: verdict.threshold,
            margin: verdict.margin,
            candidate_count: verdict.candidate_count,
            proposed_locator,
            suggestions: verdict
                .suggestions
                .iter()
                .take(KEPT_SUGGESTIONS)
                .map(KeptSuggestion::new)
                .collect(),
        };
        let best = verdict.suggestions.first();
        self.message = Some(verdict.message.clone());
        self.confidence = best.map(|suggestion| suggestion.scoring.total());
        self.details_json = serde_json::to_string(&details).ok();
        self
    }
}

impl<'a> KeptSuggestion<'a> {
    fn new(suggestion: &'a Suggestion) -> Self {
        let reasons = suggestion.reasons.iter();
        Self {
            description: describe(&suggestion.element),
            confidence: suggestion.scoring.total(),
            element: &suggestion.element,
            scoring: &suggestion.scoring,
            reasons: reasons.map(|reason| reason.sentence.as_str()).collect(),
            veto: suggestion.veto.as_ref().map(ToString::to_string),
        }
    }
}

impl VerdictRecordKind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Suggested,
        Self::Ambiguous,
        Self::BelowThreshold,
        Self::Gone,
        Self::NoFingerprint,
        Self::NoCandidates,
        Self::Drift,
    ];

    /// Returns the name that is stored and shown; that of the verdict where there is one.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Suggested => "suggested",
            Self::Ambiguous => VerdictKind::Ambiguous.name(),
            Self::BelowThreshold => VerdictKind::BelowThreshold.name(),
            Self::Gone => VerdictKind::Gone.name(),
            Self::NoFingerprint => VerdictKind::NoFingerprint.name(),
            Self::NoCandidates => VerdictKind::NoCandidates.name(),
            Self::Drift => "drift",
        }
    }

    /// Finds a kind by its name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl From<VerdictKind> for VerdictRecordKind {
    /// Returns how a verdict is recorded that nothing came of.
    fn from(kind: VerdictKind) -> Self {
        match kind {
            VerdictKind::Healed => Self::Suggested,
            VerdictKind::Ambiguous => Self::Ambiguous,
            VerdictKind::BelowThreshold => Self::BelowThreshold,
            VerdictKind::Gone => Self::Gone,
            VerdictKind::NoFingerprint => Self::NoFingerprint,
            VerdictKind::NoCandidates => Self::NoCandidates,
        }
    }
}

impl fmt::Display for VerdictRecordKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HealRequest, Healer, NewElement, SnapshotBuilder};

    #[test]
    fn a_kind_is_found_by_its_name() {
        for kind in VerdictRecordKind::ALL {
            assert_eq!(VerdictRecordKind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(VerdictRecordKind::from_name("healed"), None);
    }

    #[test]
    fn a_record_keeps_the_best_suggestions_with_their_reasons() {
        let stored = ElementFingerprint::builder("button").text("Save").build();
        let mut page = SnapshotBuilder::new("/");
        let body = page.element(None, NewElement::new("body"));
        for _ in 0..5 {
            let button = page.element(Some(body), NewElement::new("button"));
            page.text(button, "Save");
        }
        let page = page.finish().unwrap();
        let verdict = Healer::default().heal(&HealRequest::new(&stored, &page));

        let record = VerdictRecord::new(verdict.kind.into(), "t", "#x", 1.0)
            .with_verdict(&verdict, Some("role=button"));
        assert_eq!(record.kind.name(), verdict.kind.name());
        assert_eq!(record.message.as_deref(), Some(verdict.message.as_str()));
        let json = record.details_json.unwrap();
        let details: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(details["proposed_locator"], "role=button");
        let suggestions = details["suggestions"].as_array().unwrap();
        assert_eq!(suggestions.len(), KEPT_SUGGESTIONS);
        assert_eq!(suggestions[0]["confidence"].as_f64(), record.confidence);
        assert_eq!(suggestions[0]["element"]["text"], "save");
        assert!(suggestions[0]["reasons"][0].is_string());
    }
}
