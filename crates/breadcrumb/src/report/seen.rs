//! [`TestSeen`]: the attempts at one test in the window of a report.

use breadcrumb_core::RunStatus;
use breadcrumb_flaky::{Attempt, ClassIndex, ErrorIndex, History, RunIndex};

/// The attempts at one test, in all of its variants.
pub(super) struct TestSeen<'a> {
    /// The oldest first.
    pub(super) attempts: Vec<Seen>,
    variants: Vec<&'a str>,
}

/// One attempt; skips are attempts here.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) at: f64,
    /// Not a number where it is not known.
    pub(super) duration_ms: f32,
    pub(super) run: Option<RunIndex>,
    pub(super) error: Option<ErrorIndex>,
    pub(super) error_class: Option<ClassIndex>,
    /// Which of the test's variants.
    pub(super) variant: usize,
    pub(super) status: RunStatus,
    pub(super) healed: bool,
    pub(super) outside_call: bool,
    pub(super) is_crash: bool,
}

impl<'a> TestSeen<'a> {
    /// Puts together what a history has of a test since a time.
    pub(super) fn of(history: &'a History, test_id: &str, since: f64) -> Self {
        let mut seen = Self {
            attempts: Vec::new(),
            variants: Vec::new(),
        };
        for (variant, test) in history.variants_of(test_id).enumerate() {
            let attempts = test.attempts_since(since).iter();
            seen.attempts
                .extend(attempts.map(|attempt| Seen::of(attempt, variant)));
            seen.variants.push(&test.variant);
        }
        let skips = history.skips_of(test_id).iter();
        let skips = skips.filter(|(at, _)| *at >= since);
        seen.attempts
            .extend(skips.map(|(at, run)| Seen::skip(*at, *run)));
        if !seen.attempts.is_sorted_by(|a, b| a.at <= b.at) {
            seen.attempts.sort_by(|a, b| a.at.total_cmp(&b.at));
        }
        seen
    }

    /// Returns the name of an attempt's variant.
    pub(super) fn variant_of(&self, seen: &Seen) -> &'a str {
        self.variants.get(seen.variant).copied().unwrap_or_default()
    }
}

impl Seen {
    fn of(attempt: &Attempt, variant: usize) -> Self {
        let status = match (attempt.failed, attempt.is_error) {
            (false, _) => RunStatus::Passed,
            (true, false) => RunStatus::Failed,
            (true, true) => RunStatus::Error,
        };
        Self {
            at: attempt.at,
            duration_ms: attempt.duration_ms,
            run: attempt.run,
            error: attempt.error,
            error_class: attempt.error_class,
            variant,
            status,
            healed: attempt.healed,
            outside_call: attempt.outside_call,
            is_crash: attempt.is_crash,
        }
    }

    fn skip(at: f64, run: Option<RunIndex>) -> Self {
        Self {
            at,
            duration_ms: f32::NAN,
            run,
            error: None,
            error_class: None,
            variant: usize::MAX,
            status: RunStatus::Skipped,
            healed: false,
            outside_call: false,
            is_crash: false,
        }
    }

    pub(super) fn has_failed(&self) -> bool {
        matches!(self.status, RunStatus::Failed | RunStatus::Error)
    }
}
