//! From a heal to a rejection that holds.

use std::path::Path;
use std::sync::Arc;

use breadcrumb_core::{HealState, Healer, VerdictKind};
use breadcrumb_html::HtmlPage;
use breadcrumb_store::{DecisionStore as _, SqliteStore};

use super::*;
use crate::{Confirmation, Look, Session, SessionOptions, TestResult};

const V1: &str = "<p><a href=/x>Home</a></p><form><button id=share class=btn>Share</button></form>";
const V2: &str = "<p><a href=/x>Home</a></p><form><button id=send class=btn>Share</button></form>";

fn page(html: &str) -> HtmlPage {
    HtmlPage::parse(html, "http://shop.test/a?token=1#x").unwrap()
}

fn session(store: &Arc<SqliteStore>, test: &str) -> Session {
    Session::new(store.clone(), SessionOptions::new(test))
}

fn learn(store: &Arc<SqliteStore>, test: &str, locator: &str) {
    let v1 = page(V1);
    let session = session(store, test);
    let found = v1.find("#share").unwrap()[0];
    session.learn(locator, v1.snapshot(), found).unwrap();
    session.finish(TestResult::Passed).unwrap();
}

fn heal(store: &Arc<SqliteStore>, test: &str, locator: &str) -> Look {
    let session = session(store, test);
    let look = session.look(locator, page(V2).snapshot()).unwrap();
    session.confirm(&look, Confirmation::default()).unwrap();
    session.finish(TestResult::Passed).unwrap();
    look
}

#[test]
fn a_rejected_heal_is_not_made_again_by_any_locator_of_any_test() {
    let store = Arc::new(SqliteStore::open(":memory:").unwrap());
    for (test, locator) in [("a", "#share"), ("a", "form > button"), ("b", "#share")] {
        learn(&store, test, locator);
    }
    assert!(heal(&store, "a", "#share").element().is_some());
    assert!(heal(&store, "a", "#share").element().is_some());
    let pending = reviewed(store.as_ref(), &ReviewFilter::default()).unwrap();
    assert_eq!(pending.len(), 1);
    assert_eq!(
        (pending[0].events, pending[0].state),
        (2, HealState::Pending)
    );
    assert_eq!(pending[0].url.as_deref(), Some("http://shop.test/a"));

    let ann = Reviewer {
        name: Some("ann".to_owned()),
        note: None,
    };
    let done = decide(store.as_ref(), pending[0].id, HealState::Rejected, &ann).unwrap();
    assert_eq!(done.heal.state, HealState::Rejected);
    assert_eq!(done.restored.unwrap().attribute("id"), Some("share"));
    for (test, locator) in [("a", "#share"), ("a", "form > button"), ("b", "#share")] {
        let look = heal(&store, test, locator);
        assert_eq!(look.verdict().kind, VerdictKind::Gone);
        let message = look.verdict().to_string();
        assert!(message.contains("was rejected in a review"), "{message}");
    }
    // A change of mind lets it heal again.
    decide(store.as_ref(), done.heal.id, HealState::Approved, &ann).unwrap();
    assert!(heal(&store, "b", "#share").element().is_some());
}

#[test]
fn all_with_enough_confidence_are_approved_at_once() {
    let store = Arc::new(SqliteStore::open(":memory:").unwrap());
    learn(&store, "a", "#share");
    heal(&store, "a", "#share");
    let nobody = Reviewer::default();
    assert_eq!(approve_all(store.as_ref(), 0.999, &nobody).unwrap(), []);
    assert_eq!(approve_all(store.as_ref(), 0.5, &nobody).unwrap().len(), 1);
    assert_eq!(approve_all(store.as_ref(), 0.5, &nobody).unwrap(), []);
}

#[test]
fn a_heal_that_was_listed_is_decided_and_says_so() {
    let store = Arc::new(SqliteStore::open(":memory:").unwrap());
    learn(&store, "a", "#share");
    heal(&store, "a", "#share");
    let all = ReviewFilter::default();
    let mut listed = reviewed(store.as_ref(), &all).unwrap().remove(0);
    let ann = Reviewer {
        name: Some("ann".to_owned()),
        note: None,
    };
    let restored = decide_about(store.as_ref(), &mut listed, HealState::Rejected, &ann).unwrap();
    assert_eq!(restored.unwrap().attribute("id"), Some("share"));
    assert_eq!(listed.decided_by.as_deref(), Some("ann"));
    assert_eq!(reviewed(store.as_ref(), &all).unwrap(), [listed]);
}

#[test]
fn a_heal_that_cannot_be_read_does_not_hide_the_others() {
    let odd = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/databases/odd.db");
    let store = SqliteStore::open_read_only(odd).unwrap();
    let listed = reviewed(&store, &ReviewFilter::default()).unwrap();
    assert!(listed.len() < store.heals().unwrap().len());
}

#[test]
fn a_heal_that_is_not_there_is_an_error_with_a_way_out() {
    let store = SqliteStore::open(":memory:").unwrap();
    let error = decide(&store, 7, HealState::Approved, &Reviewer::default()).unwrap_err();
    assert_eq!(error.to_string(), "there is no heal 7 in `:memory:`");
    assert!(error.hint().unwrap().contains("breadcrumb review --list"));
}

#[test]
fn a_heal_that_nobody_has_decided_about_never_gets_more_confident() {
    let store = Arc::new(SqliteStore::open(":memory:").unwrap());
    learn(&store, "a", "#share");
    let first = heal(&store, "a", "#share");
    let again = heal(&store, "a", "#share");
    let confidence = |look: &Look| look.verdict().healed().unwrap().scoring.total();
    assert!(confidence(&again) <= confidence(&first));
    assert_eq!(again.reasons(), first.reasons());
    let shown = reviewed(store.as_ref(), &ReviewFilter::default()).unwrap();
    assert_eq!(shown.len(), 1);
    assert!(shown[0].before.contains("share"), "{}", shown[0].before);
    assert!((shown[0].confidence - confidence(&first)).abs() < 1e-9);
    assert_eq!(shown[0].events, 2);

    // Who asks for more than the first heal had gets no heal.
    let healer = Healer::default().with_threshold(confidence(&first) + 0.001);
    let options = SessionOptions::new("a").with_healer(healer.unwrap());
    let strict = Session::new(store.clone(), options);
    let look = strict.look("#share", page(V2).snapshot()).unwrap();
    assert_eq!(look.verdict().kind, VerdictKind::BelowThreshold);

    // A person has decided: it is the element now.
    decide(
        store.as_ref(),
        shown[0].id,
        HealState::Approved,
        &Reviewer::default(),
    )
    .unwrap();
    assert!(confidence(&heal(&store, "a", "#share")) > confidence(&first));
}
