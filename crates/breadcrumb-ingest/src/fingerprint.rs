//! [`failure_reason`]: one reason to fail, the same for all failures that are alike.

use breadcrumb_core::{FailureReason, TypedValues, hide_in_message};

use crate::compared::compared;
use crate::frames::top_frames;
use crate::normalize::{normalize, strip_ansi};
use breadcrumb_core::hash128;

/// The version of the rules: other rules make other fingerprints, which must not be compared.
const VERSION: &str = "fp_v1";
/// How much of a message is kept as it was.
const MAX_SAMPLE: usize = 2_000;
/// The longest name of an error class.
const MAX_CLASS: usize = 80;

/// Makes the reason of a failure of its class, where that is known, its message and its trace.
///
/// ```
/// use breadcrumb_ingest::failure_reason;
///
/// let one = failure_reason(None, "TimeoutError: 3012 ms", "");
/// let other = failure_reason(None, "TimeoutError: 2977 ms", "");
/// assert_eq!(one.fingerprint, other.fingerprint);
/// assert_eq!(one.error_class.as_deref(), Some("TimeoutError"));
/// ```
#[must_use]
pub fn failure_reason(class: Option<&str>, message: &str, trace: &str) -> FailureReason {
    failure_reason_without(&TypedValues::default(), class, message, trace)
}

/// The same, without what the test has typed.
///
/// The fingerprint is made of the whole message, so that the same failure keeps its reason.
#[must_use]
pub fn failure_reason_without(
    typed: &TypedValues,
    class: Option<&str>,
    message: &str,
    trace: &str,
) -> FailureReason {
    let message = if message.trim().is_empty() {
        trace
    } else {
        message
    };
    let clean = strip_ansi(message);
    let class = class
        .filter(|class| !class.trim().is_empty())
        .map(str::to_owned)
        .or_else(|| class_of(&clean));
    let told = class.as_deref().unwrap_or_default();
    // The class is said once, by whoever says it.
    let normal = |message: &str| {
        let norm = normalize(message);
        let rest = norm.strip_prefix(told);
        let rest = rest.map(|rest| rest.trim_start_matches([':', ' ']).to_owned());
        rest.unwrap_or(norm)
    };
    let norm = normal(message);
    let frames = top_frames(trace).join(" < ");
    let named = |texts: &[&str]| format!("{VERSION}:{}", hash128(texts));
    // A comparison has failed for another reason where it has compared other values.
    let plain = named(&[told, &norm, &frames]);
    let fingerprint = match compared(&clean) {
        Some(values) => FailureReason::with_values(&plain, &values),
        None => plain,
    };
    let mut reason = FailureReason::new(fingerprint);
    reason.coarse_fingerprint = Some(named(&[told, &norm]));
    let shown = hide_in_message(&typed.hide_in(&clean));
    reason.message = Some(normal(&shown));
    reason.sample = Some(shown.trim().chars().take(MAX_SAMPLE).collect());
    reason.error_class = class;
    reason.top_frames = (!frames.is_empty()).then_some(frames);
    reason
}

/// Finds the class that a message begins with, e.g. `TimeoutError: …`.
pub(crate) fn class_of(message: &str) -> Option<String> {
    let first = message.trim_start().lines().next()?;
    if first.starts_with("assert ") {
        return Some("AssertionError".to_owned());
    }
    let (class, _) = first.split_once(':').unwrap_or((first, ""));
    let is_name = !class.is_empty()
        && class.len() <= MAX_CLASS
        && class
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '$'))
        && class.chars().any(char::is_uppercase);
    is_name.then(|| class.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_class_message_or_place_is_another_reason() {
        let trace = "def test_a():\n>   x\na/test_a.py:3: E";
        let base = failure_reason(None, "ValueError: bad 1", trace);
        assert_eq!(
            base.fingerprint,
            failure_reason(Some("ValueError"), "bad 2", trace).fingerprint
        );
        let others = [
            failure_reason(None, "KeyError: bad 1", trace),
            failure_reason(None, "ValueError: worse 1", trace),
            failure_reason(
                None,
                "ValueError: bad 1",
                "def test_b():\n>   x\na/test_a.py:3: E",
            ),
        ];
        assert!(
            others
                .iter()
                .all(|other| other.fingerprint != base.fingerprint)
        );
        assert_eq!(base.coarse_fingerprint, others[2].coarse_fingerprint);
        assert!(base.fingerprint.starts_with("fp_v1:"));
    }

    #[test]
    fn other_values_of_a_comparison_are_another_reason() {
        let reason = |message: &str| failure_reason(None, message, "a/test_a.py:3: E").fingerprint;
        let (one, other) = (reason("assert 503 == 200"), reason("assert 500 == 200"));
        assert_ne!(one, other);
        assert_eq!(one, reason("assert 503 == 200"));
        // Without values it is what earlier versions have stored.
        let stored = "fp_v1:7dac94257dfdc320a5c7fcae3a84e85f";
        assert_eq!(FailureReason::without_values(&one), stored);
        assert_eq!(FailureReason::without_values(&other), stored);
    }

    #[test]
    fn what_pytest_says_only_with_more_verbosity_is_no_reason() {
        let reason = |message: &str| failure_reason(None, message, "a/test_a.py:3: E").fingerprint;
        let short = "assert [0, 1, 2, 3, 4, 5, ...] == [0, 1, 2, 3, 4, 5, ...]\n  At index 7 diff: 8 != 7\n  Use -v to get more diff";
        for more in [
            "assert [0, 1, 2, 3, 4, 5, ...] == [0, 1, 2, 3, 4, 5, ...]\n  At index 7 diff: 8 != 7\n  Full diff:\n    [\n      0,",
            "assert [0, 1, 2, 3, 4, 5, 6, 8, 9] == [0, 1, 2, 3, 4, 5, 6, 7, 9]\n  At index 7 diff: 8 != 7\n  Full diff:\n    [\n      0,",
        ] {
            assert_eq!(reason(more), reason(short), "{more}");
        }
        assert_ne!(reason(&short.replace("index", "key")), reason(short));
    }

    #[test]
    fn the_class_is_found_in_the_message() {
        for (message, class) in [
            ("assert 2 < 2", Some("AssertionError")),
            (
                "java.lang.AssertionError: no",
                Some("java.lang.AssertionError"),
            ),
            ("something went wrong: no", None),
            ("", None),
        ] {
            assert_eq!(
                failure_reason(None, message, "").error_class.as_deref(),
                class
            );
        }
    }
}
