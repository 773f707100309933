//! One test, from its first action to its result.
//!
//! A front tells the [`Session`] what the test touches ([`Session::learn`]) and asks it where an
//! element has gone ([`Session::look`]). What is learned is staged and becomes the baseline only
//! when the test passes ([`Session::finish`]).

mod options;
mod outcome;
mod state;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use breadcrumb_core::{
    ElementFingerprint, ElementIndex, HealRequest, HealingEvent, PageSnapshot, Verdict,
    VerdictKind, page_key, propose,
};
use breadcrumb_store::{LearnBatch, Store};

pub use options::{Keeping, Mode, SessionOptions};
pub use outcome::{Confirmation, Drift, Look, Summary, TestResult};

use crate::error::Error;
use state::State;

/// One test's dealings with Breadcrumb.
#[derive(Debug)]
pub struct Session {
    store: SharedStore,
    options: SessionOptions,
    state: Mutex<State>,
}

impl Session {
    /// Starts a session of one test.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, options: SessionOptions) -> Self {
        Self {
            store: SharedStore(store),
            options,
            state: Mutex::default(),
        }
    }

    /// Returns how the session behaves.
    #[must_use]
    pub fn options(&self) -> &SessionOptions {
        &self.options
    }

    /// Whether this element was seen before, so that it could be healed.
    pub fn knows(&self, locator: &str, url: &str) -> Result<bool, Error> {
        Ok(self.stored(locator, &page_key(url))?.is_some())
    }

    /// Whether a fingerprint should be taken now: once for each locator and page in a test.
    #[must_use]
    pub fn should_learn(&self, locator: &str, url: &str) -> bool {
        self.options.mode != Mode::Off && !self.state().has_learned(locator, &page_key(url))
    }

    /// Takes the fingerprint of an element that a locator has found.
    ///
    /// Returns an alarm where the element has little in common with what was known of it.
    pub fn learn(
        &self,
        locator: &str,
        page: &PageSnapshot,
        element: ElementIndex,
    ) -> Result<Option<Drift>, Error> {
        let page_key = page_key(&page.info().url);
        let fingerprint = page
            .fingerprint_with(element, &self.options.rules)
            .with_key(&self.options.test_id, locator);
        let drift = self.drift(locator, &page_key, &fingerprint)?;
        self.state().stage(locator, &page_key, fingerprint);
        self.keep_if_at_once()?;
        Ok(drift)
    }

    /// Looks for the element that a locator no longer finds.
    pub fn look(&self, locator: &str, page: &PageSnapshot) -> Result<Look, Error> {
        let page_key = page_key(&page.info().url);
        let stored = self.stored(locator, &page_key)?;
        let request = HealRequest::new(stored.as_ref(), page);
        let verdict = self.options.healer.heal(&request);
        let element = verdict
            .healed()
            .and_then(|healed| page.candidates().get(healed.position).copied())
            .filter(|_| self.may_heal());
        let proposals = element
            .map(|element| propose(page, element))
            .unwrap_or_default();
        Ok(Look {
            locator: locator.to_owned(),
            page_key,
            stored,
            verdict,
            element,
            proposals,
        })
    }

    /// Notes that the test went on with the healed element and that its action succeeded.
    ///
    /// Nothing is noted for a look that did not heal.
    pub fn confirm(&self, look: &Look, confirmation: Confirmation) -> Result<(), Error> {
        let (Some(_), Some(event)) = (look.element, self.event(look, confirmation)) else {
            return Ok(());
        };
        let mut state = self.state();
        state.stage(&look.locator, &look.page_key, event.healed.clone());
        state.heals.push(event);
        drop(state);
        self.keep_if_at_once()
    }

    /// Notes a look that did not heal, for the summary.
    pub fn refuse(&self, look: &Look) {
        if look.verdict.kind != VerdictKind::NoFingerprint {
            self.state()
                .refusals
                .push((look.locator.clone(), look.verdict.clone()));
        }
    }

    /// Ends the test. What was staged becomes the baseline if it passed, and is dropped if not.
    pub fn finish(&self, result: TestResult) -> Result<Summary, Error> {
        let mut state = std::mem::take(&mut *self.state());
        if result == TestResult::Passed && self.options.keeping == Keeping::OnPass {
            self.store.0.learn(&state.batch())?;
        }
        if result != TestResult::Passed {
            state.heals.clear();
        }
        Ok(Summary {
            learned: state.staged.len(),
            heals: state.heals,
            refusals: state.refusals,
        })
    }

    fn keep_if_at_once(&self) -> Result<(), Error> {
        if self.options.keeping == Keeping::OnPass {
            return Ok(());
        }
        let batch: LearnBatch = self.state().unsaved_batch();
        Ok(self.store.0.learn(&batch)?)
    }

    fn stored(&self, locator: &str, page_key: &str) -> Result<Option<ElementFingerprint>, Error> {
        if let Some(staged) = self.state().staged(locator, page_key) {
            return Ok(Some(staged));
        }
        let test_id = &self.options.test_id;
        Ok(self
            .store
            .0
            .load_fingerprint_on_page(test_id, locator, page_key)?)
    }

    fn drift(
        &self,
        locator: &str,
        page_key: &str,
        current: &ElementFingerprint,
    ) -> Result<Option<Drift>, Error> {
        let Some(known) = self.stored(locator, page_key)? else {
            return Ok(None);
        };
        let scoring = self.options.healer.scorer().score(&known, current);
        let has_drifted = scoring.total() < self.options.healer.threshold();
        Ok(has_drifted.then(|| Drift::new(locator, &known, current, &scoring)))
    }

    fn may_heal(&self) -> bool {
        self.options.mode == Mode::Heal && self.state().heals.len() < self.options.max_heals
    }

    fn event(&self, look: &Look, confirmation: Confirmation) -> Option<HealingEvent> {
        let healed = look.verdict.healed()?;
        let original = look
            .stored
            .clone()?
            .with_key(&self.options.test_id, &look.locator);
        let new = healed
            .element
            .clone()
            .with_key(&self.options.test_id, &look.locator);
        let confidence = healed.scoring.total();
        let mut event = HealingEvent::new(original, new, confidence, now());
        event.details.page_key = Some(look.page_key.clone());
        event.details.scorer = Some(look.verdict.scorer.to_owned());
        event.details.scoring = Some(healed.scoring.clone());
        event.details.margin = look.verdict.margin;
        event.details.runner_up = runner_up(&look.verdict);
        event.details.reasons = healed.reasons.iter().map(|r| r.sentence.clone()).collect();
        event.details.proposed_locator = confirmation.proposed_locator;
        event.details.action = confirmation.action;
        event.details.source_file = confirmation.source_file;
        event.details.source_line = confirmation.source_line;
        Some(event)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere leaves the state as it was before one whole step.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A store that can be shown in a debug output.
struct SharedStore(Arc<dyn Store>);

impl std::fmt::Debug for SharedStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Store").field(&self.0.location()).finish()
    }
}

fn runner_up(verdict: &Verdict) -> Option<ElementFingerprint> {
    verdict
        .suggestions
        .get(1)
        .map(|suggestion| suggestion.element.clone())
}

/// Returns the seconds since 1970.
fn now() -> f64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64())
}

#[cfg(test)]
mod tests;
