//! From what reports say to attempts with ids that stay the same.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::ops::ControlFlow;

use breadcrumb_core::{RunStatus, TestRun};

use crate::error::Error;
use breadcrumb_core::hash128;

/// What is known of a report besides its content.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Context {
    /// The run it belongs to; part of the attempts' ids, so that the same report twice is once.
    pub run_uid: String,
    /// When its tests ran, where it does not say: seconds since 1970.
    pub time: f64,
    /// The variant; what the report says of it comes before that.
    pub variant: Option<String>,
    /// The state of the code.
    pub revision: Option<String>,
    /// The commit.
    pub commit_sha: Option<String>,
}

/// How many attempts ended how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Passed.
    pub passed: u64,
    /// Failed or could not be carried out.
    pub failed: u64,
    /// Not carried out, or failed as expected.
    pub skipped: u64,
}

impl Context {
    /// Makes the context of a report in a run that took place at a time.
    #[must_use]
    pub fn new(run_uid: impl Into<String>, time: f64) -> Self {
        Self {
            run_uid: run_uid.into(),
            time,
            ..Self::default()
        }
    }
}

impl Counts {
    /// Returns all attempts.
    #[must_use]
    pub fn total(self) -> u64 {
        self.passed + self.failed + self.skipped
    }

    /// Adds those of another report.
    pub fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

/// Numbers attempts and hands them over.
pub(crate) struct Attempts<'a> {
    context: &'a Context,
    sink: &'a mut dyn FnMut(TestRun) -> ControlFlow<()>,
    pub(crate) counts: Counts,
    /// How many attempts each test has had, by the hash of its id: a report may have millions.
    seen: HashMap<u64, u32>,
    hasher: RandomState,
}

impl<'a> Attempts<'a> {
    pub(crate) fn new(
        context: &'a Context,
        sink: &'a mut dyn FnMut(TestRun) -> ControlFlow<()>,
    ) -> Self {
        Self {
            context,
            sink,
            counts: Counts::default(),
            seen: HashMap::new(),
            hasher: RandomState::new(),
        }
    }

    pub(crate) fn time(&self) -> f64 {
        self.context.time
    }

    /// Completes an attempt and hands it over.
    pub(crate) fn push(&mut self, mut run: TestRun) -> Result<(), Error> {
        let details = &mut run.details;
        details.variant = match (details.variant.take(), &self.context.variant) {
            // A project of Playwright runs on each leg of a matrix.
            (Some(own), Some(leg)) if own != *leg => Some(format!("{own}/{leg}")),
            (own, leg) => own.or_else(|| leg.clone()),
        };
        let variant = details.variant.clone().unwrap_or_default();
        let key = self.hasher.hash_one((&run.test_id, &variant));
        let count = self.seen.entry(key).or_default();
        *count += 1;
        details.attempt_no = Some(*count);
        details.uid = Some(hash128(&[
            &self.context.run_uid,
            &run.test_id,
            &variant,
            &count.to_string(),
        ]));
        details.run_uid = Some(self.context.run_uid.clone());
        details.revision.clone_from(&self.context.revision);
        details.commit_sha.clone_from(&self.context.commit_sha);
        match run.status {
            RunStatus::Passed => self.counts.passed += 1,
            RunStatus::Failed | RunStatus::Error => self.counts.failed += 1,
            _ => self.counts.skipped += 1,
        }
        match (self.sink)(run) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::stopped()),
        }
    }
}
