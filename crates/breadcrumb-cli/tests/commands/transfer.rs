//! `breadcrumb export`, `import`, `merge` and `prune`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use rusqlite::Connection;
use serde_json::Value;

use crate::cli::{Cli, Run, ok};

fn error(run: Run) -> String {
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.is_empty(), "{}", run.stdout);
    assert!(run.stderr.contains("hint:"), "{}", run.stderr);
    run.stderr
}

/// Writes the report of one shard in one run: a stable test, a flaky one, and one that is skipped.
fn report(cli: &Cli, shard: u32, run: u32) -> String {
    let name = format!("report-{shard}-{run}.xml");
    let mut xml = format!(
        "<testsuite name='s{shard}' timestamp='2099-01-{:02}T10:{shard:02}:00'>\n",
        run + 1
    );
    for (test, is_failed) in [
        ("pays", false),
        ("waits", run.is_multiple_of(2)),
        ("waits", false),
    ] {
        let body = if is_failed {
            "<failure message='TimeoutError: 12 ms'/>"
        } else {
            ""
        };
        let _ = writeln!(
            xml,
            "<testcase classname='shop{shard}' name='{test}' time='0.5'>{body}</testcase>"
        );
    }
    let _ = writeln!(
        xml,
        "<testcase classname='shop{shard}' name='later'><skipped/></testcase>"
    );
    xml.push_str("</testsuite>\n");
    cli.write(&name, &xml);
    name
}

/// Records the same reports in one database and in eight.
fn recorded(cli: &Cli) -> Vec<String> {
    let shards: Vec<String> = (0..8).map(|shard| format!("shard-{shard}.db")).collect();
    for run in 0..4 {
        for (shard, database) in (0..8_u32).zip(&shards) {
            let report = report(cli, shard, run);
            let id = format!("run-{run}-{shard}");
            for database in [database.as_str(), "one.db"] {
                ok(cli.run(&["ingest", &report, "--run-id", &id, "--db", database]));
            }
        }
    }
    shards
}

/// Takes out what is different each time: when it was made, and the numbers of rows.
fn comparable(mut report: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for name in ["generated_at", "since", "id"] {
                    fields.remove(name);
                }
                fields.values_mut().for_each(strip);
            }
            Value::Array(values) => values.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut report);
    report
}

fn everything_reports_read(cli: &Cli, database: &str) -> [Value; 3] {
    [
        &["report", "--format", "json", "--days", "90"][..],
        &["flaky", "list", "--all", "--json"],
        &["quarantine", "list", "--json"],
    ]
    .map(|args| {
        let run = cli.run(&[args, &["--db", database]].concat());
        comparable(serde_json::from_str(&run.stdout).unwrap())
    })
}

#[test]
fn eight_shards_are_reported_as_one_database_is() {
    let cli = Cli::new();
    let shards = recorded(&cli);
    ok(cli.run(&[
        "quarantine",
        "add",
        "shop1::waits",
        "--reason",
        "known",
        "--db",
        "shard-1.db",
    ]));
    ok(cli.run(&["merge", "shard-1.db", "--output", "one.db"]));
    let mut args: Vec<&str> = vec!["merge", "--output", "out.db"];
    args.extend(shards.iter().map(String::as_str));
    insta::assert_snapshot!(ok(cli.run(&args)));
    let expected = everything_reports_read(&cli, "one.db");
    assert!(expected[0].to_string().contains("shop3"), "{}", expected[0]);
    assert_eq!(everything_reports_read(&cli, "out.db"), expected);
    assert!(ok(cli.run(&args)).contains("nothing new"));
    let mut args: Vec<&str> = vec!["merge", "--db", "other.db", "--json"];
    args.extend(shards.iter().rev().map(String::as_str));
    let merged: Value = serde_json::from_str(&ok(cli.run(&args))).unwrap();
    assert_eq!(merged["done"]["merged"]["inputs"], 8);
    assert_eq!(everything_reports_read(&cli, "other.db"), expected);
    let export = |database: &str| ok(cli.run(&["export", "--db", database]));
    assert_eq!(export("other.db"), export("out.db"));
}

