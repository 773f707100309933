//! What a session answers.

use breadcrumb_core::{
    DriftFinding, EarlierHeal, ElementFingerprint, ElementIndex, HealingEvent, Locator,
    LocatorStyle, PageMemory, PageSnapshot, Purpose, SourceSite, Verdict, VerdictKind,
    VerifiedLocator, assumes_what_is_checked, describe, identity_digest, propose, propose_frames,
    propose_within,
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
    /// What speaks against a heal besides, in a word or two.
    pub(super) why_not: &'static str,
    pub(super) element: Option<ElementIndex>,
    pub(super) candidates: Vec<FoundElement>,
    pub(super) style: LocatorStyle,
    /// The element to go on with as it is learned, with its place in the lists around it.
    pub(super) learned: Option<ElementFingerprint>,
    /// What is on the page that was looked at, and how many elements it has; kept if it healed.
    pub(super) now_on_page: Option<(PageMemory, u32)>,
}

/// An element of the page that could be meant, and what it could be found by.
#[derive(Debug, Clone)]
pub struct FoundElement {
    index: ElementIndex,
    fingerprint: ElementFingerprint,
    purpose: Purpose,
    frames: Option<Locator>,
    proposals: Vec<Locator>,
    proposals_within: Vec<Locator>,
}

impl FoundElement {
    /// Finds locators for a candidate, those of the wanted style first.
    pub(super) fn new(
        page: &PageSnapshot,
        index: ElementIndex,
        fingerprint: ElementFingerprint,
        purpose: &Purpose,
        distance: impl Fn(&Locator) -> u8,
    ) -> Self {
        let mut found = Self {
            index,
            fingerprint,
            purpose: purpose.clone(),
            frames: propose_frames(page, index),
            proposals: Vec::new(),
            proposals_within: Vec::new(),
        };
        let wanted = |mut proposals: Vec<Locator>| {
            proposals.retain(|proposal| found.may_propose(proposal));
            // The order stays where the style makes no difference.
            proposals.sort_by_cached_key(&distance);
            proposals
        };
        let (everywhere, within) = (
            wanted(propose(page, index)),
            wanted(propose_within(page, index)),
        );
        found.proposals = everywhere;
        found.proposals_within = within;
        found
    }

    /// Returns which element of the page it is.
    #[must_use]
    pub fn index(&self) -> ElementIndex {
        self.index
    }

    /// Returns what leads to its document; none in the page's own.
    #[must_use]
    pub fn frames(&self) -> Option<&Locator> {
        self.frames.as_ref()
    }

    /// Returns locators for it in its document, the best first; the front keeps those that match exactly
    /// this element on the live page.
    #[must_use]
    pub fn proposals(&self) -> &[Locator] {
        &self.proposals
    }

    /// Returns what it is called, whether or not others are called the same: for a front that looks
    /// inside of what the old locator was called on.
    #[must_use]
    pub fn proposals_within(&self) -> &[Locator] {
        &self.proposals_within
    }

    /// Tells whether a locator that the front has made may be proposed: not one that takes for
    /// granted what the call checks.
    #[must_use]
    pub fn may_propose(&self, locator: &Locator) -> bool {
        !assumes_what_is_checked(locator, &self.purpose, &self.fingerprint)
    }
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
                format!("lists and counts are never healed to one element; {message}")
            }
            VerdictKind::Healed => match self.verdict.suggestions.first() {
                Some(best) => {
                    let (new, sure) = (describe(&best.element), best.scoring.total() * 100.0);
                    format!("would heal to {new}, {sure:.0} % ({})", self.why_not)
                }
                None => format!("would heal ({}): {message}", self.why_not),
            },
            _ => message.clone(),
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

    /// Returns the element to go on with, alone; where there is none, those that a person could accept,
    /// the best first.
    #[must_use]
    pub fn candidates(&self) -> &[FoundElement] {
        &self.candidates
    }

    /// Returns how far a locator that the front has made is from the style that was asked for; 0
    /// for one that goes before all [`proposals`](FoundElement::proposals).
    #[must_use]
    pub fn distance(&self, locator: &Locator) -> u8 {
        self.style.distance(&Locator::parse(&self.locator), locator)
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
    /// For each of the [`candidates`](Look::candidates) of a refusal: the locators that find just it.
    pub suggested: Vec<Vec<VerifiedLocator>>,
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
    /// The heals that are in the log now, in a passing test or in a failing one.
    pub heals: Vec<HealingEvent>,
    /// The locators that found nothing and were not healed, each with the reason.
    pub refusals: Vec<(String, String)>,
}
