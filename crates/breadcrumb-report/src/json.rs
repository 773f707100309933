//! The public format: JSON, with a version. `docs/schema/report-v1.json` describes it.

use serde::Serialize;

use crate::heal::{FlakyTest, Heal, Look, ShortHeal, TopLocator};
use crate::model::{Day, Impact, Report, Summary};
use crate::test::TestEntry;

/// What the format calls itself.
pub const FORMAT: &str = "breadcrumb-report";
/// Its version; another one where a reader of this one would be misled.
pub const VERSION: u32 = 1;

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
    text(&Document::new(report, &report.heals))
}

/// Renders the whole document for people to look at.
#[must_use]
pub fn json_pretty(report: &Report) -> String {
    let document = Document::new(report, &report.heals);
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
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
