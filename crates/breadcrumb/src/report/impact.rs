//! What flaky tests cost, and every day's attempts.

use std::collections::HashMap;

use breadcrumb_core::RunStatus;
use breadcrumb_flaky::{QuarantineEntry, RunIndex};
use breadcrumb_report::calendar::{date, day_number};
use breadcrumb_report::{Day, Impact, TestEntry};

use super::seen::{Seen, TestSeen};
use super::tests_of::TestMaker;

/// The days of a week.
const WEEK: f64 = 7.0;

/// The days of a window, and what failures did to its runs.
pub(super) struct Costs {
    first_day: i64,
    days: Vec<Day>,
    runs: HashMap<RunIndex, Failures>,
    /// The chance that no flaky test outside of the quarantine fails.
    all_pass: f64,
}

/// Whose failures a run has.
#[derive(Default, Clone, Copy)]
struct Failures {
    sound: bool,
    flaky: bool,
    masked: bool,
}

impl Costs {
    /// Starts with every day from `since` to `now`.
    pub(super) fn new(since: f64, now: f64) -> Self {
        let (first, last) = (day_number(since), day_number(now));
        let day = |number| {
            let mut day = Day::default();
            day.day = date(number);
            day
        };
        Self {
            first_day: first,
            days: (first..=last).map(day).collect(),
            runs: HashMap::new(),
            all_pass: 1.0,
        }
    }

    /// Counts the attempts of a test.
    pub(super) fn add(
        &mut self,
        test: &TestEntry,
        attempts: &TestSeen<'_>,
        maker: &TestMaker<'_>,
        entry: Option<&QuarantineEntry>,
    ) {
        let is_flaky = test.is_flaky();
        for seen in &attempts.attempts {
            self.add_to_day(seen, is_flaky);
        }
        if test.quarantine.is_none() && is_flaky {
            self.all_pass *= 1.0 - test.rate.unwrap_or_default().clamp(0.0, 1.0);
        }
        if test.failed == 0 {
            return;
        }
        for (run, seen) in failed_at_last(&attempts.attempts) {
            let failures = self.runs.entry(run).or_default();
            if maker.is_masked(attempts, seen, entry) {
                failures.masked = true;
            } else if is_flaky {
                failures.flaky = true;
            } else {
                failures.sound = true;
            }
        }
    }

    /// Adds what other tests cost in the same days.
    pub(super) fn add_all(&mut self, other: Self) {
        for (day, other) in self.days.iter_mut().zip(other.days) {
            day.passed += other.passed;
            day.healed += other.healed;
            day.flaky += other.flaky;
            day.failed += other.failed;
            day.skipped += other.skipped;
            day.lost_ms += other.lost_ms;
        }
        for (run, failures) in other.runs {
            let known = self.runs.entry(run).or_default();
            known.sound |= failures.sound;
            known.flaky |= failures.flaky;
            known.masked |= failures.masked;
        }
        self.all_pass *= other.all_pass;
    }

    /// Returns the days and the costs; `observed_days` is how long runs were seen.
    pub(super) fn finish(self, runs: usize, observed_days: f64) -> (Vec<Day>, Impact) {
        let mut impact = Impact::default();
        impact.lost_ms = self.days.iter().map(|day| day.lost_ms).sum();
        for failures in self.runs.values() {
            let is_red = failures.sound || failures.flaky;
            impact.red_runs_by_flaky += u64::from(failures.flaky && !failures.sound);
            impact.saved_runs_by_quarantine += u64::from(failures.masked && !is_red);
        }
        impact.red_chance = 1.0 - self.all_pass;
        // Less than a day tells nothing of a week.
        impact.runs_per_week = runs as f64 / observed_days.max(1.0) * WEEK;
        impact.expected_red_runs_per_week = impact.runs_per_week * impact.red_chance;
        (self.days, impact)
    }

    fn add_to_day(&mut self, seen: &Seen, is_flaky: bool) {
        let last = self.days.len().saturating_sub(1);
        let place = day_number(seen.at).saturating_sub(self.first_day);
        // A clock that is ahead puts its attempts on the last day.
        let place = usize::try_from(place).unwrap_or(0).min(last);
        let Some(day) = self.days.get_mut(place) else {
            return;
        };
        match seen.status {
            RunStatus::Passed if seen.healed => day.healed += 1,
            RunStatus::Passed => day.passed += 1,
            RunStatus::Failed | RunStatus::Error if is_flaky => {
                day.flaky += 1;
                if seen.duration_ms.is_finite() {
                    day.lost_ms += f64::from(seen.duration_ms);
                }
            }
            RunStatus::Failed | RunStatus::Error => day.failed += 1,
            _ => day.skipped += 1,
        }
    }
}

/// Returns the runs in which a test failed at last, in one of its variants, and the attempt: a retry may pass.
fn failed_at_last(attempts: &[Seen]) -> impl Iterator<Item = (RunIndex, &Seen)> {
    let mut last: HashMap<(RunIndex, usize), &Seen> = HashMap::new();
    for seen in attempts {
        let Some(key) = seen.run.map(|run| (run, seen.variant)) else {
            continue;
        };
        if seen.has_failed() {
            last.insert(key, seen);
        } else if seen.status == RunStatus::Passed
            && let Some(failed) = last.get_mut(&key)
        {
            *failed = seen;
        }
    }
    let last = last.into_iter().filter(|(_, seen)| seen.has_failed());
    last.map(|((run, _), seen)| (run, seen))
}
