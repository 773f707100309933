//! Facts become findings, each with its way out.

use std::path::PathBuf;
use std::sync::Arc;

use breadcrumb_core::{RunStatus, TestRun};
use breadcrumb_flaky::{EntryKind, Policy, QuarantineEntry};
use breadcrumb_store::{SqliteStore, Store as _};

use super::environment::Environment;
use super::python::{Packages, Python, PythonAnswer};
use super::{Area, Diagnosis, DoctorRequest, Finding, Severity, examine};
use crate::flaky::QuarantineManager;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Everything there, all of it new enough.
fn packages() -> Packages {
    let version = |text: &str| Some(text.to_owned());
    Packages {
        breadcrumb_playwright: version(VERSION),
        pytest_breadcrumb: None,
        playwright: version("1.65.0"),
        pytest: version("9.2.0"),
        pytest_playwright: version("0.10.0"),
    }
}

fn environment(packages: Packages) -> Environment {
    let answer = PythonAnswer {
        version: "3.12.1".to_owned(),
        packages,
    };
    Environment {
        command_version: VERSION.to_owned(),
        python: Some(Python {
            program: PathBuf::from("my venv/bin/python"),
            answer: Some(answer),
            trouble: None,
        }),
        node: None,
        browser: Some(PathBuf::from("chromium")),
        is_browser_missing: false,
    }
}

/// Returns what is said where one thing is not as it should be.
fn said(change: impl FnOnce(&mut Packages)) -> Vec<(Severity, Area, String)> {
    let mut packages = packages();
    change(&mut packages);
    let findings = environment(packages).findings();
    assert!(
        findings.iter().all(|finding| finding.fix.is_some()),
        "{findings:?}"
    );
    findings
        .into_iter()
        .map(|finding| (finding.severity, finding.area, finding.message))
        .collect()
}

#[test]
fn nothing_is_said_where_all_is_well() {
    assert_eq!(said(|_| {}), []);
}

#[test]
fn what_is_missing_is_an_error_only_beside_the_plugin() {
    let missing = said(|packages| packages.playwright = None);
    assert_eq!(
        missing,
        [(
            Severity::Error,
            Area::Playwright,
            "Playwright is not installed".to_owned()
        )]
    );
    let bare = said(|packages| *packages = Packages::default());
    assert!(
        bare.iter()
            .all(|(severity, ..)| *severity == Severity::Warning),
        "{bare:?}"
    );
    let areas: Vec<Area> = bare.iter().map(|(_, area, _)| *area).collect();
    assert_eq!(areas, [Area::Plugin, Area::Playwright, Area::Plugin]);
}

#[test]
fn what_is_too_old_or_does_not_fit_is_named_with_its_version() {
    let old = said(|packages| packages.playwright = Some("1.40.0".to_owned()));
    assert_eq!(old.len(), 1);
    assert!(
        old.iter()
            .any(|(_, _, message)| message.contains("1.40.0") && message.contains("1.58"))
    );
    let other = said(|packages| packages.breadcrumb_playwright = Some("0.0.9".to_owned()));
    assert_eq!(
        other,
        [(
            Severity::Warning,
            Area::Versions,
            format!("the pytest plugin is 0.0.9, this command is {VERSION}")
        )]
    );
    let both = said(|packages| packages.pytest_breadcrumb = Some("0.1.0a2".to_owned()));
    assert!(both.iter().any(|(severity, area, message)| {
        *severity == Severity::Error && *area == Area::Versions && message.contains("0.1.0a2")
    }));
}

#[test]
fn a_browser_is_asked_for_with_the_command_that_installs_it() {
    let mut without = environment(packages());
    without.browser = None;
    let findings = without.findings();
    let [finding] = findings.as_slice() else {
        panic!("{findings:?}");
    };
    assert_eq!(
        (finding.severity, finding.area),
        (Severity::Error, Area::Browser)
    );
    let fix = "'my venv/bin/python' -m playwright install chromium";
    assert_eq!(finding.fix.as_deref(), Some(fix));
    without.browser = Some(PathBuf::from("/no/such"));
    without.is_browser_missing = true;
    assert!(
        without
            .findings()
            .iter()
            .any(|found| found.message.contains("`/no/such`"))
    );
}

#[test]
fn a_python_that_does_not_answer_is_no_error() {
    let mut mute = environment(packages());
    let python = mute.python.as_mut().unwrap();
    python.answer = None;
    python.trouble = Some("no answer in 10 s".to_owned());
    let findings = mute.findings();
    assert_eq!(findings.len(), 1);
    assert!(
        findings
            .iter()
            .all(|found| found.severity == Severity::Warning)
    );
}

