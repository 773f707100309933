//! [`failing_streak`]: since when a test fails, and why.

use std::ops::ControlFlow;

use breadcrumb_core::TestRun;
use breadcrumb_flaky::has_failed;
use breadcrumb_store::{RunFilter, Store};

use super::tests_of::ReasonText;
use crate::error::Error;

/// How many attempts are looked at; a test that fails for longer is told as one that fails since
/// the last of them.
const MOST_ATTEMPTS: usize = 500;

/// The newest attempts at a test, as far as they all failed.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct FailingStreak {
    /// When the first of them ended, in seconds since 1970.
    pub since: f64,
    /// How many there are.
    pub attempts: u64,
    /// The class of the newest error.
    pub error_type: Option<String>,
    /// Its message, without what differs each time.
    pub message: Option<String>,
}

/// Returns since when a test fails; none where its newest attempt did not fail.
///
/// A skipped attempt neither begins nor ends it.
pub fn failing_streak(store: &dyn Store, test_id: &str) -> Result<Option<FailingStreak>, Error> {
    let mut streak: Option<FailingStreak> = None;
    let mut seen = 0;
    let filter = RunFilter::new().test_id(test_id);
    store.for_each_test_run(&filter, &mut |run| {
        seen += 1;
        match has_failed(run.status) {
            Some(true) => match &mut streak {
                Some(streak) => {
                    streak.since = run.timestamp;
                    streak.attempts += 1;
                }
                None => streak = Some(FailingStreak::begins_with(run)),
            },
            Some(false) => return ControlFlow::Break(()),
            None => {}
        }
        if seen < MOST_ATTEMPTS {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })?;
    Ok(streak)
}

impl FailingStreak {
    fn begins_with(newest: TestRun) -> Self {
        let failure = newest.details.failure.unwrap_or_default();
        let reason = ReasonText::new(failure.error_class, failure.message);
        Self {
            since: newest.timestamp,
            attempts: 1,
            error_type: reason.kind.or(newest.error_type),
            message: reason.message,
        }
    }
}
