//! [`State`] and [`Assessment`]: what a test is, and the evidence for it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::entry::TestMemory;
use crate::evidence::Evidence;
use crate::model::Posterior;
use crate::onset::Onset;
use crate::params::{
    BROKEN_FROM, BROKEN_STREAK, BROKEN_UNTIL, CONFIRM_MAX, CONFIRM_MISS, MASKED_REVISIONS,
    MASKED_SHARE, ONE_TREE, SUSPECT_FROM,
};
use crate::policy::FlakyPolicy;

/// What a test is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum State {
    /// Not enough is known.
    Unknown,
    /// The newest revision failed, once: it may be broken, or not.
    Failing,
    /// It fails because the code is broken.
    Broken,
    /// The first attempt always fails and a retry hides it: a defect, not a flake.
    Masked,
    /// It failed now and then since lately: probably a new defect of the product.
    NewIntermittent,
    /// It passes and fails on the same code.
    Flaky,
    /// It may be flaky; reruns on one revision would tell.
    Suspect,
    /// Nothing is wrong with it.
    Healthy,
}

/// A test's state, and what it rests on.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Assessment {
    /// The state.
    pub state: State,
    /// What the model makes of the evidence.
    pub posterior: Posterior,
    /// The evidence itself.
    pub evidence: Evidence,
    /// Since when it fails now and then, where that stands out from a clean history.
    pub onset: Option<Onset>,
}

impl State {
    /// All of them, in the order their rules are looked at.
    pub const ALL: [Self; 8] = [
        Self::Unknown,
        Self::Failing,
        Self::Broken,
        Self::Masked,
        Self::NewIntermittent,
        Self::Flaky,
        Self::Suspect,
        Self::Healthy,
    ];

    /// Returns the name that is stored, and that JSON has.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Failing => "failing",
            Self::Broken => "broken",
            Self::Masked => "masked",
            Self::NewIntermittent => "new_intermittent",
            Self::Flaky => "flaky",
            Self::Suspect => "suspect",
            Self::Healthy => "healthy",
        }
    }
    /// Returns the status that people read, with what is special about it.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Unknown => "new",
            Self::Failing => "failing",
            Self::Broken => "failing (broken)",
            Self::Masked => "failing (hidden by retries)",
            Self::NewIntermittent => "flaky (recently)",
            Self::Flaky => "flaky",
            Self::Suspect => "flaky (suspected)",
            Self::Healthy => "passing",
        }
    }

    /// Returns the words for a stored name, or the name where it is of a newer version.
    #[must_use]
    pub fn words_for(name: &str) -> &str {
        Self::from_name(name).map_or(name, |state| state.words())
    }

    /// Returns how soon a person should look at it: the lower, the sooner.
    #[must_use]
    pub fn urgency(self) -> usize {
        let order = [
            Self::Broken,
            Self::NewIntermittent,
            Self::Failing,
            Self::Masked,
            Self::Flaky,
            Self::Suspect,
            Self::Unknown,
            Self::Healthy,
        ];
        let place = order.iter().position(|state| *state == self);
        place.unwrap_or(order.len())
    }

    /// Finds a state by its name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Assessment {
    /// Assesses a test's evidence as of `now`, with what is remembered of it.
    #[must_use]
    pub fn of(evidence: Evidence, memory: &TestMemory, policy: &FlakyPolicy, now: f64) -> Self {
        let posterior = Posterior::of(&evidence, policy.material_rate);
        let onset = Onset::find(&evidence, &policy.onset_hold, now).filter(|onset| {
            memory
                .acknowledged_at
                .is_none_or(|at| at < onset.first_failed_at)
        });
        let mut assessment = Self {
            state: State::Healthy,
            posterior,
            evidence,
            onset,
        };
        assessment.state = assessment.find_state(memory.state, policy);
        assessment
    }

    /// Returns whether one revision proves it by itself: many attempts that went back and forth.
    #[must_use]
    pub fn has_one_tree_proof(&self) -> bool {
        let (attempts, passes, failures, flips) = ONE_TREE;
        self.evidence.mixed().any(|revision| {
            revision.attempts >= attempts
                && revision.attempts - revision.failures >= passes
                && revision.failures >= failures
                && revision.flips >= flips
        })
    }

    /// Returns whether the newest revision did nothing but fail.
    #[must_use]
    pub fn is_newest_all_failed(&self) -> bool {
        let newest = self.evidence.newest();
        newest.is_some_and(crate::RevisionEvidence::is_all_failed)
    }

    /// Returns how many reruns on one revision would show a flake of this rate, with 95 %.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped between 1 and 20"
    )]
    pub fn confirming_reruns(&self) -> u32 {
        let rate = self.posterior.flake_rate.clamp(1e-6, 1.0 - 1e-6);
        let reruns = CONFIRM_MISS.ln() / (-rate).ln_1p();
        reruns.ceil().clamp(1.0, f64::from(CONFIRM_MAX)) as u32
    }

    /// The first rule that fits.
    fn find_state(&self, before: Option<State>, policy: &FlakyPolicy) -> State {
        let posterior = &self.posterior;
        let revisions = self.evidence.revisions.len();
        if revisions < policy.min_revisions && self.evidence.attempts() < policy.min_attempts {
            return State::Unknown;
        }
        let streak = self.evidence.failing_streak();
        // A single failure that the model takes for a flake is told as what it is further down.
        if streak == 1 && posterior.p_broken >= policy.p_broken_block {
            return State::Failing;
        }
        let stays_broken = before == Some(State::Broken) && posterior.p_broken >= BROKEN_UNTIL;
        if stays_broken || (streak >= BROKEN_STREAK && posterior.p_broken >= BROKEN_FROM) {
            return State::Broken;
        }
        if self.is_masked_by_retries() {
            return State::Masked;
        }
        if self.onset.is_some() {
            return State::NewIntermittent;
        }
        let is_proved = self.evidence.mixed().count() >= policy.min_mixed_revisions
            || self.has_one_tree_proof();
        if is_proved
            && posterior.p_material >= policy.p_material
            && posterior.p_broken < policy.p_broken_block
        {
            return State::Flaky;
        }
        if posterior.p_flaky >= SUSPECT_FROM {
            State::Suspect
        } else {
            State::Healthy
        }
    }

    fn is_masked_by_retries(&self) -> bool {
        let revisions = &self.evidence.revisions;
        let hidden =
            |revision: &&crate::RevisionEvidence| revision.first_failed && revision.is_mixed();
        let hidden = revisions.iter().filter(hidden).count();
        hidden >= MASKED_REVISIONS && hidden as f64 >= MASKED_SHARE * revisions.len() as f64
    }
}
