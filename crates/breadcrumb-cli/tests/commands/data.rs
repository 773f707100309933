//! `breadcrumb stats`, `events` and `fingerprints`.

use breadcrumb::engine::ElementFingerprint;
use breadcrumb::store::{SqliteStore, Store as _};

use crate::cli::{Cli, error, ok};

/// A folder with a database that the Python package made.
fn with_database(name: &str) -> Cli {
    let cli = Cli::new();
    let fixtures =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/databases");
    std::fs::copy(fixtures.join(name), cli.path(".breadcrumb.db")).unwrap();
    cli
}

/// A folder with a database in which a button has had three texts.
fn with_history() -> Cli {
    let cli = Cli::new();
    let store = SqliteStore::open(cli.path(".breadcrumb.db")).unwrap();
    for text in ["log in", "sign in", "enter"] {
        let button = ElementFingerprint::builder("button").text(text);
        let button = button.key("test_login", "#go").build();
        store.save_fingerprint_on_page(&button, "/login").unwrap();
    }
    cli
}

#[test]
fn stats_count_an_old_database_and_leave_it_as_it_is() {
    let cli = with_database("v2.db");
    let before = std::fs::read(cli.path(".breadcrumb.db")).unwrap();
    insta::assert_snapshot!(ok(cli.run(&["stats"])));
    let json = cli.json(&["stats", "--json"]);
    assert_eq!(json["database"]["attempts"], 15);
    assert_eq!(json["database"]["quarantined"], 2);
    assert_eq!(std::fs::read(cli.path(".breadcrumb.db")).unwrap(), before);
}

#[test]
fn events_come_newest_first_with_what_changed_and_why() {
    let cli = with_database("v1.db");
    insta::assert_snapshot!(ok(cli.run(&["events"])));
    let json = cli.json(&["events", "--limit", "1", "--json"]);
    assert_eq!(json["events"].as_array().unwrap().len(), 1);
    assert_eq!(json["events"][0]["confidence"], 0.5);
    let count = |args: &[&str]| {
        let listed = cli.json(&[&["events", "--json"], args].concat());
        listed["events"].as_array().unwrap().len()
    };
    let all = count(&[]);
    assert!(all > 0);
    assert_eq!(count(&["--test", "nobody"]), 0);
    assert_eq!(count(&["--test", "test_"]), all);
    assert_eq!(count(&["--test", "test_", "--limit", "1"]), 1);
    assert_eq!(count(&["--test", "test_", "--exact"]), 0);
}

#[test]
fn a_heal_that_cannot_be_read_is_counted_not_fatal() {
    let cli = with_database("odd.db");
    let json = cli.json(&["events", "--json"]);
    assert_eq!(json["skipped"], 0);
    assert_eq!(json["events"][0]["original"], "{");
}

#[test]
fn fingerprints_are_listed_by_test_and_found_by_text_or_pattern() {
    let cli = with_database("v1.db");
    insta::assert_snapshot!(ok(cli.run(&["fingerprints", "list"])));
    let count = |args: &[&str]| {
        let listed = cli.json(&[&["fingerprints", "list", "--json"], args].concat());
        listed["fingerprints"].as_array().unwrap().len()
    };
    assert_eq!(count(&["--test", "[chromium]"]), 2);
    assert_eq!(count(&["--test", "*::test_ok"]), 1);
    assert_eq!(count(&["--test", "nobody"]), 0);
    assert_eq!(count(&["--limit", "1"]), 1);
    let odd = ok(with_database("odd.db").run(&["fingerprints", "list"]));
    assert!(odd.contains("cannot be read"), "{odd}");
    assert!(!odd.contains('\u{2028}') && !odd.contains('\0'), "{odd}");
}

#[test]
fn a_fingerprint_is_shown_with_its_pages_and_what_it_can_go_back_to() {
    let cli = with_history();
    let shown = ok(cli.run(&["fingerprints", "show", "test_login", "#go"]));
    assert!(shown.contains("\"text\": \"enter\""), "{shown}");
    assert!(shown.contains("/login"), "{shown}");
    assert!(shown.contains("1 <button> \"sign in\""), "{shown}");
    assert!(shown.contains("2 <button> \"log in\""), "{shown}");
    let json = cli.json(&["fingerprints", "show", "test_login", "#go", "--json"]);
    assert_eq!(json["history"][1]["to"], 2);
    assert_eq!(json["pages"][0]["page"], "/login");
}

#[test]
fn rollback_makes_an_earlier_fingerprint_the_baseline_again() {
    let cli = with_history();
    let back = ["fingerprints", "rollback", "test_login", "#go"];
    let none = error(cli.run(&[&back[..], &["--to", "3"]].concat()));
    let page = error(cli.run(&[&back[..], &["--page", "/cart"]].concat()));
    insta::assert_snapshot!([none, page].join("\n"));
    insta::assert_snapshot!(ok(cli.run(&[&back[..], &["--to", "2"]].concat())));
    let json = cli.json(&["fingerprints", "show", "test_login", "#go", "--json"]);
    assert_eq!(json["fingerprint"]["text"], "log in");
    assert_eq!(json["history"].as_array().unwrap().len(), 0);
}

#[test]
fn delete_says_what_is_gone_and_a_dry_run_keeps_it() {
    let cli = with_database("v1.db");
    let test = "tests/test_cart.py::test_add[chromium]";
    let before = std::fs::read(cli.path(".breadcrumb.db")).unwrap();
    let dry = ok(cli.run(&["fingerprints", "delete", "--test", test, "--dry-run"]));
    assert_eq!(std::fs::read(cli.path(".breadcrumb.db")).unwrap(), before);
    let real = ok(cli.run(&["fingerprints", "delete", "--test", test]));
    insta::assert_snapshot!([dry, real].join("\n"));
    let left = cli.json(&["fingerprints", "list", "--json"]);
    assert_eq!(left["total"], 1);
    let login = [
        "fingerprints",
        "delete",
        "tests/test_login.py::test_ok",
        "#login-btn",
    ];
    ok(cli.run(&login));
    assert_eq!(cli.json(&["fingerprints", "list", "--json"])["total"], 0);
}

#[test]
fn a_slip_in_a_name_is_an_error_that_says_what_was_meant() {
    let cli = with_database("v1.db");
    let show = |test: &str, locator: &str| error(cli.run(&["fingerprints", "show", test, locator]));
    let all = [
        show("tests/test_login.py::test_okk", "#login-btn"),
        show("tests/test_login.py::test_ok", "#login-button"),
        show("tests/test_login.py::test_ok", "xxxxxxxxxxxxxxxxxxxxx"),
        show("something else altogether, nothing like it", "#x"),
        error(cli.run(&["fingerprints", "delete", "--test", "nobody"])),
        error(cli.run(&["fingerprints", "show", "t", "l", "--db", "missing.db"])),
        error(cli.run(&["fingerprints", "rollback", "t", "l", "--db", "missing.db"])),
    ];
    insta::assert_snapshot!(all.join("\n"));
    assert!(!cli.path("missing.db").exists());
}
