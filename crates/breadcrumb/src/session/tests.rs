//! Learning, healing and what a failing test leaves behind.

use breadcrumb_core::{HealOccasion, RunStatus};
use breadcrumb_html::HtmlPage;
use breadcrumb_store::{EventFilter, RunFilter, SqliteStore};

use super::*;
use crate::review::{accept_drift, open_drifts};
use crate::shots::Shots;

struct Bench {
    store: Arc<SqliteStore>,
    folder: tempfile::TempDir,
}

const V1: &str = "<h1>Hi</h1><form><button id=login class=btn>Log in</button></form>";
const V2: &str = "<h1>Hi</h1><form><button id=sign-in class=btn>Log in</button></form>";

fn page(html: &str, url: &str) -> HtmlPage {
    HtmlPage::parse(html, url).unwrap()
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(folder.path().join("t.db")).unwrap());
        Self { store, folder }
    }

    fn session(&self) -> Session {
        self.session_with(SessionOptions::new("test_login"))
    }

    fn session_with(&self, options: SessionOptions) -> Session {
        Session::new(self.store.clone(), options)
    }

    fn learn(session: &Session, html: &str, css: &str) -> Option<Drift> {
        let page = page(html, "/login");
        session
            .learn("#login", page.snapshot(), page.find(css).unwrap()[0])
            .unwrap()
    }

    fn heal(session: &Session) -> Look {
        let look = session
            .look("#login", page(V2, "/login").snapshot())
            .unwrap();
        session.confirm(&look, Confirmation::default()).unwrap();
        look
    }

    fn known(&self) -> Option<String> {
        let known = self.store.load_fingerprint("test_login", "#login").unwrap();
        known.map(|known| known.attribute("id").unwrap_or_default().to_owned())
    }

    fn events(&self) -> usize {
        self.store
            .healing_events(&EventFilter::new())
            .unwrap()
            .len()
    }
}

#[test]
fn a_failing_test_changes_no_baseline() {
    let bench = Bench::new();
    let session = bench.session();
    Bench::learn(&session, V1, "#login");
    session.finish(TestResult::NotPassed).unwrap();
    assert_eq!((bench.known(), bench.events()), (None, 0));
}

#[test]
fn a_passing_healed_test_does_and_can_be_rolled_back() {
    let bench = Bench::new();
    let session = bench.session();
    Bench::learn(&session, V1, "#login");
    session.finish(TestResult::Passed).unwrap();

    let session = bench.session();
    assert!(Bench::heal(&session).element().is_some());
    assert_eq!(
        (bench.known().as_deref(), bench.events()),
        (Some("login"), 0),
        "still staged"
    );
    let summary = session.finish(TestResult::Passed).unwrap();
    assert_eq!(summary.heals.len(), 1);
    assert_eq!(
        (bench.known().as_deref(), bench.events()),
        (Some("sign-in"), 1)
    );

    bench.store.roll_back("test_login", "#login", None).unwrap();
    assert_eq!(bench.known().as_deref(), Some("login"));
}

#[test]
fn a_heal_in_a_failing_test_is_recorded_and_teaches_nothing() {
    let bench = Bench::new();
    let session = bench.session();
    Bench::learn(&session, V1, "#login");
    session.finish(TestResult::Passed).unwrap();
    let session = bench.session();
    Bench::heal(&session);
    session.finish(TestResult::NotPassed).unwrap();
    assert_eq!(
        (bench.known().as_deref(), bench.events()),
        (Some("login"), 1)
    );
    let event = bench
        .store
        .healing_events(&EventFilter::new())
        .unwrap()
        .remove(0);
    assert_eq!(event.details.occasion, HealOccasion::FailingTest);
}

#[test]
fn a_script_keeps_what_it_learns_at_once() {
    let bench = Bench::new();
    let options = SessionOptions::new("test_login").with_keeping(Keeping::AtOnce);
    let session = bench.session_with(options);
    Bench::learn(&session, V1, "#login");
    assert_eq!(bench.known().as_deref(), Some("login"));
    Bench::heal(&session);
    Bench::heal(&session);
    assert_eq!(
        (bench.known().as_deref(), bench.events()),
        (Some("sign-in"), 2)
    );
    session.finish(TestResult::Passed).unwrap();
    assert_eq!(bench.events(), 2);
}

