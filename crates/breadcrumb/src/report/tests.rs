//! Reports from real stores: all formats and plain SQL have the same numbers.

use breadcrumb_core::{
    ElementFingerprint, FailureReason, HealingEvent, RunInfo, RunStatus, TestRun, VerdictRecord,
    VerdictRecordKind,
};
use breadcrumb_flaky::{EntryKind, QuarantineEntry};
use breadcrumb_report::{Coloring, Report, console, github, html, json, junit, markdown};
use breadcrumb_store::{QuarantineChange, ResultStore as _, SqliteStore, Store as _};
use serde_json::Value;

use super::{Depth, Owners, ReportRequest, collect, failing_streak};

pub(super) const NOW: f64 = 1_794_800_000.0;
pub(super) const DAY: f64 = 86_400.0;

/// What hostile data looks like.
pub(super) const HOSTILE: [&str; 10] = [
    "<script>globalThis.hit = 1</script>",
    "</script><img src=x onerror=alert(1)>",
    "\"'><b>",
    "</style>",
    "javascript:alert(1)",
    "\u{202e}evil\u{2066}",
    "half \u{fffd} emoji 👩\u{200d}",
    "line\nbreak\r::error::injected",
    "a|b`c`\u{1b}[31m\u{0}",
    "__proto__",
];

pub(super) fn scratch() -> (tempfile::TempDir, SqliteStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path().join("a.db")).unwrap();
    (folder, store)
}

/// Records attempts, each letter one run of the suite on the same code.
pub(super) fn attempts(store: &SqliteStore, test: &str, letters: &str) {
    for (n, letter) in letters.chars().enumerate() {
        let (status, healed) = match letter {
            'P' => (RunStatus::Passed, false),
            'H' => (RunStatus::Passed, true),
            'S' => (RunStatus::Skipped, false),
            'E' => (RunStatus::Error, false),
            _ => (RunStatus::Failed, false),
        };
        let at = NOW - DAY * (letters.len() - n) as f64;
        let mut run = TestRun::new(test, status, at);
        run.healed = healed;
        run.duration_ms = Some(100.0 * (n + 1) as f64);
        run.details.revision = Some("tree".to_owned());
        run.details.source_file = Some("tests/shop.py".to_owned());
        run.details.source_line = Some(7);
        run.details.tags = vec!["smoke".to_owned()];
        if run.status != RunStatus::Passed && run.status != RunStatus::Skipped {
            let mut failure = FailureReason::new(format!("fp {test}"));
            failure.error_class = Some("TimeoutError".to_owned());
            failure.message = Some("it took too long".to_owned());
            run.details.failure = Some(failure);
        }
        let info = RunInfo::new(format!("run {n}"));
        store.record_runs(&info, &[run]).unwrap();
    }
}

pub(super) fn heal(store: &SqliteStore, test: &str, locator: &str, confidence: f64, days_ago: f64) {
    let element = |id: &str| {
        ElementFingerprint::builder("button")
            .attribute("id", id)
            .key(test, locator)
            .build()
    };
    let mut event = HealingEvent::new(
        element("old"),
        element("new"),
        confidence,
        NOW - days_ago * DAY,
    );
    event.details.proposed_locator = Some(format!("#new-{locator}"));
    event.details.reasons = vec!["the same text".to_owned(), "the same place".to_owned()];
    store.record_healing(&event).unwrap();
}

fn look(store: &SqliteStore, kind: VerdictRecordKind, test: &str, locator: &str) {
    let mut record = VerdictRecord::new(kind, test, locator, NOW - DAY);
    record.message = Some(format!("{kind} of {locator}"));
    record.details_json = Some(
        r##"{"proposed_locator": "#best", "suggestions": [
            {"confidence": 0.6, "description": "<a>", "reasons": ["near"]},
            {"confidence": 0.5, "description": "<b>", "reasons": []}]}"##
            .to_owned(),
    );
    store.record_verdict(&record).unwrap();
}

pub(super) fn quarantine(store: &SqliteStore, test: &str) {
    let entry = QuarantineEntry::new(test, "cries wolf", EntryKind::Auto, NOW - 10.0 * DAY);
    let changes = [QuarantineChange::Save(Box::new(entry))];
    store.change_quarantine(&changes).unwrap();
}

