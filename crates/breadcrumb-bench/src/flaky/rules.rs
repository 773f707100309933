//! Four rules of quarantine, ours and three that others have.

use breadcrumb::engine::RunStatus;
use breadcrumb::flaky::{
    Assessment, Attempt, BranchKind, Circumstances, EntryKind, FLIP_WINDOW, Gatherer, History,
    Incidents, Policy, QuarantineEntry, RevisionFacts, RevisionIndex, RunFacts, RunIndex, State,
    Step, TestMemory, Tier, flip_rate, peak_rate, review,
};

use super::scenario::Seen;

/// How far apart runs are: ten a day.
const SECONDS_A_RUN: f64 = 8_640.0;

/// Nobody reruns a suspect more often than this, in runs.
const RERUN_REST: usize = 10;

/// A rule, which sees one run after the other.
pub(crate) trait Rule {
    /// Looks at a run, which was `at` so many runs from the start.
    fn see(&mut self, at: usize, seen: Seen);
    /// Returns whether failures are masked now.
    fn masks(&self) -> bool;
    /// Returns whether the test is in quarantine, masked or suspended.
    fn is_quarantined(&self) -> bool {
        self.masks()
    }
    /// Returns how many reruns on this revision it asks for, to be certain.
    fn wanted_reruns(&mut self, _: usize) -> u32 {
        0
    }
    /// Returns whether the test has been called suspect or new.
    fn has_warned(&self) -> bool {
        false
    }
}

/// The flip rate of the last ten runs: what the Python package does.
#[derive(Default)]
pub(crate) struct Tiers {
    failures: Vec<bool>,
    is_in: bool,
}

impl Rule for Tiers {
    fn see(&mut self, _: usize, seen: Seen) {
        self.failures.push(seen.has_failed());
        self.is_in = Tier::of(flip_rate(&self.failures, FLIP_WINDOW)).is_unstable();
    }

    fn masks(&self) -> bool {
        self.is_in
    }
}

/// One pass and failure on the same revision, for a number of clean runs.
pub(crate) struct SameRevision {
    release_after: usize,
    /// Whether only clean runs count, or all.
    counts_clean: bool,
    since: Option<usize>,
}

impl SameRevision {
    pub(crate) fn for_runs(release_after: usize) -> Self {
        Self {
            release_after,
            counts_clean: false,
            since: None,
        }
    }

    pub(crate) fn for_passes(release_after: usize) -> Self {
        Self {
            counts_clean: true,
            ..Self::for_runs(release_after)
        }
    }
}

impl Rule for SameRevision {
    fn see(&mut self, _: usize, seen: Seen) {
        if seen.is_mixed() || (self.counts_clean && self.since.is_some() && seen.failures > 0) {
            self.since = Some(0);
        } else if let Some(since) = &mut self.since {
            *since += 1;
            if *since >= self.release_after {
                self.since = None;
            }
        }
    }

    fn masks(&self) -> bool {
        self.since.is_some()
    }
}

/// Ours: the very code that users run.
pub(crate) struct Evidence {
    policy: Policy,
    history: History,
    incidents: Incidents,
    run: RunIndex,
    entry: Option<QuarantineEntry>,
    memory: TestMemory,
    has_warned: bool,
    wanted: u32,
    reran_at: Option<usize>,
    newest: Option<(usize, RevisionIndex)>,
}

impl Evidence {
    pub(crate) fn new() -> Self {
        let mut history = History::new();
        let run = history.add_run(RunFacts::on(Some(BranchKind::Protected)));
        Self {
            policy: Policy::default(),
            history,
            incidents: Incidents::default(),
            run,
            entry: None,
            memory: TestMemory::default(),
            has_warned: false,
            wanted: 0,
            reran_at: None,
            newest: None,
        }
    }

    fn record(&mut self, at: usize, seen: Seen) {
        let revision = match self.newest {
            Some((newest, revision)) if newest == at => revision,
            _ => self
                .history
                .add_revision(RevisionFacts::new(at.to_string())),
        };
        self.newest = Some((at, revision));
        for attempt in 0..seen.attempts {
            let status = if attempt < seen.failures {
                RunStatus::Failed
            } else {
                RunStatus::Passed
            };
            if let Some(mut attempt) = Attempt::new(status, time(at)) {
                attempt.run = Some(self.run);
                attempt.revision = Some(revision);
                self.history.add_attempt("test", "", attempt);
            }
        }
    }

    fn decide(&mut self, step: &Step, rate: f64, now: f64) {
        match step {
            Step::Enter { .. } => {
                let mut entry = QuarantineEntry::new("test", "", EntryKind::Auto, now);
                entry.rate_at_entry = Some(rate.max(self.memory.peak_rate.unwrap_or(0.0)));
                self.entry = Some(entry);
            }
            Step::Release { .. } => {
                self.entry = None;
                self.memory.released_at = Some(now);
                // The next run counts, this one does not.
                self.memory.epoch_at = Some(now + 1.0);
            }
            Step::Suspend => self.set_suspended(Some(now)),
            Step::Resume => self.set_suspended(None),
            _ => {}
        }
    }

    fn set_suspended(&mut self, at: Option<f64>) {
        if let Some(entry) = &mut self.entry {
            entry.suspended_at = at;
        }
    }
}

impl Rule for Evidence {
    fn see(&mut self, at: usize, seen: Seen) {
        self.record(at, seen);
        let now = time(at);
        let gatherer = Gatherer::new(&self.history, &self.incidents, &self.policy.flaky, now);
        let Some(test) = self.history.tests().first() else {
            return;
        };
        let evidence = gatherer.evidence(&test.attempts, self.memory.epoch_at);
        let assessment = Assessment::of(evidence, &self.memory, &self.policy.flaky, now);
        let since = self.entry.as_ref().map(|entry| entry.quarantined_at);
        let around = Circumstances {
            entry: self.entry.as_ref(),
            memory: self.memory.clone(),
            cap: usize::MAX,
            clean_streak: since.map_or(0, |since| gatherer.clean_streak(&test.attempts, since)),
            now,
            ..Circumstances::default()
        };
        let step = review(&assessment, &around, &self.policy);
        if let Some(entry) = &self.entry {
            self.memory.peak_rate = Some(peak_rate(&assessment, entry, &self.memory));
        }
        self.memory.state = Some(assessment.state);
        let warnings = [State::Suspect, State::NewIntermittent];
        self.has_warned |= warnings.contains(&assessment.state);
        self.wanted = if assessment.state == State::Suspect {
            assessment.confirming_reruns()
        } else {
            0
        };
        self.decide(&step, assessment.posterior.flake_rate, now);
    }

    fn masks(&self) -> bool {
        self.entry
            .as_ref()
            .is_some_and(|entry| entry.suspended_at.is_none())
    }

    fn is_quarantined(&self) -> bool {
        self.entry.is_some()
    }

    fn has_warned(&self) -> bool {
        self.has_warned
    }

    fn wanted_reruns(&mut self, at: usize) -> u32 {
        let is_rested = self.reran_at.is_none_or(|last| at - last >= RERUN_REST);
        if self.wanted == 0 || !is_rested {
            return 0;
        }
        self.reran_at = Some(at);
        self.wanted
    }
}

fn time(at: usize) -> f64 {
    at as f64 * SECONDS_A_RUN
}
