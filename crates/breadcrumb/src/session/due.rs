//! What is known of an element when a test comes to it, and whether its fingerprint is worth taking.
//!
//! A fingerprint that says nothing new costs a question to the page in every test; see
//! `docs/design/0025-relearning.md`.

use breadcrumb_core::{ElementFingerprint, page_key};
use breadcrumb_front::Mode;
use breadcrumb_store::{KnownFingerprint, LearnBatch};

use super::{Session, SessionOptions, state};
use crate::clock::now;
use crate::error::Error;
use crate::recorder::Knowledge;

impl Session {
    /// Whether this element was seen before, so that it could be healed.
    pub fn knows(&self, locator: &str, url: &str) -> Result<bool, Error> {
        Ok(self.known(locator, &page_key(url))?.is_some())
    }

    /// Whether a fingerprint should be taken now: once for each locator and page in a test, and again as
    /// long as the element was not to be seen, or empty.
    ///
    /// Of an element that is known on the page only where it can tell something: after so long as
    /// [`SessionOptions::with_relearn_after`] says, and of other code than
    /// [`SessionOptions::with_revision`] says. Never where the database does not answer.
    #[must_use]
    pub fn should_learn(&self, locator: &str, url: &str) -> bool {
        let page_key = page_key(url);
        let state = self.state();
        if self.options.mode == Mode::Off || state.has_seen(locator, &page_key) {
            return false;
        }
        let was_early = state.staged(locator, &page_key).is_some();
        drop(state);
        if was_early || self.options.relearn_after.is_zero() {
            return true;
        }
        match self.knowledge(locator, &page_key) {
            Ok(Knowledge::Known(known)) => self.options.is_due(&known, now()),
            Ok(Knowledge::Unknown) => true,
            // Whoever asks what is known hears of the error.
            Ok(Knowledge::NoAnswer) | Err(_) => false,
        }
    }

    /// Returns what is known of an element, from this test or from before it.
    pub(super) fn known(
        &self,
        locator: &str,
        page_key: &str,
    ) -> Result<Option<ElementFingerprint>, Error> {
        if let Some(staged) = self.state().staged(locator, page_key) {
            return Ok(Some(staged));
        }
        Ok(match self.knowledge(locator, page_key)? {
            Knowledge::Known(known) => Some(known.fingerprint.clone()),
            Knowledge::Unknown | Knowledge::NoAnswer => None,
        })
    }

    /// Asks the database, once in a test if it answers.
    fn knowledge(&self, locator: &str, page_key: &str) -> Result<Knowledge, Error> {
        if let Some(known) = self.state().knowledge(locator, page_key) {
            return Ok(known);
        }
        let test_id = &self.options.test_id;
        let knowledge = self.store.knowledge(test_id, locator, page_key)?;
        if !matches!(knowledge, Knowledge::NoAnswer) {
            let mut state = self.state();
            state.keep_knowledge(locator, page_key, knowledge.clone());
        }
        Ok(knowledge)
    }

    /// Says of which code a batch was learned.
    pub(super) fn with_revision(&self, batch: LearnBatch) -> LearnBatch {
        match &self.options.revision {
            Some(revision) => batch.learned_in(revision.id()),
            None => batch,
        }
    }
}

impl SessionOptions {
    /// Whether the fingerprint of a known element is worth taking again.
    fn is_due(&self, known: &KnownFingerprint, now: f64) -> bool {
        let Some(learned) = &known.learned else {
            return true;
        };
        let is_of_other_code = self.revision.as_ref().is_some_and(|revision| {
            let earlier = learned.revision.as_deref();
            earlier.is_none_or(|earlier| revision.differs_from(earlier))
        });
        // What was learned in the future was learned by another clock, and nobody knows how long ago.
        let age = (now - learned.at).abs();
        is_of_other_code
            || self.relearn_after.as_secs_f64() <= age
            || state::is_early(&known.fingerprint)
    }
}
