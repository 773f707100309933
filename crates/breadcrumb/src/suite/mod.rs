//! What every front needs around its tests: which run this is, how a test ended, why it failed, what is said at the end.
//!
//! A front hands over what its test runner knows, and gets back records and lines; see `docs/design/0024-suite.md`.
//! - [`SuiteRun`]: one run of the suite in one process.
//! - [`Attempt`]: one test of it while it runs, with each [`Phase`] of it; [`Outcome`] says how it ended.
//! - [`PhaseError`]: why a phase failed; [`FailedPhase`] tells it to the process that decides about the quarantine.
//! - [`RunQuarantine`]: which failures do not fail the run.
//! - [`ReportedAttempt`] and [`RunEnd`]: the same where the runner reports a test when it is over.
//! - [`RunSummary`]: what is said of heals, drifts and refusals.

mod attempt;
mod failure;
mod finding;
mod identity;
mod outcome;
mod quarantine;
mod report;
mod reported;
mod run_end;
mod summary;

#[cfg(test)]
mod tests;

pub use attempt::{Attempt, TestItem};
pub use failure::{FailedPhase, Frame, PhaseError};
pub use finding::{Finding, Label, app_version_trouble, heal_text, refusal_texts};
pub use identity::{Front, SuiteRun};
pub use outcome::{Outcome, Phase, PhaseName, PhaseResult};
pub use quarantine::{MASKED_PROPERTY, RunQuarantine};
pub use report::{REPORT_PAGE, database_line, page_line};
pub use reported::ReportedAttempt;
pub use run_end::{FailedTest, RunEnd};
pub use summary::RunSummary;
