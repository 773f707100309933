//! `breadcrumb events`.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use breadcrumb::engine::{ElementFingerprint, HealState, identity_digest};
use breadcrumb::store::{
    DecisionStore as _, Decisions, EventFilter, HealDepth, HealRow, Store as _,
};
use serde_json::{Value, json};

use super::source::{look_at, plural, shown, time};
use crate::args_data::EventsArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BAD, BOLD, DIM, GOOD, styled};

pub(crate) fn events(args: &EventsArgs) -> Result<Exit, CommandError> {
    let store = look_at(&args.database)?;
    let mut filter = EventFilter::new();
    // Only one test, or all of them, can be counted by an index.
    match &args.tests.test {
        Some(test) if args.tests.exact => filter = filter.test_id(test).limit(args.limit),
        Some(_) => {}
        None => filter = filter.limit(args.limit),
    }
    if let Some(locator) = &args.locator {
        filter = filter.locator(locator);
    }
    let mut heals = Vec::new();
    let visited = store.for_each_heal_row(&filter, HealDepth::Whole, &mut |heal| {
        if heals.len() as u64 == args.limit {
            return ControlFlow::Break(());
        }
        if args.tests.has(&heal.test_id) {
            heals.push(heal);
        }
        ControlFlow::Continue(())
    })?;
    let decisions = store.decisions()?;
    let heals: Vec<(HealRow, HealState)> = heals
        .into_iter()
        .map(|heal| {
            let state = state(&heal, &decisions);
            (heal, state)
        })
        .collect();
    if args.database.json {
        let events: Vec<Value> = heals.iter().map(as_json).collect();
        let report = json!({"schema_version": 1, "events": events, "skipped": visited.skipped});
        output::print_json(&report)?;
    } else {
        output::print(&text(&heals, visited.skipped))?;
    }
    Ok(Exit::Fine)
}

/// Returns what is decided about the heal that an event belongs to.
fn state(heal: &HealRow, decisions: &Decisions) -> HealState {
    let healed = heal.whole.as_ref().map(|whole| &whole.healed_json);
    // Where nobody has decided anything, no fingerprint needs to be read.
    let healed = healed.filter(|_| !decisions.is_empty());
    let healed = healed.and_then(|json| ElementFingerprint::from_json(json).ok());
    let decision = healed
        .and_then(|healed| decisions.get(&heal.test_id, &heal.locator, &identity_digest(&healed)));
    decision.map_or(HealState::Pending, |decision| decision.state)
}

fn as_json((heal, state): &(HealRow, HealState)) -> Value {
    let whole = heal.whole.as_ref();
    let parsed = |json: Option<&str>| -> Value {
        // What cannot be read is shown as the text that it is.
        json.map_or(Value::Null, |json| {
            serde_json::from_str(json).unwrap_or_else(|_| Value::from(json))
        })
    };
    json!({
        "id": heal.id,
        "timestamp": heal.timestamp,
        "test_id": heal.test_id,
        "locator": heal.locator,
        "confidence": heal.confidence,
        "state": state,
        "proposed_locator": heal.proposed_locator,
        "original": parsed(whole.map(|whole| whole.original_json.as_str())),
        "healed": parsed(whole.map(|whole| whole.healed_json.as_str())),
        "reasons": parsed(whole.and_then(|whole| whole.reasons_json.as_deref())),
        "page": whole.and_then(|whole| whole.page_key.as_deref()),
        "action": whole.and_then(|whole| whole.action.as_deref()),
        "source_file": whole.and_then(|whole| whole.source_file.as_deref()),
        "source_line": whole.and_then(|whole| whole.source_line),
    })
}

fn text(heals: &[(HealRow, HealState)], skipped: u64) -> String {
    let mut text = String::new();
    for (heal, state) in heals {
        let tag = match state {
            HealState::Pending => String::new(),
            HealState::Approved | HealState::Fixed => format!(" {}", styled(GOOD, state)),
            HealState::Rejected => format!(" {}", styled(BAD, state)),
        };
        let _ = writeln!(
            text,
            "{} {} {} {}{tag}",
            styled(BOLD, format!("#{}", heal.id)),
            time(Some(heal.timestamp)),
            shown(&heal.test_id),
            styled(DIM, format!("confidence {:.0} %", heal.confidence * 100.0)),
        );
        let proposed = heal
            .proposed_locator
            .as_deref()
            .map_or_else(|| "an element, no locator proposed".to_owned(), shown);
        let _ = writeln!(text, "  {} -> {proposed}", shown(&heal.locator));
        if let Some(change) = heal.whole.as_ref().and_then(|whole| {
            let old = described(&whole.original_json)?;
            Some(format!("{old} -> {}", described(&whole.healed_json)?))
        }) {
            let _ = writeln!(text, "  {change}");
        }
        if let Some(reason) = reason(heal) {
            let _ = writeln!(text, "  why: {}", shown(&reason));
        }
    }
    let _ = writeln!(text, "{} shown", plural(heals.len() as u64, "heal"));
    if skipped > 0 {
        let more = plural(skipped, "heal");
        let _ = writeln!(
            text,
            "{more} cannot be read; `breadcrumb doctor` names them"
        );
    }
    text
}

/// Describes an element in a few words: its tag and its text.
fn described(json: &str) -> Option<String> {
    let element = ElementFingerprint::from_json(json).ok()?;
    let tag = shown(element.tag());
    Some(match element.text() {
        "" => format!("<{tag}>"),
        text => format!("<{tag}> \"{}\"", shown(text)),
    })
}

fn reason(heal: &HealRow) -> Option<String> {
    let json = heal.whole.as_ref()?.reasons_json.as_deref()?;
    let reasons: Vec<String> = serde_json::from_str(json).ok()?;
    (!reasons.is_empty()).then(|| reasons.join("; "))
}
