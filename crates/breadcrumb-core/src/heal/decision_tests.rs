//! The eight decisions that every change to the healer must keep: the right element, or none.

use super::*;
use crate::fingerprint::ElementFingerprint;
use crate::page::{ElementIndex, NewElement, PageSnapshot, SnapshotBuilder};
use crate::scorer::SimilarityScorer;
use std::sync::Arc;

/// An element of a small page: tag, attributes, text, and what is inside it.
struct Node(
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static str,
    Vec<Self>,
);

fn leaf(
    tag: &'static str,
    attributes: &'static [(&'static str, &'static str)],
    text: &'static str,
) -> Node {
    Node(tag, attributes, text, Vec::new())
}

fn page(nodes: Vec<Node>) -> PageSnapshot {
    let mut page = SnapshotBuilder::new("https://shop.test/");
    let body = page.element(None, NewElement::new("body").hidden());
    let mut top = 0.0;
    for node in nodes {
        add(&mut page, body, &node, &mut top);
    }
    page.finish().unwrap()
}

fn add(page: &mut SnapshotBuilder, parent: ElementIndex, node: &Node, top: &mut f64) {
    *top += 30.0;
    let place = crate::fingerprint::BoundingBox::new(10.0, *top, 100.0, 24.0);
    let element = node.1.iter().fold(
        NewElement::new(node.0).bbox(place),
        |element, (name, value)| element.attribute(name, value),
    );
    let index = page.element(Some(parent), element);
    page.text(index, node.2);
    for child in &node.3 {
        add(page, index, child, top);
    }
}

fn row(id: &'static [(&'static str, &'static str)], name: &'static str) -> Node {
    let button = leaf("button", id, "Edit");
    Node("tr", &[], "", vec![leaf("td", &[], name), button])
}

/// Looks for the element with this id of the old page; returns the text around and of what it took.
fn decide(with: &Healer, old: Vec<Node>, id: &str, new: Vec<Node>) -> Result<String, VerdictKind> {
    let (old, new) = (page(old), page(new));
    let is_it = |index: &&ElementIndex| old.attribute(**index, "id") == Some(id);
    let target = *old.candidates().iter().find(is_it).unwrap();
    let stored = old.fingerprint(target);
    let memory = PageMemory::of_page(&old);
    let verdict = with.heal(&HealRequest::new(&stored, &new).with_memory(&memory));
    let Some(healed) = verdict.healed() else {
        assert!(verdict.message.len() > 10, "{verdict}");
        return Err(verdict.kind);
    };
    let element = &healed.element;
    let around = &element.context().neighbor_text;
    Ok(format!("{} {} {around}", element.tag(), element.text())
        .trim()
        .to_owned())
}

fn both() -> [Healer; 2] {
    [
        Healer::default(),
        Healer::new(Arc::new(SimilarityScorer::default())),
    ]
}

#[test]
fn an_element_that_was_removed_beside_a_similar_one_is_gone() {
    for healer in both() {
        let old = vec![
            leaf("button", &[("id", "save"), ("class", "btn")], "Save"),
            leaf(
                "button",
                &[("id", "save-draft"), ("class", "btn")],
                "Save draft",
            ),
        ];
        let new = vec![leaf(
            "button",
            &[("id", "save-draft"), ("class", "btn")],
            "Save draft",
        )];
        assert!(decide(&healer, old, "save", new).is_err());
    }
}

#[test]
fn id_and_name_changed_beside_a_twin_is_refused_or_right() {
    for healer in both() {
        let old = vec![
            leaf(
                "input",
                &[("id", "first"), ("name", "first"), ("class", "field")],
                "",
            ),
            leaf(
                "input",
                &[("id", "last"), ("name", "last"), ("class", "field")],
                "",
            ),
        ];
        let new = vec![
            leaf(
                "input",
                &[("id", "a1"), ("name", "x"), ("class", "field")],
                "",
            ),
            leaf(
                "input",
                &[("id", "a2"), ("name", "y"), ("class", "field")],
                "",
            ),
        ];
        assert!(decide(&healer, old, "first", new).is_err());
    }
}

