//! One test, from its first action to its result.
//!
//! A front tells the [`Session`] what the test touches ([`Session::learn`]) and asks it where an
//! element has gone ([`Session::look`]). What is learned is staged and becomes the baseline only
//! when the test passes ([`Session::finish`]). Its run, the looks that did not heal and the drifts
//! are recorded however it ends ([`Session::finish_with`]).

pub(crate) mod drifted;
mod due;
mod from_settings;
mod front;
mod options;
mod outcome;
mod pictures;
mod state;

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use breadcrumb_core::{
    Acceptance, EarlierHeal, ElementFingerprint, ElementIndex, HealRequest, HealState,
    HealingEvent, KEPT_SUGGESTIONS, Locator, LocatorTerms, PageMemory, PageSnapshot, Property,
    Purpose, RefusalDetails, Rejection, SourceSite, Suggestion, TestRun, Verdict, VerdictKind,
    VerdictRecord, VerdictRecordKind, drift, hide_in_address, identity_digest, page_key,
};
use breadcrumb_front::Mode;
use breadcrumb_store::{EventFilter, LearnBatch, Store};

pub(crate) use options::{DEFAULT_MAX_HEALS, DEFAULT_RELEARN_AFTER};
pub use options::{Keeping, SessionOptions};
pub use outcome::{Confirmation, Drift, FoundElement, Look, Summary, TestResult};

use crate::clock::now;
use crate::error::Error;
use crate::recorder::Recorder;

/// How many events of a locator are looked through for the heal that its element comes from. Each
/// of them has taken over what the one before it had, so that the newest would do; builds before
/// this one did not.
const MAX_EVENTS: u64 = 20;
/// Who approves a heal by a setting.
const AUTO_APPROVE: &str = "auto_approve";
use state::State;

/// One test's dealings with Breadcrumb.
#[derive(Debug)]
pub struct Session {
    store: Arc<Recorder>,
    options: SessionOptions,
    state: Mutex<State>,
    /// Read when an element is first missing: most tests never need them.
    rejections: OnceLock<Vec<Rejection>>,
}

