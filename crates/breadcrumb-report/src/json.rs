//! The public format: JSON, with a version. `docs/schema/report-v1.json` describes it.

use std::io::{self, Write};
use std::num::NonZero;
use std::sync::mpsc;
use std::thread;

use serde::Serialize;

use crate::heal::{FlakyTest, Heal, Look, ShortHeal, StoredJson, TopLocator};
use crate::model::{Day, Impact, Report, Summary};
use crate::test::TestEntry;

/// What the format calls itself.
pub const FORMAT: &str = "breadcrumb-report";
/// Its version; another one where a reader of this one would be misled.
pub const VERSION: u32 = 1;

/// How many heals are rendered at a time: a part of half a megabyte is still in the processor's cache when it is written.
const HEALS_A_PART: usize = 200;
/// How many parts may wait to be written.
const PARTS_AHEAD: usize = 2;

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
    let mut text = Vec::with_capacity(room(report));
    // A list in memory takes all that is written to it.
    let _ = write_json_pretty(report, &mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// Writes what [`json_pretty`] renders, piece by piece: the whole text is larger than the report.
pub fn write_json_pretty(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let no_heals: &[Heal] = &[];
    let around = serde_json::to_string_pretty(&Document::new(report, no_heals))?;
    // A line break in a text is written as `\\n`, so this is the list and no test's name.
    let (before, after) = around
        .split_once("\n  \"healing_events\": []")
        .unwrap_or((&around, ""));
    write!(out, "{before}\n  \"healing_events\": [")?;
    write_pretty_heals(&report.heals, out)?;
    let end = if report.heals.is_empty() { "" } else { "\n  " };
    writeln!(out, "{end}]{after}")
}

/// Writes the heals as they stand in the document. On a large store they are nearly all of it, so each
/// processor renders every so manieth part, and they are written in turn.
fn write_pretty_heals(heals: &[Heal], out: &mut dyn Write) -> io::Result<()> {
    let parts: Vec<&[Heal]> = heals.chunks(HEALS_A_PART).collect();
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = threads.min(parts.len()).max(1);
    thread::scope(|scope| {
        let parts = &parts;
        let render = |first: usize| {
            let (done, rendered) = mpsc::sync_channel(PARTS_AHEAD);
            scope.spawn(move || {
                for (n, part) in parts.iter().enumerate().skip(first).step_by(threads) {
                    // Nobody takes it where writing has failed.
                    if done.send(pretty_part(part, n == 0)).is_err() {
                        break;
                    }
                }
            });
            rendered
        };
        let rendered: Vec<_> = (0..threads).map(render).collect();
        for part in rendered.iter().cycle().take(parts.len()) {
            let text = part.recv().map_err(io::Error::other)?;
            out.write_all(text.as_bytes())?;
        }
        Ok(())
    })
}

/// Renders some heals as a list two levels down, without its brackets.
fn pretty_part(heals: &[Heal], is_first: bool) -> String {
    #[derive(Serialize)]
    struct Around<'a> {
        heals: &'a [Heal],
    }
    let mut text = Vec::with_capacity(heals.iter().map(heal_room).sum());
    let _ = serde_json::to_writer_pretty(&mut text, &Around { heals });
    let text = String::from_utf8(text).unwrap_or_default();
    let inside = text
        .strip_prefix("{\n  \"heals\": [")
        .and_then(|text| text.strip_suffix("\n  ]\n}"))
        .unwrap_or_default();
    format!("{}{inside}", if is_first { "" } else { "," })
}

/// Guesses how long a document gets: a text of megabytes that grows step by step is moved each time.
fn room(report: &Report) -> usize {
    let heals = report.heals.iter().map(heal_room);
    heals.sum::<usize>() + report.tests.len() * TEST_ROOM
}

fn heal_room(heal: &Heal) -> usize {
    let stored = |json: &Option<StoredJson>| json.as_ref().map_or(0, |json| json.get().len());
    let elements = [&heal.original, &heal.healed, &heal.runner_up];
    HEAL_ROOM + elements.map(stored).iter().sum::<usize>()
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
        for count in [0, 1, HEALS_A_PART, 3 * HEALS_A_PART + 1] {
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
