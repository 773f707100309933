//! What a session answers.

use breadcrumb_core::{
    DriftFinding, EarlierHeal, ElementFingerprint, ElementIndex, HealingEvent, LocatorStyle,
    PageMemory, ProposedLocator, Purpose, SourceSite, Verdict, VerdictKind, VerifiedLocator,
    assumes_what_is_checked, describe, identity_digest,
};

/// The answer to "where has this element gone?".
#[derive(Debug, Clone)]
pub struct Look {
    pub(super) locator: String,
    pub(super) page_key: String,
    pub(super) url: String,
    pub(super) stored: Option<ElementFingerprint>,
    /// The heal that the known element comes from.
    pub(super) earlier: Option<EarlierHeal>,
    pub(super) verdict: Verdict,
    /// Whether the call is about all that the locator finds.
    pub(super) is_list: bool,
    pub(super) element: Option<ElementIndex>,
    pub(super) proposals: Vec<ProposedLocator>,
    pub(super) proposals_within: Vec<ProposedLocator>,
    pub(super) style: LocatorStyle,
    pub(super) purpose: Purpose,
    /// The element to go on with as it is learned, with its place in the lists around it.
    pub(super) learned: Option<ElementFingerprint>,
    /// What is on the page that was looked at, and how many elements it has; kept if it healed.
    pub(super) now_on_page: Option<(PageMemory, u32)>,
}

impl Look {
    /// Returns what was decided, and why.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// Returns why the test does not go on with an element, in a sentence.
    #[must_use]
    pub fn refusal(&self) -> String {
        let message = &self.verdict.message;
        match self.verdict.kind {
            VerdictKind::Healed if self.is_list => {
                format!("a list or a count is not healed to one element; {message}")
            }
            VerdictKind::Healed => format!("would be healed: {message}"),
            _ => self.verdict.to_string(),
        }
    }

    /// Returns the element that the test was written for; where nobody has decided about an earlier
    /// heal, that is the one before it.
    pub(super) fn original(&self) -> Option<&ElementFingerprint> {
        let undecided = self.earlier.as_ref().and_then(EarlierHeal::undecided);
        undecided
            .map(|heal| &heal.original)
            .or(self.stored.as_ref())
    }

    /// Returns why it was healed, in sentences, the best reason first.
    #[must_use]
    pub fn reasons(&self) -> Vec<String> {
        let Some(healed) = self.verdict.healed() else {
            return Vec::new();
        };
        let first = self.earlier.as_ref().and_then(EarlierHeal::undecided);
        let digest = identity_digest(&healed.element);
        match first.filter(|first| identity_digest(&first.healed) == digest) {
            // That it is like itself is no reason.
            Some(first) => first.details.reasons.clone(),
            None => healed.reasons.iter().map(|r| r.sentence.clone()).collect(),
        }
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

    /// Tells whether a locator that the front has made may be proposed: not one that takes for
    /// granted what the call checks.
    #[must_use]
    pub fn may_propose(&self, code: &str) -> bool {
        may_propose(&self.verdict, &self.purpose, code)
    }

    /// Returns the locator that found nothing.
    #[must_use]
    pub fn locator(&self) -> &str {
        &self.locator
    }
}

pub(super) fn may_propose(verdict: &Verdict, purpose: &Purpose, code: &str) -> bool {
    let healed = verdict.healed();
    !healed.is_some_and(|healed| assumes_what_is_checked(code, purpose, &healed.element))
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
        found: &DriftFinding,
    ) -> Self {
        let (old, new, reason) = (describe(known), describe(current), &found.reason);
        let message =
            format!("`{locator}` finds {new}, which is another element than {old}: {reason}");
        Self {
            confidence: found.confidence,
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
