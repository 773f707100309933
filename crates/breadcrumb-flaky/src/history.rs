//! [`History`]: all attempts that a store has read, small enough to hold a million of them.

use std::collections::HashMap;
use std::sync::OnceLock;

use breadcrumb_core::RunStatus;

use crate::facts::{
    BranchKind, ClassIndex, ErrorIndex, RevisionFacts, RevisionIndex, RunFacts, RunIndex,
};
use crate::legs::Legs;
use crate::places::TestPlaces;

/// Room for at most so many attempts at a test is made before they come.
const MOST_ROOM: usize = 256;

/// Attempts by test and variant, and what they have in common.
#[derive(Debug, Clone, Default)]
pub struct History {
    pub(crate) tests: Vec<TestHistory>,
    pub(crate) runs: Vec<RunFacts>,
    pub(crate) revisions: Vec<RevisionFacts>,
    pub(crate) errors: Vec<String>,
    error_classes: Vec<String>,
    /// Which number a class of errors has: where messages stand for classes, there are as many as failures.
    class_index: HashMap<String, ClassIndex>,
    skipped: Vec<SkippedTest>,
    /// Where a test's skips are.
    skipped_index: HashMap<String, usize>,
    /// Where a test's attempts are.
    places: TestPlaces,
    /// How many attempts are expected, so that there is room for them at once.
    expected: usize,
    /// Whether a revision names a version of the application: it is deployed, then.
    is_deployed: bool,
    /// Found when first asked for: nothing of it changes once all runs are there.
    legs: OnceLock<Legs>,
}

/// The attempts at one test in one variant.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TestHistory {
    /// The test.
    pub test_id: String,
    /// The variant; empty where the test has only one.
    pub variant: String,
    /// The attempts, the oldest first.
    pub attempts: Vec<Attempt>,
}

/// The times a test was not tried: its skips, the oldest first.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SkippedTest {
    /// The test.
    pub test_id: String,
    /// When, and in which run.
    pub skips: Vec<(f64, Option<RunIndex>)>,
}

/// One attempt that says something: it passed or failed.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that are independent of each other, packed: a history holds a million"
)]
pub struct Attempt {
    /// When it ended, in seconds since 1970.
    pub at: f64,
    /// The run, as [`History::add_run`] numbered it.
    pub run: Option<RunIndex>,
    /// The revision, as [`History::add_revision`] numbered it.
    pub revision: Option<RevisionIndex>,
    /// Why it failed, as [`History::add_error`] numbered it.
    pub error: Option<ErrorIndex>,
    /// The class of its error where no reason is known, as [`History::add_error_class`] numbered it.
    pub error_class: Option<ClassIndex>,
    /// How long it took, to seven digits; not a number where nobody knows.
    pub duration_ms: f32,
    /// Whether it failed.
    pub failed: bool,
    /// Whether it failed because it could not be carried out.
    pub is_error: bool,
    /// Whether the process went down in it.
    pub is_crash: bool,
    /// Whether it failed before or after the test's own part.
    pub outside_call: bool,
    /// Whether a locator was healed in it.
    pub healed: bool,
    /// Whether it was made in order to verify a fix.
    pub verifies: bool,
}

impl Attempt {
    /// Makes an attempt; `None` where it neither passed nor failed, and so says nothing.
    #[must_use]
    pub fn new(status: RunStatus, at: f64) -> Option<Self> {
        let failed = crate::tier::has_failed(status)?;
        Some(Self {
            duration_ms: f32::NAN,
            error_class: None,
            is_error: status == RunStatus::Error,
            is_crash: false,
            at,
            run: None,
            revision: None,
            error: None,
            failed,
            outside_call: false,
            healed: false,
            verifies: false,
        })
    }
}

impl History {
    /// Makes a history with nothing in it.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a run and numbers it.
    pub fn add_run(&mut self, facts: RunFacts) -> RunIndex {
        self.runs.push(facts);
        self.legs = OnceLock::new();
        RunIndex::numbered(self.runs.len() - 1)
    }

    /// Adds a revision and numbers it.
    pub fn add_revision(&mut self, facts: RevisionFacts) -> RevisionIndex {
        self.is_deployed |= facts.app().is_some();
        self.revisions.push(facts);
        RevisionIndex::numbered(self.revisions.len() - 1)
    }

    /// Adds a reason to fail, by its fingerprint, and numbers it.
    pub fn add_error(&mut self, fingerprint: impl Into<String>) -> ErrorIndex {
        self.errors.push(fingerprint.into());
        ErrorIndex::numbered(self.errors.len() - 1)
    }

