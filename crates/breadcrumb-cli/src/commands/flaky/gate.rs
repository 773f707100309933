//! `breadcrumb gate`: the newest recorded run, judged for CI.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;

use breadcrumb::engine::TestRun;
use breadcrumb::flaky::{Judge, Judged, has_failed};
use breadcrumb::store::RunFilter;
use serde_json::json;

use super::database::Database;
use crate::args_flaky::GateArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BAD, BOLD, GOOD, WARN, styled};

pub(crate) fn gate(args: &GateArgs) -> Result<Exit, CommandError> {
    let database = Database::look_at(&args.database)?;
    let entries = database.manager().entries()?;
    let mut runs = newest_run(&database)?;
    // They come newest first; for a judge the last attempt counts.
    runs.reverse();
    let mut judge = Judge::new(entries.clone(), database.now);
    for run in &runs {
        judge.see(run);
    }
    let judged = judge.finish();
    let is_known = |test: &String| entries.iter().any(|entry| entry.test_id == *test);
    let new_flaky: Vec<String> = mixed(&runs)
        .into_iter()
        .filter(|test| !is_known(test))
        .collect();
    let expired: Vec<&str> = entries
        .iter()
        .filter(|entry| entry.is_expired(database.now))
        .map(|entry| entry.test_id.as_str())
        .collect();
    let cap = database.examination()?.cap();
    let is_over = entries.len() > cap;
    if database.json {
        output::print_json(&json!({
            "schema_version": 1,
            "judged": judged,
            "expired": expired,
            "new_flaky": new_flaky,
            "quarantined": entries.len(),
            "cap": cap,
        }))?;
    } else {
        let mut text = text(&judged);
        for test in &expired {
            let _ = writeln!(
                text,
                "{} {test}: its quarantine has expired",
                styled(BAD, "expired")
            );
        }
        if is_over {
            let _ = writeln!(
                text,
                "{} {} tests in quarantine, {cap} are allowed",
                styled(BAD, "over cap"),
                entries.len()
            );
        }
        for test in new_flaky.iter().filter(|_| args.fail_on_new_flaky) {
            let _ = writeln!(
                text,
                "{} {test}: passed and failed in this run",
                styled(BAD, "new flaky")
            );
        }
        output::print(&text)?;
    }
    let has_masked = args.strict && !judged.masked.is_empty();
    let has_new = args.fail_on_new_flaky && !new_flaky.is_empty();
    Ok(if judged.tests == 0 {
        Exit::NoResults
    } else if !judged.real.is_empty() || has_masked || has_new {
        Exit::FoundSomething
    } else if !expired.is_empty() || is_over {
        Exit::PolicyViolated
    } else {
        Exit::Fine
    })
}

/// Says which failures count and which do not.
pub(super) fn text(judged: &Judged) -> String {
    let mut text = String::new();
    for test in &judged.real {
        let why = test
            .why
            .as_deref()
            .map_or(String::new(), |why| format!(": {why}"));
        let _ = writeln!(text, "{} {}{why}", styled(BAD, "failed"), test.test_id);
    }
    for test in &judged.masked {
        let why = test.why.as_deref().unwrap_or_default();
        let _ = writeln!(
            text,
            "{} {}: {why}",
            styled(WARN, "quarantined"),
            test.test_id
        );
    }
    let (real, masked) = (judged.real.len(), judged.masked.len());
    let verdict = if real > 0 {
        styled(BAD, "red")
    } else {
        styled(GOOD, "green")
    };
    let _ = writeln!(
        text,
        "{verdict}: {} tests, {real} failed, {masked} quarantined",
        styled(BOLD, judged.tests)
    );
    text
}

/// Returns the attempts of the newest run, the newest first.
fn newest_run(database: &Database) -> Result<Vec<TestRun>, CommandError> {
    let mut runs: Vec<TestRun> = Vec::new();
    database
        .store
        .for_each_test_run(&RunFilter::new(), &mut |run| {
            let is_same = runs
                .first()
                .is_none_or(|first| first.details.run_uid == run.details.run_uid);
            if !is_same {
                return ControlFlow::Break(());
            }
            runs.push(run);
            ControlFlow::Continue(())
        })?;
    Ok(runs)
}

/// Returns the tests that passed and failed.
fn mixed(runs: &[TestRun]) -> Vec<String> {
    let mut seen: HashMap<&str, [bool; 2]> = HashMap::new();
    for run in runs {
        if let Some(failed) = has_failed(run.status) {
            let [passed_once, failed_once] = seen.entry(&run.test_id).or_default();
            *passed_once |= !failed;
            *failed_once |= failed;
        }
    }
    let mixed = seen.into_iter().filter(|(_, both)| *both == [true, true]);
    let mut mixed: Vec<String> = mixed.map(|(test, _)| test.to_owned()).collect();
    mixed.sort();
    mixed
}
