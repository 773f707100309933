//! [`Examination`]: every test of a store, assessed and reviewed.

use std::collections::HashMap;

use breadcrumb_flaky::{
    Assessment, Circumstances, FLIP_WINDOW, Gatherer, History, Incidents, Policy, QuarantineEntry,
    Step, TestHistory, TestMemory, Tier, explain, explain_step, flip_rate, review,
};
use breadcrumb_store::{KEPT_DAYS, Store};

use crate::error::Error;

/// The seconds of a day.
const DAY: f64 = 86_400.0;

/// A store's tests, ready to be assessed one by one.
pub struct Examination {
    pub(crate) history: History,
    pub(crate) incidents: Incidents,
    pub(crate) entries: HashMap<String, QuarantineEntry>,
    pub(crate) memories: HashMap<String, HashMap<String, TestMemory>>,
    pub(crate) policy: Policy,
    pub(crate) now: f64,
}

/// One test in one variant.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Examined {
    /// The test.
    pub test_id: String,
    /// The variant; empty where it has only one.
    pub variant: String,
    /// What it is.
    pub assessment: Assessment,
    /// What is remembered of it.
    pub memory: TestMemory,
    /// How often it changes its outcome.
    pub tier: Tier,
    /// The share of its newest runs that changed it.
    pub flip_rate: f64,
    /// How many runs it has.
    pub runs: usize,
    /// What is to be done about it.
    pub step: Step,
    /// What it is, in one sentence.
    pub sentence: String,
}

impl Examination {
    /// Reads all that is known of all tests, as of `now` in seconds since 1970.
    pub fn read(store: &dyn Store, policy: &Policy, now: f64) -> Result<Self, Error> {
        let history = store.history(now - KEPT_DAYS * DAY)?;
        Self::of(history, store, policy, now)
    }

    /// Takes attempts that were read already, and reads what else is known of all tests.
    pub fn of(
        history: History,
        store: &dyn Store,
        policy: &Policy,
        now: f64,
    ) -> Result<Self, Error> {
        let incidents = Incidents::find(&history, &policy.flaky.infra);
        let mut memories: HashMap<String, HashMap<String, TestMemory>> = HashMap::new();
        for test in store.test_memories()? {
            let of_test = memories.entry(test.test_id).or_default();
            of_test.insert(test.variant, test.memory);
        }
        let entries = store.quarantine_entries()?;
        let by_test = |entry: QuarantineEntry| (entry.test_id.clone(), entry);
        Ok(Self {
            history,
            incidents,
            entries: entries.into_iter().map(by_test).collect(),
            memories,
            policy: policy.clone(),
            now,
        })
    }

    /// Returns the ids of all tests, sorted.
    #[must_use]
    pub fn test_ids(&self) -> Vec<&str> {
        let mut ids: Vec<&str> = self
            .history
            .tests()
            .iter()
            .map(|test| test.test_id.as_str())
            .collect();
        ids.dedup();
        ids
    }

    /// Returns a test's entry in the quarantine.
    #[must_use]
    pub fn entry(&self, test_id: &str) -> Option<&QuarantineEntry> {
        self.entries.get(test_id)
    }

    /// Returns what the attempts refer to.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Returns how many runs are left out as incidents.
    #[must_use]
    pub fn incident_count(&self) -> usize {
        self.incidents.count()
    }

    /// Returns how many tests may be in quarantine.
    #[must_use]
    pub fn cap(&self) -> usize {
        self.policy.quarantine.cap.of(self.history.test_count())
    }

    /// Assesses and reviews all variants of a test.
    #[must_use]
    pub fn examine(&self, test_id: &str) -> Vec<Examined> {
        self.examine_with(test_id, &self.gatherer())
    }

    /// Calls `see` with all variants of each test, by test.
    pub fn examine_all(&self, mut see: impl FnMut(Vec<Examined>)) {
        let gatherer = self.gatherer();
        for test_id in self.test_ids() {
            see(self.examine_with(test_id, &gatherer));
        }
    }

    /// Returns what gathers the evidence; it is the same for all tests.
    pub(crate) fn gatherer(&self) -> Gatherer<'_> {
        Gatherer::new(&self.history, &self.incidents, &self.policy.flaky, self.now)
    }

    /// Assesses and reviews all variants of a test with a gatherer that was made before.
    pub(crate) fn examine_with(&self, test_id: &str, gatherer: &Gatherer<'_>) -> Vec<Examined> {
        let tests: Vec<&TestHistory> = self.history.variants_of(test_id).collect();
        let newest = |test: &TestHistory| test.attempts.last().map_or(0.0, |attempt| attempt.at);
        // What was recorded before the legs of a test had names says nothing of any of them.
        let is_outlived = |test: &TestHistory| {
            test.variant.is_empty() && tests.iter().any(|other| newest(other) > newest(test))
        };
        let current = tests.iter().filter(|test| !is_outlived(test));
        current
            .map(|test| self.examine_variant(test, gatherer))
            .collect()
    }

    fn examine_variant(&self, test: &TestHistory, gatherer: &Gatherer<'_>) -> Examined {
        let memory = self.memory(&test.test_id, &test.variant);
        let evidence = gatherer.evidence(&test.attempts, memory.epoch_at);
        let assessment = Assessment::of(evidence, &memory, &self.policy.flaky, self.now);
        let entry = self.entries.get(&test.test_id);
        let failures: Vec<bool> = test.attempts.iter().map(|attempt| attempt.failed).collect();
        let flip_rate = flip_rate(&failures, FLIP_WINDOW);
        let around = Circumstances {
            entry,
            memory: memory.clone(),
            quarantined: self.entries.len(),
            cap: self.cap(),
            clean_streak: entry.map_or(0, |entry| {
                gatherer.clean_streak(&test.attempts, entry.quarantined_at)
            }),
            now: self.now,
            ..Circumstances::default()
        };
        let step = review(&assessment, &around, &self.policy);
        Examined {
            test_id: test.test_id.clone(),
            variant: test.variant.clone(),
            sentence: explain(&assessment, &self.history),
            assessment,
            memory,
            tier: Tier::of(flip_rate),
            flip_rate,
            runs: failures.len(),
            step,
        }
    }

    fn memory(&self, test_id: &str, variant: &str) -> TestMemory {
        let of_test = self.memories.get(test_id);
        // A person's word about a test holds for a leg that got its name later.
        of_test
            .and_then(|variants| variants.get(variant).or_else(|| variants.get("")))
            .cloned()
            .unwrap_or_default()
    }
}

impl Examined {
    /// Says what is done about it, in one sentence.
    #[must_use]
    pub fn decision(&self) -> String {
        explain_step(&self.step)
    }
}
