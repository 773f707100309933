//! Broken reports: a clear error with its line, never a panic.
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::ops::ControlFlow;

use breadcrumb_ingest::{Context, ErrorKind, Format, read};
use proptest::prelude::*;

/// Returns the kind, the line and the message of what is wrong.
fn failure(bytes: &[u8]) -> (ErrorKind, u64, String) {
    let error = match Format::detect(bytes) {
        Err(error) => error,
        Ok(format) => {
            let context = Context::new("run", 0.0);
            read(format, bytes, &context, &mut |_| ControlFlow::Continue(())).unwrap_err()
        }
    };
    (error.kind(), error.line().unwrap(), error.to_string())
}

#[test]
fn twenty_broken_reports_have_clear_errors_with_lines() {
    use ErrorKind::{Malformed, Refused, UnknownFormat};
    let bomb =
        "<!DOCTYPE x [\n<!ENTITY a \"ha\">\n<!ENTITY b \"&a;&a;\">\n]>\n<testsuite name=\"&b;\"/>";
    let external =
        "<?xml version=\"1.0\"?>\n<!DOCTYPE x SYSTEM \"file:///etc/passwd\">\n<testsuite/>";
    let deep = "<testsuite>".repeat(100);
    let cases: [(&[u8], ErrorKind, u64, &str); 21] = [
        (b"", UnknownFormat, 1, "empty"),
        (b"  \n ", UnknownFormat, 1, "empty"),
        (b"hello", UnknownFormat, 1, "neither XML nor JSON"),
        (b"<html>\n</html>", UnknownFormat, 1, "no JUnit report"),
        (
            b"<?xml version='1.0'?>\n",
            UnknownFormat,
            2,
            "no test suite",
        ),
        (
            b"<testsuite>\n<testcase name='a'>",
            Malformed,
            2,
            "ends inside of <testcase>",
        ),
        (
            b"<testsuite>\n<testcase name='a'",
            Malformed,
            2,
            "broken XML",
        ),
        (b"<testsuite>\n</testcase>", Malformed, 2, "broken XML"),
        (
            b"<testsuite>\n\n<testcase/></testsuite>",
            Malformed,
            3,
            "no name",
        ),
        (
            b"<testsuite>\n<testcase name='a' time='soon'/></testsuite>",
            Malformed,
            2,
            "`soon`",
        ),
        (
            b"<testsuite timestamp='noon'/>",
            Malformed,
            1,
            "`noon` is not a time",
        ),
        (
            b"<testsuites>\n<testcase name='a'/></testsuites>",
            Malformed,
            2,
            "outside of a <testsuite>",
        ),
        (
            b"<testsuite><testcase name='a'>\n<testcase name='b'/></testcase></testsuite>",
            Malformed,
            2,
            "inside of another",
        ),
        (b"<testsuite/>\n<testsuite/>", Malformed, 2, "after the end"),
        (b"<testsuite>\n&nbsp;</testsuite>", Refused, 2, "`&nbsp;`"),
        (bomb.as_bytes(), Refused, 4, "refused"),
        (external.as_bytes(), Refused, 2, "refused"),
        (deep.as_bytes(), Malformed, 1, "too deep"),
        (
            b"<testsuite>\n<testcase name='\xff\xfe'/></testsuite>",
            Malformed,
            2,
            "broken XML",
        ),
        (
            b"{\"config\": {},\n\"suites\": [{\"title\": 3}]}",
            Malformed,
            2,
            "broken JSON",
        ),
        (b"{\"stats\": {}}", UnknownFormat, 1, "no `suites`"),
    ];
    for (bytes, kind, line, message) in cases {
        let text = String::from_utf8_lossy(bytes);
        let found = failure(bytes);
        assert!(found.2.contains(message), "{text}: {found:?}");
        assert_eq!((found.0, found.1), (kind, line), "{text}: {found:?}");
    }
}

#[test]
fn broken_report_logs_name_their_line() {
    let start = "{\"pytest_version\": \"9\", \"$report_type\": \"SessionStart\"}\n";
    for (rest, message) in [
        ("{\"$report_type\": \"TestRep", "broken JSON"),
        ("{\"$report_type\": \"TestReport\"}", "no `nodeid`"),
        ("{\"nodeid\": \"a\"}", "no `$report_type`"),
    ] {
        let found = failure(format!("{start}{rest}").as_bytes());
        assert_eq!((found.0, found.1), (ErrorKind::Malformed, 2), "{found:?}");
        assert!(found.2.contains(message), "{found:?}");
    }
}

#[test]
fn a_long_output_is_not_held_in_memory_and_the_test_is_still_read() {
    let output = "x".repeat(8 << 20);
    let xml = format!(
        "<testsuite><testcase name='a'><failure message='m'>{output}</failure><system-out>{output}\
         </system-out></testcase></testsuite>"
    );
    let mut seen = 0;
    read(
        Format::JunitXml,
        xml.as_bytes(),
        &Context::new("run", 0.0),
        &mut |run| {
            seen += 1;
            assert!(run.details.failure.unwrap().sample.unwrap().len() < 4096);
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    assert_eq!(seen, 1);
}

proptest! {
    #[test]
    fn any_bytes_are_taken_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for start in [&b"<testsuite>"[..], b"{\"suites\":", b"{\"$report_type\":", b""] {
            let bytes = [start, &bytes].concat();
            if let Ok(format) = Format::detect(&bytes) {
                let context = Context::new("run", 0.0);
                let _ = read(format, &bytes[..], &context, &mut |_| ControlFlow::Continue(()));
            }
        }
    }

    #[test]
    fn any_message_has_a_fingerprint(message in ".*", trace in "(?s).*") {
        let reason = breadcrumb_ingest::failure_reason(None, &message, &trace);
        prop_assert!(reason.fingerprint.starts_with("fp_v1:"));
    }
}