/// A store with one of everything, and things outside of the window.
pub(super) fn full_store() -> (tempfile::TempDir, SqliteStore) {
    let (folder, store) = scratch();
    attempts(&store, "tests/shop.py::test_calm", "PPPPPPPPPPPPPPPPPPPP");
    attempts(&store, "tests/shop.py::test_healed", "PPPPPHHH");
    attempts(&store, "tests/shop.py::test_broken", "PPPPPPPFFF");
    attempts(&store, "tests/shop.py::test_errs", "PPE");
    attempts(&store, "tests/shop.py::test_skipped", "SSS");
    attempts(&store, "tests/shop.py::test_flaky", "PFPFPFPPFPPPPPPP");
    attempts(&store, "tests/shop.py::test_wolf", "PPFPPFPPFPF");
    quarantine(&store, "tests/shop.py::test_wolf");
    let mut old = TestRun::new("old", RunStatus::Failed, NOW - 40.0 * DAY);
    old.duration_ms = Some(1.0);
    store.record_run(&old).unwrap();
    for n in 0..3 {
        heal(
            &store,
            "tests/shop.py::test_healed",
            "#save",
            0.8,
            f64::from(n),
        );
    }
    heal(&store, "tests/shop.py::test_healed", "#buy", 0.9, 2.0);
    heal(&store, "old", "#x", 0.9, 40.0);
    look(
        &store,
        VerdictRecordKind::Ambiguous,
        "tests/shop.py::test_broken",
        "#pay",
    );
    look(
        &store,
        VerdictRecordKind::Drift,
        "tests/shop.py::test_calm",
        "#top",
    );
    (folder, store)
}

pub(super) fn report_at(store: &SqliteStore, depth: Depth) -> Report {
    let owners = Owners::parse("tests/ @qa\n");
    collect(
        store,
        &ReportRequest::new(NOW, 30).depth(depth).owners(owners),
    )
    .unwrap()
}

fn count(folder: &tempfile::TempDir, sql: &str) -> u64 {
    let conn = rusqlite::Connection::open(folder.path().join("a.db")).unwrap();
    let since = NOW - 30.0 * DAY;
    conn.query_row(sql, [since], |row| row.get::<_, i64>(0))
        .unwrap()
        .unsigned_abs()
}

#[test]
fn plain_sql_gives_the_same_numbers() {
    let (folder, store) = full_store();
    let summary = report_at(&store, Depth::Whole).summary;
    let newest = "SELECT status FROM test_runs AS newer WHERE newer.test_id = run.test_id
                  ORDER BY timestamp DESC, id DESC LIMIT 1";
    let failing = format!(
        "SELECT COUNT(DISTINCT test_id) FROM test_runs AS run WHERE timestamp >= ?1
         AND ({newest}) IN ('failed', 'error')"
    );
    for (found, sql) in [
        (
            summary.total,
            "SELECT COUNT(DISTINCT test_id) FROM test_runs WHERE timestamp >= ?1",
        ),
        (
            summary.healed,
            "SELECT COUNT(DISTINCT test_id) FROM healing_events WHERE timestamp >= ?1",
        ),
        (summary.failing, failing.as_str()),
        (
            summary.quarantined,
            "SELECT COUNT(*) FROM quarantine WHERE ?1 > 0",
        ),
        (
            summary.attempts,
            "SELECT COUNT(*) FROM test_runs WHERE timestamp >= ?1",
        ),
        (
            summary.passed,
            "SELECT SUM(status = 'passed') FROM test_runs WHERE timestamp >= ?1",
        ),
        (
            summary.failed,
            "SELECT SUM(status IN ('failed', 'error')) FROM test_runs WHERE timestamp >= ?1",
        ),
        (
            summary.skipped,
            "SELECT SUM(status = 'skipped') FROM test_runs WHERE timestamp >= ?1",
        ),
        (
            summary.heals,
            "SELECT COUNT(*) FROM healing_events WHERE timestamp >= ?1",
        ),
        (
            summary.refusals,
            "SELECT COUNT(*) FROM verdicts WHERE kind <> 'drift' AND timestamp >= ?1",
        ),
        (
            summary.drifts,
            "SELECT COUNT(*) FROM verdicts WHERE kind = 'drift' AND timestamp >= ?1",
        ),
        (
            summary.runs,
            "SELECT COUNT(DISTINCT run_ref) FROM test_runs WHERE timestamp >= ?1",
        ),
    ] {
        assert_eq!(found, count(&folder, sql), "{sql}");
    }
    assert_eq!((summary.flaky, summary.stable), (2, 2), "{summary:?}");
}

