//! [`VerdictRecord`]: the record of a look that did not heal, or of a drift.

use std::fmt;

use crate::heal::{Verdict, VerdictKind};
use crate::refusal::RefusalDetails;

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

    /// Takes over the message and the confidence of a verdict, with what it rests on.
    #[must_use]
    pub fn with_refusal(mut self, verdict: &Verdict, details: &RefusalDetails) -> Self {
        let best = verdict.suggestions.first();
        self.message = Some(verdict.message.clone());
        self.confidence = best.map(|suggestion| suggestion.scoring.total());
        self.details_json = serde_json::to_string(details).ok();
        self
    }

    /// Returns what a refused heal rests on.
    #[must_use]
    pub fn refusal(&self) -> RefusalDetails {
        RefusalDetails::read(self.details_json.as_deref())
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

    /// Returns the name that is stored, and that JSON has; that of the verdict where there is one.
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
    /// Returns the same in words, for people.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Suggested => "suggested only",
            Self::Ambiguous => VerdictKind::Ambiguous.words(),
            Self::BelowThreshold => VerdictKind::BelowThreshold.words(),
            Self::Gone => VerdictKind::Gone.words(),
            Self::NoFingerprint => VerdictKind::NoFingerprint.words(),
            Self::NoCandidates => VerdictKind::NoCandidates.words(),
            Self::Drift => "drift",
        }
    }

    /// Returns the words for a stored name, or the name where it is of a newer version.
    #[must_use]
    pub fn words_for(name: &str) -> &str {
        Self::from_name(name).map_or(name, |kind| kind.words())
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
    use crate::refusal::KEPT_SUGGESTIONS;
    use crate::{ElementFingerprint, HealRequest, Healer, NewElement, SnapshotBuilder};

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

        let mut details = RefusalDetails::of(&verdict);
        details.original = Some(stored);
        let record = VerdictRecord::new(verdict.kind.into(), "t", "#x", 1.0)
            .with_refusal(&verdict, &details);
        assert_eq!(record.kind.name(), verdict.kind.name());
        assert_eq!(record.message.as_deref(), Some(verdict.message.as_str()));
        let read = record.refusal();
        assert_eq!(read, details);
        assert_eq!(read.suggestions.len(), KEPT_SUGGESTIONS);
        assert_eq!(Some(read.suggestions[0].confidence), record.confidence);
        assert!(!read.suggestions[0].reasons.is_empty());
    }

    #[test]
    fn what_an_earlier_build_has_written_is_read() {
        let json = r##"{"proposed_locator": "#a", "suggestions": [{"description": "<a>"}]}"##;
        let details = RefusalDetails::read(Some(json));
        assert_eq!(details.suggestions[0].locator(), Some("#a"));
        assert_eq!(RefusalDetails::read(Some("{")), RefusalDetails::default());
    }
}
