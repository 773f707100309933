//! What pytest writes with `--report-log`: one JSON object a line.

use std::collections::HashMap;
use std::io::{BufRead, Read as _};

use breadcrumb_core::{RunStatus, TestRun};
use serde::Deserialize;
use serde_json::Value;

use crate::attempts::Attempts;
use crate::error::{Error, ErrorKind};
use crate::fingerprint::failure_reason;
use crate::pytest::{is_pytest, pytest_reason};

/// One line may be this long: a report with captured output can be large, a whole file cannot be
/// one line.
const MAX_LINE: u64 = 32 * 1024 * 1024;

#[derive(Deserialize)]
struct Line {
    #[serde(rename = "$report_type")]
    kind: Option<String>,
    #[serde(default)]
    nodeid: String,
    #[serde(default)]
    when: String,
    #[serde(default)]
    outcome: String,
    #[serde(default)]
    duration: f64,
    stop: Option<f64>,
    wasxfail: Option<Value>,
    longrepr: Option<Value>,
    worker_id: Option<String>,
}

/// An attempt whose teardown is still to come.
#[derive(Default)]
struct Open {
    seconds: f64,
    decided: Option<Line>,
}

pub(crate) fn read(mut input: impl BufRead, attempts: &mut Attempts<'_>) -> Result<(), Error> {
    let mut open: HashMap<String, Open> = HashMap::new();
    let mut has_session = false;
    let mut text = Vec::new();
    for number in 1.. {
        text.clear();
        let length = input
            .by_ref()
            .take(MAX_LINE)
            .read_until(b'\n', &mut text)
            .map_err(|error| Error::io(&error))?;
        if length == 0 {
            break;
        }
        if text.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let line: Line = serde_json::from_slice(&text)
            .map_err(|error| Error::malformed(number, format!("broken JSON: {error}")))?;
        match line.kind.as_deref() {
            Some("TestReport") if line.nodeid.is_empty() => {
                return Err(Error::malformed(number, "a test report has no `nodeid`"));
            }
            Some("TestReport") => take(line, &mut open, attempts)?,
            Some(_) => has_session = true,
            None => return Err(Error::malformed(number, "a line has no `$report_type`")),
        }
    }
    if !has_session && attempts.counts.total() == 0 {
        return Err(Error::new(
            ErrorKind::UnknownFormat,
            1,
            "there is no report in this file",
        ));
    }
    // A run that was killed: what had ended before its teardown has still ended.
    for (test_id, attempt) in open {
        if let Some(line) = attempt.decided {
            push(test_id, attempt.seconds, &line, attempts)?;
        }
    }
    Ok(())
}

fn take(
    line: Line,
    open: &mut HashMap<String, Open>,
    attempts: &mut Attempts<'_>,
) -> Result<(), Error> {
    let attempt = open.entry(line.nodeid.clone()).or_default();
    attempt.seconds += line.duration;
    let is_teardown = line.when == "teardown";
    // The first phase that did not pass decides; else the call does.
    let decides = match &attempt.decided {
        None => line.outcome != "passed" || line.when == "call",
        Some(decided) => decided.outcome == "passed" && line.outcome != "passed",
    };
    let test_id = line.nodeid.clone();
    if decides {
        attempt.decided = Some(line);
    }
    if is_teardown
        && let Some(attempt) = open.remove(&test_id)
        && let Some(decided) = attempt.decided
    {
        push(test_id, attempt.seconds, &decided, attempts)?;
    }
    Ok(())
}

fn push(
    test_id: String,
    seconds: f64,
    line: &Line,
    attempts: &mut Attempts<'_>,
) -> Result<(), Error> {
    let status = match (line.outcome.as_str(), line.when.as_str()) {
        ("passed", _) => RunStatus::Passed,
        ("failed" | "rerun", "call") => RunStatus::Failed,
        ("failed" | "rerun", _) => RunStatus::Error,
        _ => RunStatus::Skipped,
    };
    let end = line
        .stop
        .filter(|stop| stop.is_finite())
        .unwrap_or_else(|| attempts.time());
    let mut run = TestRun::new(test_id, status, end);
    run.duration_ms = Some(seconds * 1000.0);
    let details = &mut run.details;
    details.started_at = Some(end - seconds);
    details.phase = Some(line.when.clone());
    details.worker.clone_from(&line.worker_id);
    details.outcome = Some(if line.wasxfail.is_some() {
        "xfailed".to_owned()
    } else {
        line.outcome.clone()
    });
    if matches!(status, RunStatus::Failed | RunStatus::Error) {
        let (message, trace) = line.longrepr.as_ref().map(told).unwrap_or_default();
        let reason = if is_pytest(&run) {
            pytest_reason(&run, &message, &trace)
        } else {
            failure_reason(None, &message, &trace)
        };
        run.error_type.clone_from(&reason.error_class);
        run.details.failure = Some(reason);
    }
    attempts.push(run)
}

/// Returns the message and a trace in pytest's own form.
fn told(longrepr: &Value) -> (String, String) {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let crash = longrepr.get("reprcrash");
    let message = crash.and_then(|crash| crash.get("message")).map(text);
    let entries = longrepr
        .get("reprtraceback")
        .and_then(|trace| trace.get("reprentries"));
    let mut trace = String::new();
    for data in entries
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|e| e.get("data"))
    {
        for line in data
            .get("lines")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            trace.push_str(line.as_str().unwrap_or_default());
            trace.push('\n');
        }
        if let Some(place) = data.get("reprfileloc").filter(|place| !place.is_null()) {
            let part = |name: &str| place.get(name).map(text).unwrap_or_default();
            let line = place
                .get("lineno")
                .and_then(Value::as_i64)
                .unwrap_or_default();
            let place = format!("{}:{line}: {}\n", part("path"), part("message"));
            trace.push_str(&place);
        }
    }
    (message.unwrap_or_else(|| text(longrepr)), trace)
}
