//! Real reports: each with the right counts, ids, attempts and reasons.
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::ops::ControlFlow;
use std::path::Path;

use breadcrumb_core::{RunStatus, TestRun};
use breadcrumb_ingest::{Context, Format, read};

fn attempts(name: &str) -> Vec<TestRun> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fixtures/reports")
        .join(name);
    let bytes = std::fs::read(path).unwrap();
    let format = Format::detect(&bytes).unwrap();
    let mut runs = Vec::new();
    let counts = read(format, &bytes[..], &Context::new("run", 5.0), &mut |run| {
        runs.push(run);
        ControlFlow::Continue(())
    });
    assert_eq!(counts.unwrap().total(), runs.len() as u64);
    runs
}

/// Returns the outcomes of a test's attempts in order, as letters.
fn outcomes(runs: &[TestRun], test_id: &str, variant: Option<&str>) -> String {
    let of_test = runs
        .iter()
        .filter(|run| run.test_id == test_id && run.details.variant.as_deref() == variant);
    let letters: Vec<&str> = of_test
        .enumerate()
        .map(|(n, run)| {
            assert_eq!(run.details.attempt_no, Some(u32::try_from(n).unwrap() + 1));
            match run.status {
                RunStatus::Passed => "P",
                RunStatus::Failed => "F",
                RunStatus::Error => "E",
                _ => "S",
            }
        })
        .collect();
    letters.concat()
}

fn check(name: &str, expected: &[(&str, &str)]) -> Vec<TestRun> {
    let runs = attempts(name);
    let mut total = 0;
    for (test_id, letters) in expected {
        assert_eq!(
            outcomes(&runs, test_id, None),
            *letters,
            "{name}: {test_id}"
        );
        total += letters.len();
    }
    assert_eq!(
        runs.len(),
        total,
        "{name}: {:?}",
        runs.iter().map(|r| &r.test_id).collect::<Vec<_>>()
    );
    runs
}

const PLAIN: [(&str, &str); 9] = [
    ("tests/test_shop.py::test_passes", "P"),
    ("tests/test_shop.py::test_fails", "F"),
    ("tests/test_shop.py::test_skips", "S"),
    ("tests/test_shop.py::test_xfails", "S"),
    ("tests/test_shop.py::test_setup", "E"),
    ("tests/test_shop.py::test_teardown", "E"),
    ("tests/test_shop.py::test_flaky", "F"),
    ("tests/test_shop.py::TestCart::test_counts[1]", "P"),
    ("tests/test_shop.py::TestCart::test_counts[2]", "F"),
];

fn phase<'a>(runs: &'a [TestRun], test: &str) -> &'a str {
    let run = runs.iter().find(|run| run.test_id.ends_with(test)).unwrap();
    run.details.phase.as_deref().unwrap()
}

#[test]
fn pytest_in_three_forms_says_the_same() {
    let mut fingerprints = Vec::new();
    for name in [
        "pytest-xunit1.xml",
        "pytest-xunit2.xml",
        "pytest-report-log.jsonl",
    ] {
        let runs = check(name, &PLAIN);
        assert_eq!(phase(&runs, "test_setup"), "setup");
        assert_eq!(phase(&runs, "test_teardown"), "teardown");
        assert_eq!(phase(&runs, "test_fails"), "call");
        let of = |test: &str| {
            let run = runs.iter().find(|run| run.test_id.ends_with(test)).unwrap();
            run.details.failure.clone().unwrap()
        };
        assert_eq!(
            of("test_flaky").error_class.as_deref(),
            Some("TimeoutError")
        );
        assert_eq!(of("test_flaky").message.as_deref(), Some("took <n> ms"));
        fingerprints.push((of("test_fails").fingerprint, of("test_flaky").fingerprint));
    }
    assert!(
        fingerprints.iter().all(|prints| *prints == fingerprints[0]),
        "{fingerprints:?}"
    );
}

