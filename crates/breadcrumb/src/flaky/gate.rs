//! [`Gate`]: whether the results of a job let it pass.
//!
//! A gate that has not seen the run it is asked about is not green: a run that was not recorded, that did
//! not end, or that had no tests is missing, and said to be.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use breadcrumb_core::{RunInfo, TestRun};
use breadcrumb_flaky::{QuarantineEntry, has_failed};
use breadcrumb_store::{RunFilter, Store};

use super::ci::CiRun;
use super::judge::{FailedTest, Judge, Judged, Outcomes};
use crate::error::Error;

/// How many runs of one pipeline are looked at; no matrix is that large.
const MAX_RUNS: u32 = 10_000;

/// Exit codes of pytest: some tests failed.
const TESTS_FAILED: i32 = 1;

/// Which runs are judged.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Selection {
    /// All runs of a pipeline, or the one run with this id.
    Id(String),
    /// The run that was recorded last.
    Last,
}

/// What is to be said of the runs of a job.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Gate {
    /// The ids of the runs that were judged.
    pub runs: Vec<String>,
    /// When the last of them began, in seconds since 1970.
    pub last_began: Option<f64>,
    /// What their tests say.
    pub judged: Judged,
    /// Tests that passed and failed in one run.
    pub mixed: Vec<String>,
    /// Tests that passed only because of heals.
    pub healed: Vec<String>,
    /// What is missing for a verdict, in sentences.
    pub missing: Vec<String>,
    /// Runs that failed without a failed test, in sentences.
    pub unexplained: Vec<String>,
}

impl Gate {
    /// Judges runs of a store by the entries of the quarantine, as of `now` in seconds since 1970.
    ///
    /// An entry masks failures of runs that began after it: none that it was made for itself.
    pub fn judge(
        store: &dyn Store,
        selection: &Selection,
        entries: &[QuarantineEntry],
        now: f64,
    ) -> Result<Self, Error> {
        let mut gate = Self::default();
        let events = store.quarantine_events(None)?;
        let mut runs = selected(store, selection)?;
        if runs.is_empty() {
            gate.missing.push(match selection {
                Selection::Id(id) => format!("no run of `{id}` is recorded"),
                Selection::Last => "no run is recorded".to_owned(),
            });
            return Ok(gate);
        }
        // The order in which they were recorded, earlier tries first.
        runs.reverse();
        runs.sort_by_key(|run| attempt_of(&run.run_uid).1);
        gate.last_began = runs
            .iter()
            .filter_map(|run| run.started_at)
            .reduce(f64::max);
        let newest = newest_attempts(&runs);
        let mut all = Merged::default();
        for run in &runs {
            let attempts = attempts_of(store, &run.run_uid)?;
            let mut judge = Judge::of_run(run, entries, &events, now);
            for attempt in &attempts {
                judge.see(attempt);
            }
            let outcomes = judge.into_outcomes();
            let (job, attempt) = attempt_of(&run.run_uid);
            if newest.get(&job) == Some(&attempt) {
                gate.add_troubles(run, &outcomes);
                gate.mixed.extend(mixed(&attempts));
                gate.healed.extend(healed(&attempts));
            }
            all.add(&job, attempt, outcomes);
            gate.runs.push(run.run_uid.clone());
        }
        for tests in [&mut gate.mixed, &mut gate.healed] {
            tests.sort();
            tests.dedup();
        }
        gate.judged = all.finish();
        Ok(gate)
    }

    /// Notes what the end of a run leaves open.
    fn add_troubles(&mut self, run: &RunInfo, outcomes: &Outcomes) {
        let id = &run.run_uid;
        // A report that was read in has ended; only a runner can be killed.
        let is_live = run.runner.is_some();
        let has_failure = outcomes.values().any(Option::is_some);
        match run.exit_code {
            None if is_live => self.missing.push(format!(
                "run `{id}` began and did not end: it was killed, or is still running"
            )),
            Some(TESTS_FAILED) if is_live && !has_failure => self.unexplained.push(format!(
                "run `{id}` ended with exit code 1, but no failed test is recorded"
            )),
            Some(code) if is_live && ending(code).is_some() => {
                let ending = ending(code).unwrap_or_default();
                self.missing
                    .push(format!("run `{id}` {ending} (exit code {code})"));
            }
            _ if outcomes.is_empty() => self.missing.push(format!("run `{id}` has no results")),
            _ => {}
        }
    }
}

