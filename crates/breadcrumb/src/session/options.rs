//! How a session behaves.

use std::time::Duration;

use breadcrumb_core::{CaptureRules, Healer, Locator, LocatorStyle, Syntax};
use breadcrumb_front::Mode;

use crate::revision::Revision;
use crate::shots::Shots;

/// How many heals one test may have: more mean that the test is about another page.
pub(crate) const DEFAULT_MAX_HEALS: usize = 10;

/// How long a fingerprint is good for: a suite that runs once a day, on an application without a version, sees
/// every day what has changed.
pub(crate) const DEFAULT_RELEARN_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// How a [`Session`](super::Session) behaves.
#[derive(Debug, Clone)]
pub struct SessionOptions {
    pub(super) test_id: String,
    pub(super) healer: Healer,
    pub(super) mode: Mode,
    pub(super) keeping: Keeping,
    pub(super) max_heals: usize,
    pub(super) rules: CaptureRules,
    pub(super) shots: Option<Shots>,
    pub(super) style: LocatorStyle,
    pub(super) auto_approve: Option<f64>,
    pub(super) relearn_after: Duration,
    pub(super) revision: Option<Revision>,
    pub(super) syntax: Syntax,
}

/// When what was learned becomes the baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Keeping {
    /// When the test has passed.
    #[default]
    OnPass,
    /// With each action that succeeds: for scripts, which have no result.
    AtOnce,
}

impl SessionOptions {
    /// Starts with the defaults.
    #[must_use]
    pub fn new(test_id: &str) -> Self {
        Self {
            test_id: test_id.to_owned(),
            healer: Healer::default(),
            mode: Mode::default(),
            keeping: Keeping::default(),
            max_heals: DEFAULT_MAX_HEALS,
            rules: CaptureRules::default(),
            shots: None,
            style: LocatorStyle::default(),
            auto_approve: None,
            relearn_after: DEFAULT_RELEARN_AFTER,
            revision: None,
            syntax: Syntax::Python,
        }
    }

    /// Returns the test's id.
    #[must_use]
    pub fn test_id(&self) -> &str {
        &self.test_id
    }

    /// Returns what happens when a locator finds nothing.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Sets the healer: scorer, threshold and margin.
    #[must_use]
    pub fn with_healer(mut self, healer: Healer) -> Self {
        self.healer = healer;
        self
    }

    /// Sets what happens when a locator finds nothing.
    #[must_use]
    pub fn with_mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// Sets when what was learned becomes the baseline.
    #[must_use]
    pub fn with_keeping(mut self, keeping: Keeping) -> Self {
        self.keeping = keeping;
        self
    }

    /// Sets how many heals the test may have.
    #[must_use]
    pub fn with_max_heals(mut self, count: usize) -> Self {
        self.max_heals = count;
        self
    }

    /// Sets what must not be kept of a page.
    #[must_use]
    pub fn with_rules(mut self, rules: CaptureRules) -> Self {
        self.rules = rules;
        self
    }

    /// Sets which kind of locator is proposed.
    #[must_use]
    pub fn with_style(mut self, style: LocatorStyle) -> Self {
        self.style = style;
        self
    }

    /// Sets the confidence from which on a heal in a passing test is approved without a person; without
    /// it, none is.
    #[must_use]
    pub fn with_auto_approve(mut self, confidence: f64) -> Self {
        self.auto_approve = Some(confidence);
        self
    }

    /// Sets after how long the fingerprint of an element is taken again that is known; with zero in every test.
    #[must_use]
    pub fn with_relearn_after(mut self, time: Duration) -> Self {
        self.relearn_after = time;
        self
    }

    /// Sets which code the test runs: what was learned of other code is taken again. Without it, only time counts.
    #[must_use]
    pub fn with_revision(mut self, revision: Revision) -> Self {
        self.revision = Some(revision);
        self
    }

    /// Sets the language of the tests, for the locators in sentences.
    #[must_use]
    pub fn with_syntax(mut self, syntax: Syntax) -> Self {
        self.syntax = syntax;
        self
    }

    /// Returns a locator, a key or code, as it is written in the language of the tests.
    #[must_use]
    pub fn shown(&self, locator: &str) -> String {
        let read = Locator::parse(locator);
        if self.syntax == Syntax::Python || read.as_css().is_some() {
            return locator.to_owned();
        }
        read.javascript()
    }

    /// Sets where pictures of elements are kept; without it, none are.
    #[must_use]
    pub fn with_shots(mut self, shots: Shots) -> Self {
        self.shots = Some(shots);
        self
    }
}
