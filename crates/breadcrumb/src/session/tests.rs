//! Learning, healing and what a failing test leaves behind.

use breadcrumb_html::HtmlPage;
use breadcrumb_store::{EventFilter, SqliteStore};

use super::*;

struct Bench {
    store: Arc<SqliteStore>,
    _folder: tempfile::TempDir,
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
        Self {
            store,
            _folder: folder,
        }
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
fn a_heal_in_a_failing_test_leaves_nothing() {
    let bench = Bench::new();
    let session = bench.session();
    Bench::learn(&session, V1, "#login");
    session.finish(TestResult::Passed).unwrap();
    let session = bench.session();
    Bench::heal(&session);
    assert!(
        session
            .finish(TestResult::NotPassed)
            .unwrap()
            .heals
            .is_empty()
    );
    assert_eq!(
        (bench.known().as_deref(), bench.events()),
        (Some("login"), 0)
    );
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
    let drift = bench
        .learn(&session, "<ul><li id=x>Imprint</li></ul>", "#x")
        .unwrap();
    assert!(
        drift
            .message
            .starts_with("`#login` finds <li#x> \"imprint\", which is little like"),
        "{drift:?}"
    );
}
