//! [`RunEnd`]: how a run has ended, where its runner lets somebody else have the last word.

use super::failure::FailedPhase;
use super::quarantine::RunQuarantine;

/// The only end of a run that a quarantine may change: tests have failed, and nothing else has.
const FAILED: &str = "failed";

/// How a run has ended.
#[derive(Debug, Clone, Default)]
pub struct RunEnd {
    /// The runner's own word.
    pub status: String,
    /// Whether something has failed that is no test: a file that cannot be read, a global setup, a worker.
    pub has_other_errors: bool,
    /// The tests that do not let the run pass.
    pub tests: Vec<FailedTest>,
}

/// A test that does not let the run pass.
#[derive(Debug, Clone, Default)]
pub struct FailedTest {
    /// Its id.
    pub test_id: String,
    /// Why its attempts have failed. Without any the test was not carried out, or passed against expectation.
    pub failures: Vec<FailedPhase>,
}

impl RunQuarantine {
    /// Whether the run passes after all: all that has failed are quarantined tests, for reasons they are
    /// quarantined for. Calls `masked` with each test whose failures do not count, and why.
    pub fn passes(&mut self, end: &RunEnd, mut masked: impl FnMut(&str, &str)) -> bool {
        let mut are_all_masked = true;
        for test in &end.tests {
            let reasons: Vec<Option<String>> = test
                .failures
                .iter()
                .map(|failure| self.mask(&test.test_id, failure))
                .collect();
            let all: Option<Vec<String>> = reasons.into_iter().collect();
            match all.and_then(|reasons| reasons.into_iter().next_back()) {
                Some(reason) => masked(&test.test_id, &reason),
                None => are_all_masked = false,
            }
        }
        let is_about_tests = end.status == FAILED && !end.has_other_errors;
        is_about_tests && are_all_masked && !end.tests.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use breadcrumb_core::FailureReason;
    use breadcrumb_store::SqliteStore;

    use super::*;
    use crate::clock::now;
    use crate::flaky::{EntryKind, Policy, QuarantineEntry, QuarantineManager};
    use crate::suite::PhaseName;

    fn test(test_id: &str, attempts: usize) -> FailedTest {
        let failure = FailedPhase::new(PhaseName::Call, FailureReason::new("late"), None);
        FailedTest {
            test_id: test_id.to_owned(),
            failures: vec![failure; attempts],
        }
    }

    fn passes(status: &str, has_other_errors: bool, tests: Vec<FailedTest>) -> bool {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("crumbs.db");
        let store = Arc::new(SqliteStore::open(&database).unwrap());
        let entry = QuarantineEntry::new("flaky", "slow network", EntryKind::Manual, now());
        QuarantineManager::new(store, Policy::default())
            .quarantine(entry, now())
            .unwrap();
        let mut quarantine = RunQuarantine::new(Some(database), folder.path(), &|_| None);
        let end = RunEnd {
            status: status.to_owned(),
            has_other_errors,
            tests,
        };
        quarantine.passes(&end, |_, _| {})
    }

    #[test]
    fn a_run_passes_where_only_quarantined_tests_have_failed() {
        assert!(passes("failed", false, vec![test("flaky", 3)]));
        assert!(!passes(
            "failed",
            false,
            vec![test("flaky", 1), test("other", 1)]
        ));
        assert!(!passes("failed", false, Vec::new()));
        assert!(!passes("failed", true, vec![test("flaky", 1)]));
        assert!(!passes("interrupted", false, vec![test("flaky", 1)]));
        assert!(!passes("timedout", false, vec![test("flaky", 1)]));
        // It was not carried out.
        assert!(!passes("failed", false, vec![test("flaky", 0)]));
    }
}