#[test]
fn a_glance_has_the_numbers_of_the_whole() {
    let (_folder, store) = full_store();
    let (glance, whole) = (
        report_at(&store, Depth::Glance),
        report_at(&store, Depth::Whole),
    );
    assert_eq!(glance.summary, whole.summary);
    assert_eq!(glance.top_locators, whole.top_locators);
    assert_eq!(glance.flaky_tests, whole.flaky_tests);
    assert!(glance.tests.len() < whole.tests.len());
    assert_eq!(
        console(&glance, Coloring::Plain),
        console(&whole, Coloring::Plain)
    );
    assert_eq!(markdown(&glance), markdown(&whole));
}

#[test]
fn a_glance_at_a_store_with_renamed_tests_or_an_outage_is_a_whole_look() {
    let (_folder, store) = full_store();
    store
        .rename_test("tests/shop.py::test_wolf", "new")
        .unwrap();
    let check = |store: &SqliteStore| {
        let (glance, whole) = (
            report_at(store, Depth::Glance),
            report_at(store, Depth::Whole),
        );
        assert_eq!(glance.summary, whole.summary);
        assert_eq!(
            console(&glance, Coloring::Plain),
            console(&whole, Coloring::Plain)
        );
    };
    check(&store);
    let (_folder, store) = scratch();
    for test in 0..30 {
        attempts(&store, &format!("t{test}"), "PFPFPFPPFPPPPPPP");
    }
    check(&store);
}

#[test]
fn days_add_up_and_every_day_is_there() {
    let (_folder, store) = full_store();
    let report = report_at(&store, Depth::Whole);
    let sum = |of: fn(&breadcrumb_report::Day) -> u64| report.days.iter().map(of).sum::<u64>();
    assert_eq!(report.days.len(), 31);
    assert_eq!(sum(|day| day.passed + day.healed), report.summary.passed);
    assert_eq!(sum(|day| day.failed + day.flaky), report.summary.failed);
    assert_eq!(sum(|day| day.skipped), report.summary.skipped);
    assert_eq!(sum(|day| day.healed), 3);
    let lost: f64 = report.days.iter().map(|day| day.lost_ms).sum();
    assert!((report.impact.lost_ms - lost).abs() < 1e-9 && lost > 0.0);
}

#[test]
fn two_threads_fill_the_entries_of_many_tests() {
    let (_folder, store) = scratch();
    for run in 0..24 {
        let attempt = |test: usize| {
            let status = match (test + run) % 4 {
                // In a run in which no other test fails, one that the second thread has.
                _ if (test, run) == (250, 1) => RunStatus::Failed,
                0 if test.is_multiple_of(2) => RunStatus::Failed,
                1 => RunStatus::Skipped,
                _ => RunStatus::Passed,
            };
            let at = NOW - DAY * (24 - run) as f64;
            let mut attempt = TestRun::new(format!("test {test:03}"), status, at);
            attempt.duration_ms = Some(100.0);
            attempt.details.revision = Some("tree".to_owned());
            attempt
        };
        let attempts: Vec<TestRun> = (0..251).map(attempt).collect();
        let info = RunInfo::new(format!("run {run}"));
        store.record_runs(&info, &attempts).unwrap();
    }
    let report = report_at(&store, Depth::Whole);
    let summary = &report.summary;
    assert_eq!((summary.total, summary.attempts), (251, 24 * 251));
    assert_eq!(report.tests.len(), 251);
    assert!(report.tests.is_sorted_by(|a, b| a.test_id < b.test_id));
    assert!(report.tests.iter().all(|test| test.attempts == 24));
    let flaky = report.tests.iter().filter(|test| test.is_flaky());
    let flaky: Vec<&str> = flaky.map(|test| test.test_id.as_str()).collect();
    let listed = report.flaky_tests.iter().map(|test| test.test_id.as_str());
    assert!(flaky.len() > 100 && listed.eq(flaky));
    let sum = |of: fn(&breadcrumb_report::Day) -> u64| report.days.iter().map(of).sum::<u64>();
    assert_eq!(sum(|day| day.passed), summary.passed);
    assert_eq!(sum(|day| day.failed + day.flaky), summary.failed);
    assert_eq!(sum(|day| day.skipped), summary.skipped);
    assert_eq!(report.impact.red_runs_by_flaky, 13);
}

