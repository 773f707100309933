//! The sections of the report on a terminal, in their order.

use breadcrumb_core::VerdictRecordKind;
use breadcrumb_flaky::State;

use super::lines::{BAD, BOLD, COLUMNS, DIM, GOOD, Lines, PLAIN, WARN};
use crate::heal::{Heal, Look};
use crate::model::Report;
use crate::test::TestEntry;
use crate::text::{fit, width};
use crate::words::{counted, duration, fixed, percent, share, waiting};

/// A section lists no more than this: the rest is counted, and the page has it all.
const SHOWN: usize = 10;
/// What two locators may take of a line: the rest is the indent, the arrow and the confidence,
/// and the decision where there is one.
const HEAL_COLUMNS: usize = COLUMNS - 4 - 4 - 7;
/// What is less alike is no suggestion.
const LEAST_ALIKE: f64 = 0.1;
/// The two best reasons are what people read.
const REASONS: usize = 2;

/// The counts and shares.
pub(super) fn summary(lines: &mut Lines, report: &Report) {
    let days = counted(u64::from(report.period_days), "day");
    lines.title(&format!("Test health, last {days}"));
    let counts = &report.summary;
    lines.line(&[
        (PLAIN, "  tests       "),
        (BOLD, &format!("{:>6}", counts.total)),
    ]);
    for (name, count, style) in [
        ("passing", counts.stable, GOOD),
        ("healed", counts.healed, WARN),
        ("flaky", counts.flaky, WARN),
        ("failing", counts.failing, BAD),
        ("quarantined", counts.quarantined, WARN),
    ] {
        let style = if count == 0 { PLAIN } else { style };
        let share = share(count, counts.total);
        lines.line(&[
            (PLAIN, &format!("  {name:<12}")),
            (style, &format!("{count:>6}")),
            (DIM, &format!("  {share:>7}")),
        ]);
    }
    let runs = match counts.runs {
        0 => String::new(),
        runs => format!(" in {}", counted(runs, "run")),
    };
    let told = format!(
        "{}{runs}: {} passed, {} failed, {} skipped; {}, {} refused, {}",
        counted(counts.attempts, "attempt"),
        counts.passed,
        counts.failed,
        counts.skipped,
        counted(counts.heals, "heal"),
        counts.refusals,
        counted(counts.drifts, "drift alarm"),
    );
    lines.sentence(2, DIM, &told);
    if let Some(told) = waiting(counts.pending) {
        lines.sentence(2, WARN, &told);
    }
    if let Some(told) = fixed(counts.fixed) {
        lines.sentence(2, DIM, &told);
    }
}

/// What is said of a store with nothing in the window.
pub(super) fn nothing(lines: &mut Lines, report: &Report) {
    let days = counted(u64::from(report.period_days), "day");
    lines.sentence(
        2,
        PLAIN,
        &format!("Nothing was recorded in the last {days}."),
    );
    lines.sentence(
        2,
        DIM,
        "Run your tests with Breadcrumb, record reports with `breadcrumb ingest`, or look \
         further back with --days.",
    );
}

/// Tests whose newest attempt failed and counts.
pub(super) fn failing(lines: &mut Lines, report: &Report) {
    let failing: Vec<&TestEntry> = report
        .tests
        .iter()
        .filter(|test| test.is_failing() && !test.is_masked())
        .collect();
    if failing.is_empty() {
        return;
    }
    lines.title(&format!("Failing ({})", failing.len()));
    for test in failing.iter().take(SHOWN) {
        lines.line(&[(BAD, "  failing "), (PLAIN, &test.test_id)]);
        let error = test.errors.first();
        let message = error.and_then(|error| error.message.as_deref().or(error.kind.as_deref()));
        if let Some(message) = message {
            lines.line(&[(DIM, "    "), (DIM, message)]);
        }
    }
    rest(lines, failing.len());
}

/// Refused heals that are open, each with what it could have been.
pub(super) fn refusals(lines: &mut Lines, report: &Report) {
    if report.refusals.is_empty() {
        return;
    }
    lines.title(&format!("Refused heals ({})", report.refusals.len()));
    for look in report.refusals.iter().take(SHOWN) {
        let kind = VerdictRecordKind::words_for(&look.kind);
        lines.line(&[(BAD, &format!("  {kind} ")), (BOLD, &look.locator)]);
        lines.line(&[(DIM, "    "), (DIM, &look.test_id)]);
        match look.suggestions.first() {
            Some(best) if best.confidence >= LEAST_ALIKE => {
                let found = best.locator.as_deref().unwrap_or(&best.description);
                let told = format!("perhaps {found} ({})", percent(best.confidence));
                lines.sentence(4, PLAIN, &told);
                let next = format!("if so: `breadcrumb review --accept {}`", look.id);
                lines.sentence(4, DIM, &next);
            }
            _ => lines.sentence(4, PLAIN, look.message.as_deref().unwrap_or_default()),
        }
    }
    rest(lines, report.refusals.len());
}

/// Locators that find another element than they did.
pub(super) fn drifts(lines: &mut Lines, report: &Report) {
    if report.drifts.is_empty() {
        return;
    }
    lines.title(&format!("Drift alarms ({})", report.drifts.len()));
    for look in report.drifts.iter().take(SHOWN) {
        drift(lines, look);
    }
    rest(lines, report.drifts.len());
}

