//! `breadcrumb doctor`, on sound, stale, broken and impossible databases.

use crate::cli::{self, Cli};
use rusqlite::Connection;

/// The oldest row that is not stale is 30 days old; this one is from 1970.
const LONG_AGO: f64 = 0.0;
const FUTURE: f64 = 9e9;

fn database(cli: &Cli, rows: &[(&str, &str, f64)]) -> Connection {
    let db = Connection::open(cli.path("t.db")).unwrap();
    db.execute_batch(
        "CREATE TABLE schema_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
         INSERT INTO schema_meta VALUES ('schema_version', '1');
         CREATE TABLE fingerprints (test_id TEXT NOT NULL, locator TEXT NOT NULL,
            fingerprint_json TEXT NOT NULL, updated_at REAL NOT NULL, PRIMARY KEY (test_id, locator));
         CREATE TABLE healing_events (id INTEGER PRIMARY KEY AUTOINCREMENT, test_id TEXT NOT NULL,
            locator TEXT NOT NULL, confidence REAL NOT NULL, original_json TEXT NOT NULL,
            healed_json TEXT NOT NULL, timestamp REAL NOT NULL);",
    )
    .unwrap();
    for (locator, json, time) in rows {
        let sql = "INSERT INTO fingerprints VALUES ('test_a', ?1, ?2, ?3)";
        db.execute(sql, (locator, json, time)).unwrap();
    }
    db
}

fn doctor(cli: &Cli, args: &[&str]) -> cli::Run {
    cli.run(&[&["doctor", "--db-only", "--db", "t.db"], args].concat())
}

