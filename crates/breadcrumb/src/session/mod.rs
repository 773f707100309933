//! One test, from its first action to its result.
//!
//! A front tells the [`Session`] what the test touches ([`Session::learn`]) and asks it where an
//! element has gone ([`Session::look`]). What is learned is staged and becomes the baseline only
//! when the test passes ([`Session::finish`]). Its run, the looks that did not heal and the drifts
//! are recorded however it ends ([`Session::finish_with`]).

mod options;
mod outcome;
mod pictures;
mod state;

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use breadcrumb_core::{
    ElementFingerprint, ElementIndex, HealRequest, HealingEvent, PageMemory, PageSnapshot,
    ProposedLocator, Rejection, SourceSite, TestRun, Verdict, VerdictKind, VerdictRecord,
    VerdictRecordKind, compute_similarity, page_key, propose, propose_within,
};
use breadcrumb_store::{LearnBatch, Store};

pub(crate) use options::DEFAULT_MAX_HEALS;
pub use options::{Keeping, Mode, SessionOptions};
pub use outcome::{Confirmation, Drift, Look, Summary, TestResult};

use crate::clock::now;
use crate::error::Error;
use state::State;

/// One test's dealings with Breadcrumb.
#[derive(Debug)]
pub struct Session {
    store: SharedStore,
    options: SessionOptions,
    state: Mutex<State>,
    /// Read when an element is first missing: most tests never need them.
    rejections: OnceLock<Vec<Rejection>>,
}

impl Session {
    /// Starts a session of one test.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, options: SessionOptions) -> Self {
        Self {
            store: SharedStore(store),
            options,
            state: Mutex::default(),
            rejections: OnceLock::new(),
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

    /// Returns how many elements a page had when it was last taken in as a whole; 0 if it never
    /// was in this test. A page that has about as many now need not be taken in again.
    #[must_use]
    pub fn known_nodes(&self, url: &str) -> u32 {
        self.state().nodes(&page_key(url))
    }

    /// Takes the fingerprint of an element that a locator has found.
    ///
    /// Where `page` is the whole page, what else is on it is remembered with the fingerprints of
    /// that page.
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
        let memory = (!page.info().is_part).then(|| PageMemory::of_page(page));
        let mut state = self.state();
        if let Some(memory) = memory {
            state.remember(&page_key, memory, page.info().nodes);
        }
        state.stage(locator, &page_key, fingerprint);
        if let Some(drift) = &drift {
            state.note(self.drift_record(locator, &page_key, drift));
        }
        drop(state);
        self.keep_if_at_once()?;
        Ok(drift)
    }

    /// Looks for the element that a locator no longer finds.
    pub fn look(&self, locator: &str, page: &PageSnapshot) -> Result<Look, Error> {
        let page_key = page_key(&page.info().url);
        let stored = self.stored(locator, &page_key)?;
        let memory = self.memory(locator, &page_key)?;
        let rejections = self.rejections()?;
        let mut request = HealRequest::new(stored.as_ref(), page).with_rejections(rejections);
        if let Some(memory) = &memory {
            request = request.with_memory(memory);
        }
        let verdict = self.options.healer.heal(&request);
        let element = verdict
            .healed()
            .and_then(|healed| page.candidates().get(healed.position).copied())
            .filter(|_| self.may_heal());
        let style = self.options.style;
        let proposed = |propose: fn(&PageSnapshot, ElementIndex) -> Vec<ProposedLocator>| {
            let found = element.map(|element| propose(page, element));
            let mut proposals = found.unwrap_or_default();
            // The order stays where the style makes no difference.
            proposals.sort_by_cached_key(|proposal| style.distance(locator, &proposal.python()));
            proposals
        };
        let (proposals, proposals_within) = (proposed(propose), proposed(propose_within));
        let now_on_page = element.map(|_| (PageMemory::of_page(page), page.info().nodes));
        Ok(Look {
            locator: locator.to_owned(),
            page_key,
            url: without_secrets(&page.info().url),
            stored,
            verdict,
            element,
            proposals,
            proposals_within,
            style,
            now_on_page,
        })
    }

    /// Notes that the test went on with the healed element and that its action succeeded.
    ///
    /// Nothing is noted for a look that did not heal.
    pub fn confirm(&self, look: &Look, confirmation: Confirmation) -> Result<(), Error> {
        let image = confirmation.image.clone();
        let (Some(_), Some(mut event)) = (look.element, self.event(look, confirmation)) else {
            return Ok(());
        };
        event.details.screenshot_before = self.picture_before(&look.locator, &look.page_key);
        event.details.screenshot_after = image.as_deref().and_then(|image| self.save(image));
        let mut state = self.state();
        if let Some(image) = image {
            let key = state::key(&look.locator, &look.page_key);
            state.images.insert(key, image);
        }
        if let Some((memory, nodes)) = look.now_on_page.clone() {
            state.remember(&look.page_key, memory, nodes);
        }
        state.stage(&look.locator, &look.page_key, event.healed.clone());
        state.heals.push(event);
        drop(state);
        self.keep_if_at_once()
    }

