//! `breadcrumb serve`: what it answers, what it refuses, and the decisions it takes.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::cli::Cli;
use crate::report::recorded;

/// A server that ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server and returns it with its host and its path.
fn serve(cli: &Cli, more: &[&str]) -> (Server, String, String) {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("breadcrumb"))
        .current_dir(cli.path("."))
        .args(["serve", "--db", ".breadcrumb.db"])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let stdout = child.stdout.take().unwrap();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").unwrap().to_owned();
    let (host, path) = address.split_once('/').unwrap();
    (Server(child), host.to_owned(), format!("/{path}"))
}

fn ask(host: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn get(host: &str, path: &str, more: &str) -> String {
    ask(
        host,
        &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n"),
    )
}

#[test]
fn the_server_shows_what_is_new_and_refuses_everything_else() {
    let cli = recorded();
    let (_server, host, path) = serve(&cli, &[]);
    let page = get(&host, &path, "");
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    assert!(page.contains("frame-ancestors 'none'") && page.contains("bc-live"));

    let index = get(&host, &format!("{path}index.json"), "");
    let etag = index
        .lines()
        .find_map(|line| line.strip_prefix("ETag: "))
        .unwrap()
        .to_owned();
    let known = format!("If-None-Match: {etag}\r\n");
    let same = get(&host, &format!("{path}index.json"), &known);
    assert!(same.starts_with("HTTP/1.1 304"), "{same}");
    cli.write(
        "b.xml",
        "<testsuite name='s'><testcase classname='shop' name='new'/></testsuite>",
    );
    assert_eq!(cli.run(&["ingest", "b.xml"]).code, 0);
    let newer = get(&host, &format!("{path}index.json"), &known);
    assert!(
        newer.starts_with("HTTP/1.1 200") && newer.contains("shop::new"),
        "{newer}"
    );
    assert!(get(&host, &format!("{path}heals/0.json"), "").contains("200 OK"));

    for (request, status) in [
        (format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"), "404"),
        (
            format!("GET {path}other HTTP/1.1\r\nHost: {host}\r\n\r\n"),
            "404",
        ),
        (
            format!("GET {path}heals/9.json HTTP/1.1\r\nHost: {host}\r\n\r\n"),
            "404",
        ),
        (
            format!("GET {path}../ HTTP/1.1\r\nHost: {host}\r\n\r\n"),
            "404",
        ),
        (
            format!("POST {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"),
            "405",
        ),
        (
            format!("GET {path} HTTP/1.1\r\nHost: evil.example\r\n\r\n"),
            "421",
        ),
        (format!("GET {path} HTTP/1.1\r\n\r\n"), "421"),
    ] {
        let answer = ask(&host, &request);
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{request}: {answer}"
        );
    }
    let port = host.rsplit_once(':').unwrap().1;
    let second = cli.run(&["serve", "--port", port]);
    assert_eq!(second.code, 2);
    assert!(second.stderr.contains("is in use"), "{}", second.stderr);
}

const APPROVED: &str = r#"{"heal": 1, "decision": "approved"}"#;

/// A decision as the page sends it, with other headers where they are given.
fn post(host: &str, path: &str, more: &str, body: &str) -> String {
    let token = path.trim_matches('/');
    let mut head = format!("POST {path}decisions HTTP/1.1\r\n");
    for (name, value) in [
        ("Host", host),
        ("Content-Type", "application/json"),
        ("X-Breadcrumb-Token", token),
        ("Content-Length", &body.len().to_string()),
    ] {
        if !more.contains(&format!("{name}:")) {
            head = format!("{head}{name}: {value}\r\n");
        }
    }
    ask(host, &format!("{head}{more}\r\n{body}"))
}

fn document(cli: &Cli) -> Value {
    let report = cli.run(&["report", "--format", "json"]);
    serde_json::from_str(&report.stdout).unwrap()
}

/// Returns what is decided about each heal of a report.
fn decisions(cli: &Cli) -> Vec<String> {
    let document = document(cli);
    let heals = document.get("healing_events").and_then(Value::as_array);
    let decisions = heals.unwrap().iter().map(|heal| {
        let decision = heal.get("decision").and_then(Value::as_str);
        decision.unwrap().to_owned()
    });
    decisions.collect()
}

#[test]
fn a_decision_is_taken_and_shown_and_taken_back() {
    let cli = recorded();
    let (_server, host, path) = serve(&cli, &[]);
    let page = get(&host, &path, "");
    assert!(page.contains("<meta name=\"bc-decide\""));
    let index = format!("{path}index.json");
    for state in ["approved", "rejected", "pending", "rejected"] {
        let body = format!(r#"{{"heal": 1, "decision": "{state}"}}"#);
        let origin = format!("Origin: http://{host}\r\n");
        let answer = post(&host, &path, &origin, &body);
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert!(get(&host, &index, "").contains(&format!("\"decision\":\"{state}\"")));
        assert_eq!(decisions(&cli), [state]);
    }
}

#[test]
fn what_does_not_come_from_the_page_decides_nothing() {
    let cli = recorded();
    let (_server, host, path) = serve(&cli, &[]);
    let long = format!(r#"{{"heal": 1, "decision": "{}"}}"#, "a".repeat(9_000));
    for (more, body, status) in [
        ("X-Breadcrumb-Token: 0\r\n", APPROVED, "403"),
        ("Origin: http://evil.example\r\n", APPROVED, "403"),
        ("Origin: null\r\n", APPROVED, "403"),
        ("Host: evil.example\r\n", APPROVED, "421"),
        ("Content-Type: text/plain\r\n", APPROVED, "415"),
        ("", "{", "400"),
        ("", "", "400"),
        ("Content-Length: many\r\n", APPROVED, "400"),
        ("", &long, "413"),
        ("", r#"{"heal": 99, "decision": "approved"}"#, "404"),
    ] {
        let answer = post(&host, &path, more, body);
        let expected = format!("HTTP/1.1 {status}");
        assert!(answer.starts_with(&expected), "{more}{body}: {answer}");
    }
    let wrong = format!("/{}/", "0".repeat(32));
    assert!(post(&host, &wrong, "", APPROVED).starts_with("HTTP/1.1 404"));
    for method in ["GET", "HEAD", "PUT", "OPTIONS", "DELETE"] {
        let request = format!("{method} {path}decisions HTTP/1.1\r\nHost: {host}\r\n\r\n");
        assert!(ask(&host, &request).starts_with("HTTP/1.1 405"), "{method}");
    }
    assert_eq!(decisions(&cli), ["pending"]);
}

#[test]
fn a_server_that_only_reads_takes_no_decision() {
    let cli = recorded();
    let (_server, host, path) = serve(&cli, &["--read-only"]);
    let page = get(&host, &path, "");
    assert!(page.contains("bc-live") && !page.contains("<meta name=\"bc-decide\""));
    let answer = post(&host, &path, "", APPROVED);
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    assert!(answer.contains("--read-only"), "{answer}");
    assert_eq!(decisions(&cli), ["pending"]);
}

#[test]
fn a_locked_database_is_said_and_the_server_goes_on() {
    let cli = recorded();
    let (_server, host, path) = serve(&cli, &[]);
    let conn = rusqlite::Connection::open(cli.path(".breadcrumb.db")).unwrap();
    conn.execute_batch("BEGIN IMMEDIATE").unwrap();
    let answer = post(&host, &path, "", APPROVED);
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    assert!(answer.contains("locked"), "{answer}");
    assert!(get(&host, &path, "").starts_with("HTTP/1.1 200"));
    conn.execute_batch("ROLLBACK").unwrap();
    assert!(post(&host, &path, "", APPROVED).starts_with("HTTP/1.1 200"));
    assert_eq!(decisions(&cli), ["approved"]);
}

#[test]
fn a_database_of_the_python_package_shows_its_first_decision() {
    let cli = Cli::new();
    let fixture = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fixtures/databases/v2.db"
    );
    std::fs::copy(fixture, cli.path(".breadcrumb.db")).unwrap();
    let conn = rusqlite::Connection::open(cli.path(".breadcrumb.db")).unwrap();
    conn.execute("UPDATE healing_events SET timestamp = unixepoch()", [])
        .unwrap();
    let id = conn.query_row("SELECT MIN(id) FROM healing_events", [], |row| row.get(0));
    let id: i64 = id.unwrap();
    drop(conn);
    let (_server, host, path) = serve(&cli, &[]);
    let index = format!("{path}index.json");
    assert!(!get(&host, &index, "").contains("\"decision\":\"rejected\""));
    let body = format!(r#"{{"heal": {id}, "decision": "rejected"}}"#);
    let answer = post(&host, &path, "", &body);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(get(&host, &index, "").contains("\"decision\":\"rejected\""));
}

/// A database with a refused heal of `#buy` that has two suggestions.
fn refused() -> Cli {
    let cli = recorded();
    let conn = rusqlite::Connection::open(cli.path(".breadcrumb.db")).unwrap();
    let button = |id: &str| json!({ "tag": "button", "text": id, "attributes": [["id", id]] });
    let suggestion = |id: &str, locator: &str| {
        json!({
            "description": format!("<button#{id}>"),
            "confidence": 0.48,
            "element": button(id),
            "locators": [{ "code": locator, "within_parent": false }],
        })
    };
    let details = json!({
        "scorer": "evidence",
        "original": button("buy"),
        "suggestions": [
            suggestion("buy-now", "page.locator(\"#buy-now\")"),
            suggestion("buy-later", "page.locator(\"#buy-later\")"),
        ],
    });
    conn.execute(
        "INSERT INTO verdicts (test_id, locator, kind, details_json, timestamp)
         VALUES ('shop::pays', '#buy', 'below_threshold', ?1, unixepoch())",
        [details.to_string()],
    )
    .unwrap();
    cli
}

/// The number of the refused heal; the drift was there before it.
const REFUSAL: i64 = 2;

#[test]
fn a_suggestion_that_is_accepted_is_an_approved_heal() {
    let cli = refused();
    let (_server, host, path) = serve(&cli, &[]);
    let index = format!("{path}index.json");
    assert!(get(&host, &index, "").contains("\"kind\":\"below_threshold\""));
    let body = format!(r#"{{"refusal": {REFUSAL}, "suggestion": 2}}"#);
    let answer = post(&host, &path, "", &body);
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(
        answer.ends_with(r#"{"decision":"approved","heal":2}"#),
        "{answer}"
    );
    assert!(!get(&host, &index, "").contains("\"kind\":\"below_threshold\""));
    let document = document(&cli);
    assert_eq!(document["refusals"], json!([]));
    let heal = &document["healing_events"][0];
    assert_eq!(heal["id"], 2);
    assert_eq!(heal["decision"], "approved");
    assert_eq!(heal["occasion"], "accepted");
    assert_eq!(heal["proposed_locator"], "page.locator(\"#buy-later\")");
}

#[test]
fn what_cannot_be_accepted_is_said_and_changes_nothing() {
    let cli = refused();
    let (_server, host, path) = serve(&cli, &[]);
    for (body, status, told) in [
        (
            r#"{"refusal": 99, "suggestion": 1}"#,
            "404",
            "there is no refused heal 99",
        ),
        (
            r#"{"refusal": 2, "suggestion": 0}"#,
            "404",
            "has 2 suggestions, not 0",
        ),
        (
            r#"{"refusal": 2, "suggestion": 9}"#,
            "404",
            "has 2 suggestions, not 9",
        ),
        // The drift: its locator matches.
        (
            r#"{"refusal": 1, "suggestion": 1}"#,
            "404",
            "there is no refused heal 1",
        ),
        (
            r#"{"refusal": 2, "suggestion": 1, "heal": 1, "decision": "approved"}"#,
            "400",
            "cannot be read",
        ),
        (
            r#"{"heal": 1, "decision": "fixed"}"#,
            "400",
            "cannot be read",
        ),
    ] {
        let answer = post(&host, &path, "", body);
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")) && answer.contains(told),
            "{body}: {answer}"
        );
    }
    let body = r#"{"refusal": 2, "suggestion": 1}"#;
    let answer = post(&host, &path, "X-Breadcrumb-Token: 0\r\n", body);
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    let (_reader, host, path) = serve(&cli, &["--read-only"]);
    let answer = post(&host, &path, "", body);
    assert!(
        answer.starts_with("HTTP/1.1 403") && answer.contains("--read-only"),
        "{answer}"
    );
    assert_eq!(decisions(&cli), ["pending"]);
    assert_eq!(document(&cli)["refusals"].as_array().unwrap().len(), 1);
}