    /// Adds a class of errors, or finds it, and numbers it; the last number stands for all that are
    /// too many.
    pub fn add_error_class(&mut self, name: &str) -> ClassIndex {
        if let Some(known) = self.class_index.get(name) {
            return *known;
        }
        if self.error_classes.len() < usize::from(u16::MAX) - 1 {
            self.error_classes.push(name.to_owned());
            let class = ClassIndex::numbered(self.error_classes.len() - 1);
            self.class_index.insert(name.to_owned(), class);
        }
        ClassIndex::numbered(self.error_classes.len() - 1)
    }

    /// Adds a time a test was not tried.
    pub fn add_skip(&mut self, test_id: &str, at: f64, run: Option<RunIndex>) {
        let place = if let Some(place) = self.skipped_index.get(test_id) {
            *place
        } else {
            self.skipped.push(SkippedTest {
                test_id: test_id.to_owned(),
                skips: Vec::new(),
            });
            let place = self.skipped.len() - 1;
            self.skipped_index.insert(test_id.to_owned(), place);
            place
        };
        if let Some(test) = self.skipped.get_mut(place) {
            test.skips.push((at, run));
        }
    }

    /// Says how many attempts are to come, all in all, so that there is room for them at once.
    pub fn expect(&mut self, attempts: usize) {
        self.expected = attempts;
    }

    /// Adds an attempt.
    pub fn add_attempt(&mut self, test_id: &str, variant: &str, attempt: Attempt) {
        let place = self.place(test_id, variant);
        let tests = self.tests.len();
        if let Some(TestHistory { attempts, .. }) = self.tests.get_mut(place) {
            if attempts.len() == attempts.capacity() && !attempts.is_empty() {
                // As many as others have: all tests are known after a run of the suite.
                let usual = (self.expected / tests + 1).min(MOST_ROOM);
                attempts.reserve(usual.saturating_sub(attempts.len()));
            }
            attempts.push(attempt);
        }
    }

    /// Turns the order of everything around, where the newest was read first.
    pub fn reverse(&mut self) {
        for test in &mut self.tests {
            test.attempts.reverse();
        }
        for test in &mut self.skipped {
            test.skips.reverse();
        }
    }

    /// Adds the attempts and skips that another reader of the same runs, revisions and errors has found, after those that
    /// are there.
    pub fn append(&mut self, other: Self) {
        let classes = other.error_classes.iter();
        let classes: Vec<ClassIndex> = classes.map(|name| self.add_error_class(name)).collect();
        for mut test in other.tests {
            for attempt in &mut test.attempts {
                let class = attempt.error_class;
                attempt.error_class = class.and_then(|class| classes.get(class.place()).copied());
            }
            let place = self.place(&test.test_id, &test.variant);
            if let Some(known) = self.tests.get_mut(place) {
                if known.attempts.is_empty() {
                    known.attempts = test.attempts;
                } else {
                    known.attempts.append(&mut test.attempts);
                }
            }
        }
        for test in other.skipped {
            for (at, run) in test.skips {
                self.add_skip(&test.test_id, at, run);
            }
        }
    }

    /// Returns whether nobody knows which version of a deployed application a revision is of.
    pub(crate) fn is_unknown_app(&self, revision: Option<RevisionIndex>) -> bool {
        let facts = revision.and_then(|revision| self.revision(revision));
        self.is_deployed && facts.and_then(RevisionFacts::app).is_none_or(str::is_empty)
    }

    /// Returns which runs of CI jobs may be legs.
    pub(crate) fn legs(&self) -> &Legs {
        self.legs.get_or_init(|| Legs::of(&self.runs))
    }

    /// Puts the attempts of every test in order; call it when all of them are there.
    pub fn sort(&mut self) {
        for test in &mut self.tests {
            if !test.attempts.is_sorted_by(|a, b| a.at <= b.at) {
                test.attempts.sort_by(|a, b| a.at.total_cmp(&b.at));
            }
        }
        for test in &mut self.skipped {
            test.skips.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        }
        self.tests
            .sort_by(|a, b| (&a.test_id, &a.variant).cmp(&(&b.test_id, &b.variant)));
        self.name_early_attempts();
        self.places = TestPlaces::default();
        for test in &self.tests {
            self.places.number(&test.test_id, &test.variant);
        }
    }

