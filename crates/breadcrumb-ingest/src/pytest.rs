//! What pytest's reports say of a failure, in the form that the exception itself has.

use breadcrumb_core::{FailureReason, TestRun};

use crate::fingerprint::{class_of, failure_reason};
use crate::frames::top_frames;

/// Makes the reason of a failed attempt of pytest's: the same for all ways to print a traceback.
pub(crate) fn pytest_reason(run: &TestRun, message: &str, trace: &str) -> FailureReason {
    let class = class_of(message);
    let name = class.as_deref().and_then(|class| class.rsplit('.').next());
    failure_reason(name, message, &own_trace(run, trace))
}

/// Tells whether an attempt is one of pytest's.
pub(crate) fn is_pytest(run: &TestRun) -> bool {
    run.test_id.contains(".py::")
}

/// Returns a trace with paths as in the test's id; without any frame, it is the test's own.
fn own_trace(run: &TestRun, trace: &str) -> String {
    let Some((file, rest)) = run.test_id.split_once("::") else {
        return trace.to_owned();
    };
    let is_call = run.details.phase.as_deref() == Some("call");
    if is_call && top_frames(trace).is_empty() {
        let name = rest.split('[').next().unwrap_or(rest);
        let name = name.rsplit("::").next().unwrap_or(name);
        return format!("File \"{file}\", line 1, in {name}");
    }
    match root_of(trace, file) {
        Some(root) => trace.replace(root, ""),
        None => trace.to_owned(),
    }
}

/// Returns the folder that stands in front of the test's file in Python's own traceback.
fn root_of<'a>(trace: &'a str, file: &str) -> Option<&'a str> {
    let paths = trace.split("File \"").skip(1);
    paths
        .filter_map(|text| text.split('"').next()?.strip_suffix(file))
        .find(|root| root.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use breadcrumb_core::RunStatus;

    #[test]
    fn a_reason_is_the_same_in_all_styles() {
        let mut run = TestRun::new("test_a.py::TestA::test_b[1]", RunStatus::Failed, 0.0);
        run.details.phase = Some("call".to_owned());
        let message = "shop.errors.PayError: declined";
        let exception = failure_reason(
            Some("PayError"),
            message,
            "File \"test_a.py\", line 3, in test_b",
        );
        for trace in [
            "    def test_b(self):\n>       pay()\n\ntest_a.py:3: PayError",
            "test_a.py:3: in test_b\n    pay()\nE   shop.errors.PayError: declined",
            "Traceback\n  File \"/x/shop/test_a.py\", line 3, in test_b\n    pay()",
            "E   shop.errors.PayError: declined",
            "",
        ] {
            let found = pytest_reason(&run, message, trace);
            assert_eq!(found.fingerprint, exception.fingerprint, "{trace}");
        }
    }
}
