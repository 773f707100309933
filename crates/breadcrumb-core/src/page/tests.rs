//! Snapshots from payloads, good and bad.

use super::*;
use crate::error::ErrorKind;
use crate::fingerprint::ElementFingerprint;

/// A heading and a table with one row, `Ann` and a button, in the payload's form.
const ORDERS: &str = r#"{
    "v": 1, "url": "https://shop.test/orders", "title": "Orders", "lang": "en",
    "strings": ["body", "h2", "table", "tr", "td", "button", "id", "a", "Orders", "Ann", " Delete\n "],
    "parent": [-1, 0, 0, 2, 3, 3, 5],
    "tag":    [0, 1, 2, 3, 4, 4, 5],
    "kind":   [1, 1, 1, 1, 1, 1, 1],
    "attrs":  [0, 0, 0, 0, 0, 0, 1, 6, 7],
    "box": [0,0,800,600, 0,0,800,40, 0,40,800,30, 0,40,800,30, 0,40,400,30, 400,40,400,30, 410,45,80,20.5],
    "texts":  [1, 2, 8, 4, 5, 9, 6, 7, 10]
}"#;

fn orders() -> PageSnapshot {
    PageSnapshot::from_payload(ORDERS).unwrap()
}

fn broken(from: &str, to: &str) -> String {
    assert!(ORDERS.contains(from), "{from}");
    let error = PageSnapshot::from_payload(&ORDERS.replace(from, to)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidPage);
    error.to_string()
}

#[test]
fn reads_the_tree_and_its_texts() {
    let page = orders();
    assert_eq!(page.len(), 7);
    assert_eq!(page.candidates().len(), 7);
    assert_eq!(page.text(0), "orders ann delete");
    assert_eq!(page.text(3), "ann delete");
    assert_eq!(page.text(6), "delete");
    assert_eq!(page.attribute(6, "id"), Some("a"));
    assert!(page.is_nested(2, 6) && page.is_nested(6, 2) && !page.is_nested(4, 6));
    assert_eq!(page.info().url, "https://shop.test/orders");
}

#[test]
fn a_fingerprint_knows_what_is_around_the_element() {
    let fingerprint = orders().fingerprint(6);
    assert_eq!(
        fingerprint.dom_path(),
        ["body", "table", "tr", "td", "button"]
    );
    let context = fingerprint.context();
    assert_eq!(
        (context.role.as_str(), context.name.as_str()),
        ("button", "delete")
    );
    assert_eq!(context.heading, "orders");
    assert_eq!(context.neighbor_text, "ann");
    assert_eq!(
        fingerprint.bbox().unwrap().width.to_bits(),
        80.0_f64.to_bits()
    );
}