    /// Gives the attempts that a test had before it got a variant to its only one, so that a history goes on where the
    /// name of a leg came later. Of several legs nobody knows whose they were.
    fn name_early_attempts(&mut self) {
        let mut place = 0;
        while let Some(unnamed) = self.tests.get(place) {
            let test_id = unnamed.test_id.clone();
            let count = self
                .tests
                .get(place..)
                .unwrap_or_default()
                .iter()
                .take_while(|test| test.test_id == test_id)
                .count();
            if let (2, Some([unnamed, named])) = (count, self.tests.get_mut(place..place + 2))
                && unnamed.variant.is_empty()
            {
                named.follow(unnamed);
            }
            place += count;
        }
        self.tests.retain(|test| !test.attempts.is_empty());
    }

    /// Returns all tests, by id and variant.
    #[must_use]
    pub fn tests(&self) -> &[TestHistory] {
        &self.tests
    }

    /// Returns the variants of one test.
    pub fn variants_of<'a>(&'a self, test_id: &str) -> impl Iterator<Item = &'a TestHistory> {
        let places = self.places.of(test_id);
        places.filter_map(|place| self.tests.get(place))
    }

    /// Returns the tests that were skipped, in no order.
    #[must_use]
    pub fn skipped_tests(&self) -> &[SkippedTest] {
        &self.skipped
    }

    /// Returns a test's skips, the oldest first.
    #[must_use]
    pub fn skips_of(&self, test_id: &str) -> &[(f64, Option<RunIndex>)] {
        let place = self.skipped_index.get(test_id);
        let test = place.and_then(|place| self.skipped.get(*place));
        test.map_or(&[], |test| &test.skips)
    }

    /// Counts the runs with an attempt or a skip at `since` or later.
    #[must_use]
    pub fn runs_since(&self, since: f64) -> usize {
        let mut is_in = vec![false; self.runs.len()];
        let mut see = |run: Option<RunIndex>| {
            if let Some(is_in) = run.and_then(|run| is_in.get_mut(run.place())) {
                *is_in = true;
            }
        };
        for test in &self.tests {
            test.attempts_since(since).iter().for_each(|a| see(a.run));
        }
        for (at, run) in self.skipped.iter().flat_map(|test| &test.skips) {
            see(run.filter(|_| *at >= since));
        }
        is_in.into_iter().filter(|is_in| *is_in).count()
    }

    /// Returns the number of different tests.
    #[must_use]
    pub fn test_count(&self) -> usize {
        self.places.id_count()
    }

    /// Returns a run's facts.
    #[must_use]
    pub fn run(&self, run: RunIndex) -> Option<&RunFacts> {
        self.runs.get(run.place())
    }

    /// Returns a revision's facts.
    #[must_use]
    pub fn revision(&self, revision: RevisionIndex) -> Option<&RevisionFacts> {
        self.revisions.get(revision.place())
    }

    /// Returns the fingerprint of a reason to fail.
    #[must_use]
    pub fn error(&self, error: ErrorIndex) -> Option<&str> {
        self.errors.get(error.place()).map(String::as_str)
    }

    /// Returns the name of a class of errors.
    #[must_use]
    pub fn error_class(&self, class: ClassIndex) -> Option<&str> {
        self.error_classes.get(class.place()).map(String::as_str)
    }

    /// Returns whether runs of a protected branch or of a merge queue are among these.
    #[must_use]
    pub fn has_protected(&self) -> bool {
        let gates = [Some(BranchKind::Protected), Some(BranchKind::MergeQueue)];
        self.runs.iter().any(|run| gates.contains(&run.branch))
    }

    /// Returns where a test's attempts are.
    fn place(&mut self, test_id: &str, variant: &str) -> usize {
        let place = self.places.number(test_id, variant);
        if place == self.tests.len() {
            self.tests.push(TestHistory {
                test_id: test_id.to_owned(),
                variant: variant.to_owned(),
                attempts: Vec::new(),
            });
        }
        place
    }
}

impl TestHistory {
    /// Takes over the attempts of another variant, if all of them were made before these.
    fn follow(&mut self, earlier: &mut Self) {
        let ends = (earlier.attempts.last(), self.attempts.first());
        if matches!(ends, (Some(last), Some(first)) if last.at < first.at) {
            self.attempts.splice(0..0, earlier.attempts.drain(..));
        }
    }

    /// Returns the attempts at `since` or later; of a history that is in order.
    #[must_use]
    pub fn attempts_since(&self, since: f64) -> &[Attempt] {
        let before = self.attempts.partition_point(|attempt| attempt.at < since);
        self.attempts.get(before..).unwrap_or_default()
    }
}
