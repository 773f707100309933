//! A test from its first heal to its fix, as reports and reviews see it.

use std::sync::Arc;

use breadcrumb_core::{RunInfo, RunStatus, TestRun};
use breadcrumb_html::HtmlPage;
use breadcrumb_store::SqliteStore;

use super::*;
use crate::report::{Report, ReportRequest, collect};
use crate::review::{ReviewFilter, Reviewer, accept, decide, open_refusals, reviewed};
use crate::{Confirmation, Look, Mode, Session, SessionOptions, TestResult};

const V1: &str = "<h1>Shop</h1><form><button id=login class=btn>Log in</button></form>";
const V2: &str = "<h1>Shop</h1><form><button id=sign-in class=btn>Log in</button></form>";
/// Nothing is left that would be taken for it.
const V3: &str =
    "<h1>Shop</h1><p><a href=/session id=enter>Members area</a> <a href=/help>Help</a></p>";

struct Suite {
    store: Arc<SqliteStore>,
}

impl Suite {
    /// A suite whose test has passed on version 1.
    fn new() -> Self {
        let store = Arc::new(SqliteStore::open(":memory:").unwrap());
        let mut run = RunInfo::new("run");
        run.runner = Some("pytest".to_owned());
        store.record_runs(&run, &[]).unwrap();
        let suite = Self { store };
        let page = HtmlPage::parse(V1, "/login").unwrap();
        suite.run(true, |session| {
            let button = page.find("#login").unwrap()[0];
            session.learn("#login", page.snapshot(), button).unwrap();
        });
        suite
    }

    /// Runs the test once.
    fn run(&self, passes: bool, test: impl FnOnce(&Session)) {
        self.run_with(SessionOptions::new("test_login"), passes, test);
    }

    fn run_with(&self, options: SessionOptions, passes: bool, test: impl FnOnce(&Session)) {
        let started_at = crate::clock::now();
        let session = Session::new(self.store.clone(), options);
        test(&session);
        let (result, status) = if passes {
            (TestResult::Passed, RunStatus::Passed)
        } else {
            (TestResult::NotPassed, RunStatus::Failed)
        };
        let mut run = TestRun::new("test_login", status, crate::clock::now());
        run.details.run_uid = Some("run".to_owned());
        run.details.started_at = Some(started_at);
        session.finish_with(result, Some(run)).unwrap();
    }

    /// Runs the test on a version that has the button under another id, or not at all.
    fn run_on(&self, html: &str, passes: bool) -> Look {
        let mut found = None;
        self.run(passes, |session| found = Some(Self::look(session, html)));
        found.unwrap()
    }

    fn look(session: &Session, html: &str) -> Look {
        let page = HtmlPage::parse(html, "/login").unwrap();
        let look = session.look("#login", page.snapshot()).unwrap();
        match look.element() {
            Some(_) => session.confirm(&look, Confirmation::default()).unwrap(),
            None => session.refuse(&look),
        }
        look
    }

    fn states(&self) -> Vec<HealState> {
        let heals = reviewed(&*self.store, &ReviewFilter::default()).unwrap();
        heals.iter().map(|heal| heal.state).collect()
    }

    fn refusals(&self) -> Vec<i64> {
        let open = open_refusals(&*self.store, &ReviewFilter::default()).unwrap();
        open.iter().map(|refusal| refusal.id).collect()
    }

    fn report(&self) -> Report {
        collect(&*self.store, &ReportRequest::new(crate::clock::now(), 30)).unwrap()
    }

    /// Compares what the report says: heals, healed tests, what waits, what is fixed, open refusals.
    fn check_report(&self, expected: (u64, u64, u64, u64, usize)) {
        let Report {
            summary, refusals, ..
        } = self.report();
        let said = (
            summary.heals,
            summary.healed,
            summary.pending,
            summary.fixed,
        );
        let (heals, healed, pending, fixed, open) = expected;
        assert_eq!(said, (heals, healed, pending, fixed));
        assert_eq!(refusals.len(), open);
    }
}

#[test]
fn a_heal_is_open_until_the_test_passes_without_it() {
    let suite = Suite::new();
    suite.check_report((0, 0, 0, 0, 0));
    suite.run_on(V2, true);
    suite.run_on(V2, true);
    assert_eq!(suite.states(), [HealState::Pending]);
    suite.check_report((2, 1, 1, 0, 0));
    assert_eq!(suite.report().top_locators.len(), 1);

    suite.run(true, |_| ());
    assert_eq!(suite.states(), [HealState::Fixed]);
    suite.check_report((2, 0, 0, 1, 0));
    assert!(suite.report().top_locators.is_empty());

    // The source was taken back.
    suite.run_on(V2, true);
    assert_eq!(suite.states(), [HealState::Pending]);
    suite.check_report((3, 1, 1, 0, 0));
}

#[test]
fn a_failed_attempt_fixes_nothing() {
    let suite = Suite::new();
    suite.run_on(V2, true);
    suite.run(false, |_| ());
    assert_eq!(suite.states(), [HealState::Pending]);
}

#[test]
fn a_report_that_was_read_in_fixes_nothing() {
    let suite = Suite::new();
    suite.run_on(V2, true);

    let later = crate::clock::now() + 9.0 * 3_600.0;
    let mut run = TestRun::new("test_login", RunStatus::Passed, later);
    run.details.run_uid = Some("junit".to_owned());
    run.details.started_at = Some(later);
    let junit = RunInfo::new("junit");
    suite.store.record_runs(&junit, &[run]).unwrap();
    assert_eq!(suite.states(), [HealState::Pending]);
}

