//! When a fingerprint is due.

use std::path::PathBuf;
use std::time::Duration;

use breadcrumb_html::HtmlPage;
use breadcrumb_store::SqliteStore;
use rusqlite::Connection;
use tempfile::TempDir;

use super::*;
use crate::revision::Revision;

const SHOWN: &str = "<button id=login>Log in</button>";
const OTHER: &str = "<ul><li id=login>Imprint</li></ul>";
/// Neither a text nor anything else that is its own.
const EARLY: &str = "<p></p>";
const LOGIN: &str = "http://shop.test/login";

struct Bench {
    folder: TempDir,
}

/// An earlier run of the test.
struct Earlier {
    hours_ago: f64,
    revision: Option<&'static str>,
    url: &'static str,
    html: &'static str,
    result: TestResult,
}

/// A run that has learned the element just now.
const JUST_NOW: Earlier = Earlier {
    hours_ago: 0.0,
    revision: Some("3f2a@1"),
    url: LOGIN,
    html: SHOWN,
    result: TestResult::Passed,
};

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("t.db")
    }

    fn session(&self, revision: Option<&str>) -> Session {
        self.session_with(options(revision))
    }

    fn session_with(&self, options: SessionOptions) -> Session {
        Session::new(Arc::new(SqliteStore::open(self.path()).unwrap()), options)
    }

    /// Runs the test once, so long ago.
    fn run(&self, earlier: &Earlier) {
        let session = self.session(earlier.revision);
        learn(&session, earlier.html, earlier.url);
        session.finish(earlier.result).unwrap();
        self.age(earlier.hours_ago);
    }

    fn age(&self, hours: f64) {
        let then = now() - hours * 3600.0;
        let sql = format!("UPDATE fingerprint_pages SET updated_at = {then}");
        self.execute(&sql);
    }

    fn execute(&self, sql: &str) {
        let raw = Connection::open(self.path()).unwrap();
        raw.execute_batch(sql).unwrap();
    }

    fn history(&self) -> usize {
        let store = SqliteStore::open(self.path()).unwrap();
        let history = store.fingerprint_history("test_login", "#login", None);
        history.unwrap().len()
    }
}

fn options(revision: Option<&str>) -> SessionOptions {
    let options = SessionOptions::new("test_login");
    match revision {
        Some(id) => options.with_revision(Revision::new(id)),
        None => options,
    }
}

fn learn(session: &Session, html: &str, url: &str) -> Option<Drift> {
    let page = HtmlPage::parse(html, url).unwrap();
    let css = if html == EARLY { "p" } else { "#login" };
    let element = page.find(css).unwrap()[0];
    session.learn("#login", page.snapshot(), element).unwrap()
}

fn is_due(session: &Session) -> bool {
    session.should_learn("#login", LOGIN)
}

#[test]
fn a_fingerprint_is_due_where_it_can_tell_something() {
    let known = || Some(JUST_NOW);
    let at = |hours_ago: f64| {
        Some(Earlier {
            hours_ago,
            ..JUST_NOW
        })
    };
    let of = |revision: Option<&'static str>| {
        Some(Earlier {
            revision,
            ..JUST_NOW
        })
    };
    let elsewhere = Earlier {
        url: "http://shop.test/other",
        ..JUST_NOW
    };
    let early = Earlier {
        html: EARLY,
        ..JUST_NOW
    };
    let failed = Earlier {
        result: TestResult::NotPassed,
        ..JUST_NOW
    };
    let same = Some("3f2a@1");
    for (what, earlier, revision, expected) in [
        ("never learned", None, same, true),
        ("just learned", known(), same, false),
        ("learned 23 h ago", at(23.0), same, false),
        ("learned 25 h ago", at(25.0), same, true),
        ("by a clock that is 2 h ahead", at(-2.0), same, false),
        ("by a clock that is a year ahead", at(-9000.0), same, true),
        ("in another commit", known(), Some("9b01@1"), true),
        ("of another app version", known(), Some("3f2a@2"), true),
        ("before the app had a version", of(Some("3f2a")), same, true),
        (
            "while the app version is not known",
            known(),
            Some("3f2a@"),
            false,
        ),
        (
            "of an app without a version",
            of(Some("3f2a@")),
            Some("3f2a@"),
            false,
        ),
        ("in an unknown commit", of(None), same, true),
        ("by a script, just now", of(None), None, false),
        ("for a script, in some commit", known(), None, false),
        ("known from another page", Some(elsewhere), same, true),
        ("not shown by then", Some(early), same, true),
        ("in a test that failed", Some(failed), same, true),
    ] {
        let bench = Bench::new();
        if let Some(earlier) = &earlier {
            bench.run(earlier);
        }
        assert_eq!(is_due(&bench.session(revision)), expected, "{what}");
        let always = options(revision).with_relearn_after(Duration::ZERO);
        assert!(is_due(&bench.session_with(always)), "{what}");
        let never = options(revision).with_mode(Mode::Off);
        assert!(!is_due(&bench.session_with(never)), "{what}");
    }
}

#[test]
fn within_a_test_it_is_taken_once() {
    let bench = Bench::new();
    bench.run(&JUST_NOW);
    let always = options(None).with_relearn_after(Duration::ZERO);
    for options in [always, options(Some("9b01"))] {
        let session = bench.session_with(options);
        assert!(is_due(&session));
        learn(&session, SHOWN, LOGIN);
        assert!(!is_due(&session));
    }
}

