//! `breadcrumb_failing_tests`: what is broken now.

use breadcrumb::report::calendar::date_time;
use breadcrumb::report::{Depth, TestEntry, collect, failing_streak};
use breadcrumb::store::SqliteStore;
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::{DAYS, DB, Tool, World};
use crate::arguments::{Arguments, Kind, Parameter};
use crate::context::Context;
use crate::paging::{CURSOR, Page, Position, fitting};
use crate::refusal::Refusal;
use crate::schema::{
    count, flag, list, next_cursor, number, object, optional_count, optional_text, text,
};

/// The only list of this tool.
const LIST: &str = "tests";

pub(super) const TOOL: Tool = Tool {
    name: "breadcrumb_failing_tests",
    title: "List failing tests",
    description: "Lists the tests whose newest attempt failed, the latest failure first: since \
                  when, the newest error, whether it looks like a regression or a flake, and whether the failure is ignored because the test is quarantined.",
    parameters: &[
        DAYS,
        Parameter::new(
            "limit",
            Kind::Count {
                most: 200,
                default: 50,
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
        ("file", optional_text("Its file.")),
        ("line", optional_count("Its line in that file, from 1.")),
        ("owner", optional_text("Who looks after it.")),
        (
            "since",
            number("When it began to fail, in seconds since 1970."),
        ),
        ("since_when", text("The same for people, in UTC.")),
        (
            "failed_attempts",
            count("How many attempts have failed since then."),
        ),
        (
            "last_failed",
            text("When the newest attempt failed, in UTC."),
        ),
        (
            "error_type",
            optional_text("The class of the newest error."),
        ),
        (
            "message",
            optional_text("Its message, without what differs each time."),
        ),
        ("state", text("What the flaky engine says of the test.")),
        ("reason", optional_text("The state in one sentence.")),
        ("quarantined", flag("Whether the test is in quarantine.")),
        (
            "masked",
            flag("Whether the quarantine keeps this failure from stopping a build."),
        ),
    ]);
    object(vec![
        ("failing_tests", list(test, "The latest failure first.")),
        ("total", count("How many tests fail.")),
        ("next_cursor", next_cursor()),
    ])
}

fn call(context: &Context, arguments: &Arguments<'_>) -> Result<Value, Refusal> {
    let at = Position::given(arguments, &[LIST])?.unwrap_or_else(|| Position::start(LIST));
    let store = context.open(arguments)?;
    let request = context
        .request(arguments.count(DAYS.name))?
        .depth(Depth::Glance);
    let mut failing = collect(&store, &request)?.tests;
    failing.retain(TestEntry::is_failing);
    let newest = |test: &TestEntry| test.last_seen.unwrap_or_default();
    failing.sort_by(|a, b| {
        newest(b)
            .total_cmp(&newest(a))
            .then_with(|| a.test_id.cmp(&b.test_id))
    });
    let mut page = Page::of(failing, &at, arguments.count("limit") as usize);
    let views = page.entries.iter().map(|test| view(&store, test));
    let views = fitting(views.collect::<Result<_, _>>()?);
    if views.len() < page.entries.len() {
        let shown = views.len();
        page.next = Some(Position {
            list: at.list.clone(),
            offset: at.offset + shown,
        });
    }
    Ok(json!({ "failing_tests": views, "total": page.total, "next_cursor": page.next_cursor() }))
}

fn view(store: &SqliteStore, test: &TestEntry) -> Result<Value, Refusal> {
    let last = test.last_seen.unwrap_or_default();
    let streak = failing_streak(store, &test.test_id)?.unwrap_or_default();
    // A renamed test has its older attempts under another id.
    let since = if streak.attempts == 0 {
        last
    } else {
        streak.since
    };
    Ok(json!({
        "test_id": test.test_id,
        "file": test.file,
        "line": test.line,
        "owner": test.owner,
        "since": since,
        "since_when": date_time(since),
        "failed_attempts": streak.attempts.max(1),
        "last_failed": date_time(last),
        "error_type": streak.error_type,
        "message": streak.message,
        "state": test.state,
        "reason": test.reason,
        "quarantined": test.quarantine.is_some(),
        "masked": test.is_masked(),
    }))
}