#[test]
fn a_fix_of_the_source_counts_until_the_locator_is_healed_again() {
    let suite = Suite::new();
    suite.run_on(V2, true);
    let store = &*suite.store;
    decide(store, 1, HealState::Fixed, &Reviewer::default()).unwrap();
    assert_eq!(suite.states(), [HealState::Fixed]);
    suite.check_report((1, 0, 0, 1, 0));
    suite.run_on(V2, true);
    assert_eq!(suite.states(), [HealState::Approved]);
    suite.check_report((2, 1, 0, 0, 0));
}

#[test]
fn a_heal_in_a_failing_test_waits_for_a_review() {
    let suite = Suite::new();
    suite.run_on(V2, false);
    assert_eq!(suite.states(), [HealState::Pending]);
    // The test does not pass because of the heal: it does not pass.
    suite.check_report((1, 0, 1, 0, 0));
}

#[test]
fn a_refusal_is_open_until_something_comes_of_it() {
    let suite = Suite::new();
    assert!(suite.run_on(V3, false).element().is_none());
    suite.run_on(V3, false);
    assert_eq!(suite.refusals(), [2], "the newest stands for all");
    suite.check_report((0, 0, 0, 0, 1));
    assert_eq!(suite.report().summary.refusals, 2);
    suite.run(true, |_| ());
    assert_eq!(suite.refusals(), [0; 0]);
    suite.check_report((0, 0, 0, 0, 0));
}

#[test]
fn a_locator_that_comes_late_is_not_refused() {
    let suite = Suite::new();
    suite.run(true, |session| {
        Suite::look(session, V3);
        session.forget_refusal("#login");
    });
    assert_eq!(suite.refusals(), [0; 0]);
}

#[test]
fn an_accepted_suggestion_is_healed_to_from_then_on() {
    let suite = Suite::new();
    suite.run_on(V3, false);
    let store = &*suite.store;
    let open = open_refusals(store, &ReviewFilter::default())
        .unwrap()
        .remove(0);
    let place = open
        .suggestions
        .iter()
        .position(|s| s.element.contains("#enter"));
    let place = place.unwrap() + 1;
    let ada = Reviewer {
        name: Some("ada".to_owned()),
        note: None,
    };
    let heal = accept(store, open.id, place, &ada).unwrap();
    assert_eq!(
        (heal.state, heal.decided_by.as_deref()),
        (HealState::Approved, Some("ada"))
    );
    assert_eq!(suite.refusals(), [0; 0]);

    let again = accept(store, open.id, place, &ada).unwrap_err();
    assert!(
        again
            .to_string()
            .starts_with("refusal 1 is not open any more")
    );

    let page = HtmlPage::parse(V3, "/login").unwrap();
    let look = suite.run_on(V3, true);
    assert_eq!(look.element(), Some(page.find("#enter").unwrap()[0]));
    assert_eq!(
        look.reasons()[0],
        format!("accepted in a review (heal {})", heal.id)
    );
    assert!(suite.run_on(V3, true).element().is_some(), "learned by now");
    assert_eq!(suite.states(), [HealState::Approved]);
    suite.check_report((3, 1, 0, 0, 0));
}

#[test]
fn what_was_accepted_can_be_taken_back_and_holds_for_one_page() {
    let suite = Suite::new();
    suite.run_on(V3, false);
    let store = &*suite.store;
    let open = open_refusals(store, &ReviewFilter::default())
        .unwrap()
        .remove(0);
    let heal = accept(store, open.id, 1, &Reviewer::default()).unwrap();
    let session = Session::new(suite.store.clone(), SessionOptions::new("test_login"));
    let elsewhere = HtmlPage::parse(V3, "/account").unwrap();
    let look = session.look("#login", elsewhere.snapshot()).unwrap();
    assert!(look.element().is_none());
    for state in [HealState::Pending, HealState::Rejected] {
        decide(store, heal.id, state, &Reviewer::default()).unwrap();
        assert!(suite.run_on(V3, false).element().is_none(), "{state}");
    }
}

#[test]
fn what_cannot_be_accepted_says_why() {
    let suite = Suite::new();
    suite.run_on(V3, false);
    let store = &*suite.store;
    let message = |id, suggestion| {
        let error = accept(store, id, suggestion, &Reviewer::default()).unwrap_err();
        error.to_string()
    };
    assert_eq!(message(7, 1), "there is no refused heal 7 in `:memory:`");
    let count = open_refusals(store, &ReviewFilter::default()).unwrap()[0]
        .suggestions
        .len();
    assert_eq!(
        message(1, 0),
        format!("refusal 1 has {count} suggestions, not 0")
    );
    assert_eq!(
        message(1, 9),
        format!("refusal 1 has {count} suggestions, not 9")
    );
}

#[test]
fn suggest_mode_suggests_what_can_be_accepted() {
    let suite = Suite::new();
    let options = SessionOptions::new("test_login").with_mode(Mode::Suggest);
    let mut said = String::new();
    suite.run_with(options, false, |session| {
        said = Suite::look(session, V2).refusal();
    });
    assert!(said.starts_with("would heal to "), "{said}");
    let heal = accept(&*suite.store, 1, 1, &Reviewer::default()).unwrap();
    assert!(heal.after.contains("sign-in"), "{}", heal.after);
}

#[test]
fn only_what_is_sure_enough_is_approved_by_a_setting() {
    for (least, expected) in [(0.5, HealState::Approved), (1.0, HealState::Pending)] {
        let suite = Suite::new();
        let options = || SessionOptions::new("test_login").with_auto_approve(least);
        suite.run_with(options(), false, |session| drop(Suite::look(session, V2)));
        assert_eq!(suite.states(), [HealState::Pending], "it failed");
        suite.run_with(options(), true, |session| drop(Suite::look(session, V2)));
        assert_eq!(suite.states(), [expected]);
    }
}
