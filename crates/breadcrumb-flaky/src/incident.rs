//! Incidents: runs that say something about the machine, not about the tests.

use std::collections::HashMap;

use crate::facts::{ErrorIndex, RunIndex};
use crate::history::History;
use crate::params::INCIDENT_SAME_REASON;
use crate::policy::InfraPolicy;

/// Which runs of a history are incidents.
#[derive(Debug, Clone, Default)]
pub struct Incidents {
    /// Why each run is one, by its number.
    reasons: Vec<Option<String>>,
}

/// What a run's tests did.
#[derive(Default, Clone)]
struct Tally {
    tests: usize,
    failed: usize,
    reasons: HashMap<ErrorIndex, usize>,
}

impl Incidents {
    /// Finds the incidents of a history.
    #[must_use]
    pub fn find(history: &History, policy: &InfraPolicy) -> Self {
        let mut tallies = vec![Tally::default(); history.runs.len()];
        for test in &history.tests {
            tally(&test.attempts, &mut tallies);
        }
        let reasons = history.runs.iter().zip(&tallies).map(|(run, tally)| {
            let told = run.incident.clone();
            told.or_else(|| tally.incident(policy))
        });
        Self {
            reasons: reasons.collect(),
        }
    }

    /// Returns whether the tests that failed in a run are too few for an incident, whatever else ran.
    ///
    /// For a history of which only the tests that failed are known. `least_tests` is how many tests
    /// had a result in a run, at least.
    #[must_use]
    pub fn are_ruled_out(
        history: &History,
        policy: &InfraPolicy,
        least_tests: impl Fn(RunIndex) -> usize,
    ) -> bool {
        let mut tallies = vec![Tally::default(); history.runs.len()];
        for test in &history.tests {
            tally(&test.attempts, &mut tallies);
        }
        let mut numbered = tallies.into_iter().zip(0..);
        numbered.all(|(mut tally, number)| {
            let least = least_tests(RunIndex::numbered(number)).max(policy.min_tests);
            tally.tests = tally.tests.max(least);
            tally.incident(policy).is_none()
        })
    }

    /// Returns why a run is an incident, where it is one.
    #[must_use]
    pub fn reason(&self, run: RunIndex) -> Option<&str> {
        self.reasons.get(run.place())?.as_deref()
    }

    /// Returns how many runs are incidents.
    #[must_use]
    pub fn count(&self) -> usize {
        self.reasons.iter().flatten().count()
    }
}

/// Adds one test's attempts: for each run, its last attempt counts.
fn tally(attempts: &[crate::Attempt], tallies: &mut [Tally]) {
    for (n, attempt) in attempts.iter().enumerate() {
        let Some(run) = attempt.run else { continue };
        let is_last = attempts.get(n + 1).is_none_or(|next| next.run != Some(run));
        let Some(tally) = tallies.get_mut(run.place()).filter(|_| is_last) else {
            continue;
        };
        tally.tests += 1;
        if attempt.failed {
            tally.failed += 1;
            if let Some(error) = attempt.error {
                *tally.reasons.entry(error).or_default() += 1;
            }
        }
    }
}

impl Tally {
    fn incident(&self, policy: &InfraPolicy) -> Option<String> {
        let (tests, failed) = (self.tests, self.failed);
        if tests >= policy.min_tests && failed as f64 >= tests as f64 * policy.failed_share {
            return Some(format!("{failed} of {tests} tests failed"));
        }
        let same = self.reasons.values().max().copied().unwrap_or(0);
        let needed = (tests as f64 * policy.same_fp_share).max(INCIDENT_SAME_REASON as f64);
        (same as f64 >= needed).then(|| format!("{same} of {tests} tests failed for one reason"))
    }
}

#[cfg(test)]
mod tests {
    use breadcrumb_core::RunStatus;

    use super::*;
    use crate::facts::RunFacts;
    use crate::history::Attempt;

    fn history(tests: usize, failed: usize, same_reason: bool) -> (History, RunIndex) {
        let mut history = History::new();
        let run = history.add_run(RunFacts::default());
        let error = history.add_error("fp");
        for n in 0..tests {
            let status = if n < failed {
                RunStatus::Failed
            } else {
                RunStatus::Passed
            };
            let mut attempt = Attempt::new(status, 1.0).unwrap();
            attempt.run = Some(run);
            attempt.error = (same_reason && n < failed).then_some(error);
            history.add_attempt(&format!("t{n}"), "", attempt);
        }
        history.sort();
        (history, run)
    }

    #[test]
    fn a_run_is_an_incident_when_half_of_it_or_many_for_one_reason_fail() {
        for (tests, failed, same, expected) in [
            (20, 10, false, Some("10 of 20 tests failed")),
            (20, 9, false, None),
            (19, 19, false, None),
            (100, 10, true, Some("10 of 100 tests failed for one reason")),
            (100, 10, false, None),
            (200, 19, true, None),
            (200, 20, true, Some("20 of 200 tests failed for one reason")),
        ] {
            let (history, run) = history(tests, failed, same);
            let found = Incidents::find(&history, &InfraPolicy::default());
            assert_eq!(found.reason(run), expected, "{tests} {failed} {same}");
        }
    }

    #[test]
    fn a_run_that_somebody_flagged_is_an_incident() {
        let mut history = History::new();
        let facts = RunFacts {
            incident: Some("outage".into()),
            ..RunFacts::default()
        };
        let run = history.add_run(facts);
        let found = Incidents::find(&history, &InfraPolicy::default());
        assert_eq!(found.reason(run), Some("outage"));
        assert_eq!(found.count(), 1);
    }
}