#[test]
fn a_test_has_its_strip_its_errors_and_its_place_in_the_quarantine() {
    let (_folder, store) = full_store();
    let report = report_at(&store, Depth::Whole);
    let test = |name: &str| report.tests.iter().find(|test| test.name == name).unwrap();
    let wolf = test("test_wolf");
    assert_eq!(wolf.history, "PPMPPMPPMPM");
    assert_eq!(wolf.owner.as_deref(), Some("@qa"));
    assert_eq!(
        (wolf.tags.as_slice(), wolf.line),
        (["smoke".to_owned()].as_slice(), Some(7))
    );
    let entry = wolf.quarantine.as_ref().unwrap();
    assert_eq!(
        (entry.state.as_str(), entry.reason.as_str()),
        ("active", "cries wolf")
    );
    assert!(
        entry.passes_needed.is_some_and(|needed| needed > 0),
        "{entry:?}"
    );
    let broken = test("test_broken");
    assert_eq!(broken.history, "PPPPPPPFFF");
    let error = broken.errors.first().unwrap();
    assert_eq!(
        (error.count, error.kind.as_deref()),
        (3, Some("TimeoutError"))
    );
    assert_eq!(broken.median_ms, Some(600.0));
    assert_eq!(test("test_healed").history, "PPPPPHHH");
    assert_eq!(test("test_errs").last_status.as_deref(), Some("error"));
    assert_eq!(test("test_flaky").state, "flaky");
    let refusal = report.refusals.first().unwrap();
    assert_eq!(refusal.suggestions[0].locator.as_deref(), Some("#best"));
    assert_eq!(refusal.suggestions[1].locator, None);
}

