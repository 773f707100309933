//! `breadcrumb gate`: the run of this job, judged for CI.

use std::fmt::Write as _;

use breadcrumb::flaky::{AutoUpdate, CiRun, FailedTest, Gate, Judged, Selection};
use serde_json::json;

use super::database::Database;
use crate::args_flaky::GateArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BAD, BOLD, GOOD, WARN, styled};

pub(crate) fn gate(args: &GateArgs) -> Result<Exit, CommandError> {
    let (database, can_write) = Database::keep(&args.database)?;
    let mut update = AutoUpdate::default();
    if can_write {
        match database.update_quarantine() {
            Ok(done) => update = done,
            // A gate that cannot write judges by the quarantine as it is.
            Err(error) => output::print_error(&error),
        }
    }
    let entries = database.manager().entries()?;
    let selection = selection(args);
    let mut gate = Gate::judge(database.store.as_ref(), &selection, &entries, database.now)?;
    if gate.runs.len() < args.shards && !gate.runs.is_empty() {
        let (found, wanted) = (gate.runs.len(), args.shards);
        let text = format!("{found} of {wanted} runs are recorded: a shard or a leg is lost");
        gate.missing.push(text);
    }
    let is_known = |test: &String| entries.iter().any(|entry| entry.test_id == *test);
    gate.mixed.retain(|test| !is_known(test));
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
            "runs": gate.runs,
            "judged": gate.judged,
            "missing": gate.missing,
            "unexplained": gate.unexplained,
            "expired": expired,
            "new_flaky": gate.mixed,
            "healed": gate.healed,
            "quarantined": entries.len(),
            "cap": cap,
            "changes": update,
        }))?;
    } else {
        let over = is_over.then_some((entries.len(), cap));
        let is_incomplete = !gate.missing.is_empty();
        let text = changes(&update)
            + &failures(&gate.judged)
            + &problems(args, &gate, &expired, over)
            + &subject(&gate, &selection, database.now)
            + &verdict(&gate.judged, is_red(args, &gate), is_incomplete)
            + &healed(&gate);
        output::print(&text)?;
    }
    Ok(if is_red(args, &gate) {
        Exit::FoundSomething
    } else if !gate.missing.is_empty() {
        Exit::NoResults
    } else if !expired.is_empty() || is_over {
        Exit::PolicyViolated
    } else {
        Exit::Fine
    })
}

/// Says what has changed in the quarantine.
pub(super) fn changes(update: &AutoUpdate) -> String {
    let sentences = update.sentences().into_iter();
    sentences.map(|sentence| sentence + "\n").collect()
}

/// Says what is wrong beside failed tests: the quarantine with its size and cap, and the runs.
fn problems(
    args: &GateArgs,
    gate: &Gate,
    expired: &[&str],
    over: Option<(usize, usize)>,
) -> String {
    let mut text = String::new();
    let mut say = |mark: &str, sentence: &str| {
        let _ = writeln!(text, "{} {sentence}", styled(BAD, mark));
    };
    for test in expired {
        say("expired", &format!("{test}: its quarantine has expired"));
    }
    if let Some((count, cap)) = over {
        let sentence = format!("{count} tests in quarantine, {cap} are allowed");
        say("over cap", &sentence);
    }
    for test in gate.mixed.iter().filter(|_| args.fail_on_new_flaky) {
        say(
            "new flaky",
            &format!("{test}: passed and failed in this run"),
        );
    }
    for sentence in &gate.unexplained {
        say("failed", sentence);
    }
    for sentence in &gate.missing {
        say("missing", sentence);
    }
    text
}

/// Says which runs were judged, so that nobody takes them for others.
fn subject(gate: &Gate, selection: &Selection, now: f64) -> String {
    let (Some(first), Some(began)) = (gate.runs.first(), gate.last_began) else {
        return String::new();
    };
    let began = ago(now - began);
    match (selection, gate.runs.len()) {
        (Selection::Id(id), 1) => format!("judged the run of `{id}`, which began {began}\n"),
        (Selection::Id(id), runs) => {
            format!("judged {runs} runs of `{id}`, the last of which began {began}\n")
        }
        _ => format!("judged the last run, `{first}`, which began {began}\n"),
    }
}

/// Writes how long ago something was.
fn ago(seconds: f64) -> String {
    let units = [("day", 86_400.0), ("hour", 3_600.0), ("minute", 60.0)];
    let seconds = seconds.max(0.0);
    let (unit, count) = units
        .into_iter()
        .map(|(unit, length)| (unit, (seconds / length).floor()))
        .find(|(_, count)| *count >= 1.0)
        .unwrap_or(("second", seconds.floor()));
    let count = format!("{count:.0}");
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {unit}{plural} ago")
}

fn selection(args: &GateArgs) -> Selection {
    let ci = || CiRun::detect(&|name| std::env::var_os(name));
    match args.run.clone().or_else(|| Some(ci()?.pipeline)) {
        Some(id) => Selection::Id(id),
        None => Selection::Last,
    }
}

/// Whether something has failed that counts.
fn is_red(args: &GateArgs, gate: &Gate) -> bool {
    let has_masked = args.strict && !gate.judged.masked.is_empty();
    let has_new = args.fail_on_new_flaky && !gate.mixed.is_empty();
    !gate.judged.real.is_empty() || !gate.unexplained.is_empty() || has_masked || has_new
}

/// Says which failures count and which do not, and what follows.
pub(super) fn text(judged: &Judged) -> String {
    failures(judged) + &verdict(judged, !judged.real.is_empty(), false)
}

/// Says which failures count and which do not.
fn failures(judged: &Judged) -> String {
    let mut text = String::new();
    for test in &judged.real {
        let why = test
            .why
            .as_deref()
            .map_or(String::new(), |why| format!(": {why}"));
        let _ = writeln!(text, "{} {}{why}", styled(BAD, "failed"), name(test));
    }
    for test in &judged.masked {
        let why = test.why.as_deref().unwrap_or_default();
        let _ = writeln!(
            text,
            "{} {}: {why}",
            styled(WARN, "quarantined"),
            name(test)
        );
    }
    text
}

/// Names a test and the leg that it failed on.
fn name(test: &FailedTest) -> String {
    if test.variant.is_empty() {
        test.test_id.clone()
    } else {
        format!("{} [{}]", test.test_id, test.variant)
    }
}

fn verdict(judged: &Judged, is_red: bool, is_incomplete: bool) -> String {
    let (real, masked) = (judged.real.len(), judged.masked.len());
    let word = match (is_red, is_incomplete) {
        (true, _) => styled(BAD, "red"),
        (false, true) => styled(BAD, "no verdict"),
        (false, false) => styled(GOOD, "green"),
    };
    let tests = styled(BOLD, judged.tests);
    let noun = if judged.tests == 1 { "test" } else { "tests" };
    format!("{word}: {tests} {noun}, {real} failed, {masked} quarantined\n")
}

/// Says how much of what passed was healed: it is green, and somebody should look.
fn healed(gate: &Gate) -> String {
    let count = gate.healed.len();
    if count == 0 {
        return String::new();
    }
    let noun = if count == 1 { "test" } else { "tests" };
    format!("{count} {noun} passed only because healed: see `breadcrumb report`\n")
}