#[test]
fn pytest_reruns_are_attempts() {
    let expected = [
        ("tests/test_shop.py::test_passes", "P"),
        ("tests/test_shop.py::test_fails", "FFF"),
        ("tests/test_shop.py::test_skips", "S"),
        ("tests/test_shop.py::test_xfails", "S"),
        ("tests/test_shop.py::test_flaky", "FP"),
        ("tests/test_shop.py::TestCart::test_counts[1]", "P"),
        ("tests/test_shop.py::TestCart::test_counts[2]", "FFF"),
    ];
    let phases = |setup, teardown| {
        let more = [
            ("tests/test_shop.py::test_setup", setup),
            ("tests/test_shop.py::test_teardown", teardown),
        ];
        [&expected[..], &more].concat()
    };
    check("pytest-report-log-reruns.jsonl", &phases("EEE", "EEE"));
    // The XML does not tell in which phase an attempt failed that was tried again.
    check("pytest-rerunfailures.xml", &phases("FFE", "FFE"));
}

#[test]
fn surefire_tells_of_hidden_failures_and_reruns() {
    let runs = check(
        "surefire.xml",
        &[
            ("shop.CartTest::passes", "P"),
            ("shop.CartTest::fails", "FFF"),
            ("shop.CartTest::isFlaky", "FEP"),
            ("shop.CartTest::errs", "E"),
            ("shop.CartTest::skips", "S"),
        ],
    );
    let flaky = runs
        .iter()
        .rfind(|run| run.test_id.ends_with("isFlaky"))
        .unwrap();
    assert_eq!(flaky.duration_ms, Some(1_002_400.0));
    let failed = runs
        .iter()
        .find(|run| run.test_id.ends_with("fails"))
        .unwrap();
    let reason = failed.details.failure.as_ref().unwrap();
    assert_eq!(
        reason.top_frames.as_deref(),
        Some("CartTest.java::shop.CartTest.fails")
    );
}

#[test]
fn nextest_and_jest_are_read() {
    check(
        "nextest.xml",
        &[
            ("shop::tests::passes", "P"),
            ("shop::tests::fails", "FFF"),
            ("shop::tests::flaky", "FP"),
        ],
    );
    check(
        "jest-junit.xml",
        &[("passes", "P"), ("cart fails", "F"), ("cart skips", "S")],
    );
}

#[test]
fn playwright_has_variants_and_the_same_ids_in_both_forms() {
    for (name, flaky, failing) in [
        ("playwright.json", "FP", "FFF"),
        ("playwright-retries.xml", "FP", "FFF"),
        // Without its option the XML reporter hides what a retry has rescued.
        ("playwright.xml", "P", "F"),
    ] {
        let runs = attempts(name);
        for project in ["alpha", "beta"] {
            let of = |test: &str| outcomes(&runs, test, Some(project));
            assert_eq!(of("shop.spec.ts › passes"), "P", "{name}");
            assert_eq!(of("shop.spec.ts › cart › is flaky"), flaky, "{name}");
            assert_eq!(of("shop.spec.ts › cart › fails"), failing, "{name}");
            assert_eq!(
                of("shop.spec.ts › cart › times out").len(),
                failing.len(),
                "{name}"
            );
            assert_eq!(of("shop.spec.ts › is skipped"), "S", "{name}");
        }
    }
    let runs = attempts("playwright.json");
    assert_eq!(
        outcomes(&runs, "shop.spec.ts › fails as expected", Some("alpha")),
        "S"
    );
}

#[test]
fn the_same_report_twice_has_the_same_ids() {
    let uids =
        |runs: Vec<TestRun>| -> Vec<_> { runs.into_iter().map(|run| run.details.uid).collect() };
    let once = uids(attempts("pytest-rerunfailures.xml"));
    assert_eq!(once, uids(attempts("pytest-rerunfailures.xml")));
    let mut different = once.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), once.len());
}
