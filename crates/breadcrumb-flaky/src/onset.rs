//! [`Onset`]: a failure that comes and goes since a certain revision, after a clean history.

use crate::evidence::{Evidence, RevisionEvidence};
use crate::facts::RevisionIndex;
use crate::params::{DAY, ONSET_CHANCE, ONSET_CLEAN, ONSET_FAILURES};
use crate::policy::OnsetHold;

/// Since when a test fails now and then. Statistically a flake; more probably a new defect.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Onset {
    /// The last revision of the clean history.
    pub last_clean: Option<RevisionIndex>,
    /// The first one that failed.
    pub first_failed: Option<RevisionIndex>,
    /// When that was, in seconds since 1970.
    pub first_failed_at: f64,
    /// How many clean revisions were before it.
    pub clean: usize,
    /// How many revisions there were since, it included.
    pub since: usize,
    /// How many of those had a failure.
    pub failing: usize,
}

impl Onset {
    /// Finds an onset that is still to be held as of `now`.
    pub(crate) fn find(evidence: &Evidence, hold: &OnsetHold, now: f64) -> Option<Self> {
        let revisions = &evidence.revisions;
        let clean = revisions
            .iter()
            .take_while(|entry| entry.failures == 0)
            .count();
        let first = revisions.get(clean)?;
        let last_clean = revisions.get(clean.checked_sub(1)?)?;
        let since = revisions.len() - clean;
        let failing = evidence.failing();
        let rate = (failing as f64 + 0.5) / (since as f64 + 1.0);
        let chance = (1.0 - rate).powf(clean as f64);
        let is_held = since < hold.revisions && now - first.first_at < hold.days * DAY;
        // A stretch in which nothing has passed since is a breakage, not something that comes and
        // goes.
        let comes_and_goes = revisions
            .iter()
            .skip(clean)
            .any(|entry| !entry.is_all_failed());
        let stands_out = clean >= ONSET_CLEAN
            && failing >= ONSET_FAILURES
            && chance <= ONSET_CHANCE
            && comes_and_goes
            && has_failed_again(revisions.get(clean..).unwrap_or_default());
        (is_held && stands_out).then_some(Self {
            last_clean: last_clean.revision,
            first_failed: first.revision,
            first_failed_at: first.first_at,
            clean,
            since,
            failing,
        })
    }
}

/// Whether it failed on good code: in the middle of passes, or beside one on the same revision.
///
/// A test that broke, was mended and has passed ever since does not come and go.
fn has_failed_again(since: &[RevisionEvidence]) -> bool {
    let is_mixed = since.iter().any(RevisionEvidence::is_mixed);
    let passed_at = since.iter().position(|entry| entry.failures == 0);
    let failed_after = passed_at
        .is_some_and(|passed_at| since.iter().skip(passed_at).any(|entry| entry.failures > 0));
    is_mixed || failed_after
}