#[test]
fn the_text_of_the_row_decides_between_three_buttons() {
    let old = vec![
        row(&[("id", "e1")], "Ann Smith"),
        row(&[("id", "e2")], "Bob Jones"),
        row(&[("id", "e3")], "Cid Brown"),
    ];
    let new = vec![
        row(&[], "Ann Smith"),
        row(&[], "Bob Jones"),
        row(&[], "Cid Brown"),
    ];
    let healed = decide(&Healer::default(), old, "e2", new);
    assert_eq!(healed, Ok("button edit bob jones".into()));
}

#[test]
fn the_button_of_a_row_that_was_removed_is_gone() {
    for healer in both() {
        let old = vec![
            row(&[("id", "e1")], "Ann Smith"),
            row(&[("id", "e2")], "Bob Jones"),
            row(&[("id", "e3")], "Cid Brown"),
        ];
        let new = vec![row(&[], "Ann Smith"), row(&[], "Cid Brown")];
        assert!(decide(&healer, old, "e2", new).is_err());
    }
}

#[test]
fn a_plain_rename_is_healed() {
    for healer in both() {
        let old = vec![
            leaf("h1", &[], "Welcome"),
            leaf("button", &[("id", "login-btn"), ("class", "btn")], "Log in"),
            leaf("a", &[("href", "/help")], "Help"),
        ];
        let new = vec![
            leaf("h1", &[], "Welcome"),
            leaf("button", &[("id", "sign-in"), ("class", "btn")], "Log in"),
            leaf("a", &[("href", "/help")], "Help"),
        ];
        assert_eq!(
            decide(&healer, old, "login-btn", new),
            Ok("button log in".into())
        );
    }
}

#[test]
fn a_button_that_was_removed_while_another_stays_is_gone() {
    for healer in both() {
        let old = vec![
            leaf("button", &[("id", "ok"), ("class", "btn")], "Order now"),
            leaf("button", &[("id", "no"), ("class", "btn")], "Cancel"),
        ];
        let new = vec![leaf("button", &[("id", "no"), ("class", "btn")], "Cancel")];
        assert!(decide(&healer, old, "ok", new).is_err());
    }
}

#[test]
fn a_button_that_became_a_link_in_a_new_box_is_healed() {
    let old = vec![
        leaf("h2", &[], "Your cart"),
        leaf(
            "button",
            &[("id", "checkout"), ("class", "btn")],
            "Go to checkout",
        ),
        leaf("a", &[("href", "/")], "Home"),
    ];
    let link = leaf(
        "a",
        &[("href", "/checkout"), ("class", "button")],
        "Go to checkout",
    );
    let new = vec![
        leaf("h2", &[], "Your cart"),
        Node("div", &[("class", "actions")], "", vec![link]),
        leaf("a", &[("href", "/")], "Home"),
    ];
    let healed = decide(&Healer::default(), old, "checkout", new);
    assert_eq!(healed, Ok("a go to checkout".into()));
}

#[test]
fn the_last_row_is_not_the_one_that_was_removed() {
    for healer in both() {
        let old = vec![
            row(&[("id", "e1")], "Ann Smith"),
            row(&[("id", "e2")], "Bob Jones"),
        ];
        let new = vec![row(&[], "Ann Smith")];
        assert!(decide(&healer, old, "e2", new).is_err());
    }
}

/// A page with a box that has a button with a label inside.
fn page_with_share_button() -> PageSnapshot {
    let mut page = SnapshotBuilder::new("/");
    let body = page.element(None, NewElement::new("body"));
    let button = NewElement::new("button")
        .attribute("id", "share-2")
        .attribute("class", "btn");
    let button = page.element(Some(body), button);
    let label = page.element(Some(button), NewElement::new("span"));
    page.text(label, "Share");
    page.finish().unwrap()
}

