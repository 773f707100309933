//! What a session has staged so far.

use std::collections::{BTreeMap, BTreeSet};

use breadcrumb_core::{
    ElementFingerprint, HealOccasion, HealingEvent, PageMemory, TestRun, VerdictRecord,
    VerdictRecordKind,
};
use breadcrumb_store::LearnBatch;

use crate::recorder::Knowledge;

/// Locator and page.
pub(super) type Key = (String, String);

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) staged: BTreeMap<Key, ElementFingerprint>,
    /// What was on each page so far, and how many elements it had when that was last taken.
    memories: BTreeMap<String, (PageMemory, u32)>,
    pub(super) heals: Vec<HealingEvent>,
    /// Locators that were not healed, and why not.
    pub(super) refusals: Vec<(String, String)>,
    verdicts: Vec<VerdictRecord>,
    /// Keys in the order they were touched last; the store keeps the newest for the key itself.
    order: Vec<Key>,
    /// Pictures of elements that the test has used.
    pub(super) images: BTreeMap<Key, Vec<u8>>,
    saved_heals: usize,
    unsaved: Vec<Key>,
    /// Locators that find another element than they should: it is not learned.
    left: BTreeSet<Key>,
    /// What the database has said, for the calls of one test: several in a row ask for the same element.
    known: BTreeMap<Key, Knowledge>,
}

impl State {
    pub(super) fn has_learned(&self, locator: &str, page_key: &str) -> bool {
        let key = key(locator, page_key);
        self.staged.contains_key(&key) || self.left.contains(&key)
    }

    /// Leaves what is known of a locator as it is for the rest of the test.
    pub(super) fn leave(&mut self, locator: &str, page_key: &str) {
        self.left.insert(key(locator, page_key));
    }

    /// Whether an element was learned while it was shown.
    pub(super) fn has_seen(&self, locator: &str, page_key: &str) -> bool {
        let key = key(locator, page_key);
        let staged = self.staged.get(&key);
        self.left.contains(&key) || staged.is_some_and(|staged| !is_early(staged))
    }

    /// Returns what the database has said of a locator in this test.
    pub(super) fn knowledge(&self, locator: &str, page_key: &str) -> Option<Knowledge> {
        self.known.get(&key(locator, page_key)).cloned()
    }

    /// Keeps what the database has said of a locator.
    pub(super) fn keep_knowledge(&mut self, locator: &str, page_key: &str, knowledge: Knowledge) {
        self.known.insert(key(locator, page_key), knowledge);
    }

    pub(super) fn staged(&self, locator: &str, page_key: &str) -> Option<ElementFingerprint> {
        self.staged.get(&key(locator, page_key)).cloned()
    }

    pub(super) fn stage(&mut self, locator: &str, page_key: &str, element: ElementFingerprint) {
        let key = key(locator, page_key);
        self.order.retain(|other| *other != key);
        self.order.push(key.clone());
        self.unsaved.push(key.clone());
        self.staged.insert(key, element);
    }

    /// Keeps what is on a page, beside what was on it before.
    pub(super) fn remember(&mut self, page_key: &str, memory: PageMemory, nodes: u32) {
        let memory = match self.memories.get(page_key) {
            Some((earlier, _)) => memory.with_earlier(earlier),
            None => memory,
        };
        self.memories.insert(page_key.to_owned(), (memory, nodes));
    }

    /// Returns how many elements a page had when it was last taken in; 0 if it never was.
    pub(super) fn nodes(&self, page_key: &str) -> u32 {
        self.memories.get(page_key).map_or(0, |(_, nodes)| *nodes)
    }

    pub(super) fn memory(&self, page_key: &str) -> Option<PageMemory> {
        self.memories
            .get(page_key)
            .map(|(memory, _)| memory.clone())
    }

    /// Notes a look that did not heal, or a drift.
    ///
    /// A locator is looked for again and again until its timeout; the last time says it all.
    pub(super) fn note(&mut self, verdict: VerdictRecord) {
        self.verdicts.retain(|other| {
            (other.kind, &other.locator, &other.page_key)
                != (verdict.kind, &verdict.locator, &verdict.page_key)
        });
        self.verdicts.push(verdict);
    }

    /// Forgets that a heal was refused.
    pub(super) fn forget_refusal(&mut self, locator: &str) {
        self.refusals.retain(|(other, _)| other != locator);
        self.verdicts
            .retain(|other| other.kind == VerdictRecordKind::Drift || other.locator != locator);
    }

    /// Returns what is kept of the heals where the test has failed.
    pub(super) fn heals_in_failing_test(&mut self) -> LearnBatch {
        let mut batch = LearnBatch::new();
        for event in &mut self.heals {
            event.details.occasion = HealOccasion::FailingTest;
            batch.add_healing_event(event.clone());
        }
        batch
    }

    /// Adds what is written however the test ended: its run, and what was noted.
    pub(super) fn add_records(
        &mut self,
        batch: &mut LearnBatch,
        run: Option<TestRun>,
        run_uid: Option<&str>,
    ) {
        for mut verdict in self.verdicts.drain(..) {
            verdict.run_uid = run_uid.map(str::to_owned);
            batch.add_verdict(verdict);
        }
        if let Some(mut run) = run {
            run.healed |= !self.heals.is_empty();
            let confidences = self.heals.iter().map(|event| event.confidence);
            run.details.heal_score = confidences.reduce(f64::min).or(run.details.heal_score);
            batch.add_run(run);
        }
    }

    /// Returns everything that was staged.
    pub(super) fn batch(&self) -> LearnBatch {
        self.batch_of(&self.order, 0)
    }

    /// Returns what was staged since the last call.
    pub(super) fn unsaved_batch(&mut self) -> LearnBatch {
        let batch = self.batch_of(&self.unsaved, self.saved_heals);
        self.unsaved.clear();
        self.saved_heals = self.heals.len();
        batch
    }

    fn batch_of(&self, keys: &[Key], first_heal: usize) -> LearnBatch {
        let mut batch = LearnBatch::new();
        for key in keys {
            if let Some(fingerprint) = self.staged.get(key) {
                batch.add_fingerprint(fingerprint.clone(), Some(&key.1));
                if let Some(memory) = self.memory(&key.1) {
                    batch.add_memory(&key.1, memory);
                }
            }
        }
        for event in self.heals.iter().skip(first_heal) {
            batch.add_healing_event(event.clone());
        }
        batch
    }
}

/// Whether a fingerprint was taken too early: while its element was not shown, or had neither text
/// nor anything else that is its own. A dialog that fades in and a heading that is filled in later
/// cannot be told from others by that.
pub(super) fn is_early(fingerprint: &ElementFingerprint) -> bool {
    let is_own = |(name, _): &(String, String)| !matches!(name.as_str(), "class" | "style");
    let is_empty = fingerprint.text().is_empty() && !fingerprint.attributes().iter().any(is_own);
    is_empty || fingerprint.context().visible == Some(false)
}

pub(super) fn key(locator: &str, page_key: &str) -> Key {
    (locator.to_owned(), page_key.to_owned())
}
