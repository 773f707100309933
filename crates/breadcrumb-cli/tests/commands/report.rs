//! `breadcrumb report`.

use crate::cli::Cli;

/// A database with a failing test, a drift and a heal.
pub(crate) fn recorded() -> Cli {
    let cli = Cli::new();
    cli.write(
        "a.xml",
        "<testsuite name='s'><testcase classname='shop' name='pays'><failure message='no'/>\
         </testcase><testcase classname='shop' name='loads'/></testsuite>",
    );
    assert_eq!(cli.run(&["ingest", "a.xml"]).code, 0);
    let conn = rusqlite::Connection::open(cli.path(".breadcrumb.db")).unwrap();
    conn.execute_batch(
        "INSERT INTO healing_events
             (test_id, locator, confidence, original_json, healed_json, timestamp)
         VALUES ('shop::loads', '#a\u{1b}[31m', 0.9, '{\"tag\": \"a\"}', '{\"tag\": \"a\"}', unixepoch());
         INSERT INTO verdicts (test_id, locator, kind, timestamp)
         VALUES ('shop::loads', '#b', 'drift', unixepoch());",
    )
    .unwrap();
    cli
}

#[test]
fn every_format_is_printed() {
    let cli = recorded();
    for (format, start) in [
        ("console", "Test health, last 30 days\n"),
        ("html", "<!doctype html>"),
        ("json", "{\n  \"format\": \"breadcrumb-report\""),
        ("markdown", "## Test health, last 30 days\n"),
        ("github", "::error title=Failing test::shop::pays: no\n"),
        (
            "junit",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites",
        ),
    ] {
        let run = cli.run(&["report", "--format", format]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stdout.starts_with(start), "{}", run.stdout);
        assert!(!run.stdout.contains('\u{1b}'), "{format}");
    }
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let cli = recorded();
    let run = cli.run(&["report", "--format", "json", "--output", "out.json"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    assert_eq!(run.stderr, "wrote out.json\n");
    let document: serde_json::Value = serde_json::from_str(&cli.read("out.json")).unwrap();
    assert_eq!(document["summary"]["total"], 2);
    let run = cli.run(&["report", "--output", "no/folder.txt"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("hint: the folder must be there"),
        "{}",
        run.stderr
    );
    let left: Vec<_> = std::fs::read_dir(cli.path("."))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains("tmp"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_missing_database_is_an_error_and_nothing_is_made() {
    let cli = Cli::new();
    for command in ["report", "serve"] {
        let run = cli.run(&[command]);
        assert_eq!(run.code, 2);
        assert!(
            run.stderr
                .contains("there is no database at `.breadcrumb.db`"),
            "{}",
            run.stderr
        );
        assert!(run.stderr.contains("hint:"), "{}", run.stderr);
    }
    assert!(!cli.path(".breadcrumb.db").exists());
}

#[test]
fn a_gate_names_what_it_found_and_the_report_is_still_there() {
    let cli = recorded();
    let gate = |what: &[&str]| {
        let mut args = vec!["report", "--output", "out.txt"];
        args.extend(what.iter().flat_map(|what| ["--fail-on", *what]));
        cli.run(&args)
    };
    let run = gate(&["healed", "drift", "drift"]);
    assert_eq!(run.code, 1);
    assert!(cli.read("out.txt").starts_with("Test health"));
    assert!(
        run.stderr
            .contains("1 healed locator in the last 30 days: #a\\u{1b}[31m\n"),
        "{}",
        run.stderr
    );
    assert_eq!(
        run.stderr.matches("1 drift alarm").count(),
        1,
        "{}",
        run.stderr
    );
    assert_eq!(gate(&["new-flaky"]).code, 0);
    assert_eq!(gate(&["weather"]).code, 2);
}

#[test]
fn wrong_days_are_wrong_use() {
    let cli = recorded();
    for days in ["0", "-1", "many", "9999999"] {
        assert_eq!(cli.run(&["report", "--days", days]).code, 2, "{days}");
    }
}