#[test]
fn suggest_and_the_limit_of_heals_leave_the_page_alone() {
    let bench = Bench::new();
    let session = bench.session();
    Bench::learn(&session, V1, "#login");
    session.finish(TestResult::Passed).unwrap();
    for options in [
        SessionOptions::new("test_login").with_mode(Mode::Suggest),
        SessionOptions::new("test_login").with_max_heals(0),
    ] {
        let session = bench.session_with(options);
        let look = Bench::heal(&session);
        assert!(look.verdict().is_healed() && look.element().is_none());
        assert!(session.finish(TestResult::Passed).unwrap().heals.is_empty());
    }
}

#[test]
fn each_locator_is_learned_once_for_each_page() {
    let bench = Bench::new();
    let session = bench.session();
    assert!(session.should_learn("#login", "http://x.test/login?a=1"));
    Bench::learn(&session, V1, "#login");
    assert!(!session.should_learn("#login", "http://y.test/login?b=2"));
    assert!(session.should_learn("#login", "http://x.test/other"));
    assert!(session.knows("#login", "http://x.test/login").unwrap());
    assert!(!session.knows("#other", "http://x.test/login").unwrap());
}

#[test]
fn a_locator_that_finds_another_element_is_a_drift() {
    let bench = Bench::new();
    let session = bench.session();
    assert_eq!(Bench::learn(&session, V1, "#login"), None);
    assert_eq!(Bench::learn(&session, V1, "#login"), None);
    let drift = Bench::learn(&session, "<ul><li id=x>Imprint</li></ul>", "#x").unwrap();
    assert!(
        drift
            .message
            .ends_with(": it said \"log in\", and says \"imprint\""),
        "{drift:?}"
    );
}

#[test]
fn an_alarm_stays_until_a_person_has_decided() {
    let bench = Bench::new();
    let session = bench.session();
    Bench::learn(&session, V1, "#login");
    session.finish(TestResult::Passed).unwrap();
    let other = "<ul><li id=login>Imprint</li></ul>";
    for _ in 0..2 {
        let session = bench.session();
        assert!(Bench::learn(&session, other, "#login").is_some());
        assert!(
            !session.should_learn("#login", "http://x.test/login"),
            "once in a test"
        );
        session.finish(TestResult::Passed).unwrap();
        assert_eq!(bench.known().as_deref(), Some("login"));
        assert_eq!(open_drifts(bench.store.as_ref(), None).unwrap().len(), 1);
    }
    assert_eq!(
        accept_drift(bench.store.as_ref(), "test_login", "#other").unwrap(),
        0
    );
    assert_eq!(
        accept_drift(bench.store.as_ref(), "test_login", "#login").unwrap(),
        1
    );
    assert_eq!(open_drifts(bench.store.as_ref(), None).unwrap(), []);
    assert_eq!(Bench::learn(&bench.session(), other, "#login"), None);
}

#[test]
fn a_count_is_never_healed_to_one_element() {
    let bench = Bench::new();
    let session = bench.session();
    Bench::learn(&session, V1, "#login");
    session.finish(TestResult::Passed).unwrap();
    let session = bench.session();
    let page = page(V2, "/login");
    let purpose = Purpose::of_call("count", None);
    let look = session
        .look_for("#login", page.snapshot(), &purpose)
        .unwrap();
    assert_eq!(look.element(), None);
    assert!(
        look.refusal().contains("never healed to one element"),
        "{}",
        look.refusal()
    );
}

fn run(status: RunStatus) -> TestRun {
    let mut run = TestRun::new("test_login", status, 1.0);
    run.details.run_uid = Some("run".into());
    run
}

#[test]
fn the_run_of_a_healed_test_says_so_and_how_sure_it_was() {
    let bench = Bench::new();
    let session = bench.session();
    Bench::learn(&session, V1, "#login");
    let passed = Some(run(RunStatus::Passed));
    session
        .finish_with(TestResult::Passed, passed.clone())
        .unwrap();
    let session = bench.session();
    Bench::heal(&session);
    let summary = session.finish_with(TestResult::Passed, passed).unwrap();

    let runs = bench.store.test_runs(&RunFilter::new()).unwrap();
    let healed: Vec<bool> = runs.iter().map(|run| run.healed).collect();
    assert_eq!(healed, [true, false]);
    let score = Some(summary.heals[0].confidence);
    assert_eq!(runs[0].details.heal_score, score);
    assert_eq!(runs[1].details.heal_score, None);
    assert_eq!(bench.known().as_deref(), Some("sign-in"));
}

