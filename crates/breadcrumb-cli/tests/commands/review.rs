//! `breadcrumb review`.

use breadcrumb::engine::{ElementFingerprint, HealingEvent, SourceSite};
use breadcrumb::store::{SqliteStore, Store as _};

use crate::cli::{Cli, error, ok};

/// 2026-11-01 09:30 UTC.
const LAST: f64 = 1_793_525_400.0;

fn button(test: &str, id: &str, name: &str) -> ElementFingerprint {
    let button = ElementFingerprint::builder("button").text(name);
    button.attribute("id", id).key(test, "#share").build()
}

/// A folder with four events of three heals: 1 and 2 are one, 3 and 4 are of other tests.
fn with_heals() -> Cli {
    let cli = Cli::new();
    let store = SqliteStore::open(cli.path(".breadcrumb.db")).unwrap();
    let events = [
        ("test_a", 0.95, 300.0),
        ("test_a", 0.95, 200.0),
        ("test_b", 0.85, 100.0),
        ("evil\u{1b}[31m", 0.65, 0.0),
    ];
    for (test, confidence, age) in events {
        let (old, new) = (button(test, "share", "Share"), button(test, "send", "Send"));
        let mut event = HealingEvent::new(old.clone(), new.clone(), confidence, LAST - age);
        let details = &mut event.details;
        details.proposed_locator = Some("get_by_role(\"button\", name=\"Send\")".to_owned());
        details.sites = vec![SourceSite {
            file: "pages/share.py".to_owned(),
            line: 7,
        }];
        store.save_fingerprint_on_page(&old, "/a").unwrap();
        store.record_healing(&event).unwrap();
        store.save_fingerprint_on_page(&new, "/a").unwrap();
    }
    cli
}

/// What is decided, by the heal's number.
fn states(cli: &Cli) -> Vec<(i64, String)> {
    let json = cli.json(&["review", "--list", "--all", "--json"]);
    let heals = json.get("heals").and_then(|heals| heals.as_array());
    let heals = heals.unwrap().iter();
    heals
        .map(|heal| {
            let state = heal.get("state").and_then(|state| state.as_str());
            let id = heal.get("id").and_then(serde_json::Value::as_i64);
            (id.unwrap(), state.unwrap().to_owned())
        })
        .collect()
}

fn check_states(cli: &Cli, expected: [&str; 3]) {
    let expected: Vec<(i64, String)> = [4, 3, 2]
        .into_iter()
        .zip(expected.map(str::to_owned))
        .collect();
    assert_eq!(states(cli), expected);
}

#[test]
fn without_a_terminal_the_pending_heals_are_listed_and_nothing_is_written() {
    let cli = with_heals();
    let before = std::fs::read(cli.path(".breadcrumb.db")).unwrap();
    let listed = ok(cli.run(&["review"]));
    insta::assert_snapshot!(listed);
    assert_eq!(ok(cli.run(&["review", "--list"])), listed);
    let one = ok(cli.run(&["review", "--list", "--test", "test_b"]));
    assert!(one.contains("1 heal pending\n"), "{one}");
    let sure = cli.json(&["review", "--json", "--min-confidence", "0.9"]);
    assert_eq!(sure["schema_version"], 1);
    assert_eq!(sure["heals"][0]["events"], 2);
    assert_eq!(sure["heals"].as_array().unwrap().len(), 1);
    assert_eq!(std::fs::read(cli.path(".breadcrumb.db")).unwrap(), before);
}

#[test]
fn decisions_are_taken_together_and_an_event_names_its_heal() {
    let cli = with_heals();
    let said = ok(cli.run(&[
        "review",
        "--approve",
        "1",
        "--approve",
        "#2",
        "--reject",
        "3",
    ]));
    insta::assert_snapshot!(said);
    check_states(&cli, ["pending", "rejected", "approved"]);
    let baseline = cli.json(&["fingerprints", "show", "test_b", "#share", "--json"]);
    assert_eq!(baseline["fingerprint"]["text"], "share");
    let again = ok(cli.run(&["review", "--reject", "3"]));
    assert!(
        again.contains("the baseline was not this element"),
        "{again}"
    );

    let back = cli.json(&[
        "review",
        "--pending",
        "2",
        "--json",
        "--as",
        "ann",
        "--note",
        "hm",
    ]);
    assert_eq!(back["heals"].as_array().unwrap().len(), 1);
    assert_eq!(back["heals"][0]["state"], "pending");
    assert_eq!(back["heals"][0]["decided_by"], "ann");
    assert_eq!(back["heals"][0]["note"], "hm");
    check_states(&cli, ["pending", "rejected", "pending"]);
}

