//! [`AttemptLog`]: attempts as one reader finds them, which a history puts together by test.

use crate::history::{Attempt, ClassIndex, RunIndex};
use crate::places::TestPlaces;

/// The attempts that one reader finds, one after the other.
///
/// Several readers may share a store; [`History::add_logs`](crate::History::add_logs) brings what
/// they found into one order. To keep them apart by test only there takes less memory and time.
#[derive(Debug, Clone, Default)]
pub struct AttemptLog {
    pub(crate) tests: TestPlaces,
    pub(crate) error_classes: ErrorClasses,
    /// The share that is being read.
    share: Share,
    /// Those before it.
    shares: Vec<Share>,
}

/// What a reader finds in one go.
#[derive(Debug, Clone, Default)]
pub(crate) struct Share {
    /// Its place among the shares of all readers.
    pub(crate) number: usize,
    /// The number of the test in this log, and the attempt.
    pub(crate) attempts: Vec<(u32, Attempt)>,
    pub(crate) skips: Vec<Skip>,
}

/// A time a test was not tried.
#[derive(Debug, Clone)]
pub(crate) struct Skip {
    pub(crate) test_id: String,
    pub(crate) at: f64,
    pub(crate) run: Option<RunIndex>,
}

/// Classes of errors, numbered.
#[derive(Debug, Clone, Default)]
pub(crate) struct ErrorClasses(Vec<String>);

impl AttemptLog {
    /// Makes a log with nothing in it.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins the share with this number, of about so many attempts.
    pub fn begin_share(&mut self, number: usize, attempts: usize) {
        let next = Share {
            number,
            attempts: Vec::with_capacity(attempts),
            skips: Vec::new(),
        };
        let done = std::mem::replace(&mut self.share, next);
        self.shares.push(done);
    }

    /// Adds an attempt to the share.
    pub fn add_attempt(&mut self, test_id: &str, variant: &str, attempt: Attempt) {
        let test = self.tests.number(test_id, variant);
        let test = u32::try_from(test).unwrap_or(u32::MAX);
        self.share.attempts.push((test, attempt));
    }

    /// Adds a time a test was not tried to the share.
    pub fn add_skip(&mut self, test_id: &str, at: f64, run: Option<RunIndex>) {
        let test_id = test_id.to_owned();
        self.share.skips.push(Skip { test_id, at, run });
    }

    /// Adds a class of errors, or finds it, and numbers it for this log.
    pub fn add_error_class(&mut self, name: &str) -> ClassIndex {
        self.error_classes.add(name)
    }

    /// Returns all shares.
    pub(crate) fn into_shares(mut self) -> Vec<Share> {
        self.shares.push(self.share);
        self.shares
    }
}

impl ErrorClasses {
    /// Numbers a class; the last number stands for all that are too many.
    pub(crate) fn add(&mut self, name: &str) -> ClassIndex {
        let known = self.0.iter().position(|other| other == name);
        let place = known.unwrap_or_else(|| {
            if self.0.len() < usize::from(u16::MAX) - 1 {
                self.0.push(name.to_owned());
            }
            self.0.len() - 1
        });
        ClassIndex::numbered(place)
    }

    /// Returns the name of a class.
    pub(crate) fn name(&self, class: ClassIndex) -> Option<&str> {
        self.0.get(class.place()).map(String::as_str)
    }

    /// Returns all of them, by number.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}