#[test]
fn a_failing_test_leaves_its_run_and_why_it_was_not_healed() {
    let bench = Bench::new();
    let session = bench.session();
    Bench::learn(&session, V1, "#login");
    session.finish(TestResult::Passed).unwrap();

    let session = bench.session();
    let page = page("<ul><li>Imprint</li></ul>", "/login");
    for _ in 0..2 {
        let look = session.look("#login", page.snapshot()).unwrap();
        let known = Confirmation {
            action: Some("click".into()),
            source_line: Some(7),
            ..Confirmation::default()
        };
        session.refuse_with(&look, known);
    }
    let failed = Some(run(RunStatus::Failed));
    let summary = session.finish_with(TestResult::NotPassed, failed).unwrap();
    assert_eq!(summary.refusals.len(), 2);

    let runs = bench.store.test_runs(&RunFilter::new()).unwrap();
    assert_eq!(runs, [run(RunStatus::Failed)]);
    let verdicts = bench.store.verdicts(&EventFilter::new()).unwrap();
    assert_eq!(verdicts.len(), 1, "once for each locator");
    assert_eq!(verdicts[0].message.as_ref(), Some(&summary.refusals[0].1));
    assert_eq!(verdicts[0].page_key.as_deref(), Some("/login"));
    assert_eq!(verdicts[0].action.as_deref(), Some("click"));
    assert_eq!(verdicts[0].source_line, Some(7));
    assert_eq!(verdicts[0].run_uid.as_deref(), Some("run"));
    assert!(verdicts[0].details_json.is_some());
    assert_eq!(bench.known().as_deref(), Some("login"));
}

#[test]
fn drifts_and_suggestions_are_recorded() {
    let bench = Bench::new();
    let session = bench.session();
    Bench::learn(&session, V1, "#login");
    session.finish(TestResult::Passed).unwrap();
    let session = bench.session_with(SessionOptions::new("test_login").with_mode(Mode::Suggest));
    session.refuse(&Bench::heal(&session));
    let drift = Bench::learn(&session, "<ul><li id=x>Imprint</li></ul>", "#x").unwrap();
    session.finish(TestResult::NotPassed).unwrap();

    let verdicts = bench.store.verdicts(&EventFilter::new()).unwrap();
    let kinds: Vec<&str> = verdicts.iter().map(|verdict| verdict.kind.name()).collect();
    assert_eq!(kinds, ["drift", "suggested"]);
    assert_eq!(verdicts[0].message, Some(drift.message));
}

#[test]
fn a_heal_whose_action_failed_is_not_written_down() {
    let bench = Bench::new();
    let session = bench.session();
    Bench::learn(&session, V1, "#login");
    session.finish(TestResult::Passed).unwrap();
    let session = bench.session();
    let look = session
        .look("#login", page(V2, "/login").snapshot())
        .unwrap();
    session.refuse(&look);
    let summary = session.finish(TestResult::NotPassed).unwrap();
    assert_eq!(summary.refusals.len(), 1);
    assert!(
        bench
            .store
            .verdicts(&EventFilter::new())
            .unwrap()
            .is_empty()
    );
}

#[test]
fn a_script_that_keeps_at_once_records_its_run_too() {
    let bench = Bench::new();
    let options = SessionOptions::new("test_login").with_keeping(Keeping::AtOnce);
    let session = bench.session_with(options);
    Bench::learn(&session, V1, "#login");
    Bench::heal(&session);
    let passed = Some(run(RunStatus::Passed));
    session.finish_with(TestResult::Passed, passed).unwrap();
    assert_eq!(bench.events(), 1);
    let runs = bench.store.test_runs(&RunFilter::new()).unwrap();
    assert!(runs[0].healed);
}

#[test]
fn what_else_was_on_the_page_outlives_the_test() {
    let bench = Bench::new();
    let both = "<button id=login>Save draft 1</button><button>Save draft 2</button>";
    let session = bench.session();
    Bench::learn(&session, both, "#login");
    session.finish(TestResult::Passed).unwrap();
    let known = bench.store.load_memory("test_login", "#login", "/login");
    assert_eq!(known.unwrap().unwrap().elements().len(), 2);

    let one = page("<button>Save draft 2</button>", "/login");
    let look = bench.session().look("#login", one.snapshot()).unwrap();
    assert_eq!(look.verdict().kind, VerdictKind::Gone, "{}", look.verdict());
    assert!(look.verdict().message.contains("was there before"));
}

