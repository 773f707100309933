//! Annotations of GitHub Actions: lines that the runner turns into remarks on files.

use std::fmt::Write as _;

use crate::model::Report;
use crate::text::plain;
use crate::words::percent;

/// GitHub shows ten of a kind in each step; more than these nobody reads.
const MOST_OF_A_KIND: usize = 50;
/// A message is cut here.
const CHARACTERS: usize = 500;

/// A remark on a line of a file.
struct Remark<'a> {
    level: &'static str,
    file: Option<&'a str>,
    line: Option<u32>,
    title: &'static str,
    message: String,
}

/// Renders a report as annotations: errors for what needs somebody, warnings for what was let
/// through.
#[must_use]
pub fn github(report: &Report) -> String {
    let mut text = String::new();
    push(&mut text, failures(report));
    push(&mut text, refusals(report));
    push(&mut text, drifts(report));
    push(&mut text, heals(report));
    push(&mut text, quarantined(report));
    text
}

fn failures(report: &Report) -> Vec<Remark<'_>> {
    let failing = report
        .tests
        .iter()
        .filter(|test| test.is_failing() && !test.is_masked());
    let remark = |test: &'_ crate::test::TestEntry| {
        let error = test.errors.first();
        let told = error.and_then(|error| error.message.as_deref().or(error.kind.as_deref()));
        format!(
            "{}: {}",
            test.test_id,
            told.unwrap_or("its newest attempt failed")
        )
    };
    failing
        .map(|test| Remark {
            level: "error",
            file: test.file.as_deref(),
            line: test.line,
            title: "Failing test",
            message: remark(test),
        })
        .collect()
}

fn refusals(report: &Report) -> Vec<Remark<'_>> {
    let remarks = report.refusals.iter().map(|look| {
        let mut message = format!(
            "{} in {} was not healed: {}",
            look.locator,
            look.test_id,
            look.message.as_deref().unwrap_or(&look.kind)
        );
        if let Some(best) = look.suggestions.first() {
            let found = best.locator.as_deref().unwrap_or(&best.description);
            let _ = write!(message, "; perhaps {found} ({})", percent(best.confidence));
        }
        Remark {
            level: "error",
            file: look.source_file.as_deref(),
            line: look.source_line,
            title: "Refused heal",
            message,
        }
    });
    remarks.collect()
}

fn drifts(report: &Report) -> Vec<Remark<'_>> {
    let remarks = report.drifts.iter().map(|look| Remark {
        level: "warning",
        file: look.source_file.as_deref(),
        line: look.source_line,
        title: "Drift",
        message: format!(
            "{} in {}: {}",
            look.locator,
            look.test_id,
            look.message
                .as_deref()
                .unwrap_or("it finds another element than it did")
        ),
    });
    remarks.collect()
}

/// One remark a locator: the newest heal says it all.
fn heals(report: &Report) -> Vec<Remark<'_>> {
    report
        .open_heals()
        .map(|heal| {
            let instead = heal.instead();
            let instead = instead.map_or(String::new(), |new| format!("; use {new} instead"));
            Remark {
                level: "warning",
                file: heal.source_file.as_deref(),
                line: heal.source_line,
                title: "Healed locator",
                message: format!(
                    "{} in {} was healed ({}){instead}",
                    heal.locator,
                    heal.test_id,
                    percent(heal.confidence)
                ),
            }
        })
        .collect()
}

fn quarantined(report: &Report) -> Vec<Remark<'_>> {
    let entries = report
        .tests
        .iter()
        .filter_map(|test| Some((test, test.quarantine.as_ref()?)));
    entries
        .map(|(test, entry)| Remark {
            level: "warning",
            file: test.file.as_deref(),
            line: test.line,
            title: "Quarantined test",
            message: format!("{}: {}; {}", test.test_id, entry.reason, entry.release),
        })
        .collect()
}

fn push(text: &mut String, remarks: Vec<Remark<'_>>) {
    let left = remarks.len().saturating_sub(MOST_OF_A_KIND);
    let title = remarks.first().map(|remark| remark.title);
    for remark in remarks.into_iter().take(MOST_OF_A_KIND) {
        let _ = write!(text, "::{} ", remark.level);
        if let Some(file) = remark.file {
            let _ = write!(text, "file={},", property(&plain(file, CHARACTERS)));
            if let Some(line) = remark.line {
                let _ = write!(text, "line={line},");
            }
        }
        let message = plain(&remark.message, CHARACTERS);
        let _ = writeln!(text, "title={}::{}", property(remark.title), data(&message));
    }
    if let Some(title) = title.filter(|_| left > 0) {
        let _ = writeln!(text, "::notice title={}::and {left} more", property(title));
    }
}

/// Escapes a message as GitHub's own toolkit does.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Escapes the value of a property, which a colon or a comma would end.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_ends_where_it_should() {
        assert_eq!(data("a%b\r\nc:d,e"), "a%25b%0D%0Ac:d,e");
        assert_eq!(property("C:\\a,b\n"), "C%3A\\a%2Cb%0A");
    }
}
