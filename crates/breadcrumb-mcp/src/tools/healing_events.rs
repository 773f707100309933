//! `breadcrumb_healing_events`: the log of heals, newest first.

use breadcrumb::engine::HealState;
use breadcrumb::report::{Heal, HealReader};
use breadcrumb::store::EventFilter;
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::{DB, Tool, World, heal_views};
use crate::arguments::{Arguments, Kind, Parameter};
use crate::context::Context;
use crate::paging::{CURSOR, LogPosition, fitting};
use crate::refusal::Refusal;
use crate::schema::{list, next_cursor, object};

/// How many heals a call looks at for those that are decided as asked; the next page goes on there.
const LOOKED_AT: usize = 5_000;
/// How many of them are read at a time.
const READ_AT_ONCE: usize = 500;

/// What stands for all decisions.
const ANY: &str = "any";

pub(super) const TOOL: Tool = Tool {
    name: "breadcrumb_healing_events",
    title: "List heals",
    description: "Lists heals, newest first: test, locator, reasons, the locator to write instead, and whether the heal is pending, approved, rejected or fixed.",
    parameters: &[
        Parameter::new("test_id", Kind::OptionalText, "Only heals of this test."),
        Parameter::new(
            "decision",
            Kind::Choice {
                words: &[ANY, "pending", "approved", "rejected", "fixed"],
                default: ANY,
            },
            "Only heals in this state. `pending` heals wait for a review; `fixed` heals are no longer needed.",
        ),
        Parameter::new(
            "limit",
            Kind::Count {
                most: 500,
                default: 50,
            },
            "Maximum number of heals per page.",
        ),
        CURSOR,
        DB,
    ],
    world: World::Store,
    output,
    call,
};

fn output() -> JsonObject {
    let heal = object(heal_views::short_schema());
    object(vec![
        ("healing_events", list(heal, "The heals, newest first.")),
        ("next_cursor", next_cursor()),
    ])
}

fn call(context: &Context, arguments: &Arguments<'_>) -> Result<Value, Refusal> {
    let limit = arguments.count("limit") as usize;
    let (found, looked_to) = search(context, arguments, limit)?;
    let shown = found.iter().take(limit).map(heal_views::short);
    let entries = fitting(shown.collect());
    let next = if entries.len() < found.len() {
        let last = entries.len().checked_sub(1);
        last.and_then(|last| found.get(last)).map(position)
    } else {
        looked_to
    };
    let next = next.map(LogPosition::cursor);
    Ok(json!({ "healing_events": entries, "next_cursor": next }))
}

/// Looks for one heal more than asked for, which tells whether there is a next page; returns where
/// it stopped if it was not at the end.
fn search(
    context: &Context,
    arguments: &Arguments<'_>,
    limit: usize,
) -> Result<(Vec<Heal>, Option<LogPosition>), Refusal> {
    let mut at = LogPosition::given(arguments)?;
    let wanted = arguments.text("decision").and_then(HealState::from_name);
    let at_once = limit.max(wanted.map_or(0, |_| READ_AT_ONCE)) + 1;
    let mut filter = EventFilter::new().limit(at_once as u64);
    if let Some(test_id) = arguments.text("test_id") {
        filter = filter.test_id(test_id);
    }
    let store = context.open(arguments)?;
    let reader = HealReader::new(&store)?;
    let (mut found, mut looked_at) = (Vec::new(), 0);
    while found.len() <= limit && looked_at < LOOKED_AT {
        if let Some(at) = at {
            filter = filter.older_than(at.timestamp, at.id);
        }
        let heals = reader.read(&filter)?;
        looked_at += heals.len();
        let is_end = heals.len() < at_once;
        at = heals.last().map(position);
        let is_wanted = |heal: &Heal| wanted.is_none_or(|state| state == heal.decision);
        found.extend(heals.into_iter().filter(is_wanted));
        if is_end {
            return Ok((found, None));
        }
    }
    Ok((found, at))
}

fn position(heal: &Heal) -> LogPosition {
    LogPosition {
        timestamp: heal.timestamp,
        id: heal.id,
    }
}