#[test]
fn what_is_exported_into_a_pipe_is_imported_from_it() {
    let cli = Cli::new();
    recorded(&cli);
    let exe = assert_cmd::cargo::cargo_bin("breadcrumb");
    let script = format!(
        "'{0}' export --db one.db | '{0}' import - --db copy.db",
        exe.display()
    );
    let here = cli.path(".");
    let done = Command::new("sh")
        .args(["-c", &script])
        .current_dir(here)
        .output()
        .unwrap();
    assert!(done.status.success(), "{done:?}");
    let export = |database: &str| ok(cli.run(&["export", "--db", database]));
    assert_eq!(export("copy.db"), export("one.db"));
    ok(cli.run(&["export", "--db", "one.db", "--output", "one.jsonl"]));
    assert_eq!(cli.read("one.jsonl"), export("one.db"));
    let read = ok(cli.run(&["import", "one.jsonl", "--db", "shard-1.db"]));
    assert!(read.contains("merged with what was there"), "{read}");
    assert_eq!(
        everything_reports_read(&cli, "shard-1.db"),
        everything_reports_read(&cli, "one.db")
    );
}

#[test]
fn wrong_inputs_are_errors_with_a_way_out_and_nothing_is_lost() {
    let cli = Cli::new();
    let report = report(&cli, 1, 1);
    ok(cli.run(&["ingest", &report, "--run-id", "r", "--db", "good.db"]));
    cli.write("text.db", &"this is a diary, not a database. ".repeat(40));
    fs::create_dir(cli.path("folder.db")).unwrap();
    fs::copy(cli.path("good.db"), cli.path("newer.db")).unwrap();
    let newer = Connection::open(cli.path("newer.db")).unwrap();
    newer
        .execute("UPDATE schema_meta SET value = '99'", [])
        .unwrap();
    drop(newer);
    fs::copy(cli.path("good.db"), cli.path("protected.db")).unwrap();
    let mut permissions = fs::metadata(cli.path("protected.db"))
        .unwrap()
        .permissions();
    permissions.set_readonly(true);
    fs::set_permissions(cli.path("protected.db"), permissions).unwrap();
    let export = ok(cli.run(&["export", "--db", "good.db"]));
    cli.write("good.jsonl", &export);
    // In the middle of a line: times differ in length from run to run.
    let fifth: usize = export.lines().take(4).map(|line| line.len() + 1).sum();
    cli.write("cut.jsonl", &export[..fifth + 10]);
    cli.write(
        "broken.jsonl",
        &export.replacen("\"rowid\":1", "\"rowid\":oops", 1),
    );
    cli.write(
        "newer.jsonl",
        &export.replacen("\"version\":1", "\"version\":7", 1),
    );
    let merge = |input: &str| error(cli.run(&["merge", "good.db", input, "--output", "out.db"]));
    let all = [
        merge("missing.db"),
        merge("text.db"),
        merge("folder.db"),
        merge("newer.db"),
        error(cli.run(&["merge", "good.db", "--output", "text.db"])),
        error(cli.run(&["merge", "good.db", "--output", "protected.db"])),
        error(cli.run(&["merge", "good.db", "--output", "no/folder/out.db"])),
        error(cli.run(&["export", "--db", "missing.db"])),
        error(cli.run(&["export", "--db", "good.db", "--output", "good.db"])),
        error(cli.run(&["export", "--db", "good.db", "--output", "no/folder/x.jsonl"])),
        error(cli.run(&["import", "missing.jsonl", "--db", "new.db"])),
        error(cli.run(&["import", "cut.jsonl", "--db", "new.db"])),
        error(cli.run(&["import", "broken.jsonl", "--db", "good.db"])),
        error(cli.run(&["import", "newer.jsonl", "--db", "new.db"])),
        error(cli.run(&["import", "text.db", "--db", "new.db"])),
        error(cli.run(&["import", "good.jsonl", "--db", "text.db"])),
        error(cli.run(&["prune", "--db", "missing.db"])),
        error(cli.run(&["prune", "--db", "protected.db"])),
        error(cli.run(&["stats", "--db", "folder.db"])),
        error(cli.run(&["events", "--db", "newer.db"])),
    ];
    insta::assert_snapshot!(all.join("\n"));
    assert!(!cli.path("out.db").exists() && !cli.path("new.db").exists());
    assert!(cli.read("text.db").starts_with("this is a diary"));
    assert_eq!(ok(cli.run(&["export", "--db", "good.db"])), export);
    assert_eq!(ok(cli.run(&["export", "--db", "protected.db"])), export);
}

