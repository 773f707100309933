//! [`History`]: all attempts that a store has read, small enough to hold a million of them.

use std::collections::HashMap;

use breadcrumb_core::RunStatus;

/// Attempts by test and variant, and what they have in common.
#[derive(Debug, Clone, Default)]
pub struct History {
    pub(crate) tests: Vec<TestHistory>,
    pub(crate) runs: Vec<RunFacts>,
    pub(crate) revisions: Vec<RevisionFacts>,
    pub(crate) errors: Vec<String>,
    /// Where the tests of an id are.
    index: HashMap<String, Vec<u32>>,
    /// Where the next attempt probably belongs: suites run in the same order each time.
    guess: usize,
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

/// One attempt that says something: it passed or failed.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[expect(
    clippy::struct_excessive_bools,
    reason = "four facts that are independent of each other, packed: a history holds a million"
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
    /// Whether it failed.
    pub failed: bool,
    /// Whether it failed before or after the test's own part.
    pub outside_call: bool,
    /// Whether a locator was healed in it.
    pub healed: bool,
    /// Whether it was made in order to verify a fix.
    pub verifies: bool,
}

/// The number of a run in a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RunIndex(u32);

/// The number of a revision in a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RevisionIndex(u32);

/// The number of a reason to fail in a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ErrorIndex(u32);

/// What is known of a run of the suite.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct RunFacts {
    /// What kind of branch it was on; `None` where nobody said.
    pub branch: Option<BranchKind>,
    /// The pull request.
    pub pull_request: Option<String>,
    /// Whether files differed from the commit.
    pub is_dirty: bool,
    /// Why the run says nothing, where somebody has said so.
    pub incident: Option<String>,
}

/// What is known of a state of the code.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct RevisionFacts {
    /// Its tree hash, or what stands for it.
    pub id: String,
    /// Its commit.
    pub commit: Option<String>,
    /// Who made it.
    pub author: Option<String>,
}

/// What kind of branch a run was on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BranchKind {
    /// A branch that everybody builds on.
    Protected,
    /// The queue in front of it.
    MergeQueue,
    /// A pull request.
    PullRequest,
    /// Somebody's own machine.
    Local,
}

impl BranchKind {
    /// Finds a kind by the name that is stored.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "protected" => Some(Self::Protected),
            "merge_queue" => Some(Self::MergeQueue),
            "pr" => Some(Self::PullRequest),
            "local" => Some(Self::Local),
            _ => None,
        }
    }
}

impl RunFacts {
    /// Makes the facts of a run on this kind of branch.
    #[must_use]
    pub fn on(branch: Option<BranchKind>) -> Self {
        Self {
            branch,
            ..Self::default()
        }
    }
}

impl RevisionFacts {
    /// Makes the facts of a revision of which only the id is known.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            ..Self::default()
        }
    }
}

