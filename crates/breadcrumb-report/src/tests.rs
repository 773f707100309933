//! All formats of one made-up report: snapshots, the schema, and texts that try to break out.

use std::collections::BTreeMap;

use breadcrumb_core::HealState;
use proptest::prelude::*;
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::{Value, json};

use crate::{
    Coloring, Day, ErrorGroup, FlakyTest, Heal, Look, Quarantine, Report, Signal, StoredJson,
    Suggested, TestEntry, TopLocator, console, github, html, index_json, junit, markdown,
};

const NOW: f64 = 1_793_525_459.0;
const SCHEMA: &str = include_str!("../../../docs/schema/report-v1.json");

fn fingerprint(id: &str) -> Option<StoredJson> {
    let json = format!(r#"{{"tag": "button", "attributes": [["id", "{id}"]]}}"#);
    StoredJson::from(serde_json::value::RawValue::from_string(json).unwrap()).into()
}

fn test(id: &str, state: &str, history: &str) -> TestEntry {
    let mut test = TestEntry::new(id);
    test.state = state.to_owned();
    test.reason = Some(format!(
        "passed and failed on commit 3f2a91c0; it is {state}"
    ));
    test.rate = Some(0.09);
    test.attempts = history.len() as u64;
    test.failed = history.matches(['F', 'M']).count() as u64;
    test.passed = test.attempts - test.failed;
    test.last_status = Some(
        if history.ends_with('P') {
            "passed"
        } else {
            "failed"
        }
        .to_owned(),
    );
    test.median_ms = Some(1_234.5);
    test.history = history.to_owned();
    test.line = Some(12);
    if test.failed > 0 {
        let mut error = ErrorGroup::new(NOW - 60.0);
        error.kind = Some("TimeoutError".to_owned());
        error.message = Some("Timeout <n>ms exceeded while waiting for #pay".to_owned());
        error.count = test.failed;
        test.errors.push(error);
    }
    test
}

fn look(kind: &str, locator: &str) -> Look {
    let mut look = Look::default();
    look.test_id = "tests/test_shop.py::test_pays".to_owned();
    look.locator = locator.to_owned();
    look.kind = kind.to_owned();
    look.count = 1;
    look.timestamp = NOW;
    look.message = Some("two could be the element: \"Pay now\" and \"Pay later\"".to_owned());
    look.source_file = Some("tests/test_shop.py".to_owned());
    look.source_line = Some(31);
    let mut best = Suggested::default();
    best.confidence = 0.71;
    best.locator = Some("get_by_role(\"button\", name=\"Pay now\")".to_owned());
    best.description = "<button> \"pay now\"".to_owned();
    look.suggestions.push(best);
    look
}

/// A report with one of everything.
fn sample() -> Report {
    let mut report = Report::default();
    report.tool = "0.1.0".to_owned();
    report.generated_at = NOW;
    report.period_days = 30;
    report.since = NOW - 30.0 * 86_400.0;
    let mut wolf = test("tests/test_shop.py::test_wolf", "flaky", "PPMPM");
    wolf.quarantine = Some(Quarantine {
        state: "active".to_owned(),
        reason: "it passes and fails on the same code".to_owned(),
        since: NOW - 86_400.0,
        passes_needed: Some(9),
        release: "quarantined: released after 12 commits in a row without a failure (3 so far)"
            .to_owned(),
        ..Quarantine::default()
    });
    report.tests = vec![
        test("tests/test_shop.py::test_calm", "healthy", "PPPP"),
        test("tests/test_shop.py::test_pays", "broken", "PPFF"),
        wolf,
    ];
    let mut heal = Heal::default();
    heal.id = 7;
    heal.timestamp = NOW;
    heal.test_id = "tests/test_shop.py::test_calm".to_owned();
    heal.locator = "#login-btn".to_owned();
    heal.confidence = 0.93;
    heal.original = fingerprint("login-btn");
    heal.healed = fingerprint("sign-in");
    heal.reasons = vec![
        "the text is the same, and nothing else has it".to_owned(),
        "the path is the same".to_owned(),
        "a third reason".to_owned(),
    ];
    heal.signals = vec![Signal::new("text", 1.0, 0.4)];
    heal.proposed_locator = Some("get_by_role(\"button\", name=\"Log in\")".to_owned());
    heal.source_file = Some("tests/test_shop.py".to_owned());
    heal.source_line = Some(12);
    heal.decision = HealState::Rejected;
    heal.decided_by = Some("ann".to_owned());
    heal.note = Some("another form".to_owned());
    let mut long = heal.clone();
    (long.id, long.decision) = (6, HealState::Approved);
    long.locator = "form.login > div:nth-child(2) > button".to_owned();
    let mut pending = Heal::default();
    (pending.id, pending.confidence) = (5, 0.7);
    pending.test_id.clone_from(&heal.test_id);
    pending.locator = "#logout".to_owned();
    report.heals = vec![heal, long, pending];
    report.refusals = vec![look("ambiguous", "#pay")];
    report.drifts = vec![look("drift", "#total")];
    let mut flaky = FlakyTest::default();
    flaky.test_id = "tests/test_shop.py::test_wolf".to_owned();
    report.flaky_tests = vec![flaky];
    let mut top = TopLocator::default();
    top.test_id = "tests/test_shop.py::test_calm".to_owned();
    top.locator = "#login-btn".to_owned();
    top.count = 12;
    top.avg_confidence = 0.93;
    top.proposed_locator = Some("get_by_role(\"button\", name=\"Log in\")".to_owned());
    report.top_locators = vec![top];
    let mut day = Day::default();
    day.day = "2026-11-01".to_owned();
    report.days = vec![day];
    let summary = &mut report.summary;
    (summary.total, summary.stable, summary.healed) = (3, 0, 1);
    (summary.flaky, summary.failing, summary.quarantined) = (1, 2, 1);
    (
        summary.attempts,
        summary.passed,
        summary.failed,
        summary.runs,
    ) = (13, 9, 4, 5);
    (summary.heals, summary.refusals, summary.drifts) = (12, 1, 1);
    (summary.pending, summary.open, summary.fixed) = (1, 2, 1);
    report.impact.lost_ms = 95_000.0;
    report.impact.red_runs_by_flaky = 2;
    report.impact.saved_runs_by_quarantine = 1;
    report
}

/// The same with one text wherever a text can be.
fn filled_with(text: &str) -> Report {
    let mut report = sample();
    for test in &mut report.tests {
        text.clone_into(&mut test.test_id);
        text.clone_into(&mut test.name);
        (test.file, test.owner) = (Some(text.to_owned()), Some(text.to_owned()));
        test.reason = Some(text.to_owned());
        test.tags = vec![text.to_owned()];
        for error in &mut test.errors {
            (error.kind, error.message) = (Some(text.to_owned()), Some(text.to_owned()));
        }
        if let Some(entry) = &mut test.quarantine {
            text.clone_into(&mut entry.reason);
            text.clone_into(&mut entry.release);
        }
    }
    for heal in &mut report.heals {
        text.clone_into(&mut heal.test_id);
        text.clone_into(&mut heal.locator);
        heal.proposed_locator = Some(text.to_owned());
        heal.reasons = vec![text.to_owned()];
        heal.source_file = Some(text.to_owned());
        (heal.decided_by, heal.note) = (Some(text.to_owned()), Some(text.to_owned()));
    }
    for look in report.refusals.iter_mut().chain(&mut report.drifts) {
        text.clone_into(&mut look.locator);
        text.clone_into(&mut look.kind);
        look.message = Some(text.to_owned());
        look.source_file = Some(text.to_owned());
        for suggested in &mut look.suggestions {
            suggested.locator = Some(text.to_owned());
        }
    }
    report
}

#[test]
fn the_console_looks_like_this() {
    insta::assert_snapshot!(console(&sample(), Coloring::Plain));
}

#[test]
fn markdown_looks_like_this() {
    insta::assert_snapshot!(markdown(&sample()));
}

#[test]
fn annotations_look_like_this() {
    insta::assert_snapshot!(github(&sample()));
}

#[test]
fn junit_looks_like_this() {
    insta::assert_snapshot!(junit(&sample()));
}

#[test]
fn an_empty_report_says_so() {
    let mut report = Report::default();
    report.period_days = 1;
    insta::assert_snapshot!(console(&report, Coloring::Plain));
    assert!(markdown(&report).contains("Nothing was recorded"));
    assert_eq!(github(&report), "");
    assert!(junit(&report).contains("tests=\"0\""));
    assert!(html(&report).contains("<td>0</td>"));
}

#[test]
fn colors_are_the_only_difference_of_a_terminal() {
    let colored = console(&sample(), Coloring::Ansi);
    let mut plain = String::new();
    let mut rest = colored.as_str();
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain.push_str(before);
        rest = after.split_once('m').map_or("", |(_, rest)| rest);
    }
    plain.push_str(rest);
    assert_ne!(colored, plain);
    assert_eq!(plain, console(&sample(), Coloring::Plain));
}

