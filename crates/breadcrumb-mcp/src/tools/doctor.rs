//! `breadcrumb_doctor`: whether a database is sound.

use breadcrumb::doctor::{DoctorRequest, examine_store};
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::{DB, Tool, World};
use crate::arguments::Arguments;
use crate::context::Context;
use crate::refusal::Refusal;
use crate::schema::{count, flag, list, number, object, optional_count, text};

pub(super) const TOOL: Tool = Tool {
    name: "breadcrumb_doctor",
    title: "Examine the database",
    description: "Checks a Breadcrumb database and lists problems, each with a fix: damage, unreadable values, fingerprints that no passing test has renewed lately, unreliable tests, expired quarantines. Read-only.",
    parameters: &[DB],
    world: World::Store,
    output,
    call,
};

fn output() -> JsonObject {
    let table = object(vec![
        ("table", text("The table.")),
        (
            "rows",
            optional_count("Its rows; null where it is too damaged to count."),
        ),
    ]);
    let broken = object(vec![
        ("table", text("The table.")),
        ("column", text("The column.")),
        ("id", number("The row.")),
        ("test_id", text("The row's test.")),
        ("locator", text("The row's locator.")),
        ("reason", text("Why it cannot be read.")),
    ]);
    let health = object(vec![
        ("location", text("The database.")),
        ("schema_version", count("The version of its schema.")),
        ("journal_mode", text("How it survives a crash.")),
        ("size_bytes", count("Its size.")),
        ("tables", list(table, "All tables.")),
        (
            "stale_fingerprints",
            count("Fingerprints that were not renewed for 30 days."),
        ),
        ("broken_values", count("Values that cannot be read.")),
        ("broken_rows", list(broken, "The first of them.")),
        (
            "damage",
            json!({ "type": "array", "items": { "type": "string" } }),
        ),
    ]);
    let finding = object(vec![
        (
            "severity",
            json!({ "enum": ["error", "warning", "note"], "description": "How bad it is." }),
        ),
        ("area", text("The subject.")),
        ("message", text("What was found.")),
        (
            "fix",
            json!({ "type": ["string", "null"], "description": "How to fix it." }),
        ),
    ]);
    object(vec![
        ("schema_version", json!({ "const": 1 })),
        (
            "is_sound",
            flag("Whether there is no error among the findings."),
        ),
        ("health", health.into()),
        ("environment", json!({ "type": "null" })),
        ("findings", list(finding, "The findings, the worst first.")),
    ])
}

fn call(context: &Context, arguments: &Arguments<'_>) -> Result<Value, Refusal> {
    let store = context.open(arguments)?;
    let request = DoctorRequest::database_only(store.path()).folder(context.roots.first());
    // Not as thorough as the command: comparing indexes with their tables takes longer than an
    // assistant should wait.
    let diagnosis = examine_store(&store, &request)?;
    Ok(serde_json::to_value(diagnosis).unwrap_or_default())
}
