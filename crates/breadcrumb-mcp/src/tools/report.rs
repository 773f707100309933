//! `breadcrumb_report`: what happened in the last days.

use breadcrumb::report::{Depth, HealReader, Report, collect, json};
use breadcrumb::store::{EventFilter, SqliteStore};
use rmcp::model::JsonObject;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{DAYS, DB, Tool, World};
use crate::arguments::{Arguments, Kind, Parameter};
use crate::context::Context;
use crate::paging::{CURSOR, PAGE_BYTES, Page, Position};
use crate::refusal::Refusal;

/// The format of `breadcrumb report --format json`.
const SCHEMA: &str = include_str!("../../../../docs/schema/report-v1.json");

/// The lists of a report, by their names there.
const LISTS: [&str; 7] = [
    "days",
    "tests",
    "healing_events",
    "refusals",
    "drifts",
    "flaky_tests",
    "top_locators",
];

/// How many days a page has whatever the limit.
const DAYS_SHOWN: usize = 62;

/// How many entries of each list a first page has unless told.
const LIMIT: Parameter = Parameter::new(
    "limit",
    Kind::Count {
        most: 500,
        default: 20,
    },
    "Maximum number of entries per list.",
);

pub(super) const TOOL: Tool = Tool {
    name: "breadcrumb_report",
    title: "Report the last days",
    description: "Reports what happened in the last days: a summary with all counts, tests, \
                  heals, refused heals, flaky tests, locators to fix first and what flaky tests \
                  cost. The summary is always whole; each list is cut to `limit` entries, and \
                  `pages` has the `cursor` for more of it.",
    parameters: &[
        DAYS,
        LIMIT,
        Parameter::new(
            CURSOR.name,
            Kind::OptionalText,
            "A `next_cursor` out of `pages`: the answer then has the next entries of that list only.",
        ),
        DB,
    ],
    world: World::Store,
    output,
    call,
};

fn output() -> JsonObject {
    let mut schema: JsonObject = serde_json::from_str(SCHEMA).unwrap_or_default();
    let page = json!({
        "type": "object",
        "required": ["total", "next_cursor"],
        "properties": {
            "total": { "type": "integer", "minimum": 0 },
            "next_cursor": crate::schema::next_cursor(),
        },
    });
    let pages = json!({
        "type": "object", "additionalProperties": page,
        "description": "The length of each list, and the cursor of its next page.",
    });
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.insert("pages".to_owned(), pages);
    }
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        required.push("pages".into());
    }
    schema
}

fn call(context: &Context, arguments: &Arguments<'_>) -> Result<Value, Refusal> {
    let at = Position::given(arguments, &LISTS)?;
    let limit = arguments.count(LIMIT.name) as usize;
    let store = context.open(arguments)?;
    document(
        context,
        &store,
        arguments.count(DAYS.name),
        &Cut { at, limit },
    )
}

/// Which part of each list to show.
pub(crate) struct Cut {
    /// Where the one list begins that is shown; none to show the beginning of each.
    pub(crate) at: Option<Position>,
    pub(crate) limit: usize,
}

/// Collects a report and cuts its lists.
pub(crate) fn document(
    context: &Context,
    store: &SqliteStore,
    days: u32,
    cut: &Cut,
) -> Result<Value, Refusal> {
    // Heals are read whole only where they are shown.
    let request = context.request(days)?.depth(Depth::Outline);
    let mut report = collect(store, &request)?;
    let mut pages = Map::new();
    let Report {
        days,
        tests,
        heals: short,
        refusals,
        drifts,
        flaky_tests,
        top_locators,
        ..
    } = &mut report;
    cut.list("days", days, &mut pages);
    cut.list("tests", tests, &mut pages);
    cut.list("refusals", refusals, &mut pages);
    cut.list("drifts", drifts, &mut pages);
    cut.list("flaky_tests", flaky_tests, &mut pages);
    cut.list("top_locators", top_locators, &mut pages);
    cut.heals(store, short, &mut pages)?;
    let mut document: Value = serde_json::from_str(&json(&report)).unwrap_or_default();
    if let Some(fields) = document.as_object_mut() {
        fields.insert("pages".to_owned(), pages.into());
    }
    Ok(document)
}

impl Cut {
    fn list<T: Serialize>(&self, name: &str, list: &mut Vec<T>, pages: &mut Map<String, Value>) {
        let Some(page) = self.page(name, std::mem::take(list)) else {
            return;
        };
        pages.insert(name.to_owned(), told(&page));
        *list = page.entries;
    }

    fn heals(
        &self,
        store: &SqliteStore,
        short: &mut Vec<breadcrumb::report::Heal>,
        pages: &mut Map<String, Value>,
    ) -> Result<(), Refusal> {
        const NAME: &str = "healing_events";
        let start = Position::start(NAME);
        let at = self.at.as_ref().unwrap_or(&start);
        let all = std::mem::take(short);
        if at.list != NAME {
            return Ok(());
        }
        let total = all.len();
        let reader = HealReader::new(store)?;
        let mut whole = Vec::new();
        for heal in all.iter().skip(at.offset).take(self.limit) {
            whole.extend(reader.read(&EventFilter::new().id(heal.id))?);
        }
        let next = at.offset + whole.len();
        let next = (next < total).then(|| Position {
            list: NAME.to_owned(),
            offset: next,
        });
        let page = Page {
            entries: whole,
            next,
            total,
        };
        let page = page.shortened(at, self.bytes(), length);
        pages.insert(NAME.to_owned(), told(&page));
        *short = page.entries;
        Ok(())
    }

    /// Cuts a list; none where another list is shown.
    fn page<T: Serialize>(&self, name: &str, list: Vec<T>) -> Option<Page<T>> {
        let start = Position::start(name);
        let at = self.at.as_ref().unwrap_or(&start);
        // A day is short, and the newest are at the end.
        let limit = if name == "days" {
            DAYS_SHOWN.max(self.limit)
        } else {
            self.limit
        };
        let page = (at.list == name).then(|| Page::of(list, at, limit))?;
        Some(page.shortened(at, self.bytes(), length))
    }

    /// All lists share a first page.
    fn bytes(&self) -> usize {
        if self.at.is_some() {
            PAGE_BYTES
        } else {
            PAGE_BYTES * 3 / 2 / LISTS.len()
        }
    }
}

fn told<T>(page: &Page<T>) -> Value {
    json!({ "total": page.total, "next_cursor": page.next_cursor() })
}

fn length<T: Serialize>(entry: &T) -> usize {
    serde_json::to_string(entry).map_or(0, |text| text.len())
}