#[test]
fn a_sound_database_is_fine_and_is_not_changed() {
    let cli = Cli::new();
    database(&cli, &[("#a", r#"{"tag": "a"}"#, FUTURE)]);
    let before = std::fs::read(cli.path("t.db")).unwrap();
    let run = doctor(&cli, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    insta::assert_snapshot!(run.stdout);
    assert_eq!(std::fs::read(cli.path("t.db")).unwrap(), before);
}

#[test]
fn stale_fingerprints_are_told_but_are_no_fault() {
    let cli = Cli::new();
    database(
        &cli,
        &[
            ("#a", r#"{"tag": "a"}"#, LONG_AGO),
            ("#b", r#"{"tag": "a"}"#, FUTURE),
        ],
    );
    let run = doctor(&cli, &[]);
    assert_eq!(run.code, 0);
    assert!(
        run.stdout
            .contains("stale: 1 fingerprint not renewed for 30 days"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_row_with_broken_json_is_found_and_named() {
    let cli = Cli::new();
    database(
        &cli,
        &[
            ("#a", "{\"tag\"", FUTURE),
            ("#b", r#"{"tag": "a"}"#, FUTURE),
        ],
    );
    let run = doctor(&cli, &[]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("test_a #a"), "{}", run.stdout);
    let json: serde_json::Value = serde_json::from_str(&doctor(&cli, &["--json"]).stdout).unwrap();
    assert_eq!(json["is_sound"], false);
    assert_eq!(json["health"]["broken_rows"][0]["locator"], "#a");
}

#[test]
fn what_is_no_database_is_an_error_with_a_way_out_and_stays_as_it_is() {
    let cli = Cli::new();
    let missing = doctor(&cli, &[]);
    assert!(!cli.path("t.db").exists(), "doctor creates nothing");
    cli.write(
        "t.db",
        "This is a diary, not a database. Please leave it alone, it is long enough.",
    );
    let text = doctor(&cli, &[]);
    assert_eq!(cli.read("t.db").len(), 74);
    std::fs::remove_file(cli.path("t.db")).unwrap();
    std::fs::create_dir(cli.path("t.db")).unwrap();
    let folder = doctor(&cli, &[]);
    std::fs::remove_dir(cli.path("t.db")).unwrap();
    let newer = database(&cli, &[]);
    newer
        .execute("UPDATE schema_meta SET value = '99'", ())
        .unwrap();
    drop(newer);
    let newer = doctor(&cli, &[]);
    let all = [missing, text, folder, newer];
    assert!(all.iter().all(|run| run.code == 2 && run.stdout.is_empty()));
    insta::assert_snapshot!(all.map(|run| run.stderr).join("\n"));
}

#[test]
fn version_and_help_are_there() {
    let cli = Cli::new();
    assert_eq!(
        cli.run(&["--version"]).stdout,
        concat!("breadcrumb ", env!("CARGO_PKG_VERSION"), "\n")
    );
    insta::assert_snapshot!(cli.run(&["--help"]).stdout);
    assert_eq!(cli.run(&[]).code, 2);
}

#[test]
fn a_project_that_has_not_begun_is_told_how_to() {
    let cli = Cli::new();
    let run = cli.run(&["doctor", "--db-only"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(run.stdout, @r"
    Findings
      note nothing is recorded yet
        fix: pytest --breadcrumb
      ok no problems found
    ");
    assert!(
        !cli.path(".breadcrumb.db").exists(),
        "doctor creates nothing"
    );
    // Somebody who names it expects it to be there.
    let named = cli.run_with(&["doctor", "--db-only"], &[("BREADCRUMB_DB", "ci.db")]);
    assert_eq!(named.code, 2);
}

#[test]
fn what_cannot_be_opened_is_json_too() {
    let cli = Cli::new();
    let run = doctor(&cli, &["--json"]);
    assert_eq!(run.code, 2);
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(json["schema_version"], 1);
    assert_eq!(json["is_sound"], false);
    assert_eq!(json["health"], serde_json::Value::Null);
    assert_eq!(json["findings"][0]["severity"], "error");
    assert_eq!(json["findings"][0]["area"], "database");
}

#[test]
fn databases_of_the_python_package_are_examined_as_they_are() {
    let cli = Cli::new();
    for (name, code) in [("v1.db", 0), ("v2.db", 0), ("odd.db", 1)] {
        let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/databases/");
        std::fs::copy(format!("{fixture}{name}"), cli.path("t.db")).unwrap();
        let before = std::fs::read(cli.path("t.db")).unwrap();
        let run = doctor(&cli, &["--json"]);
        assert_eq!(run.code, code, "{name}: {}", run.stdout);
        assert_eq!(std::fs::read(cli.path("t.db")).unwrap(), before);
    }
}

#[test]
fn a_damaged_file_is_found_and_may_be_recovered() {
    let cli = Cli::new();
    let db = database(&cli, &[]);
    let many = "INSERT INTO healing_events (test_id, locator, confidence, original_json, healed_json, timestamp)
                VALUES ('t', '#a', 1, '{\"tag\":\"a\"}', '{\"tag\":\"a\"}', 1)";
    for _ in 0..2_000 {
        db.execute(many, ()).unwrap();
    }
    drop(db);
    let mut bytes = std::fs::read(cli.path("t.db")).unwrap();
    let page = 4096;
    for byte in bytes.iter_mut().skip(page * 8).take(page * 3) {
        *byte = 0x5a;
    }
    std::fs::write(cli.path("t.db"), bytes).unwrap();
    let run = doctor(&cli, &[]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("error damaged: "), "{}", run.stdout);
    assert!(
        run.stdout.contains("fix: sqlite3 t.db .recover"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_database_that_somebody_else_locks_is_not_waited_for_long() {
    let cli = Cli::new();
    let db = database(&cli, &[]);
    db.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let before = std::time::Instant::now();
    let run = doctor(&cli, &[]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("another process keeps `t.db` locked"),
        "{}",
        run.stderr
    );
    assert!(before.elapsed() < std::time::Duration::from_secs(20));
}

#[test]
fn a_write_protected_database_is_a_warning() {
    let cli = Cli::new();
    database(&cli, &[]);
    let mut permissions = std::fs::metadata(cli.path("t.db")).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(cli.path("t.db"), permissions).unwrap();
    let run = doctor(&cli, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stdout
            .contains("warning `t.db` is write-protected: tests cannot record"),
        "{}",
        run.stdout
    );
}
