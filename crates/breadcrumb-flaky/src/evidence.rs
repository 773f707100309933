//! [`Evidence`]: what a test's attempts say, one entry a revision.

use breadcrumb_core::RunStatus;

use crate::facts::{BranchKind, ErrorIndex, RevisionIndex, RunFacts, RunIndex};
use crate::history::{Attempt, History};
use crate::incident::Incidents;
use crate::legs::Legs;
use crate::params::{DAY, HOUR, SAME_APP_HOURS};
use crate::policy::FlakyPolicy;

/// What a test's attempts say, the revision that was seen last at the end.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Evidence {
    /// One entry a revision.
    pub revisions: Vec<RevisionEvidence>,
    /// Whether several runs of one CI job had this test, so that each of them is an entry of its own: they may be
    /// legs of a matrix, and a failure in one of them and a pass in another are no pass and failure on the same code.
    pub has_unnamed_legs: bool,
    /// Whether nobody knows which version of a deployed application some of it is about.
    pub has_unknown_app: bool,
    /// The highest number of a revision so far: one that is higher is new.
    highest: Option<RevisionIndex>,
}

/// What a test did on one state of the code.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct RevisionEvidence {
    /// The revision; `None` where there is no version control.
    pub revision: Option<RevisionIndex>,
    /// The run of its newest attempt.
    run: Option<RunIndex>,
    /// How many attempts there were.
    pub attempts: u32,
    /// How many of them failed.
    pub failures: u32,
    /// How many attempts went otherwise than the one before.
    pub flips: u32,
    /// How many of these were in one run, or within a few hours.
    pub quick_flips: u32,
    /// How many passes were made in order to verify a fix.
    pub verifying_passes: u32,
    /// Whether the first attempt failed.
    pub first_failed: bool,
    /// Whether the newest attempt failed.
    pub last_failed: bool,
    /// Whether a pass needed a heal.
    pub healed: bool,
    /// Where it stands in the history of the code.
    pub lane: Lane,
    /// When it was first seen, in seconds since 1970.
    pub first_at: f64,
    /// When it was last seen.
    pub last_at: f64,
    /// Why its attempts failed, each reason once.
    pub errors: Vec<ErrorIndex>,
}

/// Where a revision stands in the history of the code.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lane {
    /// On the chain that everybody builds on.
    Chain,
    /// In a pull request.
    PullRequest(String),
}

impl RevisionEvidence {
    /// Returns whether it passed and failed.
    #[must_use]
    pub fn is_mixed(&self) -> bool {
        self.failures > 0 && self.failures < self.attempts
    }

    /// Returns whether it did nothing but fail.
    #[must_use]
    pub fn is_all_failed(&self) -> bool {
        self.failures == self.attempts
    }

    /// Returns whether it passed throughout, and by itself.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.failures == 0 && !self.healed
    }

    fn new(attempt: &Attempt, lane: Lane) -> Self {
        Self {
            revision: attempt.revision,
            run: attempt.run,
            attempts: 0,
            failures: 0,
            flips: 0,
            quick_flips: 0,
            verifying_passes: 0,
            first_failed: attempt.failed,
            last_failed: attempt.failed,
            healed: false,
            lane,
            first_at: attempt.at,
            last_at: attempt.at,
            errors: Vec::new(),
        }
    }

    /// Returns whether an attempt ran so soon after this that nothing was released in between.
    fn is_near(&self, attempt: &Attempt, since: f64) -> bool {
        let is_same_run = attempt.run.is_some() && attempt.run == self.run;
        is_same_run || attempt.at - since <= SAME_APP_HOURS * HOUR
    }

    fn add(&mut self, attempt: &Attempt) {
        let is_flip = self.attempts > 0 && attempt.failed != self.last_failed;
        self.quick_flips += u32::from(is_flip && self.is_near(attempt, self.last_at));
        self.attempts += 1;
        self.failures += u32::from(attempt.failed);
        self.flips += u32::from(attempt.failed != self.last_failed);
        self.verifying_passes += u32::from(attempt.verifies && !attempt.failed);
        self.last_failed = attempt.failed;
        self.run = attempt.run;
        self.healed |= attempt.healed;
        self.last_at = attempt.at;
        // A failed setup is no reason of the test's own, so no entry may list it.
        if let Some(error) = attempt
            .error
            .filter(|_| attempt.failed && !attempt.outside_call)
            && !self.errors.contains(&error)
        {
            self.errors.push(error);
        }
    }
}

impl Evidence {
    /// Makes evidence of plain counts, attempts and failures of each revision of a chain.
    ///
    /// ```
    /// let evidence = breadcrumb_flaky::Evidence::of_counts(&[(1, 0), (2, 1)]);
    /// assert_eq!(evidence.mixed().count(), 1);
    /// ```
    #[must_use]
    pub fn of_counts(counts: &[(u32, u32)]) -> Self {
        let mut history = History::new();
        let mut evidence = Self::default();
        for (n, (attempts, failures)) in counts.iter().enumerate() {
            let revision = history.add_revision(crate::RevisionFacts::new(n.to_string()));
            for attempt in 0..*attempts {
                let status = if attempt < *failures {
                    RunStatus::Failed
                } else {
                    RunStatus::Passed
                };
                if let Some(mut attempt) = Attempt::new(status, n as f64) {
                    attempt.revision = Some(revision);
                    evidence.add(&attempt, None, false);
                }
            }
        }
        evidence
    }

    /// Returns how many attempts there were.
    #[must_use]
    pub fn attempts(&self) -> u32 {
        self.revisions
            .iter()
            .map(|revision| revision.attempts)
            .sum()
    }

    /// Returns the revisions that passed and failed.
    pub fn mixed(&self) -> impl Iterator<Item = &RevisionEvidence> {
        self.revisions.iter().filter(|revision| revision.is_mixed())
    }

