//! Verdicts on small pages.

use super::*;
use crate::fingerprint::{BoundingBox, ElementFingerprint};
use crate::page::{ElementIndex, NewElement, PageSnapshot, SnapshotBuilder};
use crate::scorer::SimilarityScorer;
use std::sync::Arc;

/// A page of rows: tag, id and text of each element, one below the other in one `main`.
fn page(rows: &[(&str, &str, &str)]) -> PageSnapshot {
    let mut page = SnapshotBuilder::new("https://shop.test/");
    let body = page.element(None, NewElement::new("body").hidden());
    let main = page.element(Some(body), NewElement::new("main").hidden());
    for (row, (tag, id, text)) in rows.iter().enumerate() {
        let place = BoundingBox::new(10.0, 40.0 * row as f64, 100.0, 30.0);
        let element = NewElement::new(tag).attribute("class", "btn").bbox(place);
        let element = if id.is_empty() {
            element
        } else {
            element.attribute("id", id)
        };
        let element = page.element(Some(main), element);
        page.text(element, text);
    }
    page.finish().unwrap()
}

fn nth(page: &PageSnapshot, position: usize) -> ElementIndex {
    page.candidates()[position]
}

fn classic() -> Healer {
    Healer::new(Arc::new(SimilarityScorer::default()))
}

const BEFORE: &[(&str, &str, &str)] = &[
    ("h1", "", "Welcome"),
    ("button", "login", "Log in"),
    ("button", "help", "Get help now"),
];

fn verdict(after: &[(&str, &str, &str)]) -> Verdict {
    let (before, after) = (page(BEFORE), page(after));
    let stored = before
        .fingerprint(nth(&before, 1))
        .with_key("test_login", "#login");
    Healer::default().heal(&HealRequest::new(&stored, &after))
}

#[test]
fn a_renamed_button_is_healed_with_its_reasons() {
    let verdict = verdict(&[
        ("h1", "", "Welcome"),
        ("button", "sign-in", "Log in"),
        ("button", "help", "Get help now"),
    ]);
    assert_eq!(
        verdict.to_string(),
        "healed: <button#login> \"log in\" is now <button#sign-in> \"log in\", confidence 97 %"
    );
    let healed = verdict.healed().unwrap();
    assert_eq!(healed.position, 1);
    let sentences: Vec<&str> = healed.reasons.iter().map(|r| r.sentence.as_str()).collect();
    insta::assert_debug_snapshot!(sentences);
}

#[test]
fn a_removed_button_is_not_healed_onto_a_distant_one() {
    let verdict = verdict(&[
        ("h1", "", "Welcome"),
        ("a", "terms", "Terms and conditions"),
    ]);
    assert_eq!(verdict.kind, VerdictKind::BelowThreshold);
    assert!(verdict.healed().is_none());
    assert!(!verdict.suggestions.is_empty());
    assert!(verdict.message.contains("needs"), "{verdict}");
}

#[test]
fn two_that_could_be_it_are_refused_and_both_named() {
    let verdict = verdict(&[("button", "a", "Log in"), ("button", "b", "Log in")]);
    assert_eq!(verdict.kind, VerdictKind::Ambiguous);
    assert!(
        verdict.message.contains("<button#a>") && verdict.message.contains("<button#b>"),
        "{verdict}"
    );
    assert!(verdict.margin.is_some_and(|margin| margin < 0.05));
}

#[test]
fn an_element_that_was_there_before_is_not_ours() {
    let before = page(&[("button", "", "Save draft"), ("button", "", "Save draft 2")]);
    let after = page(&[("button", "", "Save draft 2")]);
    let stored = before.fingerprint(nth(&before, 0));
    let memory = PageMemory::of_page(&before);
    let healer = Healer::default();
    let without = healer.heal(&HealRequest::new(&stored, &after));
    let with = healer.heal(&HealRequest::new(&stored, &after).with_memory(&memory));
    assert_eq!(without.kind, VerdictKind::Healed, "{without}");
    assert_eq!(with.kind, VerdictKind::Gone);
    assert!(
        with.message
            .contains("was there before as button \"save draft 2\""),
        "{with}"
    );
}

#[test]
fn a_box_around_the_winner_is_no_rival() {
    let mut page = SnapshotBuilder::new("");
    let outer = page.element(None, NewElement::new("button").attribute("class", "btn"));
    let inner = page.element(
        Some(outer),
        NewElement::new("button").attribute("class", "btn"),
    );
    page.text(inner, "Log in");
    let page = page.finish().unwrap();
    let stored = ElementFingerprint::builder("button")
        .text("Log in")
        .attribute("class", "btn")
        .build();
    let verdict = Healer::default().heal(&HealRequest::new(&stored, &page));
    assert_eq!(verdict.kind, VerdictKind::Healed, "{verdict}");
    assert_eq!(verdict.margin, None);
}

#[test]
fn the_same_link_twice_is_no_rival_but_twin_buttons_are() {
    let twins = |tag: &str, href: &str| {
        let element = || {
            ElementFingerprint::builder(tag)
                .text("Terms")
                .attribute("href", href)
                .attribute("id", "x")
                .build()
        };
        let all = [element(), element()];
        Healer::default()
            .heal(&HealRequest::new(&element(), all.as_slice()))
            .kind
    };
    assert_eq!(twins("a", "/terms"), VerdictKind::Healed);
    assert_eq!(twins("a", "#"), VerdictKind::Ambiguous);
    assert_eq!(twins("button", ""), VerdictKind::Ambiguous);
}