#[test]
fn all_that_are_sure_enough_are_approved_but_for_those_that_are_named() {
    let cli = with_heals();
    let said = ok(cli.run(&[
        "review",
        "--approve",
        "all",
        "--min-confidence",
        "0.8",
        "--reject",
        "2",
    ]));
    assert!(
        said.contains("\n1 approved, 1 rejected; 1 still pending\n"),
        "{said}"
    );
    check_states(&cli, ["pending", "approved", "rejected"]);
    let said = ok(cli.run(&["review", "--approve", "all"]));
    assert!(said.contains("\n1 approved; none pending\n"), "{said}");
    let said = ok(cli.run(&["review", "--approve", "all"]));
    assert_eq!(said, "nothing reviewed; none pending\n");
}

#[test]
fn one_wrong_number_and_nothing_is_written() {
    let cli = with_heals();
    let said = [
        error(cli.run(&["review", "--approve", "3", "--reject", "99"])),
        error(cli.run(&["review", "--approve", "1", "--reject", "2"])),
        error(cli.run(&["review", "--approve", "3", "--min-confidence", "0.5"])),
        error(cli.run(&["review", "--approve", "x"])),
        error(cli.run(&["review", "--approve", "all", "--min-confidence", "1.5"])),
        error(cli.run(&["review", "--list", "--approve", "3"])),
        error(cli.run(&["review", "--list", "--db", "missing.db"])),
        error(cli.run(&["review", "--approve", "1", "--db", "missing.db"])),
    ];
    insta::assert_snapshot!(said.join("\n"));
    check_states(&cli, ["pending", "pending", "pending"]);
    assert!(!cli.path("missing.db").exists());
}

#[test]
fn check_fails_while_heals_are_pending() {
    let cli = with_heals();
    let run = cli.run(&["review", "--check"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.contains("3 heals pending\n"), "{}", run.stdout);
    assert_eq!(cli.run(&["review", "--check", "--json"]).code, 1);
    ok(cli.run(&["review", "--approve", "all"]));
    assert_eq!(ok(cli.run(&["review", "--check"])), "0 heals pending\n");
}

#[test]
fn a_decision_is_listed_with_who_and_why() {
    let cli = with_heals();
    let reject = [
        "review",
        "--reject",
        "3",
        "--note",
        "another\u{1b}[0m button",
    ];
    let approve = ["review", "--approve", "2", "--as", "ann"];
    for args in [&reject[..], &approve] {
        let user = [("USER", ""), ("USERNAME", "bob"), ("LOGNAME", "")];
        assert_eq!(cli.run_with(args, &user).code, 0);
    }
    let all = ok(cli.run(&["review", "--all"]));
    assert!(all.contains("  rejected by bob on 20"), "{all}");
    assert!(all.contains(": another\\u{1b}[0m button\n"), "{all}");
    let approved = ok(cli.run(&["review", "--state", "approved"]));
    assert!(approved.contains("  approved by ann on 20"), "{approved}");
    assert!(approved.ends_with("1 heal approved\n"), "{approved}");
}

#[test]
fn on_a_terminal_each_heal_is_asked_about() {
    let cli = with_heals();
    let command = format!("'{}' review", env!("CARGO_BIN_EXE_breadcrumb"));
    let run = assert_cmd::Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(cli.path("."))
        .env_remove("BREADCRUMB_DB")
        .write_stdin("a\nr\nq\n")
        .output();
    // Another system's `script` has other flags, and not every machine has one.
    let Some(run) = run.ok().filter(|_| cfg!(target_os = "linux")) else {
        return;
    };
    let said = String::from_utf8(run.stdout).unwrap();
    assert!(said.contains("heal 3 of 3"), "{said}");
    assert!(
        said.contains("1 approved, 1 rejected; 1 still pending"),
        "{said}"
    );
    assert!(!said.contains("evil\u{1b}"), "{said}");
    check_states(&cli, ["approved", "rejected", "pending"]);
}

#[test]
fn a_database_of_the_python_package_is_reviewed_too() {
    let fixtures =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/databases");
    for name in ["v1.db", "v2.db", "odd.db"] {
        let cli = Cli::new();
        std::fs::copy(fixtures.join(name), cli.path(".breadcrumb.db")).unwrap();
        let before = states(&cli);
        // Some tests have passed without a heal since.
        let pending = before.iter().filter(|(_, state)| state == "pending");
        let pending: Vec<_> = pending.map(|(id, _)| id).collect();
        assert_eq!(pending.is_empty(), name == "v2.db", "{name}");
        ok(cli.run(&["review", "--approve", "all"]));
        let after = states(&cli);
        assert_eq!(after.len(), before.len());
        let is_approved = |(_, state): &&(_, String)| state == "approved";
        let approved = after.iter().filter(is_approved);
        assert_eq!(approved.map(|(id, _)| id).collect::<Vec<_>>(), pending);
    }
}

#[test]
fn every_event_of_a_heal_says_what_is_decided() {
    let cli = with_heals();
    ok(cli.run(&["review", "--approve", "2", "--reject", "3"]));
    insta::assert_snapshot!(ok(cli.run(&["events"])));
    let json = cli.json(&["events", "--json"]);
    let events = json["events"].as_array().unwrap().iter();
    let states: Vec<&str> = events
        .map(|event| event["state"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["pending", "rejected", "approved", "approved"]);
}