#[test]
fn a_rejected_pair_is_not_healed_whatever_locator_describes_it() {
    let page = page_with_share_button();
    let seen = |locator: &str, class: &str| {
        ElementFingerprint::builder("button")
            .text("Share")
            .attribute("class", class)
            .key("t", locator)
            .build()
    };
    let stored = seen("#share", "btn");
    let verdict = Healer::default().heal(&HealRequest::new(&stored, &page));
    let healed = verdict.healed().unwrap().element.clone();

    let pairs = [Rejection::new(Some(7), stored, healed)];
    for other in [
        seen("#share", "btn"),
        seen("get_by_text(\"Share\")", "btn big"),
    ] {
        let request = HealRequest::new(&other, &page).with_rejections(&pairs);
        let verdict = Healer::default().heal(&request);
        assert_eq!(verdict.kind, VerdictKind::Gone, "{verdict}");
        let message = verdict.to_string();
        assert!(
            message.contains("was rejected in a review (heal 7)"),
            "{message}"
        );
        // The label inside the button is no way around it.
        assert!(verdict.suggestions.iter().all(|s| s.veto.is_some()));
    }
    let save = ElementFingerprint::builder("button")
        .text("Share all")
        .build();
    let request = HealRequest::new(&save, &page).with_rejections(&pairs);
    let vetoes = Healer::default().heal(&request).suggestions;
    assert!(
        vetoes
            .iter()
            .all(|s| s.veto != Some(Veto::Rejected(Some(7))))
    );
}

fn card(name: &'static str, button: Node) -> Node {
    let head = leaf("h3", &[], name);
    let actions = Node("div", &[("class", "actions")], "", vec![button]);
    Node("div", &[("class", "card")], "", vec![head, actions])
}

fn cards(names: &[&'static str], button: impl Fn(usize) -> Node) -> Vec<Node> {
    let all = names.iter().enumerate();
    all.map(|(at, name)| card(name, button(at))).collect()
}

const CART_IDS: [&[(&str, &str)]; 3] = [&[("id", "c1")], &[("id", "c2")], &[("id", "c3")]];

#[test]
fn the_heading_of_the_card_tells_three_equal_buttons_apart() {
    let with_id = |at: usize| leaf("button", CART_IDS[at], "Add to cart");
    let without_id = |_: usize| leaf("button", &[], "Add to cart");
    let names = ["Desk lamp", "Arm chair", "Bookcase"];
    let healed = decide(
        &Healer::default(),
        cards(&names, with_id),
        "c2",
        cards(&names, without_id),
    );
    assert_eq!(healed, Ok("button add to cart arm chair".into()));
    // The card is gone, and then two; what is left is in another card, or in none.
    for left in [&["Desk lamp", "Bookcase"][..], &["Bookcase"]] {
        let new = cards(left, without_id);
        assert!(decide(&Healer::default(), cards(&names, with_id), "c2", new).is_err());
    }
}

#[test]
fn an_icon_with_the_same_name_is_the_same_button() {
    let old = vec![
        leaf("button", &[("id", "print")], "Print recipe"),
        leaf("button", &[("id", "share")], "Share recipe"),
    ];
    let new = vec![
        leaf("button", &[("aria-label", "Print recipe")], "P"),
        leaf("button", &[("aria-label", "Share recipe")], "S"),
    ];
    let healed = decide(&Healer::default(), old, "print", new);
    assert_eq!(healed, Ok("button p".into()));
}

/// The page of a menu: entries with these attributes and texts.
fn menu(entries: &[(&'static [(&'static str, &'static str)], &'static str)]) -> Vec<Node> {
    let entry = |(attributes, text): &(&'static [(&'static str, &'static str)], &'static str)| {
        leaf("a", attributes, text)
    };
    vec![Node("nav", &[], "", entries.iter().map(entry).collect())]
}

#[test]
fn an_entry_that_leads_to_nothing_is_not_the_one_beside_it() {
    for nowhere in [
        &[("href", "#")] as &[(&str, &str)],
        &[("href", "javascript:void(0)")],
        &[("href", "/orders")],
    ] {
        let target: &'static [(&str, &str)] = match nowhere[0].1 {
            "#" => &[("href", "#"), ("id", "archive")],
            "/orders" => &[("href", "/orders"), ("id", "archive")],
            _ => &[("href", "javascript:void(0)"), ("id", "archive")],
        };
        let nowhere = &target[..1];
        let old = menu(&[
            (nowhere, "Refresh"),
            (target, "Archive"),
            (nowhere, "Print"),
        ]);
        // One went, and one came that leads nowhere either.
        let new = menu(&[
            (nowhere, "Refresh"),
            (nowhere, "Invoices"),
            (nowhere, "Print"),
        ]);
        assert!(decide(&Healer::default(), old, "archive", new).is_err());
    }
}

