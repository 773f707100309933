//! `breadcrumb_list_fingerprints`: which elements are known.

use std::ops::ControlFlow;

use breadcrumb::report::calendar::date_time;
use breadcrumb::store::{FingerprintFilter, FingerprintRow, Store as _};
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::{DB, Tool, World};
use crate::arguments::{Arguments, Kind, Parameter};
use crate::context::Context;
use crate::paging::{CURSOR, Position, fitting};
use crate::refusal::Refusal;
use crate::schema::{list, next_cursor, number, object, text};

/// The only list of this tool; its cursors name a row.
const LIST: &str = "after";
/// A longer text is cut: it is there to recognize an element by.
const TEXT_CHARACTERS: usize = 100;

pub(super) const TOOL: Tool = Tool {
    name: "breadcrumb_list_fingerprints",
    title: "List fingerprints",
    description: "Lists fingerprints: test, locator, tag, text, role and name, attributes, and when each was last saved.",
    parameters: &[
        Parameter::new(
            "test_id",
            Kind::OptionalText,
            "Only fingerprints of this test.",
        ),
        Parameter::new(
            "limit",
            Kind::Count {
                most: 500,
                default: 100,
            },
            "Maximum number of fingerprints per page.",
        ),
        CURSOR,
        DB,
    ],
    world: World::Store,
    output,
    call,
};

fn output() -> JsonObject {
    let strings = || json!({ "type": "array", "items": { "type": "string" } });
    let pairs = json!({ "type": "array", "items": strings(), "description": "Names and values." });
    let fingerprint = object(vec![
        ("test_id", text("The test.")),
        ("locator", text("The locator.")),
        ("tag", text("The tag.")),
        ("text", text("Its text, at most 100 characters of it.")),
        ("role", text("Its ARIA role; empty where it is not known.")),
        (
            "name",
            text("Its accessible name; empty where it is not known."),
        ),
        ("dom_path", strings()),
        ("attributes", pairs),
        (
            "updated_at",
            number("When it was last saved, in seconds since 1970."),
        ),
        ("updated", text("The same for people, in UTC.")),
    ]);
    object(vec![
        (
            "fingerprints",
            list(fingerprint, "In the order they were first seen."),
        ),
        ("next_cursor", next_cursor()),
    ])
}

fn call(context: &Context, arguments: &Arguments<'_>) -> Result<Value, Refusal> {
    let at = Position::given(arguments, &[LIST])?;
    let limit = arguments.count("limit");
    // One more tells whether there is a next page.
    let mut filter = FingerprintFilter::new().limit(u64::from(limit) + 1);
    if let Some(test_id) = arguments.text("test_id") {
        filter = filter.test_id(test_id);
    }
    if let Some(row) = at.and_then(|at| i64::try_from(at.offset).ok()) {
        filter = filter.after(row);
    }
    let mut found = Vec::new();
    let store = context.open(arguments)?;
    store.for_each_fingerprint_row(&filter, &mut |row| {
        found.push(row);
        ControlFlow::Continue(())
    })?;
    let shown = found.iter().take(limit as usize).map(view);
    let entries = fitting(shown.collect());
    let last = entries
        .len()
        .checked_sub(1)
        .and_then(|last| found.get(last));
    let next = last
        .filter(|_| entries.len() < found.len())
        .map(|row| format!("{LIST}:{}", row.id));
    Ok(json!({ "fingerprints": entries, "next_cursor": next }))
}

fn view(row: &FingerprintRow) -> Value {
    let fingerprint = &row.fingerprint;
    let text: String = fingerprint.text().chars().take(TEXT_CHARACTERS).collect();
    json!({
        "test_id": fingerprint.test_id(),
        "locator": fingerprint.locator(),
        "tag": fingerprint.tag(),
        "text": text,
        "role": fingerprint.context().role,
        "name": fingerprint.context().name,
        "dom_path": fingerprint.dom_path(),
        "attributes": fingerprint.attributes(),
        "updated_at": row.updated_at,
        "updated": date_time(row.updated_at),
    })
}
