//! The public format: JSON, with a version. `docs/schema/report-v1.json` describes it.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter as _, Serializer};

use crate::heal::{FlakyTest, Heal, Look, ShortHeal, StoredJson, TopLocator};
use crate::heal_record::HealRecord;
use crate::lines::Lines;
use crate::model::{Day, Impact, Report, Summary};
use crate::test::TestEntry;

/// What the format calls itself.
pub const FORMAT: &str = "breadcrumb-report";
/// Its version; another one where a reader of this one would be misled.
pub const VERSION: u32 = 1;

/// What a test and a heal take without the elements, more or less.
const TEST_ROOM: usize = 1_024;
const HEAL_ROOM: usize = 2_048;

/// How the list of heals looks where there are none, and how deep it is.
const NO_HEALS: &str = "\n  \"healing_events\": []";
const LIST_DEPTH: usize = 2;

/// Some heals as the document's list has them; each begins with a comma.
#[derive(Default)]
pub struct HealLines(Vec<u8>);

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

/// Renders the whole document for people to look at: a line for each test and each heal.
#[must_use]
pub fn json_lines(report: &Report) -> String {
    let mut text = Vec::with_capacity(room(report));
    // A list in memory takes all that is written to it.
    let _ = write_json_lines(report, [in_list(&report.heals)], &mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// Writes what [`json_lines`] renders, with heals that come from elsewhere, part by part, so that they need not all be
/// in memory. The heals of the report itself are not in the document.
pub fn write_json_lines(
    report: &Report,
    heals: impl IntoIterator<Item = io::Result<HealLines>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let no_heals: &[Heal] = &[];
    let around = in_lines(&Document::new(report, no_heals))?;
    // A line break in a text is written as `\\n`, so this is the list and no test's name.
    let (before, after) = around.split_once(NO_HEALS).unwrap_or((&around, ""));
    out.write_all(before.as_bytes())?;
    out.write_all(b"\n  \"healing_events\": [")?;
    let mut has_any = false;
    for part in heals {
        let HealLines(text) = part?;
        // Each heal begins with a comma, and the first one has nothing before it.
        out.write_all(text.get(usize::from(!has_any)..).unwrap_or_default())?;
        has_any |= !text.is_empty();
    }
    let end = if has_any { "\n  ]" } else { "]" };
    out.write_all(end.as_bytes())?;
    out.write_all(after.as_bytes())?;
    out.write_all(b"\n")
}

fn in_list(heals: &[Heal]) -> io::Result<HealLines> {
    let mut lines = HealLines::default();
    heals
        .iter()
        .try_for_each(|heal| lines.push(&heal.record()))?;
    Ok(lines)
}

fn in_lines<T: Serialize>(value: &T) -> io::Result<String> {
    let mut text = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut text, Lines::new()))?;
    String::from_utf8(text).map_err(io::Error::other)
}

impl HealLines {
    /// Starts a part with room for so many bytes.
    #[must_use]
    pub fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    /// Adds a heal.
    pub fn push(&mut self, heal: &HealRecord<'_>) -> io::Result<()> {
        Lines::at(LIST_DEPTH).begin_array_value(&mut self.0, false)?;
        Ok(serde_json::to_writer(&mut self.0, heal)?)
    }
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
    fn heals_from_elsewhere_are_the_same_document() {
        for count in [0, 1, 200] {
            let report = Report {
                tests: vec![TestEntry::new("\n  \"healing_events\": []")],
                heals: (0..count).map(numbered).collect(),
                ..Report::default()
            };
            let document = Document::new(&report, &report.heals);
            let plain = in_lines(&document).unwrap();
            assert!(
                json_lines(&report) == format!("{plain}\n"),
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