#[test]
fn an_id_that_is_a_place_in_the_list_goes_with_the_place() {
    let old = menu(&[
        (&[("id", "menuLinks1")], "Home"),
        (&[("id", "menuLinks2")], "Documentation"),
        (&[("id", "menuLinks3")], "Prices"),
    ]);
    let new = menu(&[
        (&[("id", "menuLinks1")], "Home"),
        (&[("id", "menuLinks2")], "Customers"),
        (&[("id", "menuLinks3")], "Documentation center"),
        (&[("id", "menuLinks4")], "Prices"),
    ]);
    let healed = decide(&Healer::default(), old, "menuLinks2", new);
    assert_eq!(healed, Ok("a documentation center".into()));
}

#[test]
fn numbers_that_tell_siblings_apart_are_names() {
    let old = menu(&[(&[("id", "few")], "20 items"), (&[], "50 items")]);
    let new = menu(&[(&[], "50 items"), (&[], "90 items")]);
    assert!(decide(&Healer::default(), old, "few", new).is_err());
}

/// A page of so many links, and these buttons.
fn large_page(buttons: &[&[(&str, &str)]], texts: &[&str]) -> PageSnapshot {
    let mut page = SnapshotBuilder::new("https://shop.test/");
    let body = page.element(None, NewElement::new("body").hidden());
    let mut top = 0.0;
    let mut add = |page: &mut SnapshotBuilder, element: NewElement, text: &str| {
        top += 20.0;
        let place = crate::fingerprint::BoundingBox::new(10.0, top, 100.0, 18.0);
        let index = page.element(Some(body), element.bbox(place));
        page.text(index, text);
    };
    for (attributes, text) in buttons.iter().zip(texts) {
        let element = attributes
            .iter()
            .fold(NewElement::new("button"), |e, (n, v)| e.attribute(n, v));
        add(&mut page, element, text);
    }
    for number in 0..9_990 {
        let target = format!("/article/{number}");
        let link = NewElement::new("a").attribute("href", &target);
        add(&mut page, link, &format!("Article {number}"));
    }
    page.finish().unwrap()
}

#[test]
fn what_counts_is_how_much_is_new_and_not_how_large_the_page_is() {
    let old = large_page(&[&[("id", "login-btn"), ("class", "btn")]], &["Log in"]);
    let stored = old.fingerprint(old.candidates()[0]);
    let memory = PageMemory::of_page(&old);
    let heal = |new: &PageSnapshot| {
        Healer::default().heal(&HealRequest::new(&stored, new).with_memory(&memory))
    };
    let new = large_page(&[&[("id", "enter"), ("class", "cta")]], &["Sign in"]);
    let verdict = heal(&new);
    assert!(verdict.is_healed(), "{verdict}");
    assert_eq!(verdict.healed().unwrap().element.text(), "sign in");

    // The same among many newcomers is a guess.
    let words = [
        "Sign in", "Start", "Join", "Go on", "Next", "Begin", "Try it", "Enter", "Open", "Run",
    ];
    let all = [&[("class", "cta")] as &[(&str, &str)]; 10];
    let crowded = large_page(&all[1..], &words[1..]);
    assert!(!heal(&crowded).is_healed());
}
