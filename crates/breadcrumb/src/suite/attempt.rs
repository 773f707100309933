//! [`Attempt`]: one test while it runs.

use std::path::{Path, PathBuf};

use breadcrumb_core::{FailureReason, TestRun, TypedValues};

use super::failure::{FailedPhase, PhaseError};
use super::outcome::{Outcome, Phase};

/// A test, as its runner knows it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TestItem {
    /// The runner's own id.
    pub test_id: String,
    /// Tags or markers; those that only say how the test runs are left out by the front.
    pub tags: Vec<String>,
    /// The file, as the runner names it: from the root of the suite.
    pub source_file: Option<String>,
    /// The line in that file, counted from 1.
    pub source_line: Option<u32>,
}

/// One attempt at a test: begun by [`SuiteRun::begin`](super::SuiteRun::begin), ended by
/// [`SuiteRun::record`](super::SuiteRun::record).
#[derive(Debug, Clone)]
pub struct Attempt {
    item: TestItem,
    number: u32,
    root: PathBuf,
    variant: Option<String>,
    phases: Vec<Phase>,
    error_type: Option<String>,
    failure: Option<FailureReason>,
    /// In memory only, and only until the test is over.
    typed: TypedValues,
}

impl Attempt {
    pub(super) fn new(
        mut item: TestItem,
        number: u32,
        root: &Path,
        variant: Option<String>,
    ) -> Self {
        item.tags.sort();
        item.tags.dedup();
        Self {
            item,
            number,
            root: root.to_owned(),
            variant,
            phases: Vec::new(),
            error_type: None,
            failure: None,
            typed: TypedValues::default(),
        }
    }

    /// Returns the test.
    #[must_use]
    pub fn test_id(&self) -> &str {
        &self.item.test_id
    }

    /// Notes a text that the test types into the page, so that no message of its failure tells it.
    pub fn note_typed(&mut self, text: &str) {
        self.typed.note(text);
    }

    /// Notes how a phase ended, and what error ended it. The first error of a test is the reason why it failed.
    ///
    /// Returns what the process that judges failures must know; `None` where nothing has failed by an error.
    pub fn note(&mut self, phase: Phase, error: Option<&PhaseError>) -> Option<FailedPhase> {
        self.phases.retain(|known| known.name != phase.name);
        self.phases.push(phase);
        let error = error.filter(|_| phase.result == super::PhaseResult::Failed)?;
        let test_file = self.item.source_file.as_deref().map(Path::new);
        let reason = error.reason_without(&self.typed, test_file, &self.root);
        self.error_type.get_or_insert_with(|| error.class.clone());
        self.failure.get_or_insert_with(|| reason.clone());
        Some(FailedPhase::new(phase.name, reason, self.variant.clone()))
    }

    /// Returns how the test ended; `None` where it was interrupted, or is still running.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        Outcome::of(&self.phases)
    }

    /// Returns the record of the attempt, as far as the test knows it.
    pub(super) fn test_run(&self, outcome: &Outcome, now: f64) -> TestRun {
        let mut run = TestRun::new(&self.item.test_id, outcome.status, now);
        run.duration_ms = Some(outcome.duration_ms);
        run.error_type.clone_from(&self.error_type);
        let details = &mut run.details;
        details.variant.clone_from(&self.variant);
        details.attempt_no = Some(self.number);
        details.phase = Some(outcome.phase.name().to_owned());
        details.outcome = Some(outcome.word.to_owned());
        details.started_at = Some(now - outcome.duration_ms / 1000.0);
        details.failure.clone_from(&self.failure);
        details.tags.clone_from(&self.item.tags);
        details.source_file.clone_from(&self.item.source_file);
        details.source_line = self.item.source_line;
        run
    }
}