impl Session {
    /// Starts a session of one test.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, options: SessionOptions) -> Self {
        Self::recording(Arc::new(Recorder::direct(store)), options)
    }

    /// Starts a session of one test that waits for no database.
    #[must_use]
    pub fn recording(recorder: Arc<Recorder>, options: SessionOptions) -> Self {
        Self {
            store: recorder,
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

    /// Returns how many elements a page had when it was last taken in as a whole; 0 if it never
    /// was in this test. A page that has about as many now need not be taken in again.
    ///
    /// Always 0 where a part of the page would not do: a locator that names a state or a place is
    /// learned together with the lists around its element.
    #[must_use]
    pub fn known_nodes(&self, locator: &str, url: &str, purpose: &Purpose) -> u32 {
        let terms = LocatorTerms::of(locator);
        let is_mark = purpose.checked().is_some() && terms.names_class();
        if terms.needs_lists() || is_mark {
            return 0;
        }
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
            .fingerprint_in_lists(element, &self.options.rules)
            .with_key(&self.options.test_id, locator);
        if self.is_worse(locator, &page_key, &fingerprint)? {
            return Ok(None);
        }
        let drift = self.drift(locator, &page_key, &fingerprint)?;
        let memory = (!page.info().is_part).then(|| PageMemory::of_page(page));
        let mut state = self.state();
        if let Some(memory) = memory {
            state.remember(&page_key, memory, page.info().nodes);
        }
        match &drift {
            // What is known stays until a person has decided: see `review::accept_drift`.
            Some(drift) => {
                state.note(self.drift_record(locator, &page_key, drift, &fingerprint));
                state.leave(locator, &page_key);
            }
            None => state.stage(locator, &page_key, fingerprint),
        }
        drop(state);
        self.keep_if_at_once()?;
        Ok(drift)
    }

    /// Looks for the element that a locator no longer finds, to act on it.
    pub fn look(&self, locator: &str, page: &PageSnapshot) -> Result<Look, Error> {
        self.look_for(locator, page, &Purpose::Action)
    }

    /// Looks for the element that a locator no longer finds, for a call of this purpose.
    pub fn look_for(
        &self,
        locator: &str,
        page: &PageSnapshot,
        purpose: &Purpose,
    ) -> Result<Look, Error> {
        self.look_as(locator, page, purpose, self.options.mode)
    }

    /// The same for a locator with a mode of its own, which can only be stricter.
    pub fn look_as(
        &self,
        locator: &str,
        page: &PageSnapshot,
        purpose: &Purpose,
        mode: Mode,
    ) -> Result<Look, Error> {
        let mode = self.options.mode.stricter(mode);
        let page_key = page_key(&page.info().url);
        let unanswered = self.store.unanswered();
        let stored = self.stored(locator, &page_key)?;
        let memory = self.memory(locator, &page_key)?;
        let history = self.history(locator, &page_key)?;
        let rejections = self.rejections()?;
        let acceptances = self.acceptances(locator, &page_key, stored.as_ref())?;
        let earlier = self.earlier(locator, stored.as_ref())?;
        // Who does not know all of it knows nothing: it may be what a person has rejected.
        let stored = stored.filter(|_| self.store.unanswered() == unanswered);
        let terms = LocatorTerms::of(locator);
        let mut request = HealRequest::new(stored.as_ref(), page)
            .with_rejections(rejections)
            .with_acceptances(&acceptances)
            .with_purpose(purpose)
            .with_terms(&terms)
            .with_history(&history);
        if let Some(memory) = &memory {
            request = request.with_memory(memory);
        }
        if let Some(earlier) = &earlier {
            request = request.with_origin(earlier.origin());
        }
        let mut verdict = self.options.healer.heal(&request);
        if let Some(earlier) = &earlier {
            verdict = earlier.held(verdict);
        }
        // One element cannot stand for all of them, nor for their number.
        let is_list = purpose.checked() == Some(&Property::List);
        let element = verdict
            .healed()
            .and_then(|healed| page.candidates().get(healed.position).copied())
            .filter(|_| self.may_heal(mode) && !is_list);
        let (style, old) = (self.options.style, Locator::parse(locator));
        let candidates = candidates(&verdict, page, element.is_some(), |suggestion, index| {
            let fingerprint = suggestion.element.clone();
            let distance = |proposal: &Locator| style.distance(&old, proposal);
            FoundElement::new(page, index, fingerprint, purpose, distance)
        });
        let rules = &self.options.rules;
        let learned = element.map(|element| {
            if terms.needs_lists() || terms.names_class() {
                page.fingerprint_in_lists(element, rules)
            } else {
                page.fingerprint_with(element, rules)
            }
        });
        let now_on_page = element.map(|_| (PageMemory::of_page(page), page.info().nodes));
        Ok(Look {
            locator: locator.to_owned(),
            page_key,
            url: without_secrets(&page.info().url),
            stored,
            earlier,
            verdict,
            is_list,
            why_not: why_not(mode),
            element,
            candidates,
            style,
            learned,
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

    /// Notes a refused heal, for the summary and the store.
    pub fn refuse(&self, look: &Look) {
        self.refuse_with(look, Confirmation::default());
    }

    /// Notes a refused heal, with what the front knows of it.
    ///
    /// A locator that was never learned is not worth a note. Nor is a heal whose action failed
    /// written down: it stands in the summary only.
    pub fn refuse_with(&self, look: &Look, known: Confirmation) {
        if look.verdict.kind == VerdictKind::NoFingerprint {
            return;
        }
        let mut state = self.state();
        state.refusals.push((look.locator.clone(), look.refusal()));
        if look.element.is_none() {
            state.note(self.refusal_record(look, known));
        }
    }

    /// Forgets that a heal was refused: the locator has found its element after all.
    pub fn forget_refusal(&self, locator: &str) {
        self.state().forget_refusal(locator);
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
        let run_uid = run.as_ref().and_then(|run| run.details.run_uid.clone());
        self.end(result, run, run_uid.as_deref())
    }

    /// Ends the test as [`finish`](Self::finish) does, where another process records the attempt: `run_uid`
    /// is the run of the suite that it belongs to.
    pub fn finish_in(&self, result: TestResult, run_uid: Option<&str>) -> Result<Summary, Error> {
        self.end(result, None, run_uid)
    }

    fn end(
        &self,
        result: TestResult,
        run: Option<TestRun>,
        run_uid: Option<&str>,
    ) -> Result<Summary, Error> {
        let mut state = std::mem::take(&mut *self.state());
        let mut batch = match (result, self.options.keeping) {
            (TestResult::Passed, Keeping::OnPass) => {
                self.approve_sure_heals(&mut state);
                let mut batch = state.batch();
                self.add_pictures(&mut batch, &state);
                batch
            }
            // What was healed is worth a review, but nothing is learned from it.
            (TestResult::NotPassed, Keeping::OnPass) => state.heals_in_failing_test(),
            (_, Keeping::AtOnce) => LearnBatch::new(),
        };
        state.add_records(&mut batch, run, run_uid);
        self.store.learn(self.with_revision(batch))?;
        self.trim_pictures(&state);
        Ok(Summary {
            learned: state.staged.len(),
            heals: state.heals,
            refusals: state.refusals,
        })
    }

    /// Approves what is sure enough, where the user has said how sure that is.
    fn approve_sure_heals(&self, state: &mut State) {
        let least = self.options.auto_approve.unwrap_or(f64::INFINITY);
        for heal in &mut state.heals {
            if heal.confidence >= least {
                heal.details.approved_by = Some(AUTO_APPROVE.to_owned());
            }
        }
    }

    fn keep_if_at_once(&self) -> Result<(), Error> {
        if self.options.keeping == Keeping::OnPass {
            return Ok(());
        }
        self.approve_sure_heals(&mut self.state());
        let batch: LearnBatch = self.state().unsaved_batch();
        Ok(self.store.learn(self.with_revision(batch))?)
    }

    /// Returns what is known of an element, read anew: a look is rare, and whatever was decided meanwhile counts.
    fn stored(&self, locator: &str, page_key: &str) -> Result<Option<ElementFingerprint>, Error> {
        if let Some(staged) = self.state().staged(locator, page_key) {
            return Ok(Some(staged));
        }
        let test_id = &self.options.test_id;
        Ok(self
            .store
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
        Ok(self.store.load_memory(test_id, locator, page_key)?)
    }

    /// Returns what was known of an element before it was last learned, the newest first.
    fn history(&self, locator: &str, page_key: &str) -> Result<Vec<ElementFingerprint>, Error> {
        let test_id = &self.options.test_id;
        let past = self.store.fingerprint_history(test_id, locator, page_key)?;
        Ok(past.into_iter().map(|past| past.fingerprint).collect())
    }

    /// Returns the heal that a known element comes from.
    fn earlier(
        &self,
        locator: &str,
        known: Option<&ElementFingerprint>,
    ) -> Result<Option<EarlierHeal>, Error> {
        let Some(digest) = known.map(identity_digest) else {
            return Ok(None);
        };
        let test_id = &self.options.test_id;
        let decisions = self.store.decisions()?.unwrap_or_default();
        let decision = decisions.get(test_id, locator, &digest);
        let is_decided = decision.is_some_and(|made| made.state != HealState::Pending);
        let is_of = |event: &&HealingEvent| event.locator == locator;
        let mut events: Vec<_> = self
            .state()
            .heals
            .iter()
            .rev()
            .filter(is_of)
            .cloned()
            .collect();
        let filter = EventFilter::new()
            .test_id(test_id)
            .locator(locator)
            .limit(MAX_EVENTS);
        events.extend(self.store.healing_events(&filter)?);
        Ok(EarlierHeal::among(events, &digest, is_decided))
    }

    fn rejections(&self) -> Result<&[Rejection], Error> {
        if let Some(known) = self.rejections.get() {
            return Ok(known);
        }
        let Some(read) = self.store.rejections()? else {
            return Ok(&[]);
        };
        Ok(self.rejections.get_or_init(|| read))
    }

    /// Returns what people have accepted for the element that a locator looks for.
    fn acceptances(
        &self,
        locator: &str,
        page_key: &str,
        stored: Option<&ElementFingerprint>,
    ) -> Result<Vec<Acceptance>, Error> {
        let Some(stored) = stored else {
            return Ok(Vec::new());
        };
        let mut accepted = self.store.acceptances()?.unwrap_or_default();
        accepted.retain(|pair| pair.is_about(locator, page_key, stored));
        Ok(accepted)
    }

    fn drift(
        &self,
        locator: &str,
        page_key: &str,
        current: &ElementFingerprint,
    ) -> Result<Option<Drift>, Error> {
        let known = self.known(locator, page_key)?;
        // What was taken too early says nothing about what is there now.
        let Some(known) = known.filter(|known| !state::is_early(known)) else {
            return Ok(None);
        };
        let terms = LocatorTerms::of(locator);
        let threshold = self.options.healer.threshold();
        let found = drift(&terms, &known, current, threshold);
        Ok(found.map(|found| Drift::new(locator, &known, current, &found)))
    }

    /// Whether an element was taken too early, and is known from later.
    fn is_worse(
        &self,
        locator: &str,
        page_key: &str,
        current: &ElementFingerprint,
    ) -> Result<bool, Error> {
        if !state::is_early(current) {
            return Ok(false);
        }
        let known = self.known(locator, page_key)?;
        Ok(known.is_some_and(|known| !state::is_early(&known)))
    }

    fn may_heal(&self, mode: Mode) -> bool {
        mode == Mode::Heal && self.state().heals.len() < self.options.max_heals
    }

    fn event(&self, look: &Look, confirmation: Confirmation) -> Option<HealingEvent> {
        let healed = look.verdict.healed()?;
        let original = look
            .original()?
            .clone()
            .with_key(&self.options.test_id, &look.locator);
        let new = look.learned.as_ref().unwrap_or(&healed.element);
        let new = new.clone().with_key(&self.options.test_id, &look.locator);
        let confidence = healed.scoring.total();
        let mut event = HealingEvent::new(original, new, confidence, now());
        event.details.page_key = Some(look.page_key.clone());
        event.details.scorer = Some(look.verdict.scorer.to_owned());
        event.details.scoring = Some(healed.scoring.clone());
        event.details.margin = look.verdict.margin;
        event.details.runner_up = runner_up(&look.verdict);
        event.details.reasons = look.reasons();
        event.details.proposed_locator = confirmation.proposed_locator;
        event.details.action = confirmation.action;
        event.details.source_file = confirmation.source_file;
        event.details.source_line = confirmation.source_line;
        event.details.sites = confirmation.sites;
        event.details.proposals = confirmation.proposals;
        event.details.url = Some(look.url.clone());
        Some(event)
    }

    fn refusal_record(&self, look: &Look, known: Confirmation) -> VerdictRecord {
        let kind = look.verdict.kind.into();
        let mut details = RefusalDetails::of(&look.verdict);
        details.original = look.original().cloned();
        details.url = Some(look.url.clone());
        details.sites = known.sites;
        for (suggestion, locators) in details.suggestions.iter_mut().zip(known.suggested) {
            suggestion.locators = locators;
        }
        let mut record = VerdictRecord::new(kind, &self.options.test_id, &look.locator, now())
            .with_refusal(&look.verdict, &details);
        record.page_key = Some(look.page_key.clone());
        record.action = known.action;
        record.source_file = known.source_file;
        record.source_line = known.source_line;
        record
    }

    fn drift_record(
        &self,
        locator: &str,
        page_key: &str,
        drift: &Drift,
        found: &ElementFingerprint,
    ) -> VerdictRecord {
        let kind = VerdictRecordKind::Drift;
        let mut record = VerdictRecord::new(kind, &self.options.test_id, locator, now());
        record.page_key = Some(page_key.to_owned());
        record.message = Some(drift.message.clone());
        record.confidence = Some(drift.confidence);
        record.details_json = Some(drifted::written(found));
        record
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere leaves the state as it was before one whole step.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the element that was healed to; where there is none, what a person could accept.
fn candidates(
    verdict: &Verdict,
    page: &PageSnapshot,
    has_healed: bool,
    found: impl Fn(&Suggestion, ElementIndex) -> FoundElement,
) -> Vec<FoundElement> {
    let kept = if has_healed { 1 } else { KEPT_SUGGESTIONS };
    let suggestions = verdict.suggestions.iter().take(kept);
    let known = suggestions.filter_map(|suggestion| {
        let index = page.candidates().get(suggestion.position)?;
        Some(found(suggestion, *index))
    });
    known.collect()
}

/// Says in a word or two why an element is left alone that could be healed.
fn why_not(mode: Mode) -> &'static str {
    match mode {
        Mode::Heal => "the test has had as many heals as `max_heals` allows",
        Mode::Suggest | Mode::Off => "suggest mode",
    }
}

fn runner_up(verdict: &Verdict) -> Option<ElementFingerprint> {
    verdict
        .suggestions
        .get(1)
        .map(|suggestion| suggestion.element.clone())
}

/// Returns an address without what may be secret in it: query, fragment, user, password, tokens.
fn without_secrets(url: &str) -> String {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let (url, _) = url.split_at(end);
    hide_in_address(url).into_owned()
}

#[cfg(test)]
mod check_tests;
#[cfg(test)]
mod due_tests;
#[cfg(test)]
mod tests;