#[test]
fn every_broken_payload_is_an_error_that_says_what() {
    const PARENTS: &str = "[-1, 0, 0, 2, 3, 3, 5]";
    for (from, to, expected) in [
        (
            r#""v": 1"#,
            r#""v": 2"#,
            "version 2 where this build reads 1",
        ),
        (
            PARENTS,
            "[-1, 0, 0, 2, 3, 3, 9]",
            "element 6 cannot have parent 9",
        ),
        (
            PARENTS,
            "[-1, 0, 0, 2, 3, 3, -1]",
            "element 6 cannot have parent -1",
        ),
        (
            PARENTS,
            "[-1, 0, 0, 2, 3, 3]",
            "`parent`, `tag` and `kind` differ in length",
        ),
        (
            PARENTS,
            "[-1, 0, 0, 2, 3, 1, 5]",
            "element 5 is not in document order",
        ),
        (
            "[0, 1, 2, 3, 4, 4, 5]",
            "[0, 1, 2, 3, 4, 4, 50]",
            "there is no string 50",
        ),
        (
            "0, 1, 6, 7]",
            "0, 4294967295, 6, 7]",
            "`attrs` is too short",
        ),
        (
            "[1, 2, 8,",
            "[1, 2,",
            "`texts` does not hold three numbers a text",
        ),
        ("[1, 2, 8,", "[6, 2, 8,", "text 0 is out of place"),
        (
            "4, 5, 9, 6, 7, 10]",
            "6, 7, 9, 4, 5, 10]",
            "text 2 is out of place",
        ),
        (r#""strings""#, r#""string""#, "missing field `strings`"),
    ] {
        let message = broken(from, to);
        assert!(message.contains(expected), "{to}: {message}");
    }
}

#[test]
fn an_empty_page_has_no_candidates() {
    let page = PageSnapshot::from_payload(
        r#"{"v":1,"strings":[],"parent":[],"tag":[],"kind":[],"attrs":[],"box":[],"texts":[]}"#,
    )
    .unwrap();
    assert!(page.is_empty() && page.candidates().is_empty());
    assert_eq!(
        page.fingerprint(3),
        ElementFingerprint::builder("")
            .context(page.context(3))
            .build()
    );
}

#[test]
fn boxes_that_are_not_finite_are_not_known() {
    let page = PageSnapshot::from_payload(&ORDERS.replace("20.5", "NaN")).unwrap();
    assert_eq!(page.bbox(6), None);
}

#[test]
fn a_deep_page_takes_linear_time() {
    let mut page = SnapshotBuilder::new("");
    let mut parent = None;
    for _ in 0..100_000 {
        let element = page.element(parent, NewElement::new("div"));
        page.text(element, "x");
        parent = Some(element);
    }
    let page = page.finish().unwrap();
    assert_eq!(page.candidates().len(), 100_000);
    assert_eq!(
        page.text(99_000).chars().count(),
        499,
        "cut at 500, where a space is"
    );
    assert_eq!(page.fingerprint(99_999).dom_path().len(), 256);
}

#[test]
fn names_follow_aria() {
    let mut page = SnapshotBuilder::new("");
    let body = page.element(None, NewElement::new("body"));
    let label = page.element(
        Some(body),
        NewElement::new("label").attribute("for", "mail"),
    );
    page.text(label, "E-mail *");
    let input = NewElement::new("input")
        .attribute("id", "mail")
        .attribute("placeholder", "you@x.org");
    let input = page.element(Some(body), input);
    let wrapper = page.element(Some(body), NewElement::new("label"));
    page.text(wrapper, "Remember me");
    let checkbox = page.element(
        Some(wrapper),
        NewElement::new("input").attribute("type", "checkbox"),
    );
    let title = page.element(Some(body), NewElement::new("span").attribute("id", "t"));
    page.text(title, "Close dialog");
    let close = NewElement::new("button")
        .attribute("aria-labelledby", "t")
        .attribute("aria-label", "X");
    let close = page.element(Some(body), close);
    let submit = NewElement::new("input")
        .attribute("type", "submit")
        .attribute("value", "Send");
    let submit = page.element(Some(body), submit);
    let bare = page.element(
        Some(body),
        NewElement::new("input").attribute("placeholder", "City"),
    );
    let page = page.finish().unwrap();

    let named =
        [input, checkbox, close, submit, bare].map(|i| (page.role(i), page.accessible_name(i)));
    let expected = [
        ("textbox", "e-mail *"),
        ("checkbox", "remember me"),
        ("button", "close dialog"),
        ("button", "send"),
        ("textbox", "city"),
    ];
    assert_eq!(named, expected.map(|(role, name)| (role, name.to_owned())));
}

#[test]
fn siblings_are_the_nearest_three_on_each_side() {
    let mut page = SnapshotBuilder::new("");
    let list = page.element(None, NewElement::new("ul"));
    let tags = ["a", "b", "i", "u", "li", "em", "p", "q", "s"];
    let items = tags.map(|tag| {
        let item = page.element(Some(list), NewElement::new(tag));
        page.element(Some(item), NewElement::new("span"));
        item
    });
    let page = page.finish().unwrap();
    assert_eq!(
        page.siblings(items[4]).collect::<Vec<_>>(),
        ["b", "i", "u", "em", "p", "q"]
    );
    assert_eq!(page.siblings(items[0]).collect::<Vec<_>>(), ["b", "i", "u"]);
    assert_eq!(page.siblings(list).count(), 0);
}

#[test]
fn what_is_not_shown_is_remembered_but_no_candidate() {
    let with_menu = ORDERS.replace("\"texts\":", "\"hidden\": [5, 7, 10, 8], \"texts\":");
    let page = PageSnapshot::from_payload(&with_menu).unwrap();
    assert_eq!(page.candidates().len(), orders().candidates().len());
    let memory = crate::heal::PageMemory::of_page(&page);
    let entry = crate::heal::CensusEntry::of(&page.hidden()[0]);
    assert_eq!((entry.role.as_str(), entry.name.as_str()), ("a", "delete"));
    assert!(memory.contains(&entry));
    assert_eq!(
        memory.rows_of(&entry).count(),
        0,
        "no twin of what is shown"
    );
    let read = crate::heal::PageMemory::from_json(&memory.to_json()).unwrap();
    assert_eq!(read, memory);
    let message = PageSnapshot::from_payload(&with_menu.replace("[5, 7, 10, 8]", "[5, 7, 10, 99]"));
    assert!(message.is_err());
}

#[test]
fn the_selector_engine_wraps_the_page_side_code() {
    let engine = selector_engine();
    let (before, after) = engine.split_once(&page_script()).unwrap();
    assert_eq!(before, "(() => {\nconst load = () => {\n");
    assert!(after.starts_with("return main;\n};\nfunction selectorEngine(load) {\n"));
    assert!(after.ends_with("}\nreturn selectorEngine(load);\n})()"));
    assert!(!engine.lines().any(|line| line.starts_with("//")));
}
