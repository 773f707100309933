//! Locators that match another element than they used to.

use std::fmt::Write as _;

use breadcrumb::review::{OpenDrift, accept_drift, open_drifts};

use super::super::data::source::{change, look_at};
use crate::args_review::ReviewArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output;

pub(super) fn list(args: &ReviewArgs) -> Result<Exit, CommandError> {
    let mut open = open_drifts(&look_at(&args.database)?, None)?;
    open.retain(|drift| args.tests.has(&drift.test_id));
    if args.database.json {
        output::print_json(&open)?;
    } else {
        output::print(&text(&open))?;
    }
    Ok(Exit::Fine)
}

pub(super) fn accept(args: &ReviewArgs, test: &str, locator: &str) -> Result<Exit, CommandError> {
    let accepted = accept_drift(&change(&args.database)?, test, locator)?;
    let line = if accepted == 0 {
        format!("no drift of `{locator}` is known in {test}\n")
    } else {
        format!("accepted: `{locator}` in {test}\n")
    };
    output::print(&line)?;
    Ok(if accepted == 0 {
        Exit::FoundSomething
    } else {
        Exit::Fine
    })
}

fn text(open: &[OpenDrift]) -> String {
    if open.is_empty() {
        return "no drifts are open\n".to_owned();
    }
    let mut text = String::new();
    for drift in open {
        let _ = writeln!(text, "{}\n  {}", drift.test_id, drift.message);
    }
    text
}
