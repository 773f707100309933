//! [`Engine`]: what is known and kept in one test.

use breadcrumb_core::{Purpose, SourceSite, VerifiedLocator};

use crate::mode::Mode;

/// A locator on a page.
#[derive(Debug, Clone, Copy)]
pub struct Place<'w> {
    /// The locator's key.
    pub key: &'w str,
    /// The address of the page.
    pub url: &'w str,
}

/// Something is wrong with the engine, in a sentence: Breadcrumb leaves the test alone from now on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble(pub String);

/// What is known and kept in one test; the facade's session is one.
pub trait Engine: Send + Sync + 'static {
    /// The answer to "where has this element gone?".
    type Look: Send + Sync + 'static;

    /// Whether the element was seen before, so that it could be healed.
    fn knows(&self, place: Place<'_>) -> Result<bool, Trouble>;

    /// Whether a fingerprint should be taken now.
    fn is_due(&self, place: Place<'_>) -> Result<bool, Trouble>;

    /// How many elements the page had when it was last taken in; 0 where a part would not do.
    fn known_nodes(&self, place: Place<'_>, purpose: &Purpose) -> u32;

    /// Learns a payload's target; returns the alarm where it has drifted.
    fn learn(&self, key: &str, payload: &str) -> Result<Option<String>, Trouble>;

    /// Keeps a picture of an element that a locator has found.
    fn add_picture(&self, place: Place<'_>, image: Vec<u8>);

    /// Looks for an element on a page that was taken in.
    fn look(
        &self,
        key: &str,
        payload: &str,
        purpose: &Purpose,
        mode: Mode,
    ) -> Result<Self::Look, Trouble>;

    /// The element to go on with, by its index in the payload; none unless it is healed.
    fn target(&self, look: &Self::Look) -> Option<usize>;

    /// The element to go on with, alone; where there is none, those that a person could accept.
    /// `parent` is the key of what the locator was made from.
    fn candidates(
        &self,
        look: &Self::Look,
        parent: Option<&str>,
        test_id_attribute: &str,
    ) -> Vec<Candidate>;

    /// Says that an element was healed, and why.
    fn heal_sentence(&self, look: &Self::Look, proposed: Option<&str>) -> String;

    /// Says why it was not healed, and what could be meant, with locators for it; in lines.
    fn refusal_lines(&self, look: &Self::Look, suggested: &[Vec<VerifiedLocator>]) -> Vec<String>;

    /// Says what the best candidate is.
    fn description(&self, look: &Self::Look) -> String;

    /// Notes a heal whose action has succeeded.
    fn confirm(&self, look: &Self::Look, confirmation: Confirmation) -> Result<(), Trouble>;

    /// Notes one more place where a healed locator is written.
    fn add_site(&self, key: &str, site: SourceSite);

    /// Notes a heal that was refused.
    fn refuse(&self, look: &Self::Look, confirmation: Confirmation);

    /// Forgets that a heal was refused: the locator has found its element after all.
    fn forget_refusal(&self, key: &str);
}

/// An element of a page that could be meant.
#[derive(Debug, Clone, Default)]
pub struct Candidate {
    /// Its index in the payload.
    pub index: usize,
    /// The selector that leads to its document; none in the page's own.
    pub frames: Option<String>,
    /// Locators that should find just it, the best first. The code begins with its frames, the selector
    /// does not.
    pub proposals: Vec<Proposal>,
    /// What it is called, whether or not others are: for a look inside of the locator's parent. The
    /// code begins with the parent.
    pub within: Vec<Proposal>,
}

impl Candidate {
    /// Returns what finds, from the page on, what a selector finds in the candidate's document.
    pub(crate) fn in_its_document(&self, selector: &str) -> String {
        match &self.frames {
            Some(frames) => format!("{frames} >> {selector}"),
            None => selector.to_owned(),
        }
    }
}

/// A locator that is not checked yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// As code.
    pub code: String,
    /// As Playwright's selector; inside of the parent, where it is for that.
    pub selector: String,
}

/// What is noted of a heal, or of a refusal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Confirmation {
    /// The call of the test.
    pub call: String,
    /// The line that was carried out.
    pub used: Option<SourceSite>,
    /// Where the locator is written.
    pub sites: Vec<SourceSite>,
    /// Locators that find just the healed element, the best first.
    pub proposals: Vec<VerifiedLocator>,
    /// For each candidate of a refusal: the locators that find just it.
    pub suggested: Vec<Vec<VerifiedLocator>>,
    /// A picture of the healed element.
    pub image: Option<Vec<u8>>,
}