#[test]
fn pictures_go_with_the_baseline_and_with_the_heal() {
    let bench = Bench::new();
    let shots = Shots::of(&bench.folder.path().join("t.db"));
    let picture = |content: &str| [b"\x89PNG\r\n\x1a\n", content.as_bytes()].concat();
    let session =
        || bench.session_with(SessionOptions::new("test_login").with_shots(shots.clone()));
    let stored = || {
        let name = bench
            .store
            .load_screenshot("test_login", "#login", "/login");
        name.unwrap().and_then(|name| shots.read(&name))
    };

    for (result, content, expected) in [
        (TestResult::NotPassed, "failed", None),
        (TestResult::Passed, "v1", Some(picture("v1"))),
        // The element is the same, and so is its picture.
        (TestResult::Passed, "v1 again", Some(picture("v1"))),
    ] {
        let session = session();
        Bench::learn(&session, V1, "#login");
        session.add_picture("#login", "/login", picture(content));
        session.finish(result).unwrap();
        assert_eq!(stored(), expected, "{content}");
    }

    let session = session();
    let look = session.look("#login", page(V2, "/login").snapshot());
    let confirmation = Confirmation {
        image: Some(picture("v2")),
        ..Confirmation::default()
    };
    session.confirm(&look.unwrap(), confirmation).unwrap();
    session.finish(TestResult::Passed).unwrap();
    let events = bench.store.healing_events(&EventFilter::new()).unwrap();
    let details = &events[0].details;
    let read = |name: &Option<String>| shots.read(name.as_deref().unwrap()).unwrap();
    assert_eq!(read(&details.screenshot_before), picture("v1"));
    assert_eq!(read(&details.screenshot_after), picture("v2"));
    assert_eq!(stored(), Some(picture("v2")));
    assert_eq!(bench.store.screenshots().unwrap().len(), 2);
}

#[test]
fn an_element_that_changed_loses_its_picture() {
    let bench = Bench::new();
    let shots = Shots::of(&bench.folder.path().join("t.db"));
    let session = bench.session_with(SessionOptions::new("test_login").with_shots(shots));
    Bench::learn(&session, V1, "#login");
    session.add_picture("#login", "/login", b"\x89PNG\r\n\x1a\n".to_vec());
    session.finish(TestResult::Passed).unwrap();

    let session = bench.session();
    Bench::learn(&session, V2, "#sign-in");
    session.finish(TestResult::Passed).unwrap();
    let name = bench
        .store
        .load_screenshot("test_login", "#login", "/login");
    assert_eq!(name.unwrap(), None);
}

/// A page with one button that is shown or not.
fn payload_of(kind: u8, text: &str) -> PageSnapshot {
    let boxes = if kind == 1 {
        "0,0,9,9,0,0,9,9"
    } else {
        "0,0,9,9"
    };
    let texts = if text.is_empty() { "" } else { "1,2,2" };
    PageSnapshot::from_payload(&format!(
        r#"{{"v":1,"url":"/login","title":"","viewport":[9,9],"target":1,"nodes":2,
        "strings":["html","button","{text}"],"parent":[-1,0],"tag":[0,1],"kind":[1,{kind}],
        "attrs":[0,0],"box":[{boxes}],"texts":[{texts}]}}"#
    ))
    .unwrap()
}

#[test]
fn a_hidden_element_is_asked_for_again_and_never_replaces_a_shown_one() {
    early_element_is_asked_for_again(&payload_of(0, "Log in"));
}

#[test]
fn an_empty_element_is_asked_for_again_and_never_replaces_a_filled_one() {
    early_element_is_asked_for_again(&payload_of(1, ""));
}

fn early_element_is_asked_for_again(early: &PageSnapshot) {
    let bench = Bench::new();
    let session = bench.session();
    let shown = payload_of(1, "Log in");
    let learn = |page: &PageSnapshot| {
        let drift = session.learn("#login", page, page.target().unwrap());
        drift.unwrap()
    };
    assert!(learn(early).is_none());
    assert!(session.should_learn("#login", "/login"));
    assert!(session.knows("#login", "/login").unwrap());
    learn(&shown);
    assert!(!session.should_learn("#login", "/login"));
    assert!(learn(early).is_none());
    session.finish(TestResult::Passed).unwrap();
    let next = bench.session();
    next.learn("#login", early, early.target().unwrap())
        .unwrap();
    next.finish(TestResult::Passed).unwrap();
    let known = bench
        .store
        .load_fingerprint("test_login", "#login")
        .unwrap();
    assert_eq!(known.unwrap().text(), "log in");
}