#[test]
fn all_formats_show_the_same_numbers() {
    let (_folder, store) = full_store();
    let report = report_at(&store, Depth::Whole);
    let document: Value = serde_json::from_str(&json(&report)).unwrap();
    let summary = &report.summary;
    assert_eq!(document["summary"]["total"], summary.total);
    assert_eq!(document["tests"].as_array().unwrap().len(), 7);
    let text = console(&report, Coloring::Plain);
    for line in [
        "tests            7",
        "failing          3   42.9 %",
        "Healed (2 locators)",
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    let row = format!(
        "| {} | {} (28.6 %) | 1 (14.3 %) | 2 (28.6 %) | 3 (42.9 %) | 1 |",
        summary.total, summary.stable
    );
    assert!(markdown(&report).contains(&row), "{}", markdown(&report));
    let suites = "tests=\"7\" failures=\"1\" errors=\"1\" skipped=\"2\"";
    assert!(junit(&report).contains(suites), "{}", junit(&report));
    let annotations = github(&report);
    assert_eq!(
        annotations.matches("title=Failing test::").count(),
        2,
        "{annotations}"
    );
    assert_eq!(annotations.matches("title=Healed locator::").count(), 2);
    assert!(html(&report).contains("<th scope=\"row\">Failing</th><td>3</td>"));
}

#[test]
fn an_empty_store_has_a_report() {
    let (_folder, store) = scratch();
    for depth in [Depth::Glance, Depth::Whole] {
        let report = report_at(&store, depth);
        assert_eq!(report.summary, breadcrumb_report::Summary::default());
        assert!(console(&report, Coloring::Plain).contains("Nothing was recorded"));
    }
}

#[test]
fn heals_without_attempts_are_tests_too() {
    let (_folder, store) = scratch();
    heal(&store, "a", "#x", 0.9, 1.0);
    for depth in [Depth::Glance, Depth::Whole] {
        let summary = report_at(&store, depth).summary;
        assert_eq!((summary.total, summary.healed, summary.stable), (1, 1, 0));
    }
}

#[test]
fn hostile_data_is_text_in_every_format() {
    let (_folder, store) = scratch();
    let long = "x".repeat(1 << 20);
    for text in HOSTILE.iter().copied().chain([long.as_str()]) {
        attempts(&store, text, "PFPF");
        quarantine(&store, text);
        heal(&store, text, text, 0.5, 1.0);
        look(&store, VerdictRecordKind::Gone, text, text);
        look(&store, VerdictRecordKind::Drift, text, text);
    }
    let report = report_at(&store, Depth::Whole);
    assert_eq!(report.tests.len(), HOSTILE.len() + 1);

    let text = console(&report, Coloring::Plain);
    assert!(!text.contains(|c: char| c != '\n' && breadcrumb_report::text::is_unsafe(c)));
    assert!(
        text.lines()
            .all(|line| breadcrumb_report::text::width(line) <= 80)
    );

    let text = markdown(&report);
    assert!(text.len() < 65_536, "{} characters", text.len());
    let tags = [
        "<script",
        "<img",
        "<b>",
        "</style",
        "javascript:",
        "::error",
    ];
    assert!(tags.iter().all(|tag| !text.contains(tag)));

    let text = github(&report);
    assert!(text.lines().all(|line| {
        ["::error ", "::warning ", "::notice "]
            .iter()
            .any(|start| line.starts_with(start))
    }));

    let page = html(&report);
    assert!(!page.contains("globalThis.hit") && !page.contains("onerror"));
    let document: Value = serde_json::from_str(&json(&report)).unwrap();
    assert_eq!(
        document["tests"].as_array().unwrap().len(),
        HOSTILE.len() + 1
    );
    assert!(!junit(&report).contains('\u{0}'));
}

#[test]
fn what_python_wrote_that_is_no_json_is_mended_or_left_out() {
    let (folder, store) = scratch();
    heal(&store, "t", "#a", 0.9, 1.0);
    let conn = rusqlite::Connection::open(folder.path().join("a.db")).unwrap();
    let odd = r#"{"tag": "p", "text": "half \ud83d", "attributes": []}"#;
    conn.execute(
        "UPDATE healing_events SET original_json = ?1, healed_json = 'no json'",
        [odd],
    )
    .unwrap();
    let report = report_at(&store, Depth::Whole);
    let document: Value = serde_json::from_str(&json(&report)).unwrap();
    assert_eq!(document["healing_events"][0]["original"]["tag"], "p");
    assert_eq!(document["healing_events"][0]["healed"], Value::Null);
}

#[test]
fn a_streak_begins_after_the_last_pass() {
    let (_folder, store) = scratch();
    attempts(&store, "broken", "FPFSE");
    attempts(&store, "mended", "FFP");
    let streak = failing_streak(&store, "broken").unwrap().unwrap();
    assert_eq!((streak.attempts, streak.since), (2, NOW - 3.0 * DAY));
    assert_eq!(streak.error_type.as_deref(), Some("TimeoutError"));
    assert_eq!(streak.message.as_deref(), Some("it took too long"));
    assert_eq!(failing_streak(&store, "mended").unwrap(), None);
    assert_eq!(failing_streak(&store, "unknown").unwrap(), None);
}

#[test]
fn an_outline_is_the_whole_with_short_heals() {
    let (_folder, store) = scratch();
    attempts(&store, "a", "PFPH");
    heal(&store, "a", "#x", 0.8, 1.0);
    let request = ReportRequest::new(NOW, 30);
    let whole = collect(&store, &request).unwrap();
    let outline = collect(&store, &request.depth(Depth::Outline)).unwrap();
    assert_eq!(outline.summary, whole.summary);
    assert_eq!(outline.tests, whole.tests);
    assert_eq!(outline.top_locators, whole.top_locators);
    assert_eq!(outline.heals[0].id, whole.heals[0].id);
    assert!(whole.heals[0].original.is_some() && outline.heals[0].original.is_none());
}
