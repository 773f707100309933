//! `breadcrumb_flaky_tests`: which tests change their outcome, and which are in quarantine.

use std::collections::HashMap;

use breadcrumb::report::{Depth, TestEntry, collect};
use breadcrumb::store::{KEPT_DAYS, ResultStore as _, Store as _};
use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};

use super::{DB, Tool, World};
use crate::arguments::{Arguments, Kind, Parameter};
use crate::context::Context;
use crate::paging::{CURSOR, PAGE_BYTES, Page, Position};
use crate::refusal::Refusal;
use crate::schema::{
    count, flag, list, next_cursor, number, object, optional_number, optional_text, text,
};

/// The only list of this tool.
const LIST: &str = "tests";
/// What a test that never failed is.
const STABLE: &str = "Stable";

pub(super) const TOOL: Tool = Tool {
    name: "breadcrumb_flaky_tests",
    title: "List flaky tests",
    description: "Classifies the recorded tests (Chronic, Flaky, Intermittent, Stable), the least \
                  stable first, and says of those that are not stable why, how often they fail on \
                  good code and whether they are in quarantine.",
    parameters: &[
        Parameter::new(
            "limit",
            Kind::Count {
                most: 2_000,
                default: 200,
            },
            "How many tests a page has at most.",
        ),
        CURSOR,
        DB,
    ],
    world: World::Store,
    output,
    call,
};

fn output() -> JsonObject {
    let test = object(vec![
        ("test_id", text("The test.")),
        ("tier", tier_schema()),
        (
            "state",
            text("What the flaky engine says, e.g. `flaky` or `regression`."),
        ),
        (
            "flip_rate",
            number("The share of its newest runs that changed the outcome."),
        ),
        ("rate", optional_number("How often it fails on good code.")),
        ("reason", optional_text("The state in one sentence.")),
        ("quarantined", flag("Whether it is in quarantine.")),
    ]);
    let tiers = json!({
        "type": "object", "additionalProperties": tier_schema(),
        "description": "The tier of each test of this page.",
    });
    let ids = json!({
        "type": "array", "items": { "type": "string" },
        "description": "All tests in quarantine, whatever the page.",
    });
    object(vec![
        ("classifications", tiers),
        ("quarantined", ids),
        (
            "tests",
            list(
                test,
                "More about the tests of this page that are not stable.",
            ),
        ),
        ("total", count("How many tests there are on all pages.")),
        ("next_cursor", next_cursor()),
    ])
}

fn tier_schema() -> Value {
    json!({ "enum": ["Stable", "Intermittent", "Flaky", "Chronic"] })
}

fn call(context: &Context, arguments: &Arguments<'_>) -> Result<Value, Refusal> {
    let at = Position::given(arguments, &[LIST])?.unwrap_or_else(|| Position::start(LIST));
    let store = context.open(arguments)?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a constant of whole days"
    )]
    let request = context.request(KEPT_DAYS as u32)?.depth(Depth::Glance);
    let report = collect(&store, &request)?;
    let troubled: HashMap<&str, &TestEntry> = report
        .tests
        .iter()
        .map(|test| (test.test_id.as_str(), test))
        .collect();
    let tier = |id: &str| troubled.get(id).map_or(STABLE, |test| test.tier.as_str());
    let mut ids = store.test_ids()?;
    // Stable sorting: by id within a tier.
    ids.sort_by_key(|id| rank(tier(id)));
    let page = Page::of(ids, &at, arguments.count("limit") as usize);
    let length = |id: &String| {
        let view = troubled.get(id.as_str()).map(|test| view(test).to_string());
        id.len() + view.map_or(STABLE.len(), |view| view.len())
    };
    let page = page.shortened(&at, PAGE_BYTES, length);
    let classifications: Map<String, Value> = page
        .entries
        .iter()
        .map(|id| (id.clone(), tier(id).into()))
        .collect();
    let told = page
        .entries
        .iter()
        .filter_map(|id| troubled.get(id.as_str()));
    let tests: Vec<Value> = told
        .filter(|test| needs_words(test))
        .map(|test| view(test))
        .collect();
    let mut quarantined: Vec<String> = store
        .quarantine_entries()?
        .into_iter()
        .map(|entry| entry.test_id)
        .collect();
    quarantined.sort();
    Ok(json!({
        "classifications": classifications,
        "quarantined": quarantined,
        "tests": tests,
        "total": page.total,
        "next_cursor": page.next_cursor(),
    }))
}

fn needs_words(test: &TestEntry) -> bool {
    test.tier != STABLE || test.is_flaky()
}

fn view(test: &TestEntry) -> Value {
    json!({
        "test_id": test.test_id,
        "tier": test.tier,
        "state": test.state,
        "flip_rate": test.flip_rate,
        "rate": test.rate,
        "reason": test.reason,
        "quarantined": test.quarantine.is_some(),
    })
}

fn rank(tier: &str) -> usize {
    let order = ["Chronic", "Flaky", "Intermittent"];
    order
        .iter()
        .position(|known| *known == tier)
        .unwrap_or(order.len())
}
