//! A walk with everything that somebody may type.

use std::cell::RefCell;

use breadcrumb::engine::{ElementFingerprint, HealingEvent, SourceSite, VerifiedLocator};
use breadcrumb::review::{ReviewFilter, reviewed};
use breadcrumb::store::SqliteStore;

use super::*;

/// 2026-11-01 09:30 UTC.
const LAST: f64 = 1_793_525_400.0;

fn button(test: &str, id: &str, name: &str) -> ElementFingerprint {
    let button = ElementFingerprint::builder("button").text(name);
    button.attribute("id", id).key(test, "#share").build()
}

/// Keeps a heal of a test as a run that passed leaves it.
fn heal(store: &SqliteStore, test: &str, age: f64, more: impl FnOnce(&mut HealingEvent)) {
    let old = button(test, "share", "Share");
    let new = button(test, "send", "Send");
    let mut event = HealingEvent::new(old.clone(), new.clone(), 0.87, LAST - age);
    more(&mut event);
    store.save_fingerprint_on_page(&old, "/a").unwrap();
    store.record_healing(&event).unwrap();
    store.save_fingerprint_on_page(&new, "/a").unwrap();
}

/// A store with three heals; all that can be known is known of the first.
fn store() -> SqliteStore {
    let store = SqliteStore::open(":memory:").unwrap();
    heal(&store, "tests/test_a.py::test_first", 0.0, |event| {
        let details = &mut event.details;
        details.proposed_locator = Some("get_by_role(\"button\", name=\"Send\")".to_owned());
        details.url = Some("http://shop.test/a".to_owned());
        details.source_file = Some("tests/test_a.py".to_owned());
        details.source_line = Some(30);
        details.sites = ["pages/a.py", "pages/b.py"]
            .map(|file| SourceSite {
                file: file.to_owned(),
                line: 7,
            })
            .to_vec();
        details.reasons = (1..=6)
            .map(|n| format!("reason {n}: the element stands where it stood, in the same form, with the same words around it"))
            .collect();
        details.proposals = [
            "get_by_role(\"button\", name=\"Send\")",
            "locator(\"#send\")",
        ]
        .map(|code| VerifiedLocator {
            code: code.to_owned(),
            within_parent: false,
        })
        .to_vec();
    });
    heal(&store, "test_second", 60.0, |event| {
        event.details.url = Some("about:blank".to_owned());
        event.details.source_file = Some("t.py".to_owned());
        event.details.source_line = Some(3);
    });
    heal(&store, "evil\u{1b}[31m\n\u{202e}", 120.0, |event| {
        event.details.proposed_locator = Some("x\u{9b}2J".to_owned());
        event.details.page_key = Some("/\u{7}".to_owned());
        event.details.reasons = vec!["\u{1b}]0;x\u{7}".to_owned()];
    });
    store
}

fn pending(store: &SqliteStore) -> Vec<ReviewedHeal> {
    let mut filter = ReviewFilter::default();
    filter.state = Some(HealState::Pending);
    reviewed(store, &filter).unwrap()
}

/// Walks with this typed, and returns what was said and what was opened.
fn walk(store: &SqliteStore, mut typed: &[u8]) -> (String, Vec<String>) {
    let opened = RefCell::new(Vec::new());
    let mut said = Vec::new();
    let mut walk = Walk {
        store,
        reviewer: &Reviewer::default(),
        input: &mut typed,
        out: &mut anstream::StripStream::new(&mut said),
        open: &|url| {
            opened.borrow_mut().push(url.to_owned());
            Ok(())
        },
    };
    walk.go(pending(store), Vec::new()).unwrap();
    (String::from_utf8(said).unwrap(), opened.into_inner())
}

fn states(store: &SqliteStore) -> Vec<HealState> {
    let heals = reviewed(store, &ReviewFilter::default()).unwrap();
    heals.iter().map(|heal| heal.state).collect()
}

#[test]
fn each_heal_is_shown_with_what_the_decision_rests_on() {
    let store = store();
    let (said, _) = walk(&store, b"a\nReject\n S \n");
    insta::assert_snapshot!(said);
    assert_eq!(
        states(&store),
        [HealState::Approved, HealState::Rejected, HealState::Pending]
    );
}

#[test]
fn nothing_is_decided_by_accident() {
    let store = store();
    let (said, opened) = walk(&store, b"\n  \nyes\n\xff\x1b[A\n?\n");
    insta::assert_snapshot!(said);
    assert_eq!(opened, [""; 0]);
    assert_eq!(states(&store), [HealState::Pending; 3]);
}

#[test]
fn a_page_is_opened_and_the_question_asked_again() {
    let store = store();
    let (said, opened) = walk(&store, b"o\ns\nOPEN\ns\no\nquit\n");
    assert_eq!(opened, ["http://shop.test/a"]);
    for part in [
        "opened http://shop.test/a\n",
        "nothing opened: only pages of http, https and file are opened\n",
        "nothing opened: it is not known which page it was\n",
        "2 skipped; 3 still pending\n",
    ] {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn a_decision_is_kept_when_the_input_ends_at_the_next_question() {
    let store = store();
    let (said, _) = walk(&store, b"a");
    assert!(
        said.ends_with("\n1 approved; 2 still pending\nnext: `breadcrumb fix` shows the patch\n"),
        "{said}"
    );
    assert_eq!(pending(&store).len(), 2);
}

#[test]
fn nothing_of_a_page_reaches_the_terminal_as_an_order() {
    let store = store();
    let mut said = Vec::new();
    let mut walk = Walk {
        store: &store,
        reviewer: &Reviewer::default(),
        input: &mut &b"r\nr\nr\n"[..],
        out: &mut said,
        open: &|_| Ok(()),
    };
    walk.go(pending(&store), Vec::new()).unwrap();
    let said = String::from_utf8(said).unwrap();
    // What is left are the styles of our own.
    let plain = anstream::adapter::strip_str(&said).to_string();
    let is_foreign = |c: char| c != '\n' && breadcrumb::report::text::is_unsafe(c);
    assert!(!plain.contains(is_foreign), "{plain:?}");
    assert!(plain.contains(r"evil\u{1b}[31m\n\u{202e}"), "{plain}");
}
