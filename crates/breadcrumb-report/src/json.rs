//! The public format: JSON, with a version. `docs/schema/report-v1.json` describes it.

use std::num::NonZero;
use std::thread;

use serde::Serialize;

use crate::heal::{FlakyTest, Heal, Look, ShortHeal, StoredJson, TopLocator};
use crate::model::{Day, Impact, Report, Summary};
use crate::test::TestEntry;

/// What the format calls itself.
pub const FORMAT: &str = "breadcrumb-report";
/// Its version; another one where a reader of this one would be misled.
pub const VERSION: u32 = 1;

/// Fewer heals are not worth a thread.
const HEALS_A_THREAD: usize = 500;

/// What a test and a heal take without the elements, more or less.
const TEST_ROOM: usize = 1_024;
const HEAL_ROOM: usize = 2_048;

/// The document, with the heals in whichever form.
#[derive(Serialize)]
struct Document<'a, H: Serialize> {
    format: &'static str,
    version: u32,
    tool: &'a str,
    generated_at: f64,
    period_days: u32,
    since: f64,
    summary: &'a Summary,
    days: &'a [Day],
    tests: &'a [TestEntry],
    healing_events: H,
    refusals: &'a [Look],
    drifts: &'a [Look],
    flaky_tests: &'a [FlakyTest],
    top_locators: &'a [TopLocator],
    impact: &'a Impact,
}

/// Renders the whole document on one line.
#[must_use]
pub fn json(report: &Report) -> String {
    let mut text = Vec::with_capacity(room(report));
    // Strings, numbers and lists of them: there is nothing in a document that JSON cannot hold.
    let _ = serde_json::to_writer(&mut text, &Document::new(report, &report.heals));
    String::from_utf8(text).unwrap_or_default()
}

/// Renders the whole document for people to look at.
#[must_use]
pub fn json_pretty(report: &Report) -> String {
    let no_heals: &[Heal] = &[];
    let around = serde_json::to_string_pretty(&Document::new(report, no_heals)).unwrap_or_default();
    // A line break in a text is written as `\\n`, so this is the list and no test's name.
    let Some((before, after)) = around.split_once("\n  \"healing_events\": []") else {
        return around;
    };
    let heals = pretty_heals(&report.heals);
    let mut text =
        String::with_capacity(around.len() + heals.iter().map(String::len).sum::<usize>());
    text.push_str(before);
    text.push_str("\n  \"healing_events\": [");
    text.extend(heals);
    text.push_str(if report.heals.is_empty() {
        "]"
    } else {
        "\n  ]"
    });
    text.push_str(after);
    text.push('\n');
    text
}

/// Renders the heals as they stand in the document, in parts: on a large store they are nearly all of it, so
/// that each processor takes some.
fn pretty_heals(heals: &[Heal]) -> Vec<String> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let size = heals.len().div_ceil(threads).max(HEALS_A_THREAD);
    thread::scope(|scope| {
        let parts = heals.chunks(size).enumerate();
        let parts: Vec<_> = parts
            .map(|(n, part)| scope.spawn(move || pretty_part(part, n == 0)))
            .collect();
        let joined = parts.into_iter().map(thread::ScopedJoinHandle::join);
        joined
            .map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

/// Renders some heals as a list two levels down, without its brackets.
fn pretty_part(heals: &[Heal], is_first: bool) -> String {
    #[derive(Serialize)]
    struct Around<'a> {
        heals: &'a [Heal],
    }
    let text = serde_json::to_string_pretty(&Around { heals }).unwrap_or_default();
    let inside = text
        .strip_prefix("{\n  \"heals\": [")
        .and_then(|text| text.strip_suffix("\n  ]\n}"))
        .unwrap_or_default();
    format!("{}{inside}", if is_first { "" } else { "," })
}

/// Guesses how long a document gets: a text of megabytes that grows step by step is moved each time.
fn room(report: &Report) -> usize {
    let stored = |json: &Option<StoredJson>| json.as_ref().map_or(0, |json| json.get().len());
    let heals = report.heals.iter().map(|heal| {
        let elements = [&heal.original, &heal.healed, &heal.runner_up];
        HEAL_ROOM + elements.map(stored).iter().sum::<usize>()
    });
    heals.sum::<usize>() + report.tests.len() * TEST_ROOM
}

/// Renders what the page starts with: each heal cut down to what lists show.
#[must_use]
pub fn index_json(report: &Report) -> String {
    let heals: Vec<ShortHeal<'_>> = report.heals.iter().map(Heal::short).collect();
    text(&Document::new(report, heals))
}

/// Renders one part of the heals, whole.
#[must_use]
pub fn heals_json(heals: &[Heal]) -> String {
    text(&heals)
}

impl<'a, H: Serialize> Document<'a, H> {
    fn new(report: &'a Report, healing_events: H) -> Self {
        Self {
            format: FORMAT,
            version: VERSION,
            tool: &report.tool,
            generated_at: report.generated_at,
            period_days: report.period_days,
            since: report.since,
            summary: &report.summary,
            days: &report.days,
            tests: &report.tests,
            healing_events,
            refusals: &report.refusals,
            drifts: &report.drifts,
            flaky_tests: &report.flaky_tests,
            top_locators: &report.top_locators,
            impact: &report.impact,
        }
    }
}

/// Strings, numbers and lists of them: there is nothing in a document that JSON cannot hold.
fn text<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::TestEntry;

    #[test]
    fn heals_in_parts_are_the_same_document() {
        for count in [0, 1, HEALS_A_THREAD, 3 * HEALS_A_THREAD + 1] {
            let report = Report {
                tests: vec![TestEntry::new("\n  \"healing_events\": []")],
                heals: (0..count).map(numbered).collect(),
                ..Report::default()
            };
            let document = Document::new(&report, &report.heals);
            let plain = serde_json::to_string_pretty(&document).unwrap();
            assert!(
                json_pretty(&report) == format!("{plain}\n"),
                "differs with {count} heals"
            );
        }
    }

    fn numbered(number: usize) -> Heal {
        Heal {
            id: i64::try_from(number).unwrap(),
            locator: "#a\n  ]\n}".to_owned(),
            ..Heal::default()
        }
    }
}
