//! `breadcrumb flaky list`.

use std::fmt::Write as _;

use breadcrumb::flaky::{Examined, State};
use serde_json::{Value, json};

use super::database::Database;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BAD, BOLD, GOOD, WARN, styled};

/// What is kept of a test that is listed.
struct Row {
    test: String,
    state: State,
    is_quarantined: bool,
    is_suspended: bool,
    tier: &'static str,
    rate: f64,
    sentence: String,
}

pub(super) fn list(database: &Database, all: bool) -> Result<Exit, CommandError> {
    let examination = database.examination()?;
    let mut rows = Vec::new();
    for test_id in examination.test_ids() {
        let entry = examination.entry(test_id);
        for test in examination.examine(test_id) {
            let is_calm = matches!(test.assessment.state, State::Healthy | State::Unknown);
            if !is_calm || entry.is_some() || all {
                let is_suspended = entry.is_some_and(|entry| entry.suspended_at.is_some());
                rows.push(Row::new(test, entry.is_some(), is_suspended));
            }
        }
    }
    // What needs somebody most comes first.
    rows.sort_by(|a, b| {
        a.state
            .urgency()
            .cmp(&b.state.urgency())
            .then(b.rate.total_cmp(&a.rate))
    });
    let incidents = examination.incident_count();
    if database.json {
        let tests: Vec<Value> = rows.iter().map(Row::json).collect();
        let report = json!({"schema_version": 1, "tests": tests, "incidents": incidents});
        output::print_json(&report)?;
    } else {
        output::print(&text(&rows, examination.test_ids().len(), incidents))?;
    }
    let has_found = rows
        .iter()
        .any(|row| row.state.urgency() < State::Unknown.urgency());
    Ok(if has_found {
        Exit::FoundSomething
    } else {
        Exit::Fine
    })
}

impl Row {
    fn new(test: Examined, is_quarantined: bool, is_suspended: bool) -> Self {
        let variant = &test.variant;
        let name = if variant.is_empty() {
            test.test_id
        } else {
            format!("{} [{variant}]", test.test_id)
        };
        Self {
            test: name,
            state: test.assessment.state,
            is_quarantined,
            is_suspended,
            tier: test.tier.name(),
            rate: test.assessment.posterior.flake_rate,
            sentence: test.sentence,
        }
    }

    fn json(&self) -> Value {
        json!({
            "test": self.test,
            "state": self.state,
            "quarantined": self.is_quarantined,
            "suspended": self.is_suspended,
            "tier": self.tier,
            "flake_rate": self.rate,
            "why": self.sentence,
        })
    }
}

fn text(rows: &[Row], tests: usize, incidents: usize) -> String {
    let mut text = String::new();
    for row in rows {
        let style = match row.state {
            State::Broken | State::NewIntermittent | State::Failing => BAD,
            State::Healthy | State::Unknown => GOOD,
            _ => WARN,
        };
        let mark = match (row.is_quarantined, row.is_suspended) {
            (_, true) => ", quarantine suspended",
            (true, _) => ", quarantined",
            _ => "",
        };
        let state = row.state.words();
        let _ = writeln!(
            text,
            "{} {}",
            styled(style, format!("{state}{mark}")),
            styled(BOLD, &row.test)
        );
        let _ = writeln!(text, "  {}", row.sentence);
    }
    let _ = writeln!(text, "{} of {tests} tests listed", rows.len());
    if incidents > 0 {
        let _ = writeln!(
            text,
            "{incidents} runs left out as incidents: too many tests failed at once"
        );
    }
    text
}
