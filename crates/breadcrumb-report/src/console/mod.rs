//! The report on a terminal: 80 columns, what needs somebody first.

mod lines;
mod sections;

use lines::Lines;

use crate::model::Report;

/// Whether colors are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coloring {
    /// Nothing but text.
    Plain,
    /// With the escapes of ANSI terminals.
    Ansi,
}

/// Renders a report in at most 80 columns.
#[must_use]
pub fn console(report: &Report, coloring: Coloring) -> String {
    let mut lines = Lines::new(coloring);
    sections::summary(&mut lines, report);
    if report.summary.total == 0 && report.summary.heals == 0 && report.tests.is_empty() {
        sections::nothing(&mut lines, report);
        return lines.text();
    }
    sections::failing(&mut lines, report);
    sections::refusals(&mut lines, report);
    sections::drifts(&mut lines, report);
    sections::heals(&mut lines, report);
    sections::top_locators(&mut lines, report);
    sections::flaky(&mut lines, report);
    sections::impact(&mut lines, report);
    lines.text()
}