impl Attempt {
    /// Makes an attempt; `None` where it neither passed nor failed, and so says nothing.
    #[must_use]
    pub fn new(status: RunStatus, at: f64) -> Option<Self> {
        let failed = crate::tier::has_failed(status)?;
        Some(Self {
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
        RunIndex(index(self.runs.len()))
    }

    /// Adds a revision and numbers it.
    pub fn add_revision(&mut self, facts: RevisionFacts) -> RevisionIndex {
        self.revisions.push(facts);
        RevisionIndex(index(self.revisions.len()))
    }

    /// Adds a reason to fail, by its fingerprint, and numbers it.
    pub fn add_error(&mut self, fingerprint: impl Into<String>) -> ErrorIndex {
        self.errors.push(fingerprint.into());
        ErrorIndex(index(self.errors.len()))
    }

    /// Adds an attempt.
    pub fn add_attempt(&mut self, test_id: &str, variant: &str, attempt: Attempt) {
        let is_it = |test: &TestHistory| test.test_id == test_id && test.variant == variant;
        if let Some(test) = self.tests.get_mut(self.guess).filter(|test| is_it(test)) {
            test.attempts.push(attempt);
            self.guess = (self.guess + 1) % self.tests.len();
            return;
        }
        let place = match self.place(test_id, variant) {
            Some(place) => place,
            None => self.add_test(test_id, variant),
        };
        if let Some(test) = self.tests.get_mut(place as usize) {
            test.attempts.push(attempt);
        }
        self.guess = (place as usize + 1) % self.tests.len().max(1);
    }

    /// Puts the attempts of every test in order; call it when all of them are there.
    pub fn sort(&mut self) {
        for test in &mut self.tests {
            if !test.attempts.is_sorted_by(|a, b| a.at <= b.at) {
                test.attempts.sort_by(|a, b| a.at.total_cmp(&b.at));
            }
        }
        self.tests
            .sort_by(|a, b| (&a.test_id, &a.variant).cmp(&(&b.test_id, &b.variant)));
        self.index.clear();
        for (place, test) in self.tests.iter().enumerate() {
            let places = self.index.entry(test.test_id.clone()).or_default();
            places.push(u32::try_from(place).unwrap_or(u32::MAX));
        }
    }

    /// Returns all tests, by id and variant.
    #[must_use]
    pub fn tests(&self) -> &[TestHistory] {
        &self.tests
    }

    /// Returns the variants of one test.
    pub fn variants_of<'a>(&'a self, test_id: &str) -> impl Iterator<Item = &'a TestHistory> {
        let places = self.index.get(test_id).map(Vec::as_slice);
        places
            .unwrap_or_default()
            .iter()
            .filter_map(|place| self.tests.get(*place as usize))
    }

    /// Returns the number of different tests.
    #[must_use]
    pub fn test_count(&self) -> usize {
        self.index.len()
    }

    /// Returns a run's facts.
    #[must_use]
    pub fn run(&self, run: RunIndex) -> Option<&RunFacts> {
        self.runs.get(run.0 as usize)
    }

    /// Returns a revision's facts.
    #[must_use]
    pub fn revision(&self, revision: RevisionIndex) -> Option<&RevisionFacts> {
        self.revisions.get(revision.0 as usize)
    }

    /// Returns the fingerprint of a reason to fail.
    #[must_use]
    pub fn error(&self, error: ErrorIndex) -> Option<&str> {
        self.errors.get(error.0 as usize).map(String::as_str)
    }

    /// Returns whether runs of a protected branch or of a merge queue are among these.
    #[must_use]
    pub fn has_protected(&self) -> bool {
        let gates = [Some(BranchKind::Protected), Some(BranchKind::MergeQueue)];
        self.runs.iter().any(|run| gates.contains(&run.branch))
    }

    fn place(&self, test_id: &str, variant: &str) -> Option<u32> {
        let places = self.index.get(test_id)?;
        let is_it = |place: &&u32| {
            let test = self.tests.get(**place as usize);
            test.is_some_and(|test| test.variant == variant)
        };
        places.iter().find(is_it).copied()
    }

    fn add_test(&mut self, test_id: &str, variant: &str) -> u32 {
        self.tests.push(TestHistory {
            test_id: test_id.to_owned(),
            variant: variant.to_owned(),
            attempts: Vec::new(),
        });
        let place = index(self.tests.len());
        let places = self.index.entry(test_id.to_owned()).or_default();
        places.push(place);
        place
    }
}

impl RunIndex {
    pub(crate) fn numbered(number: u32) -> Self {
        Self(number)
    }

    pub(crate) fn place(self) -> usize {
        self.0 as usize
    }
}

/// Returns the number of the last of so many; a history of four billion does not fit in memory.
fn index(length: usize) -> u32 {
    u32::try_from(length.saturating_sub(1)).unwrap_or(u32::MAX)
}

#[cfg(test)]
impl RevisionIndex {
    pub(crate) fn numbered(number: usize) -> Self {
        Self(u32::try_from(number).unwrap())
    }
}