/// Says how a run ended that says nothing about its tests, by pytest's exit code.
fn ending(code: i32) -> Option<&'static str> {
    match code {
        0 | TESTS_FAILED => None,
        2 => Some("was interrupted, or could not collect its tests"),
        3 => Some("ended with an internal error of the test runner"),
        4 => Some("could not start: an argument or a `conftest.py` is wrong"),
        5 => Some("collected no tests"),
        _ => Some("was not finished"),
    }
}

fn selected(store: &dyn Store, selection: &Selection) -> Result<Vec<RunInfo>, Error> {
    let Selection::Id(id) = selection else {
        return Ok(store.recorded_runs("", 1)?);
    };
    let mut runs = store.recorded_runs(&format!("{id}/"), MAX_RUNS)?;
    let same = store.recorded_runs(id, MAX_RUNS)?;
    runs.extend(same.into_iter().filter(|run| run.run_uid == *id));
    Ok(runs)
}

/// Returns the job of a run and which try it was; a run outside of CI is a job of its own.
fn attempt_of(run_uid: &str) -> (String, u64) {
    match CiRun::of_run(run_uid) {
        Some(ci) => (ci.job, ci.attempt),
        None => (run_uid.to_owned(), 0),
    }
}

fn newest_attempts(runs: &[RunInfo]) -> HashMap<String, u64> {
    let mut newest: HashMap<String, u64> = HashMap::new();
    for run in runs {
        let (job, attempt) = attempt_of(&run.run_uid);
        let known = newest.entry(job).or_default();
        *known = attempt.max(*known);
    }
    newest
}

/// Returns the attempts of a run, in the order they were made.
fn attempts_of(store: &dyn Store, run_uid: &str) -> Result<Vec<TestRun>, Error> {
    let mut attempts = Vec::new();
    store.for_each_test_run(&RunFilter::new().run_uid(run_uid), &mut |attempt| {
        attempts.push(attempt);
        ControlFlow::Continue(())
    })?;
    attempts.reverse();
    Ok(attempts)
}

/// Returns the tests whose last attempt passed with a heal.
fn healed(attempts: &[TestRun]) -> impl Iterator<Item = String> {
    let last: HashMap<&str, &TestRun> = attempts
        .iter()
        .map(|attempt| (attempt.test_id.as_str(), attempt))
        .collect();
    let healed = last
        .into_values()
        .filter(|attempt| attempt.healed && has_failed(attempt.status) == Some(false));
    let healed: Vec<String> = healed.map(|attempt| attempt.test_id.clone()).collect();
    healed.into_iter()
}

/// Returns the tests that passed and failed.
fn mixed(attempts: &[TestRun]) -> Vec<String> {
    let mut seen: HashMap<&str, [bool; 2]> = HashMap::new();
    for attempt in attempts {
        if let Some(failed) = has_failed(attempt.status) {
            let [passed_once, failed_once] = seen.entry(&attempt.test_id).or_default();
            *passed_once |= !failed;
            *failed_once |= failed;
        }
    }
    let mixed = seen.into_iter().filter(|(_, both)| *both == [true, true]);
    mixed.map(|(test, _)| test.to_owned()).collect()
}

/// What several runs say of a test: a later try at a job replaces an earlier one, and of the runs of
/// one try any that failed counts, for they may be shards or legs.
#[derive(Debug, Default)]
struct Merged {
    tests: BTreeMap<(String, String, String), (u64, Option<FailedTest>)>,
}

impl Merged {
    fn add(&mut self, job: &str, attempt: u64, outcomes: Outcomes) {
        for ((test, variant), outcome) in outcomes {
            let key = (job.to_owned(), test, variant);
            let is_worse = |known: &Option<FailedTest>| match (known, &outcome) {
                (None, Some(_)) => true,
                (Some(known), Some(new)) => known.is_masked && !new.is_masked,
                _ => false,
            };
            match self.tests.get_mut(&key) {
                Some((known, old)) if *known == attempt && !is_worse(old) => {}
                _ => drop(self.tests.insert(key, (attempt, outcome))),
            }
        }
    }

    fn finish(self) -> Judged {
        let tests = self.tests.len();
        let failed = self.tests.into_values().filter_map(|(_, failed)| failed);
        Judged::new(tests, failed.collect())
    }
}

#[cfg(test)]
mod tests;
