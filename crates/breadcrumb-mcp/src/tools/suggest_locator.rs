//! `breadcrumb_suggest_locator`: what to write instead of a locator.

use breadcrumb::report::heals;
use breadcrumb::store::{EventFilter, Store as _};
use breadcrumb::suggest::suggestions;
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::explain_heal::no_heal;
use super::{DB, Tool, World};
use crate::arguments::{Arguments, Kind, Parameter};
use crate::context::Context;
use crate::paging::fitting;
use crate::refusal::Refusal;
use crate::schema::{flag, list, object, optional_number, optional_text, text};

pub(super) const TOOL: Tool = Tool {
    name: "breadcrumb_suggest_locator",
    title: "Suggest a locator",
    description: "Suggests what to write instead of a locator that broke, the best first: locators \
                  for the element of its newest heal, or for the suggestions of its newest refused \
                  heal; each says which element it is for, and whether it was seen to match one \
                  element. Where the locator never failed, they come from its fingerprint. Name \
                  the locator by `test_id` and `locator`, or by the `event_id` of a heal.",
    parameters: &[
        Parameter::new(
            "test_id",
            Kind::OptionalText,
            "The test that has the locator.",
        ),
        Parameter::new(
            "locator",
            Kind::OptionalText,
            "The locator as it is recorded, e.g. `#login-btn`.",
        ),
        Parameter::new(
            "event_id",
            Kind::OptionalId,
            "The `id` of a heal, instead of the two.",
        ),
        DB,
    ],
    world: World::Store,
    output,
    call,
};

fn output() -> JsonObject {
    let suggestion = object(vec![
        (
            "locator",
            text("The locator, as Playwright for Python writes it."),
        ),
        ("element", text("The element that it is for, in words.")),
        (
            "source",
            json!({ "enum": ["heal", "refusal", "fingerprint"] }),
        ),
        (
            "checked",
            flag("Whether it was seen to match one element of a real page."),
        ),
        (
            "confidence",
            optional_number("How sure the healer was of the element."),
        ),
        (
            "reasons",
            json!({ "type": "array", "items": { "type": "string" } }),
        ),
        (
            "event_id",
            json!({ "type": ["integer", "null"], "description": "The heal or the refused heal." }),
        ),
        (
            "timestamp",
            optional_number("When that was, in seconds since 1970."),
        ),
    ]);
    object(vec![
        ("test_id", text("The test.")),
        ("locator", text("The locator to replace.")),
        (
            "best",
            optional_text(
                "The first suggestion that nothing speaks against; null where there is none.",
            ),
        ),
        ("suggestions", list(suggestion, "The best first.")),
    ])
}

fn call(context: &Context, arguments: &Arguments<'_>) -> Result<Value, Refusal> {
    let named = (
        arguments.text("test_id"),
        arguments.text("locator"),
        arguments.id("event_id"),
    );
    let by_event = match named {
        (None, None, Some(id)) => Some(id),
        (Some(_), Some(_), None) => None,
        _ => {
            return Err(Refusal::new(
                "`breadcrumb_suggest_locator` needs to know which locator",
                "give `test_id` and `locator`, or `event_id` alone",
            ));
        }
    };
    let store = context.open(arguments)?;
    let (test_id, locator) = match by_event {
        Some(id) => {
            let found = heals(&store, &EventFilter::new().id(id))?
                .into_iter()
                .next();
            let heal = found.ok_or_else(|| no_heal(id))?;
            (heal.test_id, heal.locator)
        }
        None => (
            named.0.unwrap_or_default().to_owned(),
            named.1.unwrap_or_default().to_owned(),
        ),
    };
    let found = suggestions(&store, &test_id, &locator)?;
    let is_known = !found.is_empty()
        || by_event.is_some()
        || store.load_fingerprint(&test_id, &locator)?.is_some();
    if !is_known {
        return Err(Refusal::new(
            format!("nothing is recorded of `{locator}` in `{test_id}`"),
            "`breadcrumb_list_fingerprints` and `breadcrumb_healing_events` list what is",
        ));
    }
    let best = found.iter().find(|suggestion| !suggestion.is_doubtful);
    let best = best.map(|suggestion| suggestion.locator.clone());
    let entries = fitting(found.iter().map(|suggestion| json!(suggestion)).collect());
    Ok(json!({ "test_id": test_id, "locator": locator, "best": best, "suggestions": entries }))
}
