//! `breadcrumb_stats`: how much a store holds.

use breadcrumb::store::{ResultStore as _, Store as _};
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::{DB, Tool, World};
use crate::arguments::Arguments;
use crate::context::Context;
use crate::refusal::Refusal;
use crate::schema::{count, object, text};

pub(super) const TOOL: Tool = Tool {
    name: "breadcrumb_stats",
    title: "Count what is stored",
    description: "Counts the fingerprints, heals, tests and quarantined tests of a Breadcrumb \
                  database. Quick; a good first call.",
    parameters: &[DB],
    world: World::Store,
    output,
    call,
};

fn output() -> JsonObject {
    object(vec![
        ("database", text("The database that was read.")),
        ("fingerprints", count("Locators that have a fingerprint.")),
        ("healing_events", count("Heals in the log.")),
        ("tests", count("Tests with a recorded attempt.")),
        ("quarantined", count("Tests in quarantine.")),
    ])
}

fn call(context: &Context, arguments: &Arguments<'_>) -> Result<Value, Refusal> {
    let store = context.open(arguments)?;
    let stats = store.stats()?;
    Ok(json!({
        "database": store.location(),
        "fingerprints": stats.fingerprints,
        "healing_events": stats.healing_events,
        "tests": store.test_ids()?.len(),
        "quarantined": store.quarantine_entries()?.len(),
    }))
}