    /// Returns how many revisions had a failure.
    #[must_use]
    pub fn failing(&self) -> usize {
        let failing = |revision: &&RevisionEvidence| revision.failures > 0;
        self.revisions.iter().filter(failing).count()
    }

    /// Returns the newest revision of the chain, or of any lane where the chain is empty.
    #[must_use]
    pub fn newest(&self) -> Option<&RevisionEvidence> {
        let on_chain = |revision: &&RevisionEvidence| revision.lane == Lane::Chain;
        let newest = self.revisions.iter().rev().find(on_chain);
        newest.or(self.revisions.last())
    }

    /// Returns how many attempts have failed since the newest pass on the chain.
    #[must_use]
    pub fn failing_streak(&self) -> u32 {
        let on_chain = self
            .revisions
            .iter()
            .filter(|revision| revision.lane == Lane::Chain);
        let failed = on_chain
            .rev()
            .take_while(|revision| revision.is_all_failed());
        failed.map(|revision| revision.failures).sum()
    }

    /// Returns how many clean revisions the newest are, each verifying pass counted as one.
    #[must_use]
    pub fn clean_streak(&self) -> u32 {
        let clean = self
            .revisions
            .iter()
            .rev()
            .take_while(|revision| revision.is_clean());
        clean.map(|revision| revision.verifying_passes.max(1)).sum()
    }

    fn add(&mut self, attempt: &Attempt, run: Option<&RunFacts>, is_unknown_app: bool) {
        self.has_unknown_app |= is_unknown_app;
        let lane = match run {
            Some(run) if run.branch == Some(BranchKind::PullRequest) => {
                Lane::PullRequest(run.pull_request.clone().unwrap_or_default())
            }
            _ => Lane::Chain,
        };
        // The newest revisions are at the end, and that is where an attempt mostly belongs.
        let is_same = |entry: &RevisionEvidence| {
            let is_one_leg = !self.has_unnamed_legs || entry.run == attempt.run;
            let is_one_app = !is_unknown_app || entry.is_near(attempt, entry.first_at);
            entry.revision == attempt.revision && is_one_leg && is_one_app
        };
        let known = if attempt.revision > self.highest {
            self.highest = attempt.revision;
            None
        } else {
            self.revisions.iter().rposition(is_same)
        };
        match known {
            Some(place) if place + 1 == self.revisions.len() => {}
            Some(place) => {
                let entry = self.revisions.remove(place);
                self.revisions.push(entry);
            }
            None => self
                .revisions
                .push(RevisionEvidence::new(attempt, lane.clone())),
        }
        if let Some(entry) = self.revisions.last_mut() {
            // A tree that was merged as it was is on the chain from then on.
            if lane == Lane::Chain {
                entry.lane = Lane::Chain;
            }
            entry.add(attempt);
        }
    }
}

/// Gathers the evidence of tests.
#[derive(Debug, Clone, Copy)]
pub struct Gatherer<'a> {
    history: &'a History,
    incidents: &'a Incidents,
    policy: &'a FlakyPolicy,
    legs: &'a Legs,
    gates_only: bool,
    now: f64,
}

impl<'a> Gatherer<'a> {
    /// Gathers from a history, as of `now` in seconds since 1970.
    #[must_use]
    pub fn new(
        history: &'a History,
        incidents: &'a Incidents,
        policy: &'a FlakyPolicy,
        now: f64,
    ) -> Self {
        Self {
            history,
            incidents,
            policy,
            legs: history.legs(),
            gates_only: history.has_protected(),
            now,
        }
    }

    /// Returns the evidence of one test's attempts that were made after `epoch`.
    #[must_use]
    pub fn evidence(&self, attempts: &[Attempt], epoch: Option<f64>) -> Evidence {
        let oldest = self.now - self.policy.window_days * DAY;
        let since = epoch.map_or(oldest, |epoch| epoch.max(oldest));
        let mut evidence = self.all_since(attempts, since);
        let surplus = evidence
            .revisions
            .len()
            .saturating_sub(self.policy.window_revisions);
        evidence.revisions.drain(..surplus);
        evidence
    }

    /// Returns how many clean revisions the newest since a time are.
    ///
    /// The window does not limit them: a test that fails rarely needs more of them than it holds.
    #[must_use]
    pub fn clean_streak(&self, attempts: &[Attempt], since: f64) -> u32 {
        self.all_since(attempts, since).clean_streak()
    }

    fn all_since(&self, attempts: &[Attempt], since: f64) -> Evidence {
        let mut evidence = Evidence {
            has_unnamed_legs: self.legs.are_unnamed(attempts),
            ..Evidence::default()
        };
        if attempts.iter().any(|attempt| attempt.revision.is_some()) {
            let most = self.policy.window_revisions.min(attempts.len());
            evidence.revisions.reserve(most);
        }
        for attempt in attempts.iter().filter(|attempt| attempt.at >= since) {
            let run = attempt.run.and_then(|run| self.history.run(run));
            if self.counts(attempt, run) {
                let is_unknown_app = self.history.is_unknown_app(attempt.revision);
                evidence.add(attempt, run, is_unknown_app);
            }
        }
        evidence
    }

    /// Whether an attempt says anything: not in an incident, nor on somebody's own machine once
    /// there is a protected branch to look at.
    fn counts(&self, attempt: &Attempt, run: Option<&RunFacts>) -> bool {
        let is_incident = attempt
            .run
            .is_some_and(|run| self.incidents.reason(run).is_some());
        let is_private = match run {
            Some(run) => run.is_dirty || matches!(run.branch, None | Some(BranchKind::Local)),
            None => true,
        };
        !(is_incident || self.gates_only && is_private)
    }
}
