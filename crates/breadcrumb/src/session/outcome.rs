//! What a session answers.

use breadcrumb_core::{
    ElementFingerprint, ElementIndex, HealingEvent, LocatorStyle, PageMemory, ProposedLocator,
    ScoringResult, SourceSite, Verdict, VerifiedLocator, describe, reasons,
};

/// The answer to "where has this element gone?".
#[derive(Debug, Clone)]
pub struct Look {
    pub(super) locator: String,
    pub(super) page_key: String,
    pub(super) url: String,
    pub(super) stored: Option<ElementFingerprint>,
    pub(super) verdict: Verdict,
    pub(super) element: Option<ElementIndex>,
    pub(super) proposals: Vec<ProposedLocator>,
    pub(super) proposals_within: Vec<ProposedLocator>,
    pub(super) style: LocatorStyle,
    /// What is on the page that was looked at, and how many elements it has; kept if it healed.
    pub(super) now_on_page: Option<(PageMemory, u32)>,
}

impl Look {
    /// Returns what was decided, and why.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// Returns the element to go on with; none unless it healed and the mode allows it.
    #[must_use]
    pub fn element(&self) -> Option<ElementIndex> {
        self.element
    }

    /// Returns locators for the healed element, the best first; the front takes the first that
    /// matches exactly that element on the live page.
    #[must_use]
    pub fn proposals(&self) -> &[ProposedLocator] {
        &self.proposals
    }

    /// Returns what the healed element is called, whether or not others are called the same: for a
    /// front that looks inside of what the old locator was called on.
    #[must_use]
    pub fn proposals_within(&self) -> &[ProposedLocator] {
        &self.proposals_within
    }

    /// Returns how far a locator that the front has made is from the style that was asked for; 0
    /// for one that goes before all [`proposals`](Self::proposals).
    #[must_use]
    pub fn distance(&self, code: &str) -> u8 {
        self.style.distance(&self.locator, code)
    }

    /// Returns the locator that found nothing.
    #[must_use]
    pub fn locator(&self) -> &str {
        &self.locator
    }
}

/// What a front knows of a heal whose action succeeded, or of a look that did not heal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Confirmation {
    /// The locator the test should use from now on.
    pub proposed_locator: Option<String>,
    /// What the test did with the element.
    pub action: Option<String>,
    /// The file that has the locator.
    pub source_file: Option<String>,
    /// The line in that file, counted from 1.
    pub source_line: Option<u32>,
    /// Where the locator is written, as far as it is known.
    pub sites: Vec<SourceSite>,
    /// All locators that find just this element on the live page, the best first.
    pub proposals: Vec<VerifiedLocator>,
    /// A picture of the healed element, as PNG or JPEG.
    pub image: Option<Vec<u8>>,
}

/// A locator still finds an element, but not one like the element it was written for.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Drift {
    /// How alike the two are.
    pub confidence: f64,
    /// The same in a sentence.
    pub message: String,
}

impl Drift {
    pub(super) fn new(
        locator: &str,
        known: &ElementFingerprint,
        current: &ElementFingerprint,
        scoring: &ScoringResult,
    ) -> Self {
        let (old, new) = (describe(known), describe(current));
        let worst = reasons(known, current, scoring).pop();
        let worst = worst
            .map(|reason| format!(": {}", reason.sentence))
            .unwrap_or_default();
        let message = format!("`{locator}` finds {new}, which is little like {old}{worst}");
        Self {
            confidence: scoring.total(),
            message,
        }
    }
}

/// How a test ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestResult {
    /// It passed.
    Passed,
    /// Anything else.
    NotPassed,
}

/// What a session has done.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Summary {
    /// How many elements were learned.
    pub learned: usize,
    /// The heals that are in the log now; none if the test did not pass.
    pub heals: Vec<HealingEvent>,
    /// The locators that found nothing and were not healed, each with the verdict.
    pub refusals: Vec<(String, Verdict)>,
}
