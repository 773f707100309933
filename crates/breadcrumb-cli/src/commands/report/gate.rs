//! `--fail-on`: what a gate does not let through.

use breadcrumb::report::Report;
use breadcrumb::report::text::plain;

use crate::args_report::FailOn;

/// Names are cut here in a sentence.
const NAME_CHARACTERS: usize = 120;

/// Returns a sentence for each thing that was asked for and found.
pub(super) fn found(report: &Report, asked: &[FailOn]) -> Vec<String> {
    let mut sentences = Vec::new();
    for (n, what) in asked.iter().enumerate() {
        let is_new = !asked.iter().take(n).any(|other| other == what);
        sentences.extend(is_new.then(|| find(report, *what)).flatten());
    }
    sentences
}

fn find(report: &Report, what: FailOn) -> Option<String> {
    let (count, thing, first) = match what {
        FailOn::Healed => (
            report.summary.open,
            "healed locator",
            report.open_heals().next().map(|heal| &heal.locator),
        ),
        FailOn::Drift => (
            report.drifts.len() as u64,
            "drift alarm",
            report.drifts.first().map(|drift| &drift.locator),
        ),
        FailOn::NewFlaky => {
            let mut flaky = report.tests.iter().filter(|test| test.is_new_flaky());
            let first = flaky.next();
            let count = flaky.count() as u64 + u64::from(first.is_some());
            let first = first.map(|test| &test.test_id);
            (count, "flaky test outside of the quarantine", first)
        }
    };
    let first = plain(first?, NAME_CHARACTERS);
    let days = report.period_days;
    Some(if count == 1 {
        format!("failing because of 1 {thing} in the last {days} days: {first}")
    } else {
        let things = thing.replacen("test", "tests", 1);
        let things = if things == thing {
            format!("{thing}s")
        } else {
            things
        };
        format!("failing because of {count} {things} in the last {days} days, e.g. {first}")
    })
}
