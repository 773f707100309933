//! [`review`]: what to do with a test's place in the quarantine.

use crate::entry::{EntryKind, Override, QuarantineEntry, TestMemory};
use crate::evidence::{Lane, RevisionEvidence};
use crate::params::{
    DAY, MIXED_DAYS, MIXED_PULL_REQUESTS, RELAPSE_DAYS, RESUME_BELOW, SUSPEND_FROM,
};
use crate::policy::{Mode, Policy};
use crate::state::{Assessment, State};

/// What to do with a test's place in the quarantine.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Step {
    /// Nothing, because of this.
    Nothing(Reason),
    /// It would be put into quarantine, but for this.
    Propose(Reason),
    /// Put it into quarantine; again, where it is a relapse.
    Enter {
        /// Whether it was released lately.
        is_relapse: bool,
    },
    /// Stop masking: it looks broken.
    Suspend,
    /// Mask again: it does not look broken any more.
    Resume,
    /// Release it, after this many clean revisions.
    Release {
        /// The clean revisions in a row.
        clean: u32,
    },
}

/// Why a test is not put into quarantine, or stays in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Its state is not `flaky`.
    NotFlaky,
    /// It is flaky, with too few revisions or attempts.
    TooLittleKnown,
    /// No two revisions that count have passed and failed lately.
    TooFewMixed,
    /// The newest revision did nothing but fail.
    NewestFailed,
    /// It is new: somebody should look at it before it is hidden.
    OnsetHold,
    /// It carries a tag that keeps it out.
    Protected,
    /// Somebody has said that it is never to be quarantined.
    Forbidden,
    /// The quarantine is full.
    AtCap,
    /// The quarantine is switched off, or only makes proposals.
    Mode,
    /// It is in quarantine until somebody releases it.
    Manual,
    /// It is in quarantine and not clean for long enough.
    NotCleanYet {
        /// The clean revisions in a row.
        clean: u32,
        /// How many are needed.
        needed: u32,
    },
    /// It is clean for long enough, but not in quarantine for the least number of days.
    TooSoon,
}

/// What else is known of a test when it is reviewed.
#[derive(Debug, Clone, Default)]
pub struct Circumstances<'a> {
    /// Its entry, where it is in quarantine.
    pub entry: Option<&'a QuarantineEntry>,
    /// What is remembered of it.
    pub memory: TestMemory,
    /// Whether it carries a tag that keeps it out of the quarantine.
    pub is_protected: bool,
    /// How many tests are in quarantine.
    pub quarantined: usize,
    /// How many may be.
    pub cap: usize,
    /// How many clean revisions there were in a row since it was put there:
    /// [`Gatherer::clean_streak`](crate::Gatherer::clean_streak).
    pub clean_streak: u32,
    /// The time, in seconds since 1970.
    pub now: f64,
}

/// Reviews a test by its assessment.
#[must_use]
pub fn review(assessment: &Assessment, around: &Circumstances<'_>, policy: &Policy) -> Step {
    match around.entry {
        Some(entry) => review_entry(assessment, entry, around, policy),
        None => review_outside(assessment, around, policy),
    }
}

fn review_entry(
    assessment: &Assessment,
    entry: &QuarantineEntry,
    around: &Circumstances<'_>,
    policy: &Policy,
) -> Step {
    let p_broken = assessment.posterior.p_broken;
    if entry.verdict == Some(Override::Never) {
        return Step::Nothing(Reason::Forbidden);
    }
    if entry.suspended_at.is_none() && p_broken >= SUSPEND_FROM {
        return Step::Suspend;
    }
    if entry.suspended_at.is_some() && p_broken < RESUME_BELOW {
        return Step::Resume;
    }
    if entry.kind == EntryKind::Manual {
        return Step::Nothing(Reason::Manual);
    }
    let release = &policy.quarantine.release;
    let peak = peak_rate(assessment, entry, &around.memory);
    let (clean, needed) = (around.clean_streak, release.clean_revisions(peak));
    if clean < needed {
        Step::Nothing(Reason::NotCleanYet { clean, needed })
    } else if around.now - entry.quarantined_at < release.min_days * DAY {
        Step::Nothing(Reason::TooSoon)
    } else {
        Step::Release { clean }
    }
}

/// Returns the highest rate since a test was put into quarantine.
#[must_use]
pub fn peak_rate(assessment: &Assessment, entry: &QuarantineEntry, memory: &TestMemory) -> f64 {
    let known = [entry.rate_at_entry, memory.peak_rate];
    let known = known.into_iter().flatten().fold(0.0, f64::max);
    assessment.posterior.flake_rate.max(known)
}

fn review_outside(assessment: &Assessment, around: &Circumstances<'_>, policy: &Policy) -> Step {
    let is_relapse = is_relapse(assessment, around, policy);
    if !is_relapse && let Some(reason) = missing_proof(assessment, around, policy) {
        return Step::Nothing(reason);
    }
    if around.is_protected {
        Step::Nothing(Reason::Protected)
    } else if policy.flaky.mode == Mode::Off {
        Step::Nothing(Reason::Mode)
    } else if policy.flaky.mode == Mode::Propose {
        Step::Propose(Reason::Mode)
    } else if around.quarantined >= around.cap {
        Step::Propose(Reason::AtCap)
    } else {
        Step::Enter { is_relapse }
    }
}

/// One mixed revision soon after the release puts a test back at once.
fn is_relapse(assessment: &Assessment, around: &Circumstances<'_>, policy: &Policy) -> bool {
    let Some(released_at) = around.memory.released_at else {
        return false;
    };
    around.now - released_at <= RELAPSE_DAYS * DAY
        && assessment.posterior.p_broken < policy.flaky.p_broken_block
        && !assessment.is_newest_all_failed()
        && assessment
            .evidence
            .mixed()
            .any(|revision| revision.last_at > released_at)
}

fn missing_proof(
    assessment: &Assessment,
    around: &Circumstances<'_>,
    policy: &Policy,
) -> Option<Reason> {
    let flaky = &policy.flaky;
    let evidence = &assessment.evidence;
    let has_one_tree = assessment.has_one_tree_proof();
    if assessment.state == State::NewIntermittent {
        Some(Reason::OnsetHold)
    } else if assessment.state != State::Flaky {
        Some(Reason::NotFlaky)
    } else if assessment.is_newest_all_failed() {
        Some(Reason::NewestFailed)
    } else if has_one_tree {
        None
    } else if evidence.revisions.len() < flaky.min_revisions
        || evidence.attempts() < flaky.min_attempts
    {
        Some(Reason::TooLittleKnown)
    } else {
        let recent = around.now - MIXED_DAYS * DAY;
        let mixed: Vec<_> = evidence
            .mixed()
            .filter(|entry| entry.last_at >= recent)
            .collect();
        let is_enough = mixed.len() >= flaky.min_mixed_revisions && is_on_the_chain(&mixed);
        (!is_enough).then_some(Reason::TooFewMixed)
    }
}

/// A mix on the chain, or in different pull requests: one may be its author's own doing.
fn is_on_the_chain(mixed: &[&RevisionEvidence]) -> bool {
    let mut requests: Vec<&str> = Vec::new();
    for revision in mixed {
        match &revision.lane {
            Lane::Chain => return true,
            Lane::PullRequest(request) if !requests.contains(&request.as_str()) => {
                requests.push(request);
            }
            Lane::PullRequest(_) => {}
        }
    }
    requests.len() >= MIXED_PULL_REQUESTS
}
