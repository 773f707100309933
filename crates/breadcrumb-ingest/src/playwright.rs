//! What Playwright's `json` reporter writes: suites in suites, specs, tests by project, results.

use std::fmt;
use std::io::BufRead;

use breadcrumb_core::{RunStatus, TestRun};
use serde::Deserialize;
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::attempts::Attempts;
use crate::error::{Error, ErrorKind};
use crate::fingerprint::failure_reason;
use crate::time::parse_time;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Spec {
    title: String,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    tests: Vec<Test>,
    file: Option<String>,
    line: Option<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Test {
    #[serde(default)]
    expected_status: String,
    #[serde(default)]
    project_name: String,
    #[serde(default)]
    results: Vec<TestResult>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TestResult {
    status: Option<String>,
    #[serde(default)]
    duration: f64,
    error: Option<TestError>,
    start_time: Option<String>,
    worker_index: Option<i64>,
}

#[derive(Deserialize)]
struct TestError {
    message: Option<String>,
    stack: Option<String>,
}

pub(crate) fn read(input: impl BufRead, attempts: &mut Attempts<'_>) -> Result<(), Error> {
    let mut failure = None;
    let mut has_suites = false;
    let mut json = serde_json::Deserializer::from_reader(input);
    let report = Report {
        attempts,
        failure: &mut failure,
        has_suites: &mut has_suites,
    };
    let done = json.deserialize_map(report).and_then(|()| json.end());
    if let Some(error) = failure {
        return Err(error);
    }
    done.map_err(|error| Error::malformed(error.line() as u64, format!("broken JSON: {error}")))?;
    if has_suites {
        return Ok(());
    }
    let message = "this is no Playwright report: it has no `suites`";
    Err(Error::new(ErrorKind::UnknownFormat, 1, message))
}

struct Report<'a, 'b> {
    attempts: &'a mut Attempts<'b>,
    failure: &'a mut Option<Error>,
    has_suites: &'a mut bool,
}

impl<'de> Visitor<'de> for Report<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a Playwright report")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == "suites" {
                *self.has_suites = true;
                map.next_value_seed(Suites {
                    attempts: &mut *self.attempts,
                    failure: &mut *self.failure,
                    path: &[],
                })?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

/// A list of suites inside of those that `path` names.
struct Suites<'a, 'b> {
    attempts: &'a mut Attempts<'b>,
    failure: &'a mut Option<Error>,
    path: &'a [String],
}

/// A list of specs inside of the suites that `path` names.
struct Specs<'a, 'b>(Suites<'a, 'b>);

/// One suite.
struct Suite<'a, 'b>(Suites<'a, 'b>);

impl<'de> DeserializeSeed<'de> for Suites<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Suites<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of suites")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        loop {
            let suite = Suite(Suites {
                attempts: &mut *self.attempts,
                failure: &mut *self.failure,
                path: self.path,
            });
            if list.next_element_seed(suite)?.is_none() {
                return Ok(());
            }
        }
    }
}

impl<'de> DeserializeSeed<'de> for Suite<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Suite<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a suite")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self(Suites {
            attempts,
            failure,
            path,
        }) = self;
        let mut path = path.to_vec();
        while let Some(key) = map.next_key::<String>()? {
            let inner = Suites {
                attempts: &mut *attempts,
                failure: &mut *failure,
                path: &path,
            };
            match key.as_str() {
                "title" => path.push(map.next_value()?),
                "specs" => map.next_value_seed(Specs(inner))?,
                "suites" => map.next_value_seed(inner)?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Specs<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Specs<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of specs")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Self(suites) = self;
        while let Some(spec) = list.next_element::<Spec>()? {
            if let Err(error) = push(&spec, suites.path, suites.attempts) {
                *suites.failure = Some(error);
                return Err(de::Error::custom("stopped"));
            }
        }
        Ok(())
    }
}

fn push(spec: &Spec, path: &[String], attempts: &mut Attempts<'_>) -> Result<(), Error> {
    let titles = path.iter().chain([&spec.title]);
    let id = titles.map(String::as_str).collect::<Vec<_>>().join(" › ");
    for test in &spec.tests {
        for result in &test.results {
            let Some(status) = result.status.as_deref() else {
                continue;
            };
            let start = result.start_time.as_deref().and_then(parse_time);
            let start = start.unwrap_or_else(|| attempts.time());
            let end = start + result.duration / 1000.0;
            let mut run = TestRun::new(
                id.clone(),
                playwright_outcome(status, &test.expected_status),
                end,
            );
            run.duration_ms = Some(result.duration);
            let details = &mut run.details;
            details.started_at = Some(start);
            details.variant = Some(test.project_name.clone()).filter(|name| !name.is_empty());
            details.outcome = Some(status.to_owned());
            details.phase = Some("call".to_owned());
            details.worker = result.worker_index.map(|worker| worker.to_string());
            details.source_file.clone_from(&spec.file);
            details.source_line = spec.line;
            details.tags.clone_from(&spec.tags);
            if matches!(run.status, RunStatus::Failed | RunStatus::Error) {
                let error = result.error.as_ref();
                let message = error
                    .and_then(|error| error.message.as_deref())
                    .unwrap_or(status);
                let stack = error
                    .and_then(|error| error.stack.as_deref())
                    .unwrap_or_default();
                let reason = failure_reason(None, message, stack);
                run.error_type.clone_from(&reason.error_class);
                run.details.failure = Some(reason);
            }
            attempts.push(run)?;
        }
    }
    Ok(())
}

/// Returns what an attempt says, by Playwright's words for how it ended and how it should have.
///
/// What was expected to fail and did says nothing; what was expected to and passed is a failure.
#[must_use]
pub fn playwright_outcome(status: &str, expected: &str) -> RunStatus {
    match (status, expected) {
        ("passed", "failed") => RunStatus::Failed,
        ("passed", _) => RunStatus::Passed,
        ("failed", "failed") => RunStatus::Skipped,
        ("failed" | "timedOut", _) => RunStatus::Failed,
        _ => RunStatus::Skipped,
    }
}
