//! What counts as a fix, and what moves with it.

use std::fs;

use breadcrumb_core::{ElementFingerprint, HealingEvent, RunStatus, TestRun};
use breadcrumb_store::SqliteStore;
use tempfile::TempDir;

use super::*;
use crate::review::{Reviewer, decide};

const NEW: &str = "get_by_role(\"button\", name=\"Sign in\")";

struct Suite {
    folder: TempDir,
    store: SqliteStore,
}

impl Suite {
    fn new(source: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("test_a.py"), source).unwrap();
        let store = SqliteStore::open(":memory:").unwrap();
        Self { folder, store }
    }

    fn learn(&self, test: &str, locator: &str, page: &str) {
        let element = element(test, locator, "new");
        self.store.save_fingerprint_on_page(&element, page).unwrap();
    }

    /// Records a heal in a line of the file, to an element with this id; approves it.
    fn heal(&self, test: &str, locator: &str, line: u32, new_id: &str, at: f64) -> i64 {
        self.learn(test, locator, "/a");
        let (old, new) = (
            element(test, locator, "old"),
            element(test, locator, new_id),
        );
        let mut event = HealingEvent::new(old, new, 0.97, at);
        event.details.page_key = Some("/a".to_owned());
        event.details.source_file = Some("/ci/build/test_a.py".to_owned());
        event.details.source_line = Some(line);
        event.details.proposed_locator = Some(NEW.to_owned());
        let id = self.store.record_healing(&event).unwrap();
        decide(&self.store, id, HealState::Approved, &Reviewer::default()).unwrap();
        id
    }

    fn plan(&self) -> FixPlan {
        plan(&self.store, &FixRequest::new(self.folder.path())).unwrap()
    }

    fn keys(&self, test: &str) -> Vec<String> {
        let all = self.store.all_fingerprints().unwrap();
        let of_test = all.into_iter().filter(|element| element.test_id() == test);
        of_test
            .map(|element| element.locator().to_owned())
            .collect()
    }
}

fn element(test: &str, locator: &str, id: &str) -> ElementFingerprint {
    ElementFingerprint::builder("button")
        .text("Sign in")
        .attribute("id", id)
        .key(test, locator)
        .build()
}

#[test]
fn a_heal_of_another_machine_without_places_is_fixed_where_it_was_used() {
    let suite = Suite::new("def test_a(page):\n    page.locator('#old').click()\n");
    suite.heal("a", "#old", 2, "new", 1.0);
    let plan = suite.plan();
    assert!(
        plan.diff()
            .contains("+    page.get_by_role('button', name='Sign in').click()")
    );
    let applied = apply(&suite.store, &plan, &Reviewer::default()).unwrap();
    assert_eq!((applied.written.len(), applied.moved), (1, 1));
    assert_eq!(suite.keys("a"), [NEW]);
    assert!(!suite.plan().is_waiting());
}

#[test]
fn a_check_keeps_its_own_key() {
    let suite = Suite::new("def test_a(page):\n    assert page.locator('#old').is_visible()\n");
    suite.heal("a", "locator(\"#old\").is_visible()", 2, "new", 1.0);
    let plan = suite.plan();
    assert!(
        plan.diff()
            .contains("get_by_role('button', name='Sign in').is_visible()")
    );
    apply(&suite.store, &plan, &Reviewer::default()).unwrap();
    assert_eq!(suite.keys("a"), [format!("{NEW}.is_visible()")]);
}

#[test]
fn what_a_person_has_to_fix_keeps_the_old_key_and_waits_until_the_test_passes_by_itself() {
    let source = "def test_a(page, x):\n    page.locator(f'#{x}').click()\n";
    let suite = Suite::new(source);
    suite.heal("a", "#old", 2, "new", 1.0);
    let plan = suite.plan();
    assert_eq!(plan.manual().count(), 1);
    assert!(plan.is_waiting());
    apply(&suite.store, &plan, &Reviewer::default()).unwrap();
    assert_eq!(suite.keys("a"), ["#old"]);
    let run = |at: f64| TestRun::new("a", RunStatus::Passed, at);
    suite.store.record_run(&run(0.5)).unwrap();
    assert!(suite.plan().is_waiting());
    suite.store.record_run(&run(2.0)).unwrap();
    assert!(!suite.plan().is_waiting());
}

#[test]
fn only_the_newest_heal_of_a_locator_counts() {
    let suite = Suite::new("def test_a(page):\n    page.locator('#old').click()\n");
    suite.heal("a", "#old", 2, "new", 1.0);
    let id = suite.heal("a", "#old", 2, "newer", 2.0);
    assert_eq!(suite.plan().fixes.len(), 1);
    decide(&suite.store, id, HealState::Rejected, &Reviewer::default()).unwrap();
    assert_eq!(suite.plan().fixes.len(), 0);
}

#[test]
fn a_test_that_knows_the_element_by_the_same_locator_knows_it_by_the_new_one_too() {
    let source = "class Login:\n    def __init__(self, page):\n        \
                  self.go = page.locator('#old')\n";
    let suite = Suite::new(source);
    suite.heal("a", "#old", 3, "new", 1.0);
    suite.learn("b", "#old", "/a");
    suite.learn("c", "#old", "/elsewhere");
    apply(&suite.store, &suite.plan(), &Reviewer::default()).unwrap();
    assert_eq!(suite.keys("a"), [NEW]);
    let mut keys = suite.keys("b");
    keys.sort();
    assert_eq!(keys, ["#old", NEW]);
    assert_eq!(suite.keys("c"), ["#old"]);
}

#[test]
fn a_rejected_heal_has_a_say_where_others_share_its_place() {
    let source = "class Login:\n    def __init__(self, page):\n        \
                  self.go = page.locator('#old')\n";
    let suite = Suite::new(source);
    suite.heal("a", "#old", 3, "new", 1.0);
    let id = suite.heal("b", "#old", 3, "new", 1.0);
    assert_eq!(suite.plan().patches.len(), 1);
    decide(&suite.store, id, HealState::Rejected, &Reviewer::default()).unwrap();
    let plan = suite.plan();
    assert_eq!(plan.patches.len(), 0);
    let (_, place) = plan.manual().next().unwrap();
    let said = format!("{place:?}");
    assert!(said.contains("the heal of `b` was rejected"), "{said}");
}
