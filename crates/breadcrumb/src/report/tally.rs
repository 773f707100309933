//! [`Tally`]: the attempts of a window, by test, as they come out of the store.

use std::collections::{HashMap, HashSet};

use breadcrumb_core::RunStatus;
use breadcrumb_flaky::{ErrorIndex, RunIndex};
use breadcrumb_store::AttemptRow;

/// What all attempts of the window come to.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) tests: Vec<TestTally>,
    /// Classes of errors, where no fingerprint is recorded.
    pub(super) error_types: Vec<String>,
    pub(super) variants: Vec<String>,
    pub(super) runs: HashSet<RunIndex>,
    index: HashMap<String, usize>,
    /// Where the next attempt probably belongs: suites run in the same order each time.
    guess: usize,
    last_run: Option<RunIndex>,
}

/// The attempts of one test.
#[derive(Default)]
pub(super) struct TestTally {
    pub(super) test_id: String,
    pub(super) attempts: Vec<Seen>,
}

/// One attempt, small: there may be a million.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) at: f64,
    /// Not a number where it is not known.
    pub(super) duration_ms: f32,
    pub(super) run: Option<RunIndex>,
    pub(super) error: Option<ErrorIndex>,
    /// One more than the place in the list of types; 0 is none.
    error_type: u16,
    pub(super) variant: u16,
    pub(super) status: RunStatus,
    pub(super) healed: bool,
    pub(super) outside_call: bool,
    pub(super) is_crash: bool,
}

impl Tally {
    /// Counts an attempt.
    pub(super) fn see(&mut self, row: &AttemptRow<'_>) {
        if row.run.is_some() && row.run != self.last_run {
            self.last_run = row.run;
            self.runs.extend(row.run);
        }
        let seen = Seen {
            at: row.at,
            duration_ms: narrow(row.duration_ms),
            run: row.run,
            error: row.error,
            error_type: self.error_type(row),
            variant: intern(&mut self.variants, row.variant),
            status: row.status,
            healed: row.healed,
            outside_call: row.phase.is_some_and(|phase| phase != "call"),
            is_crash: row.outcome == Some("crashed"),
        };
        let place = self.place(row.test_id);
        self.guess = place + 1;
        if let Some(test) = self.tests.get_mut(place) {
            test.attempts.push(seen);
        }
    }

    /// Puts each test's attempts in the order of time; equal times stay as they were stored.
    pub(super) fn sort(&mut self) {
        for test in &mut self.tests {
            if !test.attempts.is_sorted_by(|a, b| a.at <= b.at) {
                test.attempts.sort_by(|a, b| a.at.total_cmp(&b.at));
            }
        }
    }

    /// Returns the class of an attempt's error, where it is recorded.
    pub(super) fn type_of(&self, seen: &Seen) -> Option<&str> {
        let place = usize::from(seen.error_type).checked_sub(1)?;
        self.error_types.get(place).map(String::as_str)
    }

    fn error_type(&mut self, row: &AttemptRow<'_>) -> u16 {
        match row.error_type {
            Some(name) if row.error.is_none() => intern(&mut self.error_types, name) + 1,
            _ => 0,
        }
    }

    fn place(&mut self, test_id: &str) -> usize {
        if self.guess >= self.tests.len() {
            self.guess = 0;
        }
        let guessed = self.tests.get(self.guess);
        if guessed.is_some_and(|test| test.test_id == test_id) {
            return self.guess;
        }
        if let Some(place) = self.index.get(test_id) {
            return *place;
        }
        let place = self.tests.len();
        self.index.insert(test_id.to_owned(), place);
        self.tests.push(TestTally {
            test_id: test_id.to_owned(),
            ..TestTally::default()
        });
        place
    }
}

impl Seen {
    pub(super) fn has_failed(&self) -> bool {
        matches!(self.status, RunStatus::Failed | RunStatus::Error)
    }
}

/// Numbers a text among few different ones; the last number stands for all that are too many.
fn intern(known: &mut Vec<String>, text: &str) -> u16 {
    let place = known.iter().position(|other| other == text);
    let place = place.unwrap_or_else(|| {
        if known.len() < usize::from(u16::MAX) - 1 {
            known.push(text.to_owned());
        }
        known.len() - 1
    });
    u16::try_from(place).unwrap_or(u16::MAX - 1)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "seven digits are enough for the time a test takes"
)]
fn narrow(duration: Option<f64>) -> f32 {
    duration
        .filter(|ms| *ms >= 0.0)
        .map_or(f32::NAN, |ms| ms as f32)
}