fn drift(lines: &mut Lines, look: &Look) {
    lines.line(&[
        (WARN, "  drift "),
        (BOLD, &look.locator),
        (DIM, &place(look.source_file.as_deref(), look.source_line)),
    ]);
    lines.line(&[(DIM, "    "), (DIM, &look.test_id)]);
    if let Some(message) = &look.message {
        lines.sentence(4, PLAIN, message);
    }
}

/// Healed tests: the old locator, the new one, how sure, and why.
pub(super) fn heals(lines: &mut Lines, report: &Report) {
    if report.summary.open == 0 {
        return;
    }
    lines.title(&format!(
        "Healed ({})",
        counted(report.summary.open, "locator")
    ));
    let mut last = None;
    for heal in report.open_heals().take(SHOWN) {
        if last != Some(&heal.test_id) {
            lines.line(&[(BOLD, "  "), (BOLD, &heal.test_id)]);
            last = Some(&heal.test_id);
        }
        healed(lines, heal);
        for reason in heal.reasons.iter().take(REASONS) {
            lines.line(&[(DIM, "      "), (DIM, reason)]);
        }
    }
}

/// Writes the old locator and the new one, on two lines where one is too short.
fn healed(lines: &mut Lines, heal: &Heal) {
    let sure = format!("  {}", percent(heal.confidence));
    let (style, mark) = match (heal.decided(), heal.occasion.words()) {
        (Some(word), _) => (GOOD, format!("  {word}")),
        (None, Some(words)) => (WARN, format!("  {words}")),
        (None, None) => (PLAIN, String::new()),
    };
    let new = heal
        .proposed_locator
        .as_deref()
        .unwrap_or("another locator");
    let room = HEAL_COLUMNS - width(&mark);
    let is_short = width(&fit(&heal.locator, COLUMNS)) + width(&fit(new, COLUMNS)) <= room;
    let (old_part, new_part) = ((BAD, heal.locator.as_str()), fit(new, room - 2));
    let ends = [(GOOD, new_part.as_str()), (DIM, &sure), (style, &mark)];
    if is_short {
        let starts = [(PLAIN, "    "), old_part, (PLAIN, " -> ")];
        lines.line(&[&starts[..], &ends[..]].concat());
    } else {
        lines.line(&[(PLAIN, "    "), old_part]);
        lines.line(&[&[(PLAIN, "      -> ")][..], &ends[..]].concat());
    }
}

/// What is healed again and again.
pub(super) fn top_locators(lines: &mut Lines, report: &Report) {
    if report.top_locators.is_empty() {
        return;
    }
    lines.title("Fix these first");
    for top in &report.top_locators {
        let told = format!("  {:>5}x  {:>4}  ", top.count, percent(top.avg_confidence));
        lines.line(&[(PLAIN, &told), (BOLD, &top.locator)]);
        lines.line(&[(DIM, "                "), (DIM, &top.test_id)]);
        if let Some(proposed) = &top.proposed_locator {
            lines.line(&[(PLAIN, "                use "), (GOOD, proposed)]);
        }
    }
}

/// Tests that are in quarantine or found flaky, each with its sentence.
pub(super) fn flaky(lines: &mut Lines, report: &Report) {
    let flaky = || report.tests.iter().filter(|test| test.is_flaky());
    let count = flaky().count();
    if count == 0 {
        return;
    }
    lines.title(&format!("Flaky and quarantined ({count})"));
    for test in flaky().take(SHOWN) {
        let state = State::words_for(&test.state).to_owned();
        let mark = match &test.quarantine {
            None => state,
            Some(entry) if entry.state == "active" => format!("{state}, quarantined"),
            Some(entry) => format!("{state}, quarantine {}", entry.state),
        };
        lines.line(&[(WARN, &format!("  {mark} ")), (BOLD, &test.test_id)]);
        let told = test.reason.as_deref();
        let told = told.or(test.quarantine.as_ref().map(|entry| entry.reason.as_str()));
        lines.sentence(4, PLAIN, told.unwrap_or_default());
        if let Some(entry) = &test.quarantine {
            lines.sentence(4, DIM, &entry.release);
        }
    }
    rest(lines, count);
}

/// What flaky tests cost.
pub(super) fn impact(lines: &mut Lines, report: &Report) {
    let impact = &report.impact;
    if report.summary.flaky == 0 {
        return;
    }
    let told = format!(
        "Flaky tests cost {} in failed attempts and failed {} alone; the quarantine kept {} green.",
        duration(impact.lost_ms),
        counted(impact.red_runs_by_flaky, "run"),
        counted(impact.saved_runs_by_quarantine, "run"),
    );
    lines.title("Cost");
    lines.sentence(2, PLAIN, &told);
}

fn rest(lines: &mut Lines, count: usize) {
    if let Some(more @ 1..) = count.checked_sub(SHOWN) {
        lines.line(&[(DIM, &format!("  and {more} more"))]);
    }
}

/// Returns where a locator stands, with a space before it.
fn place(file: Option<&str>, line: Option<u32>) -> String {
    match (file, line) {
        (Some(file), Some(line)) => format!("  {file}:{line}"),
        (Some(file), None) => format!("  {file}"),
        _ => String::new(),
    }
}