/// Closes every object of a schema, so that a key that is not described is found.
fn close(schema: &mut Value) {
    if let Value::Object(map) = schema {
        if map.contains_key("properties") {
            map.insert("additionalProperties".to_owned(), json!(false));
        }
        map.values_mut().for_each(close);
    } else if let Value::Array(list) = schema {
        list.iter_mut().for_each(close);
    }
}

#[test]
fn the_document_is_what_the_schema_says() {
    let mut schema: Value = serde_json::from_str(SCHEMA).unwrap();
    close(&mut schema);
    let validator = jsonschema::validator_for(&schema).unwrap();
    for report in [sample(), filled_with("x")] {
        let document: Value = serde_json::from_str(&crate::json(&report)).unwrap();
        let wrong: Vec<String> = validator
            .iter_errors(&document)
            .filter(|error| !error.to_string().contains("\"x\""))
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }
    let mut broken: Value = serde_json::from_str(&crate::json(&sample())).unwrap();
    broken["summary"]["total"] = json!(-1);
    assert!(!validator.is_valid(&broken));
    broken["summary"] = json!({"total": 1});
    assert!(!validator.is_valid(&broken));
}

#[test]
fn the_index_has_short_heals_and_parts_the_whole_ones() {
    let document: Value = serde_json::from_str(&index_json(&sample())).unwrap();
    let heal = document["healing_events"][0].as_object().unwrap();
    assert_eq!(heal.len(), 8);
    assert_eq!(heal["decision"], "rejected");
    let page = html(&sample());
    assert!(page.contains("id=\"bc-index\"") && page.contains("id=\"bc-heals-0\""));
    assert!(page.contains("script-src 'sha256-"));
    for name in ["csp", "style", "data", "script", "summary", "title"] {
        assert!(
            !page.contains(&format!("{{{{{name}}}}}")),
            "{name} was left"
        );
    }
}