#[test]
fn what_is_taken_again_and_equal_is_renewed_and_no_history() {
    let bench = Bench::new();
    for hours_ago in [25.0, 0.0] {
        bench.run(&JUST_NOW);
        bench.age(hours_ago);
        assert_eq!(is_due(&bench.session(JUST_NOW.revision)), hours_ago > 24.0);
    }
    let failing = bench.session(Some("9b01"));
    learn(&failing, SHOWN, LOGIN);
    failing.finish(TestResult::NotPassed).unwrap();
    assert!(
        is_due(&bench.session(Some("9b01"))),
        "a failing test renews nothing"
    );
    bench.run(&Earlier {
        revision: Some("9b01"),
        ..JUST_NOW
    });
    assert!(!is_due(&bench.session(Some("9b01"))));
    assert_eq!(bench.history(), 0);
}

#[test]
fn a_database_of_an_earlier_build_is_learned_once_more() {
    let bench = Bench::new();
    bench.run(&JUST_NOW);
    bench.execute("ALTER TABLE fingerprint_pages DROP COLUMN learned_in");
    assert!(bench.session(None).knows("#login", LOGIN).unwrap());
    assert!(!is_due(&bench.session(None)));
    let page = HtmlPage::parse("<button id=in>Log in</button>", LOGIN).unwrap();
    let look = bench.session(None).look("#login", page.snapshot());
    assert!(look.unwrap().element().is_some());
    assert!(is_due(&bench.session(JUST_NOW.revision)));
    bench.run(&JUST_NOW);
    assert!(!is_due(&bench.session(JUST_NOW.revision)));
}

#[test]
fn an_alarm_is_repeated_in_every_test_until_somebody_decides() {
    let bench = Bench::new();
    bench.run(&JUST_NOW);
    for _ in 0..2 {
        let session = bench.session(Some("9b01"));
        assert!(is_due(&session));
        assert!(learn(&session, OTHER, LOGIN).is_some());
        session.finish(TestResult::Passed).unwrap();
    }
    let store = SqliteStore::open(bench.path()).unwrap();
    assert_eq!(
        crate::review::accept_drift(&store, "test_login", "#login").unwrap(),
        1
    );
    let session = bench.session(Some("9b01"));
    assert!(is_due(&session), "nobody has learned it in this commit");
    assert_eq!(learn(&session, OTHER, LOGIN), None);
    session.finish(TestResult::Passed).unwrap();
    assert!(!is_due(&bench.session(Some("9b01"))));
}

#[test]
fn a_healed_element_counts_as_learned() {
    let bench = Bench::new();
    bench.run(&JUST_NOW);
    let session = bench.session(Some("9b01"));
    let page = HtmlPage::parse("<button id=in>Log in</button>", LOGIN).unwrap();
    let look = session.look("#login", page.snapshot()).unwrap();
    session.confirm(&look, Confirmation::default()).unwrap();
    session.finish(TestResult::Passed).unwrap();
    assert!(!is_due(&bench.session(Some("9b01"))));
}

#[test]
fn the_database_is_asked_once_in_a_test() {
    let bench = Bench::new();
    bench.run(&JUST_NOW);
    let session = bench.session(JUST_NOW.revision);
    assert!(session.knows("#login", LOGIN).unwrap());
    assert!(!session.knows("#other", LOGIN).unwrap());
    bench.execute("DELETE FROM fingerprints");
    assert!(session.knows("#login", LOGIN).unwrap() && !is_due(&session));
    let next = bench.session(JUST_NOW.revision);
    assert!(!next.knows("#login", LOGIN).unwrap() && is_due(&next));
}

#[test]
fn where_the_database_does_not_answer_a_healthy_call_is_left_alone() {
    let bench = Bench::new();
    bench.run(&JUST_NOW);
    let other = Connection::open(bench.path()).unwrap();
    let lock = "PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE";
    other.execute_batch(lock).unwrap();
    let recorder = Arc::new(Recorder::at(&bench.path()).unwrap());
    recorder.wait_until_open(crate::recorder::OPENING_PATIENCE);
    let session = |options| Session::recording(Arc::clone(&recorder), options);
    let silent = session(options(Some("9b01")));
    assert!(!silent.knows("#login", LOGIN).unwrap());
    assert!(!is_due(&silent));
    let always = options(None).with_relearn_after(Duration::ZERO);
    assert!(is_due(&session(always)), "as it was");

    drop(other);
    // The recorder finds out by itself; what was no answer is not kept.
    let deadline = std::time::Instant::now() + Duration::from_secs(10);
    while !is_due(&silent) && std::time::Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(is_due(&silent) && silent.knows("#login", LOGIN).unwrap());
}

#[test]
fn where_there_is_no_database_yet_nothing_is_known() {
    let bench = Bench::new();
    let recorder = Arc::new(Recorder::at(&bench.path()).unwrap());
    recorder.wait_until_open(crate::recorder::OPENING_PATIENCE);
    let session = |revision| Session::recording(Arc::clone(&recorder), options(revision));
    let first = session(JUST_NOW.revision);
    assert!(is_due(&first));
    learn(&first, SHOWN, LOGIN);
    first.finish(TestResult::Passed).unwrap();
    recorder.settle(Duration::from_secs(10));
    assert!(!is_due(&session(JUST_NOW.revision)));
}
