//! Flaky tests: from attempts to evidence, states, and the rules of the quarantine.
//!
//! Pure: no file, no clock, no environment. A store fills a [`History`]; [`Incidents`] and a
//! [`Gatherer`] make [`Evidence`] of it, [`Assessment`] says what a test is, [`review`] what to do
//! about it, and [`masking`] whether a failure of a quarantined test fails the run.
//!
//! The strong signal is pass and fail on the same code. Flips from revision to revision alone put
//! nothing into quarantine: that would hide a fresh regression.
//!
//! ```
//! use breadcrumb_flaky::{Assessment, Evidence, Policy, State, TestMemory};
//!
//! let policy = Policy::default();
//! let assess = |counts: &[(u32, u32)]| {
//!     Assessment::of(Evidence::of_counts(counts), &TestMemory::default(), &policy.flaky, 0.0)
//! };
//! // Eighteen passes, then twice a failure and a pass on one revision.
//! let flaky = assess(&[[(1, 0); 18].as_slice(), &[(2, 1); 2]].concat());
//! assert_eq!(flaky.state, State::Flaky);
//! // Twenty passes, then three failures: a regression.
//! let broken = assess(&[[(1, 0); 20].as_slice(), &[(1, 1); 3]].concat());
//! assert_eq!(broken.state, State::Broken);
//! ```

mod app_version;
mod cause;
mod entry;
mod evidence;
mod explain;
mod facts;
mod fisher;
mod history;
mod incident;
mod legs;
mod mask;
mod model;
mod onset;
mod params;
mod places;
mod policy;
mod reasons;
mod review;
mod state;
mod tier;

#[cfg(test)]
mod tests;

pub use app_version::{AppVersion, is_other_revision};
pub use cause::{Cause, CauseKind, causes};
pub use entry::{Action, EntryKind, Override, QuarantineEntry, QuarantineEvent, TestMemory};
pub use evidence::{Evidence, Gatherer, Lane, RevisionEvidence};
pub use explain::{explain, explain_step};
pub use facts::{
    BranchKind, ClassIndex, ErrorIndex, RevisionFacts, RevisionIndex, RunFacts, RunIndex,
};
pub use history::{Attempt, History, SkippedTest, TestHistory};
pub use incident::Incidents;
pub use mask::{Masking, SeenFailure, masking};
pub use model::Posterior;
pub use onset::Onset;
pub use policy::{
    Cap, FlakyPolicy, InfraPolicy, Mode, OnsetHold, Policy, QuarantinePolicy, ReleasePolicy, Rule,
    Scope,
};
pub use reasons::ListedReasons;
pub use review::{Circumstances, Reason, Step, peak_rate, review};
pub use state::{Assessment, State};
pub use tier::{EWMA_ALPHA, EWMA_WINDOW, FLIP_WINDOW, Tier, ewma_flip_rate, flip_rate, has_failed};

/// The floor of samples under the policy `tiers`.
pub const MIN_TIER_RUNS: usize = params::TIER_RUNS;
