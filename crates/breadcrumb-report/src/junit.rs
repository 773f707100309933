//! JUnit XML, for CI services: each test with its newest attempt, and what is known of it as
//! properties.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use crate::model::Report;
use crate::test::TestEntry;

/// A text is cut here: a report is no log.
const CHARACTERS: usize = 10_000;

/// Renders a report as JUnit XML; a suite is a file of tests.
///
/// A failure that the quarantine masks is a skip here, so that a service that counts failures
/// comes to the same verdict as the gate.
#[must_use]
pub fn junit(report: &Report) -> String {
    let mut suites: BTreeMap<&str, Vec<&TestEntry>> = BTreeMap::new();
    for test in report.tests.iter().filter(|test| test.attempts > 0) {
        let file = test.file.as_deref().unwrap_or("tests");
        suites.entry(file).or_default().push(test);
    }
    let confidences = lowest_confidences(report);
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let all: Vec<&TestEntry> = suites.values().flatten().copied().collect();
    let _ = writeln!(xml, "<testsuites name=\"breadcrumb\"{}>", counts(&all));
    for (file, tests) in suites {
        let counts = counts(&tests);
        let _ = writeln!(xml, "  <testsuite name=\"{}\"{counts}>", escaped(file));
        for test in tests {
            testcase(
                &mut xml,
                test,
                confidences.get(test.test_id.as_str()).copied(),
            );
        }
        xml.push_str("  </testsuite>\n");
    }
    xml.push_str("</testsuites>\n");
    xml
}

/// Returns the lowest confidence of each test's heals.
fn lowest_confidences(report: &Report) -> HashMap<&str, f64> {
    let mut lowest: HashMap<&str, f64> = HashMap::new();
    for heal in &report.heals {
        let known = lowest.entry(&heal.test_id).or_insert(heal.confidence);
        *known = known.min(heal.confidence);
    }
    lowest
}

fn counts(tests: &[&TestEntry]) -> String {
    let count = |is_it: fn(&TestEntry) -> bool| tests.iter().filter(|test| is_it(test)).count();
    format!(
        " tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"",
        count(|_| true),
        count(|test| ending(test) == Ending::Failed),
        count(|test| ending(test) == Ending::Error),
        count(|test| matches!(ending(test), Ending::Skipped | Ending::Masked)),
    )
}

/// How a test is told of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Passed,
    Failed,
    Error,
    Skipped,
    Masked,
}

fn ending(test: &TestEntry) -> Ending {
    match test.last_status.as_deref() {
        _ if test.is_masked() => Ending::Masked,
        Some("failed") => Ending::Failed,
        Some("error") => Ending::Error,
        Some("skipped") => Ending::Skipped,
        _ => Ending::Passed,
    }
}

fn testcase(xml: &mut String, test: &TestEntry, confidence: Option<f64>) {
    let class = test.file.as_deref().unwrap_or("tests");
    let seconds = test.median_ms.unwrap_or_default() / 1_000.0;
    let _ = writeln!(
        xml,
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{seconds:.3}\">",
        escaped(class),
        escaped(&test.name),
    );
    properties(xml, test, confidence);
    let error = test
        .errors
        .iter()
        .max_by(|a, b| a.last_seen.total_cmp(&b.last_seen));
    let kind = error
        .and_then(|error| error.kind.as_deref())
        .unwrap_or("failure");
    let message = error
        .and_then(|error| error.message.as_deref())
        .unwrap_or_default();
    match ending(test) {
        Ending::Passed => {}
        Ending::Failed => element(xml, "failure", Some(kind), message),
        Ending::Error => element(xml, "error", Some(kind), message),
        Ending::Skipped => element(xml, "skipped", None, ""),
        Ending::Masked => {
            let reason = test.quarantine.as_ref().map(|entry| entry.reason.as_str());
            let told = format!("quarantined: {}", reason.unwrap_or_default());
            element(xml, "skipped", None, &told);
        }
    }
    xml.push_str("    </testcase>\n");
}

fn properties(xml: &mut String, test: &TestEntry, confidence: Option<f64>) {
    let mut list = vec![("healed", test.heals.to_string())];
    list.extend(confidence.map(|confidence| ("confidence", format!("{confidence:.4}"))));
    list.push(("quarantined", test.quarantine.is_some().to_string()));
    list.push(("state", test.state.clone()));
    list.extend(test.owner.clone().map(|owner| ("owner", owner)));
    xml.push_str("      <properties>\n");
    for (name, value) in list {
        let value = escaped(&value);
        let _ = writeln!(xml, "        <property name=\"{name}\" value=\"{value}\"/>");
    }
    xml.push_str("      </properties>\n");
}

fn element(xml: &mut String, name: &str, kind: Option<&str>, message: &str) {
    let _ = write!(xml, "      <{name} message=\"{}\"", escaped(message));
    if let Some(kind) = kind {
        let _ = write!(xml, " type=\"{}\"", escaped(kind));
    }
    xml.push_str("/>\n");
}

/// Escapes a text for an attribute; characters that XML 1.0 cannot hold become `\u{…}`.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len().min(CHARACTERS));
    for (count, character) in text.chars().enumerate() {
        if count == CHARACTERS {
            escaped.push('…');
            break;
        }
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            // As they are, a reader would make spaces of them.
            '\t' | '\n' | '\r' => {
                let _ = write!(escaped, "&#{};", u32::from(character));
            }
            '\u{fffe}' | '\u{ffff}' => {
                let _ = write!(escaped, "\\u{{{:x}}}", u32::from(character));
            }
            _ if character.is_control() => {
                let _ = write!(escaped, "\\u{{{:x}}}", u32::from(character));
            }
            _ => escaped.push(character),
        }
    }
    escaped
}
