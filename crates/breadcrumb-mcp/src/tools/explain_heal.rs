//! `breadcrumb_explain_heal`: why one heal was made.

use breadcrumb::report::heals;
use breadcrumb::store::EventFilter;
use rmcp::model::JsonObject;
use serde_json::Value;

use super::{DB, Tool, World, heal_views};
use crate::arguments::{Arguments, Kind, Parameter};
use crate::context::Context;
use crate::refusal::Refusal;
use crate::schema::object;

pub(super) const TOOL: Tool = Tool {
    name: "breadcrumb_explain_heal",
    title: "Explain a heal",
    description: "Says why one locator was healed: the element before and after, each signal's \
                  score and weight, the reasons, the next best element and how far behind it was, \
                  and the locator to write instead.",
    parameters: &[
        Parameter::new(
            "event_id",
            Kind::Id,
            "The `id` of a heal, as `breadcrumb_healing_events` lists it.",
        ),
        DB,
    ],
    world: World::Store,
    output,
    call,
};

fn output() -> JsonObject {
    object(heal_views::whole_schema())
}

fn call(context: &Context, arguments: &Arguments<'_>) -> Result<Value, Refusal> {
    let id = arguments.id("event_id").unwrap_or_default();
    let found = heals(&context.open(arguments)?, &EventFilter::new().id(id))?;
    let heal = found.first().ok_or_else(|| no_heal(id))?;
    Ok(heal_views::whole(heal))
}

/// There is no heal with this id.
pub(super) fn no_heal(id: i64) -> Refusal {
    Refusal::new(
        format!("there is no heal with the id {id}"),
        "`breadcrumb_healing_events` lists the heals with their ids",
    )
}