#[test]
fn a_rival_behind_many_boxes_of_the_winner_is_found() {
    let mut page = SnapshotBuilder::new("");
    let root = page.element(None, NewElement::new("body").hidden());
    let mut parent = root;
    for _ in 0..100 {
        parent = page.element(Some(parent), NewElement::new("button").attribute("id", "x"));
    }
    page.text(parent, "Log in");
    let twin = page.element(Some(root), NewElement::new("button").attribute("id", "x"));
    page.text(twin, "Log in");
    let page = page.finish().unwrap();
    let stored = page.fingerprint(nth(&page, 99));
    // The classic scorer is asked for a few at first.
    let verdict = classic()
        .with_margin(0.3)
        .unwrap()
        .heal(&HealRequest::new(&stored, &page));
    assert_eq!(verdict.kind, VerdictKind::Ambiguous, "{verdict}");
}

#[test]
fn without_fingerprint_or_candidates_it_says_so() {
    let healer = Healer::default();
    let none = healer.heal(&HealRequest::new(None, [].as_slice()));
    assert_eq!(none.kind, VerdictKind::NoFingerprint);
    let stored = ElementFingerprint::builder("a").text("Home").build();
    let empty = healer.heal(&HealRequest::new(&stored, [].as_slice()));
    assert_eq!(
        empty.to_string(),
        "refused: the page has no visible element to compare with <a> \"home\""
    );
}

#[test]
fn the_threshold_itself_heals() {
    let stored = ElementFingerprint::builder("a")
        .text("Old")
        .attribute("id", "x")
        .build();
    let same = [ElementFingerprint::builder("a")
        .text("")
        .attribute("id", "x")
        .build()];
    let request = HealRequest::new(&stored, same.as_slice());
    let at = classic().with_threshold(0.5).unwrap().heal(&request);
    let above = classic().with_threshold(0.51).unwrap().heal(&request);
    assert_eq!(
        (at.kind, above.kind),
        (VerdictKind::Healed, VerdictKind::BelowThreshold)
    );
}

#[test]
fn impossible_thresholds_are_errors() {
    for value in [-0.1, 1.1, f64::NAN] {
        assert!(Healer::default().with_threshold(value).is_err());
        assert!(Healer::default().with_margin(value).is_err());
    }
}

/// A table of rows, each with the same button.
fn table(names: &[&str]) -> PageSnapshot {
    let mut page = SnapshotBuilder::new("");
    let table = page.element(None, NewElement::new("table").hidden());
    for (row, name) in names.iter().enumerate() {
        let tr = page.element(Some(table), NewElement::new("tr"));
        let td = page.element(Some(tr), NewElement::new("td"));
        page.text(td, &format!("{name} shipped 20 EUR"));
        let place = BoundingBox::new(300.0, 30.0 * row as f64, 60.0, 20.0);
        let button = NewElement::new("button")
            .attribute("class", "open")
            .bbox(place);
        let button = page.element(Some(tr), button);
        page.text(button, "Open");
    }
    page.finish().unwrap()
}

fn opened(before: &[&str], row: usize, after: &[&str]) -> Result<String, VerdictKind> {
    let (before, after) = (table(before), table(after));
    let button = |page: &PageSnapshot, row: usize| {
        page.candidates()
            .iter()
            .copied()
            .filter(|i| page.tag(*i) == "button")
            .nth(row)
            .unwrap()
    };
    let stored = before.fingerprint(button(&before, row));
    let verdict = Healer::default().heal(&HealRequest::new(&stored, &after));
    match verdict.healed() {
        Some(healed) => Ok(healed.element.context().neighbor_text.clone()),
        None => Err(verdict.kind),
    }
}

#[test]
fn the_row_decides_between_twin_buttons() {
    let names = ["ann 1001", "bob 1002", "cid 1003"];
    let reordered = ["cid 1003", "ann 1001", "bob 1002"];
    assert_eq!(
        opened(&names, 1, &reordered),
        Ok("bob 1002 shipped 20 eur".into())
    );
    assert_eq!(
        opened(&names, 1, &["ann 1001", "cid 1003"]),
        Err(VerdictKind::Gone)
    );
    assert_eq!(opened(&names, 1, &["ann 1001"]), Err(VerdictKind::Gone));
    assert_eq!(
        opened(&["x 1 a b", "y 2 c d"], 0, &["y 2 c d"]),
        Err(VerdictKind::Gone)
    );
}

#[test]
fn a_row_far_down_a_long_table_is_found() {
    let names: Vec<String> = (0..100)
        .map(|i| format!("customer{i} {}", 1000 + i))
        .collect();
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    let before = names.clone();
    names.rotate_left(30);
    assert_eq!(
        opened(&before, 58, &names),
        Ok("customer58 1058 shipped 20 eur".into())
    );
}

#[test]
fn a_memory_round_trips_and_is_the_same_text_each_time() {
    let before = page(BEFORE);
    let memory = PageMemory::of_page(&before);
    let json = memory.to_json();
    let read = PageMemory::from_json(&json).unwrap();
    assert_eq!(read, memory);
    assert_eq!(read.to_json(), json);
    for broken in [
        "",
        "{}",
        r#"{"version": 2}"#,
        r#"{"version": 1, "elements": 3}"#,
    ] {
        assert!(PageMemory::from_json(broken).is_err(), "{broken}");
    }
    // Parts that make no sense are not there.
    let odd = PageMemory::from_json(r#"{"version":1,"ordered":9,"elements":[[1],{},["a"]]}"#);
    assert_eq!(odd.unwrap().elements().len(), 3);
}