#[test]
fn a_killed_merge_leaves_the_old_database_or_the_new_one() {
    let cli = Cli::new();
    for (name, first) in [("a.db", 0), ("b.db", 50_000)] {
        drop(breadcrumb::store::SqliteStore::open(cli.path(name)).unwrap());
        let conn = Connection::open(cli.path(name)).unwrap();
        let sql =
            "WITH RECURSIVE n (i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 + 9999)
                   INSERT INTO test_runs (test_id, status, timestamp, uid)
                   SELECT 'test', 'passed', i, 'u' || i FROM n";
        conn.execute(sql, [first]).unwrap();
    }
    fs::copy(cli.path("a.db"), cli.path("old.db")).unwrap();
    let rows = |name: &str| -> i64 {
        let conn = Connection::open(cli.path(name)).unwrap();
        conn.query_row("SELECT COUNT(*) FROM test_runs", [], |row| row.get(0))
            .unwrap()
    };
    for delay in [20, 60, 120, 200, 300, 450] {
        for (output, old) in [("old.db", Some(10_000)), ("new.db", None)] {
            let mut merge = Command::new(assert_cmd::cargo::cargo_bin("breadcrumb"))
                .args(["merge", "a.db", "b.db", "--output", output])
                .current_dir(cli.path("."))
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(Duration::from_millis(delay));
            merge.kill().unwrap();
            merge.wait().unwrap();
            let found = cli.path(output).exists().then(|| rows(output));
            assert!(found == old || found == Some(20_000), "{output}: {found:?}");
            if found == Some(20_000) {
                // Start again from the old one.
                for suffix in ["", "-wal", "-shm"] {
                    let _ = fs::remove_file(cli.path(&format!("{output}{suffix}")));
                }
                if old.is_some() {
                    fs::copy(cli.path("a.db"), cli.path(output)).unwrap();
                }
            }
        }
    }
    ok(cli.run(&["merge", "a.db", "b.db", "--output", "old.db"]));
    assert_eq!(rows("old.db"), 20_000);
}

#[test]
fn prune_says_what_it_removes_and_a_dry_run_removes_nothing() {
    let cli = Cli::new();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/databases");
    fs::copy(fixtures.join("v2.db"), cli.path(".breadcrumb.db")).unwrap();
    let prune = ["prune", "--stale-fingerprints", "30"];
    let dry = ok(cli.run(&[&prune[..], &["--dry-run"]].concat()));
    let counts = cli.json(&["stats", "--json"]);
    assert_eq!(counts["database"]["attempts"], 15);
    let real = ok(cli.run(&prune));
    let again = ok(cli.run(&prune));
    insta::assert_snapshot!([dry, real, again].join("\n"));
    let counts = cli.json(&["stats", "--json"]);
    assert_eq!(counts["database"]["attempts"], 0);
    assert_eq!(counts["database"]["fingerprints"], 0);
    assert_eq!(counts["database"]["quarantined"], 2);
    let compacted = cli.json(&["prune", "--vacuum", "--json"]);
    assert!(compacted["size_after"].as_u64() <= compacted["size_before"].as_u64());
}
