//! [`ReportedAttempt`]: an attempt that its runner reports when it is over, not phase by phase.

use breadcrumb_core::{RunStatus, TestRun, TypedValues};
use breadcrumb_ingest::{failure_reason_without, playwright_outcome};

use super::attempt::TestItem;
use super::failure::FailedPhase;
use super::identity::SuiteRun;
use super::outcome::PhaseName;

/// What a runner interrupts tells nothing about.
const INTERRUPTED: &str = "interrupted";

/// One attempt at a test as Playwright Test reports it, from any of its workers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReportedAttempt {
    /// The test.
    pub item: TestItem,
    /// The project: one of several ways to run the suite. Empty where it has no name.
    pub project: String,
    /// How it ended, in the runner's word.
    pub status: String,
    /// How it should have ended.
    pub expected: String,
    /// Which attempt in this run it was, counted from 1.
    pub number: u32,
    /// When it began, in seconds since 1970.
    pub started_at: f64,
    /// How long it took.
    pub duration_ms: f64,
    /// The message of its first error.
    pub message: Option<String>,
    /// The calls that led to that error, as the runner shows them.
    pub stack: Option<String>,
    /// The titles of its steps, which quote what it typed: to leave that out of messages.
    pub steps: Vec<String>,
    /// The worker.
    pub worker: Option<String>,
    /// The shard, e.g. `1/2`.
    pub shard: Option<String>,
    /// Whether a locator was healed.
    pub healed: bool,
    /// The lowest confidence of its heals.
    pub heal_score: Option<f64>,
    /// The version of the application that its pages have shown.
    pub shown_version: Option<String>,
}

impl SuiteRun {
    /// Returns the record of an attempt; `None` where it was interrupted.
    #[must_use]
    pub fn report(&self, attempt: &ReportedAttempt) -> Option<TestRun> {
        if attempt.status == INTERRUPTED {
            return None;
        }
        let status = playwright_outcome(&attempt.status, &attempt.expected);
        let end = attempt.started_at + attempt.duration_ms / 1000.0;
        let mut run = TestRun::new(&attempt.item.test_id, status, end);
        run.duration_ms = Some(attempt.duration_ms);
        run.healed = attempt.healed;
        let details = &mut run.details;
        details.variant = self.variant_of(&attempt.project);
        details.attempt_no = Some(attempt.number);
        details.phase = Some(PhaseName::Call.name().to_owned());
        details.outcome = Some(attempt.status.clone());
        details.started_at = Some(attempt.started_at);
        details.heal_score = attempt.heal_score;
        details.tags.clone_from(&attempt.item.tags);
        details.source_file.clone_from(&attempt.item.source_file);
        details.source_line = attempt.item.source_line;
        if status == RunStatus::Failed {
            let message = attempt.message.as_deref().unwrap_or(&attempt.status);
            let stack = attempt.stack.as_deref().unwrap_or_default();
            let typed = TypedValues::of_steps(&attempt.steps);
            let reason = failure_reason_without(&typed, None, message, stack);
            run.error_type.clone_from(&reason.error_class);
            run.details.failure = Some(reason);
        }
        self.complete(&mut run, attempt.shown_version.as_deref());
        run.details.worker.clone_from(&attempt.worker);
        run.details.shard.clone_from(&attempt.shard);
        Some(run)
    }

    /// Returns which of several ways a project of the suite is.
    fn variant_of(&self, project: &str) -> Option<String> {
        let parts = [Some(project.to_owned()), self.variant().map(str::to_owned)];
        let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
        let variant = parts.collect::<Vec<_>>().join("/");
        Some(variant).filter(|variant| !variant.is_empty())
    }
}

impl FailedPhase {
    /// Returns why an attempt has failed, as the quarantine judges it; `None` where it has not.
    #[must_use]
    pub fn of_run(run: &TestRun) -> Option<Self> {
        let failure = run.details.failure.clone()?;
        let variant = run.details.variant.clone();
        Some(Self::new(PhaseName::Call, failure, variant))
    }
}

#[cfg(test)]
mod tests {
    use super::super::identity::Front;
    use super::*;

    fn report(change: impl FnOnce(&mut ReportedAttempt)) -> Option<TestRun> {
        let folder = tempfile::tempdir().unwrap();
        let run = SuiteRun::new(folder.path(), &|_| None, Front::default());
        let mut attempt = ReportedAttempt {
            item: TestItem {
                test_id: "a.spec.ts › pays".to_owned(),
                ..TestItem::default()
            },
            status: "passed".to_owned(),
            expected: "passed".to_owned(),
            number: 1,
            ..ReportedAttempt::default()
        };
        change(&mut attempt);
        run.report(&attempt)
    }

    #[test]
    fn an_attempt_is_recorded_as_it_ended_for_its_test() {
        for (status, expected, recorded) in [
            ("passed", "passed", RunStatus::Passed),
            ("timedOut", "passed", RunStatus::Failed),
            ("failed", "failed", RunStatus::Skipped),
            ("passed", "failed", RunStatus::Failed),
            ("skipped", "skipped", RunStatus::Skipped),
        ] {
            let run = report(|attempt| {
                status.clone_into(&mut attempt.status);
                expected.clone_into(&mut attempt.expected);
            });
            let run = run.unwrap();
            assert_eq!(run.status, recorded, "{status} {expected}");
            assert_eq!(run.details.outcome.as_deref(), Some(status));
            let has_failed = recorded == RunStatus::Failed;
            assert_eq!(FailedPhase::of_run(&run).is_some(), has_failed);
        }
        assert!(report(|attempt| attempt.status = "interrupted".to_owned()).is_none());
    }

    #[test]
    fn a_project_is_one_of_several_ways() {
        let variant = |project: &str| {
            let run = report(|attempt| project.clone_into(&mut attempt.project));
            run.unwrap().details.variant
        };
        assert_eq!(variant("firefox").as_deref(), Some("firefox"));
        assert_eq!(variant(""), None);
    }
}
