//! Markdown for a pull request or the summary of a CI job.
//!
//! Code hosts cut a comment at 65,536 characters, so lists and texts are short here.

use std::fmt::Write as _;

use breadcrumb_flaky::State;

use crate::heal::Look;
use crate::model::Report;
use crate::test::TestEntry;
use crate::text::plain;
use crate::words::{counted, percent, share, waiting};

/// A list has no more rows than this; the rest is counted.
const ROWS: usize = 20;
/// A name or a sentence is cut here.
const CHARACTERS: usize = 200;

/// Renders a report as Markdown.
#[must_use]
pub fn markdown(report: &Report) -> String {
    let mut text = String::new();
    summary(&mut text, report);
    let failing = report
        .tests
        .iter()
        .filter(|test| test.is_failing() && !test.is_masked());
    table(
        &mut text,
        "Failing",
        &["test", "why"],
        failing.map(|test| vec![code(&test.test_id), prose(why(test))]),
    );
    let refused = report.refusals.iter();
    table(
        &mut text,
        "Refused heals",
        &["locator", "test", "why", "perhaps"],
        refused.map(|look| {
            vec![
                code(&look.locator),
                code(&look.test_id),
                prose(&look.kind),
                perhaps(look),
            ]
        }),
    );
    let drifts = report.drifts.iter();
    table(
        &mut text,
        "Drift alarms",
        &["locator", "test", "what"],
        drifts.map(|look| {
            let message = look.message.as_deref().unwrap_or_default();
            vec![code(&look.locator), code(&look.test_id), prose(message)]
        }),
    );
    let heals = report.open_heals().take(ROWS);
    table(
        &mut text,
        "Healed",
        &["test", "locator", "use instead", "confidence", "review"],
        heals.map(|heal| {
            vec![
                code(&heal.test_id),
                code(&heal.locator),
                heal.instead().map(code).unwrap_or_default(),
                percent(heal.confidence),
                heal.decision.to_string(),
            ]
        }),
    );
    more(&mut text, report.summary.open.saturating_sub(ROWS as u64));
    let top = report.top_locators.iter();
    table(
        &mut text,
        "Fix these first",
        &["locator", "test", "heals", "use instead"],
        top.map(|top| {
            let proposed = top.proposed_locator.as_deref();
            vec![
                code(&top.locator),
                code(&top.test_id),
                top.count.to_string(),
                proposed.map(code).unwrap_or_default(),
            ]
        }),
    );
    let flaky = report.tests.iter().filter(|test| test.is_flaky());
    table(
        &mut text,
        "Flaky and quarantined",
        &["test", "state", "why"],
        flaky.map(|test| {
            let mark = if test.quarantine.is_some() {
                ", quarantined"
            } else {
                ""
            };
            let state = format!("{}{mark}", State::words_for(&test.state));
            let entry = test.quarantine.as_ref().map(|entry| entry.reason.as_str());
            let reason = test.reason.as_deref().or(entry).unwrap_or_default();
            vec![code(&test.test_id), prose(&state), prose(reason)]
        }),
    );
    text
}

fn summary(text: &mut String, report: &Report) {
    let counts = &report.summary;
    let days = counted(u64::from(report.period_days), "day");
    let _ = writeln!(text, "## Test health, last {days}\n");
    if counts.total == 0 && report.tests.is_empty() {
        let _ = writeln!(text, "Nothing was recorded in this time.");
        return;
    }
    let _ = writeln!(
        text,
        "| tests | passing | healed | flaky | failing | quarantined |"
    );
    let _ = writeln!(text, "|---:|---:|---:|---:|---:|---:|");
    let part = |count| format!("{count} ({})", share(count, counts.total));
    let _ = writeln!(
        text,
        "| {} | {} | {} | {} | {} | {} |",
        counts.total,
        part(counts.stable),
        part(counts.healed),
        part(counts.flaky),
        part(counts.failing),
        counts.quarantined
    );
    let _ = writeln!(
        text,
        "\n{}: {} passed, {} failed, {} skipped. {}, {} refused, {}.",
        counted(counts.attempts, "attempt"),
        counts.passed,
        counts.failed,
        counts.skipped,
        counted(counts.heals, "heal"),
        counts.refusals,
        counted(counts.drifts, "drift alarm"),
    );
    if let Some(told) = waiting(counts.pending) {
        let _ = writeln!(text, "\n{told}");
    }
}

/// Writes a section with a table; nothing where it has no row.
fn table(text: &mut String, title: &str, head: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return;
    }
    let _ = writeln!(text, "\n### {title}\n");
    let _ = writeln!(text, "| {} |", head.join(" | "));
    let _ = writeln!(text, "|{}", "---|".repeat(head.len()));
    for row in rows.by_ref().take(ROWS) {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    let left = rows.count();
    more(text, left as u64);
}

fn more(text: &mut String, left: u64) {
    if left > 0 {
        let _ = writeln!(text, "\nand {left} more");
    }
}

fn why(test: &TestEntry) -> &str {
    let error = test.errors.first();
    let told = error.and_then(|error| error.message.as_deref().or(error.kind.as_deref()));
    told.or(test.reason.as_deref()).unwrap_or_default()
}

fn perhaps(look: &Look) -> String {
    let Some(best) = look.suggestions.first() else {
        return String::new();
    };
    let found = best.locator.as_deref().unwrap_or(&best.description);
    format!("{} ({})", code(found), percent(best.confidence))
}

/// Writes a name as HTML code: backticks in it would end a Markdown one.
fn code(name: &str) -> String {
    format!("<code>{}</code>", escaped(&plain(name, CHARACTERS)))
}

/// Writes a sentence in which nothing is markup.
fn prose(sentence: &str) -> String {
    escaped(&plain(sentence, CHARACTERS))
}

/// Writes everything that Markdown or HTML could take for markup as a character reference: those
/// are text in a cell, whatever is around them.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        let is_plain =
            !character.is_ascii_punctuation() || matches!(character, '.' | ',' | ';' | '-' | '%');
        // `www.` becomes a link by itself; so does an address with `@`.
        if is_plain {
            escaped.push(character);
        } else {
            let _ = write!(escaped, "&#{};", u32::from(character));
        }
    }
    escaped.replace("www.", "www&#46;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_is_markup() {
        let hostile =
            "a|b`c`<img src=x>[x](javascript:alert(1))**b**\n# h\n@team www.evil.com https://x.y";
        for written in [code(hostile), prose(hostile)] {
            let inner = written.replace("<code>", "").replace("</code>", "");
            for sign in [
                '|', '`', '<', '>', '[', ']', '(', '*', '\n', '@', '"', ':', '/',
            ] {
                assert!(!inner.contains(sign), "{sign} in {inner}");
            }
            assert!(!inner.contains("www."), "{inner}");
        }
    }
}
