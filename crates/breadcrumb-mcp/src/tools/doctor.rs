//! `breadcrumb_doctor`: whether a database is sound.

use breadcrumb::store::{SqliteStore, Store as _};
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::{DB, Tool, World};
use crate::arguments::Arguments;
use crate::context::{Context, now};
use crate::refusal::Refusal;
use crate::schema::{count, flag, list, number, object, optional_count, text};

/// A fingerprint that no passing test has renewed for a month belongs to a test that is gone, or
/// that has not passed since.
const STALE_DAYS: u32 = 30;

pub(super) const TOOL: Tool = Tool {
    name: "breadcrumb_doctor",
    title: "Examine the database",
    description: "Examines a Breadcrumb database and says what is wrong with it: damage, values \
                  that cannot be read, fingerprints that no passing test has renewed lately. \
                  Reads only.",
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
    object(vec![
        ("schema_version", json!({ "const": 1 })),
        (
            "is_sound",
            flag("Whether every row can be read and nothing is damaged."),
        ),
        ("health", health.into()),
    ])
}

fn call(context: &Context, arguments: &Arguments<'_>) -> Result<Value, Refusal> {
    diagnosis(&context.open(arguments)?)
}

/// Says what `breadcrumb doctor --json` says, but for indexes that contradict their table: looking
/// for those takes longer than an assistant should wait.
fn diagnosis(store: &SqliteStore) -> Result<Value, Refusal> {
    let health = store.quick_health(now(), STALE_DAYS)?;
    Ok(json!({ "schema_version": 1, "is_sound": health.is_sound(), "health": health }))
}
