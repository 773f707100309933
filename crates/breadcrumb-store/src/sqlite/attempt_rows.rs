//! [`Taker`]: attempts as SQLite hands them over.

use breadcrumb_core::RunStatus;
use breadcrumb_flaky::{Attempt, History};
use rusqlite::{CachedStatement, Row};

use super::connect::Database;
use super::names::Names;
use super::rows;

/// The columns that [`Taker::take`] reads, for files with and without schema v3.
const FULL: &str = "SELECT test_id, status, timestamp, healing_occurred, duration_ms, variant,
        run_ref, revision_ref, retry_reason, id
    FROM test_runs";
const CLASSIC: &str = "SELECT test_id, status, timestamp, healing_occurred, duration_ms, error_type
    FROM test_runs";
/// What only failures have. Nearly all attempts pass: these columns of all of them would take a quarter of
/// the time.
const DETAILS: &str = "SELECT error_ref, phase, error_type, outcome FROM test_runs WHERE id = ?1";

/// Takes rows into a history.
pub(super) struct Taker<'a> {
    names: &'a Names,
    /// Asks for the details of a failure; none in a file of the Python package.
    details: Option<CachedStatement<'a>>,
}

/// Returns the beginning of a statement whose rows are taken.
pub(super) fn columns(database: &Database) -> &'static str {
    if database.is_full() { FULL } else { CLASSIC }
}

impl<'a> Taker<'a> {
    /// Prepares to take rows.
    pub(super) fn new(database: &'a Database, names: &'a Names) -> rusqlite::Result<Self> {
        let mut details = None;
        if database.is_full() {
            details = Some(database.conn.prepare_cached(DETAILS)?);
        }
        Ok(Self { names, details })
    }

    /// Takes a row into a history; one whose status or time is broken is left out.
    pub(super) fn take(&mut self, row: &Row<'_>, history: &mut History) -> rusqlite::Result<()> {
        let test_id = rows::text(row, 0).unwrap_or_default();
        let test_id = self.names.present_id(test_id);
        let status = rows::text(row, 1).and_then(RunStatus::from_name);
        let (Some(status), Some(at)) = (status, rows::number(row, 2)) else {
            return Ok(());
        };
        let is_full = self.details.is_some();
        let run = is_full.then(|| self.names.run(row, 6)).flatten();
        let Some(mut attempt) = Attempt::new(status, at) else {
            history.add_skip(test_id, at, run);
            return Ok(());
        };
        attempt.run = run;
        attempt.healed = rows::number(row, 3).is_some_and(|flag| flag != 0.0);
        attempt.duration_ms = narrow(rows::number(row, 4));
        if !is_full {
            let class = rows::text(row, 5).filter(|_| attempt.failed);
            attempt.error_class = class.map(|class| history.add_error_class(class));
            history.add_attempt(test_id, "", attempt);
            return Ok(());
        }
        attempt.revision = self.names.revision(row, 7);
        attempt.verifies = rows::text(row, 8) == Some("verify");
        if attempt.failed {
            self.add_details(&mut attempt, row.get(9)?, history)?;
        }
        history.add_attempt(test_id, rows::text(row, 5).unwrap_or_default(), attempt);
        Ok(())
    }

    fn add_details(
        &mut self,
        attempt: &mut Attempt,
        id: i64,
        history: &mut History,
    ) -> rusqlite::Result<()> {
        let Some(details) = &mut self.details else {
            return Ok(());
        };
        let mut found = details.query([id])?;
        if let Some(row) = found.next()? {
            attempt.error = self.names.error(row, 0);
            attempt.outside_call = rows::text(row, 1).is_some_and(|phase| phase != "call");
            let class = rows::text(row, 2).filter(|_| attempt.error.is_none());
            attempt.error_class = class.map(|class| history.add_error_class(class));
            attempt.is_crash = rows::text(row, 3) == Some("crashed");
        }
        Ok(())
    }
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