/// Reads XML back: each element with its attributes.
fn elements(xml: &str) -> Vec<(String, BTreeMap<String, String>)> {
    let mut reader = Reader::from_str(xml);
    let mut found = Vec::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) | Event::Empty(start) => {
                let name = start.name().as_ref().to_owned();
                let attributes = start.attributes().map(|attribute| {
                    let attribute = attribute.unwrap();
                    let key = attribute.key.as_ref().to_owned();
                    (
                        key,
                        quick_xml::escape::unescape(&attribute.value)
                            .unwrap()
                            .into_owned(),
                    )
                });
                found.push((name, attributes.collect()));
            }
            Event::Eof => return found,
            _ => {}
        }
    }
}

proptest! {
    #[test]
    fn no_text_breaks_the_xml(text in any::<String>()) {
        let xml = junit(&filled_with(&text));
        let is_allowed = |c: char| c == '\n' || c >= ' ' && c != '\u{fffe}' && c != '\u{ffff}';
        prop_assert!(xml.chars().all(is_allowed), "{xml:?}");
        let found = elements(&xml);
        let count = |name: &str| found.iter().filter(|(other, _)| other == name).count();
        prop_assert_eq!((count("testsuite"), count("testcase"), count("failure")), (1, 3, 1));
        let names = found.iter().filter(|(name, _)| name == "testcase");
        if !text.chars().any(char::is_control) && text.chars().all(|c| c < '\u{fffe}') {
            for (_, attributes) in names {
                prop_assert_eq!(&attributes["name"], &text);
            }
        }
    }

    #[test]
    fn no_text_breaks_the_json(text in any::<String>()) {
        let document: Value = serde_json::from_str(&crate::json(&filled_with(&text))).unwrap();
        prop_assert_eq!(&document["tests"][0]["test_id"], &text);
        prop_assert_eq!(&document["healing_events"][0]["locator"], &text);
    }

    #[test]
    fn no_text_starts_a_line_or_leaves_its_cell(text in any::<String>()) {
        let report = filled_with(&text);
        let shape = |text: &str| text.lines().map(|line| line.matches('|').count()).collect::<Vec<_>>();
        prop_assert_eq!(shape(&markdown(&report)), shape(&markdown(&filled_with("x"))));
        let lines = github(&report).lines().count();
        prop_assert_eq!(lines, github(&filled_with("x")).lines().count());
        for line in console(&report, Coloring::Plain).lines() {
            prop_assert!(crate::text::width(line) <= 80, "{line:?}");
        }
    }
}
