//! What is proposed for elements of small pages.

use super::*;
use crate::page::{NewElement, SnapshotBuilder};

fn form() -> (PageSnapshot, [ElementIndex; 6]) {
    let mut page = SnapshotBuilder::new("");
    let body = page.element(None, NewElement::new("body"));
    let save = page.element(
        Some(body),
        NewElement::new("button").attribute("data-testid", "save"),
    );
    page.text(save, "Save");
    let save_all = page.element(Some(body), NewElement::new("button"));
    page.text(save_all, "Save all");
    let label = page.element(Some(body), NewElement::new("label").attribute("for", "m1"));
    page.text(label, "Your e-mail");
    let input = NewElement::new("input")
        .attribute("id", "m1")
        .attribute("type", "email");
    let input = page.element(Some(body), input.attribute("placeholder", "you@x.org"));
    let row = page.element(Some(body), NewElement::new("div").attribute("id", "rows"));
    let first = page.element(Some(row), NewElement::new("button"));
    page.text(first, "Edit");
    let second = page.element(Some(row), NewElement::new("button"));
    page.text(second, "Edit");
    let logo = NewElement::new("img").attribute("alt", "Logo \"A\"\\");
    let logo = page.element(Some(body), logo);
    (
        page.finish().unwrap(),
        [save, save_all, input, first, second, logo],
    )
}

fn written(page: &PageSnapshot, element: ElementIndex) -> Vec<String> {
    propose(page, element).iter().map(Locator::python).collect()
}

#[test]
fn the_best_locator_comes_first_and_each_is_unique() {
    let (page, [save, save_all, input, first, second, logo]) = form();
    let all = [save, save_all, input, first, second, logo].map(|element| written(&page, element));
    insta::assert_debug_snapshot!(all);
}

#[test]
fn inside_a_part_of_the_page_twins_are_told_apart() {
    let (page, [.., second, _]) = form();
    let within = propose_within(&page, second);
    assert!(propose(&page, second).iter().all(|p| !within.contains(p)));
    let code: Vec<String> = within.iter().map(Locator::python).collect();
    assert_eq!(code, ["get_by_role(\"button\", name=\"Edit\")"]);
}

#[test]
fn a_page_cannot_write_code() {
    let mut page = SnapshotBuilder::new("");
    let body = page.element(None, NewElement::new("body"));
    let evil = page.element(
        Some(body),
        NewElement::new("button").attribute("id", "a\"); x('"),
    );
    page.text(evil, "\"); import os; os.system(\"x\") #\u{202e}");
    let page = page.finish().unwrap();
    for code in written(&page, evil) {
        let inside = code.split_once('"').unwrap().1.rsplit_once('"').unwrap().0;
        let bare = inside.replace("\\\\", "").replace("\\\"", "");
        let literals = bare.replace("\", name=\"", "");
        assert!(
            !literals.contains('"') && !code.contains('\u{202e}'),
            "{code}"
        );
    }
}

#[test]
fn ids_that_a_machine_made_are_not_proposed() {
    for (id, expected) in [
        ("login", false),
        (":r1:", true),
        ("input-4821", true),
        ("a b", true),
    ] {
        assert_eq!(is_volatile(id), expected, "{id}");
    }
}

#[test]
fn css_ids_are_escaped() {
    assert_eq!(render::css_id("1a.b"), "#\\31 a\\.b");
    assert_eq!(render::css_id("über-x"), "#über-x");
}

/// A page of links and cells with these texts; each text is one that changes by itself.
#[test]
fn nothing_that_changes_by_itself_is_proposed() {
    let texts = [
        "Cart (2)",
        "List (11)",
        "107.00 EUR",
        "Nov. 17, 2026, 11:26 p.m.",
        "2",
        "45 %",
        "3 comments",
    ];
    let mut page = SnapshotBuilder::new("");
    let body = page.element(None, NewElement::new("body"));
    let mut elements = Vec::new();
    for text in texts {
        let link = NewElement::new("a").attribute("href", "/there");
        let link = page.element(Some(body), link.attribute("title", text));
        page.text(link, text);
        elements.push(link);
    }
    let page = page.finish().unwrap();
    for element in elements {
        for code in written(&page, element) {
            let bare = code.split("nth-of-type(").enumerate();
            let rest = bare.map(|(at, part)| {
                if at == 0 {
                    part
                } else {
                    &part[part.find(')').unwrap()..]
                }
            });
            let rest: String = rest.collect();
            assert!(!rest.contains(|c: char| c.is_numeric()), "{code}");
        }
    }
    assert!(written(&page, 1)[0].contains("name=\"Cart\""));
}

#[test]
fn a_number_that_the_element_leads_to_is_its_name() {
    let mut page = SnapshotBuilder::new("");
    let body = page.element(None, NewElement::new("body"));
    for size in ["20", "50"] {
        let target = format!("/list?page_size={size}");
        let link = page.element(Some(body), NewElement::new("a").attribute("href", &target));
        page.text(link, &format!("{size} items"));
    }
    let page = page.finish().unwrap();
    assert_eq!(
        written(&page, 1)[0],
        "get_by_role(\"link\", name=\"20 items\")"
    );
}