    /// Notes that a healed locator is written in one more place.
    pub fn add_site(&self, locator: &str, site: SourceSite) {
        let mut state = self.state();
        let mut heals = state.heals.iter_mut();
        if let Some(heal) = heals.find(|heal| heal.locator == locator)
            && !heal.details.sites.contains(&site)
        {
            heal.details.sites.push(site);
        }
    }

    /// Notes a look that did not heal, for the summary and the store.
    pub fn refuse(&self, look: &Look) {
        self.refuse_with(look, Confirmation::default());
    }

    /// Notes a look that did not heal, with what the front knows of it.
    ///
    /// A locator that was never learned is not worth a note. Nor is a heal whose action failed
    /// written down: it stands in the summary only.
    pub fn refuse_with(&self, look: &Look, known: Confirmation) {
        if look.verdict.kind == VerdictKind::NoFingerprint {
            return;
        }
        let mut state = self.state();
        state
            .refusals
            .push((look.locator.clone(), look.verdict.clone()));
        if look.element.is_none() {
            state.note(self.look_record(look, known));
        }
    }

    /// Ends the test. What was staged becomes the baseline if it passed, and is dropped if not.
    ///
    /// The looks that did not heal and the drifts are recorded either way.
    pub fn finish(&self, result: TestResult) -> Result<Summary, Error> {
        self.finish_with(result, None)
    }

    /// Ends the test as [`finish`](Self::finish) does and records its run, in one transaction.
    ///
    /// The session fills in whether the run was healed, and the lowest confidence of its heals.
    pub fn finish_with(&self, result: TestResult, run: Option<TestRun>) -> Result<Summary, Error> {
        let mut state = std::mem::take(&mut *self.state());
        let keeps = result == TestResult::Passed && self.options.keeping == Keeping::OnPass;
        let mut batch = if keeps {
            state.batch()
        } else {
            LearnBatch::new()
        };
        if keeps {
            self.add_pictures(&mut batch, &state);
        }
        state.add_records(&mut batch, run);
        self.store.0.learn(&batch)?;
        self.trim_pictures(&state);
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

    /// Returns what else was on the page when an element was learned, in this test or before.
    fn memory(&self, locator: &str, page_key: &str) -> Result<Option<PageMemory>, Error> {
        let state = self.state();
        if state.has_learned(locator, page_key) {
            return Ok(state.memory(page_key));
        }
        drop(state);
        let test_id = &self.options.test_id;
        Ok(self.store.0.load_memory(test_id, locator, page_key)?)
    }

    fn rejections(&self) -> Result<&[Rejection], Error> {
        if let Some(known) = self.rejections.get() {
            return Ok(known);
        }
        let read = self.store.0.rejections()?;
        Ok(self.rejections.get_or_init(|| read))
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
        // The locator has found it, so that nothing else is in question: plain likeness tells.
        let scoring = compute_similarity(&known, current);
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
        event.details.sites = confirmation.sites;
        event.details.proposals = confirmation.proposals;
        event.details.url = Some(look.url.clone());
        Some(event)
    }

    fn look_record(&self, look: &Look, known: Confirmation) -> VerdictRecord {
        let kind = look.verdict.kind.into();
        let proposed = known.proposed_locator.as_deref();
        let mut record = VerdictRecord::new(kind, &self.options.test_id, &look.locator, now())
            .with_verdict(&look.verdict, proposed);
        record.page_key = Some(look.page_key.clone());
        record.action = known.action;
        record.source_file = known.source_file;
        record.source_line = known.source_line;
        record
    }

    fn drift_record(&self, locator: &str, page_key: &str, drift: &Drift) -> VerdictRecord {
        let kind = VerdictRecordKind::Drift;
        let mut record = VerdictRecord::new(kind, &self.options.test_id, locator, now());
        record.page_key = Some(page_key.to_owned());
        record.message = Some(drift.message.clone());
        record.confidence = Some(drift.confidence);
        record
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

/// Returns an address without what may be secret in it: query, fragment, user and password.
fn without_secrets(url: &str) -> String {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let (url, _) = url.split_at(end);
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.to_owned();
    };
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    format!("{scheme}://{host}{path}")
}

#[cfg(test)]
mod tests;
