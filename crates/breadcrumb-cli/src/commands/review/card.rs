//! A heal as it is put before somebody who decides.

use std::fmt::Write as _;

use breadcrumb::engine::{ElementFingerprint, SourceSite, describe};
use breadcrumb::report::text::{width, wrap};
use breadcrumb::review::ReviewedHeal;

use crate::commands::data::source::{plural, shown, time};
use crate::output::{BOLD, DIM, GOOD, styled};

/// A line of a terminal that nobody has made wider.
const COLUMNS: usize = 80;
/// Where the text begins, behind the longest label.
const INDENT: usize = 11;
/// The best reasons come first; more than these convince nobody.
const MOST_REASONS: usize = 5;
/// A reason is a sentence.
const LINES_OF_A_REASON: usize = 3;
/// Before the second line of a reason.
const HANGING: &str = "  ";

/// What is shown where there is no locator to write into the source.
const NO_PROPOSAL: &str = "an element, no locator proposed";

/// Describes a heal with all that a decision rests on.
pub(super) fn card(heal: &ReviewedHeal, position: usize, count: usize) -> String {
    let mut text = format!(
        "\n{} {} {}\n",
        styled(BOLD, format!("heal {position} of {count}")),
        styled(BOLD, format!("#{}", heal.id)),
        styled(DIM, format!("confidence {}", percent(heal.confidence))),
    );
    row(&mut text, "test", &shown(&heal.test_id));
    let places = places(heal);
    let label = if heal.sites.is_empty() {
        "used"
    } else {
        "written"
    };
    rows(&mut text, label, places.into_iter());
    if let Some(page) = heal.url.as_ref().or(heal.page.as_ref()) {
        row(&mut text, "page", &shown(page));
    }
    row(&mut text, "healed", &how_often(heal));
    if let Some(words) = heal.occasion.words() {
        row(&mut text, "note", words);
    }
    row(&mut text, "locator", &shown(&heal.locator));
    let proposed = match &heal.proposed_locator {
        Some(code) => styled(GOOD, shown(code)),
        None => NO_PROPOSAL.to_owned(),
    };
    row(&mut text, "     ->", &proposed);
    row(&mut text, "element", &shown(&heal.before));
    row(&mut text, "     ->", &shown(&heal.after));
    let reasons = heal.reasons.iter().take(MOST_REASONS);
    rows(&mut text, "why", reasons.flat_map(|reason| lines(reason)));
    let others = others(heal).map(|code| styled(DIM, shown(code)));
    rows(&mut text, "also", others);
    text
}

/// Writes a confidence as people do, and as reports do.
pub(super) fn percent(confidence: f64) -> String {
    format!("{:.0} %", confidence * 100.0)
}

/// Writes a change in one line where it fits, else in two.
pub(super) fn change(old: &str, new: &str) -> String {
    let line = format!("  {old} -> {new}");
    if width(&line) <= COLUMNS {
        line
    } else {
        format!("  {old}\n    -> {new}")
    }
}

/// Returns the locator to use from now on, fit to be shown.
pub(super) fn proposed(heal: &ReviewedHeal) -> String {
    let code = heal.proposed_locator.as_deref();
    code.map_or_else(|| NO_PROPOSAL.to_owned(), shown)
}

/// Returns where the locator is written; where that is not known, the line that was carried out.
pub(super) fn places(heal: &ReviewedHeal) -> Vec<String> {
    places_of(&heal.sites, heal.source_file.as_ref(), heal.source_line)
}

/// The same for anything that knows its sites, or else the line that was carried out.
pub(super) fn places_of(
    sites: &[SourceSite],
    file: Option<&String>,
    line: Option<u32>,
) -> Vec<String> {
    if !sites.is_empty() {
        let sites = sites.iter();
        return sites
            .map(|site| shown(&format!("{}:{}", site.file, site.line)))
            .collect();
    }
    let line = line.map(|line| format!(":{line}"));
    let file = file.into_iter();
    file.map(|file| shown(&format!("{file}{}", line.as_deref().unwrap_or_default())))
        .collect()
}

/// Says how often it was healed, and when last.
pub(super) fn how_often(heal: &ReviewedHeal) -> String {
    let times = plural(heal.events, "time");
    let last = time(Some(heal.last_at));
    if heal.events == 1 {
        format!("{times}, on {last}")
    } else {
        format!("{times}, last on {last}")
    }
}

/// Says what a rejection has done to the baseline.
pub(super) fn baseline(restored: Option<&ElementFingerprint>) -> String {
    match restored {
        Some(element) => format!("the baseline is {} again", shown(&describe(element))),
        None => "the baseline was not this element; it stays as it is".to_owned(),
    }
}

/// Returns the locators that were checked on the page besides the proposed one.
fn others(heal: &ReviewedHeal) -> impl Iterator<Item = &str> {
    let codes = heal.proposals.iter().map(|proposal| proposal.code.as_str());
    codes.filter(|code| Some(*code) != heal.proposed_locator.as_deref())
}

/// Wraps a reason; all lines but its first are indented, so that each is seen to begin.
pub(super) fn lines(reason: &str) -> Vec<String> {
    let lines = wrap(reason, COLUMNS - INDENT - HANGING.len(), LINES_OF_A_REASON);
    let lines = lines.into_iter().enumerate();
    lines
        .map(|(index, line)| match index {
            0 => line,
            _ => format!("{HANGING}{line}"),
        })
        .collect()
}

/// Writes rows of which the first has a label.
pub(super) fn rows(text: &mut String, label: &str, values: impl Iterator<Item = String>) {
    for (index, value) in values.enumerate() {
        row(text, if index == 0 { label } else { "" }, &value);
    }
}

pub(super) fn row(text: &mut String, label: &str, value: &str) {
    let label = format!("{label:<width$}", width = INDENT - 2);
    let _ = writeln!(text, "  {}{value}", styled(DIM, label));
}