#[test]
fn the_oldest_versions_are_those_of_the_package() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../bindings/python/pyproject.toml"
    );
    let text = std::fs::read_to_string(path).unwrap();
    for wanted in [
        format!(
            "requires-python = \">={}\"",
            super::environment::LEAST_PYTHON
        ),
        format!("\"playwright>={}\"", super::environment::LEAST_PLAYWRIGHT),
        format!("\"pytest>={}\"", super::environment::LEAST_PYTEST),
    ] {
        assert!(text.contains(&wanted), "{wanted}");
    }
}

fn diagnosis(path: &std::path::Path) -> Diagnosis {
    examine(&DoctorRequest::database_only(path).folder(path.parent().unwrap()))
}

fn of_area(diagnosis: &Diagnosis, area: Area) -> Vec<&Finding> {
    let findings = diagnosis.findings.iter();
    findings.filter(|finding| finding.area == area).collect()
}

#[test]
fn a_missing_database_is_an_error_only_where_somebody_named_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.db");
    let named = diagnosis(&path);
    assert!(!named.is_sound);
    assert!(
        named
            .failure()
            .is_some_and(|found| found.message.contains("t.db"))
    );
    let request = DoctorRequest::database_only(&path).may_be_missing();
    let fresh = examine(&request.folder(folder.path()));
    assert!(fresh.is_sound && fresh.failure().is_none());
    let fixes: Vec<_> = fresh
        .findings
        .iter()
        .map(|found| found.fix.as_deref())
        .collect();
    assert_eq!(fixes, [Some("pytest --breadcrumb")]);
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        0,
        "nothing is created"
    );
}

#[test]
fn chronic_tests_and_expired_entries_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.db");
    let store = Arc::new(SqliteStore::open(&path).unwrap());
    let now = 86_400.0 * 20_000.0;
    for n in 0..40_u32 {
        let status = if n % 2 == 0 {
            RunStatus::Passed
        } else {
            RunStatus::Failed
        };
        let time = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(now, |since| since.as_secs_f64());
        for test in ["test_a[x]", "test_known"] {
            store
                .record_run(&TestRun::new(test, status, time - f64::from(40 - n)))
                .unwrap();
        }
    }
    let mut entry = QuarantineEntry::new("test_known", "why", EntryKind::Manual, 1.0);
    entry.expires_at = Some(2.0);
    let manager = QuarantineManager::new(store.clone(), Policy::default());
    manager.quarantine(entry, 1.0).unwrap();
    store.close().unwrap();
    let found = diagnosis(&path);
    assert!(found.is_sound, "{:?}", found.findings);
    let [flaky] = of_area(&found, Area::Flaky)[..] else {
        panic!("{:?}", found.findings);
    };
    assert!(
        flaky.message.starts_with("`test_a[x]` is chronic"),
        "{}",
        flaky.message
    );
    let fix = flaky.fix.as_deref().unwrap();
    assert!(
        fix.starts_with("breadcrumb flaky show 'test_a[x]' --db "),
        "{fix}"
    );
    let [expired] = of_area(&found, Area::Quarantine)[..] else {
        panic!("{:?}", found.findings);
    };
    assert!(expired.message.contains("test_known"));
    assert!(
        expired
            .fix
            .as_deref()
            .unwrap()
            .contains("quarantine release test_known")
    );
}

#[test]
fn a_policy_that_cannot_be_read_is_a_finding() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.db");
    SqliteStore::open(&path).unwrap().close().unwrap();
    std::fs::write(
        folder.path().join("breadcrumb.toml"),
        "[flaky]\nmoed = 'on'\n",
    )
    .unwrap();
    let found = diagnosis(&path);
    assert!(!found.is_sound && found.failure().is_none());
    let [config] = of_area(&found, Area::Config)[..] else {
        panic!("{:?}", found.findings);
    };
    assert!(config.message.contains("moed"), "{}", config.message);
}

#[test]
fn a_large_log_and_a_write_protected_file_are_warnings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.db");
    let store = SqliteStore::open(&path).unwrap();
    let health = store.health(0.0, 30).unwrap();
    let facts = super::database::FileFacts {
        is_protected: true,
        log_bytes: 100 * 1024 * 1024,
        spools: 2,
    };
    let found = super::database::findings(&health, facts, " --db t.db");
    let fixes: Vec<&str> = found
        .iter()
        .filter_map(|found| found.fix.as_deref())
        .collect();
    assert_eq!(found.len(), 3);
    assert!(found[2].message.starts_with("2 files with results wait"));
    assert!(
        found
            .iter()
            .all(|found| found.severity == Severity::Warning)
    );
    assert_eq!(
        fixes.last(),
        Some(&"breadcrumb quarantine update --db t.db")
    );
}
