//! Whether an entry of the quarantine masks a failure.

use crate::entry::{Override, QuarantineEntry};
use crate::policy::Scope;
use crate::reasons::covers;

/// A failure that is to be judged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SeenFailure<'a> {
    /// The variant it happened in.
    pub variant: &'a str,
    /// The part of the test: `setup`, `call` or `teardown`; where it is not known, the call.
    pub phase: Option<&'a str>,
    /// Its fingerprint.
    pub fingerprint: Option<&'a str>,
    /// Whether the process died of it.
    pub is_crash: bool,
}

/// What becomes of a failure of a quarantined test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Masking {
    /// It does not fail the run.
    Masked,
    /// It fails the run, for this reason.
    BreaksThrough(String),
}

impl Masking {
    /// Returns whether the failure does not fail the run.
    #[must_use]
    pub fn is_masked(&self) -> bool {
        *self == Self::Masked
    }
}

/// Judges a failure of the entry's test as of `now`.
#[must_use]
pub fn masking(entry: &QuarantineEntry, failure: &SeenFailure<'_>, now: f64) -> Masking {
    match objection(entry, failure, now) {
        Some(why) => Masking::BreaksThrough(why.to_owned()),
        None => Masking::Masked,
    }
}

fn objection(entry: &QuarantineEntry, failure: &SeenFailure<'_>, now: f64) -> Option<&'static str> {
    let is_call = failure.phase.is_none_or(|phase| phase == "call");
    let is_listed = failure
        .fingerprint
        .is_some_and(|seen| entry.fingerprints.iter().any(|listed| covers(listed, seen)));
    let lists_reasons = entry.scope == Scope::Fingerprint && !entry.fingerprints.is_empty();
    if entry.verdict == Some(Override::Never) {
        Some("the test must never be quarantined")
    } else if entry.is_expired(now) {
        Some("the quarantine has expired")
    } else if !entry.covers(failure.variant) {
        Some("the quarantine is for another variant")
    } else if !is_call {
        Some("the setup or teardown failed, not the test")
    } else if failure.is_crash {
        Some("the process crashed")
    } else if entry.suspended_at.is_some() && entry.verdict != Some(Override::Always) {
        Some("the test looks broken, so its quarantine is suspended")
    } else if lists_reasons && !is_listed {
        Some("it failed for a new reason")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::EntryKind;
    use crate::policy::QuarantinePolicy;

    const NOW: f64 = 1_000_000.0;

    fn entry() -> QuarantineEntry {
        let mut entry = QuarantineEntry::new("t", "flaky", EntryKind::Auto, NOW)
            .expiring(&QuarantinePolicy::default());
        entry.fingerprints = vec!["known".into()];
        entry
    }

    fn failure(fingerprint: &str) -> SeenFailure<'_> {
        SeenFailure {
            fingerprint: Some(fingerprint),
            ..SeenFailure::default()
        }
    }

    fn check(entry: &QuarantineEntry, failure: SeenFailure<'_>, at: f64, expected: &str) {
        let found = match masking(entry, &failure, at) {
            Masking::Masked => "masked".to_owned(),
            Masking::BreaksThrough(why) => why,
        };
        assert!(found.contains(expected), "{found}");
    }

    #[test]
    fn a_listed_reason_is_masked_and_any_other_breaks_through() {
        check(&entry(), failure("known"), NOW, "masked");
        check(&entry(), failure("other"), NOW, "new reason");
        check(&entry(), SeenFailure::default(), NOW, "new reason");
        let mut by_test = entry();
        by_test.scope = Scope::Test;
        check(&by_test, failure("other"), NOW, "masked");
        by_test.scope = Scope::Fingerprint;
        by_test.fingerprints.clear();
        check(&by_test, failure("other"), NOW, "masked");
    }

    #[test]
    fn setup_teardown_and_crashes_are_never_masked() {
        for phase in ["setup", "teardown"] {
            let phase = Some(phase);
            check(
                &entry(),
                SeenFailure {
                    phase,
                    ..failure("known")
                },
                NOW,
                "setup or teardown",
            );
        }
        check(
            &entry(),
            SeenFailure {
                is_crash: true,
                ..failure("known")
            },
            NOW,
            "crashed",
        );
    }

    #[test]
    fn an_entry_bites_when_it_expires_or_is_suspended() {
        let end = entry().expires_at.unwrap();
        check(&entry(), failure("known"), end - 1.0, "masked");
        check(&entry(), failure("known"), end, "expired");
        let mut suspended = entry();
        suspended.suspended_at = Some(NOW);
        check(&suspended, failure("known"), NOW, "suspended");
        suspended.verdict = Some(Override::Always);
        check(&suspended, failure("known"), NOW, "masked");
        suspended.verdict = Some(Override::Never);
        check(&suspended, failure("known"), NOW, "never");
    }

    #[test]
    fn another_variant_breaks_through() {
        let mut entry = entry();
        entry.variants = vec!["firefox".into()];
        check(&entry, failure("known"), NOW, "another variant");
        check(
            &entry,
            SeenFailure {
                variant: "firefox",
                ..failure("known")
            },
            NOW,
            "masked",
        );
    }
}
