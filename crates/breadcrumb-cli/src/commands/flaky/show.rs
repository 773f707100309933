//! `breadcrumb flaky show`.

use std::fmt::Write as _;

use breadcrumb::engine::TestRun;
use breadcrumb::flaky::{Cause, Examined, causes, has_failed};
use breadcrumb::store::RunFilter;
use serde_json::json;

use super::database::Database;
use crate::commands::data::nearest::Nearest;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BOLD, DIM, styled};

/// How many runs the strip shows.
const STRIP: usize = 50;
/// How many runs causes are looked for in.
const RUNS: u64 = 1_000;

pub(super) fn show(database: &Database, test_id: &str) -> Result<Exit, CommandError> {
    let examination = database.examination()?;
    let tests = examination.examine(test_id);
    if tests.is_empty() {
        return Err(unknown_test(test_id, examination.test_ids()));
    }
    let runs = database
        .store
        .test_runs(&RunFilter::new().test_id(test_id).limit(RUNS))?;
    let before = |run: &TestRun| database.store.test_before(run).ok().flatten();
    let found = causes(&runs, before);
    if database.json {
        let variants: Vec<_> = tests
            .iter()
            .map(|test| {
                json!({
                    "variant": test.variant,
                    "state": test.assessment.state,
                    "tier": test.tier,
                    "posterior": test.assessment.posterior,
                    "why": test.sentence,
                    "decision": test.decision(),
                })
            })
            .collect();
        output::print_json(&json!({
            "schema_version": 1,
            "test": test_id,
            "variants": variants,
            "causes": found,
            "quarantine": examination.entry(test_id),
        }))?;
    } else {
        let mut text = format!("{}\n", styled(BOLD, test_id));
        for test in &tests {
            text.push_str(&variant(test));
        }
        text.push_str(&strip(&runs));
        text.push_str(&shown_causes(&found));
        output::print(&text)?;
    }
    Ok(Exit::Fine)
}

/// Makes sure that attempts of a test are recorded.
pub(super) fn known_test(database: &Database, test_id: &str) -> Result<(), CommandError> {
    let ids = database.store.test_ids()?;
    if ids.iter().any(|id| id == test_id) {
        return Ok(());
    }
    Err(unknown_test(test_id, ids.iter().map(String::as_str)))
}

/// Says that no attempt of a test is recorded, with the test that was probably meant.
pub(super) fn unknown_test<'a>(
    test_id: &str,
    ids: impl IntoIterator<Item = &'a str>,
) -> CommandError {
    let mut nearest = Nearest::to(test_id);
    for id in ids {
        nearest.see(id);
    }
    let hint = match nearest.name() {
        Some(name) => format!("did you mean `{name}`?"),
        None => "run `breadcrumb flaky list --all` to list all tests; quote an id with brackets"
            .to_owned(),
    };
    CommandError::input(format!("no run of `{test_id}` is recorded"), hint)
}

fn variant(test: &Examined) -> String {
    let posterior = test.assessment.posterior;
    let (low, high) = posterior.interval;
    let mut out = String::new();
    if !test.variant.is_empty() {
        let _ = writeln!(out, "  variant   {}", test.variant);
    }
    let _ = writeln!(out, "  status    {}", test.assessment.state.words());
    let _ = writeln!(
        out,
        "  changes   {} (tier: how often recent runs changed the outcome)",
        test.tier
    );
    let _ = writeln!(
        out,
        "  rate      flake rate {:.1} % ({:.1} to {:.1} %): share of attempts that fail on good code",
        posterior.flake_rate * 100.0,
        low * 100.0,
        high * 100.0
    );
    let _ = writeln!(
        out,
        "  model     {:.0} % likely to be flaky, {:.0} % likely to be broken now",
        posterior.p_flaky * 100.0,
        posterior.p_broken * 100.0
    );
    let _ = writeln!(out, "  why       {}", test.sentence);
    let _ = writeln!(out, "  decision  {}", test.decision());
    out
}

fn strip(runs: &[TestRun]) -> String {
    let letters = runs.iter().filter_map(|run| {
        has_failed(run.status).map(|failed| match (failed, run.healed) {
            (true, _) => 'F',
            (false, true) => 'H',
            (false, false) => '.',
        })
    });
    let mut letters: Vec<char> = letters.take(STRIP).collect();
    letters.reverse();
    let strip: String = letters.into_iter().collect();
    format!(
        "  runs      {strip} {}\n",
        styled(DIM, "(newest last, F failed, H healed)")
    )
}

fn shown_causes(found: &[Cause]) -> String {
    let mut text = String::new();
    for cause in found {
        let name = serde_json::to_value(cause.kind).ok();
        let name = name
            .as_ref()
            .and_then(|name| name.as_str())
            .unwrap_or_default()
            .replace('_', " ");
        let _ = writeln!(text, "  hint      {name}: {}", cause.evidence);
    }
    text
}
