//! `breadcrumb_healing_events`: the log of heals, newest first.

use breadcrumb::report::heals;
use breadcrumb::store::EventFilter;
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::{DB, Tool, World, heal_views};
use crate::arguments::{Arguments, Kind, Parameter};
use crate::context::Context;
use crate::paging::{CURSOR, LogPosition, fitting};
use crate::refusal::Refusal;
use crate::schema::{list, next_cursor, object};

pub(super) const TOOL: Tool = Tool {
    name: "breadcrumb_healing_events",
    title: "List heals",
    description: "Lists the locators that were healed, newest first: which test, what it looked \
                  for, why another element was taken, and what to write instead.",
    parameters: &[
        Parameter::new("test_id", Kind::OptionalText, "Only heals of this test."),
        Parameter::new(
            "limit",
            Kind::Count {
                most: 500,
                default: 50,
            },
            "How many heals a page has at most.",
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
    let at = LogPosition::given(arguments)?;
    let limit = arguments.count("limit");
    // One more tells whether there is a next page.
    let mut filter = EventFilter::new().limit(u64::from(limit) + 1);
    if let Some(test_id) = arguments.text("test_id") {
        filter = filter.test_id(test_id);
    }
    if let Some(at) = at {
        filter = filter.older_than(at.timestamp, at.id);
    }
    let found = heals(&context.open(arguments)?, &filter)?;
    let shown = found.iter().take(limit as usize).map(heal_views::short);
    let entries = fitting(shown.collect());
    let last = entries
        .len()
        .checked_sub(1)
        .and_then(|last| found.get(last));
    let next = last.filter(|_| entries.len() < found.len()).map(|heal| {
        LogPosition {
            timestamp: heal.timestamp,
            id: heal.id,
        }
        .cursor()
    });
    Ok(json!({ "healing_events": entries, "next_cursor": next }))
}
