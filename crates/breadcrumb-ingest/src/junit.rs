//! JUnit XML, as pytest, Surefire, nextest, jest-junit and Playwright write it.

use std::io::BufRead;

use breadcrumb_core::{RunStatus, TestRun};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::attempts::Attempts;
use crate::error::{Error, ErrorKind};
use crate::fingerprint::failure_reason;
use crate::pytest::{is_pytest, pytest_reason};
use crate::time::parse_time;
use crate::xml_input::XmlInput;

/// Suites in suites in suites: no tool nests them deeper.
const MAX_DEPTH: usize = 64;

/// What the suites around a test say.
#[derive(Default, Clone)]
struct Suite {
    name: String,
    hostname: Option<String>,
    file: Option<String>,
    /// When its next test began.
    clock: Option<f64>,
}

/// One `testcase`.
struct Case {
    classname: String,
    name: String,
    file: Option<String>,
    line: Option<u32>,
    seconds: f64,
    timestamp: Option<f64>,
    outcomes: Vec<Outcome>,
}

/// One child of a `testcase` that says how an attempt ended.
struct Outcome {
    tag: String,
    class: Option<String>,
    message: String,
    text: String,
    seconds: Option<f64>,
}

struct Parser<'a, 'b> {
    attempts: &'a mut Attempts<'b>,
    suites: Vec<Suite>,
    case: Option<Case>,
    /// A test of pytest's that may be followed by a rerun of itself.
    pending: Option<Case>,
    /// The names of the open tags.
    open: Vec<String>,
    has_root: bool,
}

pub(crate) fn read(input: impl BufRead, attempts: &mut Attempts<'_>) -> Result<(), Error> {
    let input = XmlInput::new(input);
    let line = input.line();
    let mut reader = Reader::from_reader(input);
    let mut parser = Parser {
        attempts,
        suites: Vec::new(),
        case: None,
        pending: None,
        open: Vec::new(),
        has_root: false,
    };
    let mut buffer = Vec::new();
    loop {
        let event = reader
            .read_event_into(&mut buffer)
            .map_err(|error| Error::malformed(line.get(), format!("broken XML: {error}")))?;
        let at = line.get();
        match event {
            Event::Start(tag) => parser.start(&tag, at)?,
            Event::Empty(tag) => {
                parser.start(&tag, at)?;
                parser.end(at)?;
            }
            Event::End(_) => parser.end(at)?,
            Event::Text(text) => parser.text(&text.xml10_content(), at)?,
            Event::CData(text) => parser.text(&text.xml10_content(), at)?,
            Event::GeneralRef(reference) => {
                let name = reference.xml10_content().into_owned();
                let character = reference
                    .resolve_char_ref()
                    .map_err(|error| Error::malformed(at, format!("broken XML: {error}")))?
                    .or_else(|| predefined(&name));
                let character = character.ok_or_else(|| refused_entity(&name, at))?;
                parser.text(character.encode_utf8(&mut [0; 4]), at)?;
            }
            Event::DocType(declaration) => refuse_entities(&declaration.xml10_content(), at)?,
            Event::Eof => return parser.finish(at),
            _ => {}
        }
        buffer.clear();
    }
}

fn predefined(name: &str) -> Option<char> {
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => None,
    }
}

fn refused_entity(name: &str, line: u64) -> Error {
    Error::new(
        ErrorKind::Refused,
        line,
        format!("the entity `&{name};` is refused"),
    )
}

/// A plain `<!DOCTYPE testsuites>` is harmless; anything that could declare an entity is not.
fn refuse_entities(declaration: &str, line: u64) -> Result<(), Error> {
    let is_plain = declaration
        .trim()
        .chars()
        .all(|c| c.is_alphanumeric() || "_-.:".contains(c));
    if is_plain {
        return Ok(());
    }
    let message = "a document type that declares entities or names a file is refused";
    Err(Error::new(ErrorKind::Refused, line, message))
}

impl Parser<'_, '_> {
    fn start(&mut self, tag: &BytesStart<'_>, line: u64) -> Result<(), Error> {
        let name = tag.local_name().as_ref().to_owned();
        let name = text_of(name);
        if self.open.is_empty() {
            if self.has_root {
                return Err(Error::malformed(line, "there is something after the end"));
            }
            if name != "testsuites" && name != "testsuite" {
                let message = format!("this is no JUnit report: it begins with <{name}>");
                return Err(Error::new(ErrorKind::UnknownFormat, line, message));
            }
            self.has_root = true;
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(Error::malformed(line, "tags are nested too deep"));
        }
        match name.as_str() {
            "testsuite" => self.start_suite(tag, line)?,
            "testcase" => self.start_case(tag, line)?,
            "failure" | "error" | "skipped" | "rerunFailure" | "rerunError" | "flakyFailure"
            | "flakyError" => self.start_outcome(&name, tag, line)?,
            _ => {}
        }
        self.open.push(name);
        Ok(())
    }

    fn start_suite(&mut self, tag: &BytesStart<'_>, line: u64) -> Result<(), Error> {
        let around = self.suites.last().cloned().unwrap_or_default();
        let timestamp = attribute(tag, "timestamp", line)?;
        let clock = match timestamp.as_deref().filter(|text| !text.is_empty()) {
            Some(text) => Some(
                parse_time(text)
                    .ok_or_else(|| Error::malformed(line, format!("`{text}` is not a time")))?,
            ),
            None => around.clock,
        };
        self.suites.push(Suite {
            name: attribute(tag, "name", line)?.unwrap_or_default(),
            hostname: attribute(tag, "hostname", line)?.or(around.hostname),
            file: attribute(tag, "file", line)?.or(around.file),
            clock,
        });
        Ok(())
    }

    fn start_case(&mut self, tag: &BytesStart<'_>, line: u64) -> Result<(), Error> {
        if self.case.is_some() {
            return Err(Error::malformed(line, "a <testcase> is inside of another"));
        }
        if self.suites.is_empty() {
            return Err(Error::malformed(
                line,
                "a <testcase> is outside of a <testsuite>",
            ));
        }
        let name = attribute(tag, "name", line)?
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty())
            .ok_or_else(|| Error::malformed(line, "a <testcase> has no name"))?;
        self.case = Some(Case {
            classname: attribute(tag, "classname", line)?
                .map(|class| class.trim().to_owned())
                .unwrap_or_default(),
            name,
            file: attribute(tag, "file", line)?,
            line: attribute(tag, "line", line)?.and_then(|text| text.parse().ok()),
            seconds: seconds(tag, line)?.unwrap_or(0.0),
            timestamp: attribute(tag, "timestamp", line)?
                .as_deref()
                .and_then(parse_time),
            outcomes: Vec::new(),
        });
        Ok(())
    }

    fn start_outcome(&mut self, name: &str, tag: &BytesStart<'_>, line: u64) -> Result<(), Error> {
        let Some(case) = &mut self.case else {
            // Some tools have errors of a whole suite; they belong to no test.
            return Ok(());
        };
        case.outcomes.push(Outcome {
            tag: name.to_owned(),
            class: attribute(tag, "type", line)?,
            message: attribute(tag, "message", line)?.unwrap_or_default(),
            text: String::new(),
            seconds: seconds(tag, line)?,
        });
        Ok(())
    }

    fn text(&mut self, text: &str, line: u64) -> Result<(), Error> {
        if self.open.is_empty() {
            let is_blank = text
                .trim_matches(['\u{feff}', ' ', '\t', '\r', '\n'])
                .is_empty();
            return if is_blank {
                Ok(())
            } else if self.has_root {
                Err(Error::malformed(line, "there is something after the end"))
            } else {
                Err(Error::new(
                    ErrorKind::UnknownFormat,
                    line,
                    "this is no JUnit report",
                ))
            };
        }
        let is_outcome = self.open.last().is_some_and(|tag| {
            matches!(
                tag.as_str(),
                "failure"
                    | "error"
                    | "stackTrace"
                    | "rerunFailure"
                    | "rerunError"
                    | "flakyFailure"
                    | "flakyError"
            )
        });
        let outcome = self.case.as_mut().and_then(|case| case.outcomes.last_mut());
        if let Some(outcome) = outcome.filter(|_| is_outcome) {
            outcome.text.push_str(text);
        }
        Ok(())
    }

    fn end(&mut self, line: u64) -> Result<(), Error> {
        match self.open.pop().as_deref() {
            Some("testcase") => {
                if let Some(case) = self.case.take() {
                    self.end_case(case)?;
                }
            }
            Some("testsuite") => {
                self.flush()?;
                let clock = self.suites.pop().and_then(|suite| suite.clock);
                if let Some(around) = self.suites.last_mut() {
                    around.clock = clock.or(around.clock);
                }
            }
            Some(_) => {}
            None => return Err(Error::malformed(line, "a tag ends that did not begin")),
        }
        Ok(())
    }

    fn finish(&self, line: u64) -> Result<(), Error> {
        match self.open.last() {
            Some(open) => Err(Error::malformed(
                line,
                format!("the file ends inside of <{open}>"),
            )),
            None if self.has_root => Ok(()),
            None => Err(Error::new(
                ErrorKind::UnknownFormat,
                line,
                "there is no test suite",
            )),
        }
    }

    /// Ends a test; pytest-rerunfailures leaves an empty test for each attempt but the last.
    fn end_case(&mut self, case: Case) -> Result<(), Error> {
        let is_pytest = self
            .suites
            .last()
            .is_some_and(|suite| suite.name.starts_with("pytest"));
        if !is_pytest {
            return self.push(&case);
        }
        if let Some(mut before) = self.pending.take() {
            let is_rerun = before.name == case.name && before.classname == case.classname;
            if is_rerun && before.outcomes.is_empty() {
                before.outcomes.push(Outcome::rerun());
            }
            self.push(&before)?;
        }
        self.pending = Some(case);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Error> {
        match self.pending.take() {
            Some(case) => self.push(&case),
            None => Ok(()),
        }
    }

    /// Hands over the attempts of one test, the first one first.
    fn push(&mut self, case: &Case) -> Result<(), Error> {
        let fallback = self.attempts.time();
        let suite = self.suites.last_mut();
        let Some(suite) = suite else { return Ok(()) };
        let start = case.timestamp.or(suite.clock).unwrap_or(fallback);
        let (test_id, variant) = identity(case, suite);
        let mut at = start;
        let mut push = |outcome: Option<&Outcome>, seconds: f64| {
            let status = outcome.map_or(RunStatus::Passed, Outcome::status);
            at += seconds;
            let mut run = TestRun::new(test_id.clone(), status, at);
            run.duration_ms = Some(seconds * 1000.0);
            run.details.started_at = Some(at - seconds);
            run.details.variant.clone_from(&variant);
            run.details.source_file = case.file.clone().or_else(|| suite.file.clone());
            run.details.source_line = case.line;
            run.details.phase = Some("call".to_owned());
            if let Some(outcome) = outcome {
                outcome.describe(&mut run);
            }
            self.attempts.push(run)
        };
        let is_hidden = |outcome: &&Outcome| outcome.tag.starts_with("flaky");
        for outcome in case.outcomes.iter().filter(is_hidden) {
            push(Some(outcome), outcome.seconds.unwrap_or(0.0))?;
        }
        // A failed call and a failed teardown are two outcomes of one attempt: the first counts.
        let is_rerun = |outcome: &&Outcome| outcome.tag.starts_with("rerun");
        let mut rest = case.outcomes.iter().filter(|outcome| !is_hidden(outcome));
        let first = rest.clone().find(|outcome| !is_rerun(outcome));
        push(first, case.seconds)?;
        for outcome in rest.by_ref().filter(is_rerun) {
            push(Some(outcome), outcome.seconds.unwrap_or(0.0))?;
        }
        suite.clock = suite.clock.map(|clock| clock.max(at));
        Ok(())
    }
}

impl Outcome {
    /// The failure of an attempt that was tried again, of which nothing else is told.
    fn rerun() -> Self {
        Self {
            tag: "failure".to_owned(),
            class: None,
            message: String::new(),
            text: String::new(),
            seconds: None,
        }
    }

    fn status(&self) -> RunStatus {
        match self.tag.as_str() {
            "skipped" => RunStatus::Skipped,
            "error" | "rerunError" | "flakyError" => RunStatus::Error,
            _ => RunStatus::Failed,
        }
    }

    fn describe(&self, run: &mut TestRun) {
        if run.status == RunStatus::Skipped {
            run.details.outcome.clone_from(&self.class);
            return;
        }
        if self.message.is_empty() && self.text.is_empty() && self.class.is_none() {
            run.details.outcome = Some("rerun".to_owned());
            return;
        }
        // pytest's way to say where an error was; its own message is quoted inside.
        let mut message = self.message.as_str();
        for phase in ["setup", "teardown"] {
            if let Some(quoted) = message.strip_prefix(&format!("failed on {phase} with ")) {
                run.details.phase = Some(phase.to_owned());
                message = quoted.trim_matches('"');
                break;
            }
        }
        let reason = if is_pytest(run) && self.class.is_none() {
            pytest_reason(run, message, &self.text)
        } else {
            failure_reason(self.class.as_deref(), message, &self.text)
        };
        run.error_type.clone_from(&reason.error_class);
        run.details.failure = Some(reason);
    }
}

/// Returns a test's id, as its runner would call it, and its variant.
fn identity(case: &Case, suite: &Suite) -> (String, Option<String>) {
    let (class, name) = (case.classname.as_str(), case.name.as_str());
    let is_spec = [".spec.", ".test."].iter().any(|mark| class.contains(mark));
    if is_spec && class == suite.name {
        // Playwright: the project is where others have the machine.
        let project = suite.hostname.clone().filter(|project| !project.is_empty());
        return (format!("{class} › {name}"), project);
    }
    if suite.name.starts_with("pytest") && !class.is_empty() {
        return (node_id(case), None);
    }
    let file = case.file.as_deref().or(suite.file.as_deref());
    let id = if class.is_empty() || class == name || name.starts_with(class) {
        match file {
            Some(file) => format!("{file}::{name}"),
            None => name.to_owned(),
        }
    } else {
        format!("{class}::{name}")
    };
    (id, None)
}

/// Returns pytest's node id: modules are a path, classes begin with a capital letter.
fn node_id(case: &Case) -> String {
    let is_class = |part: &&str| part.starts_with(char::is_uppercase);
    let parts: Vec<&str> = case.classname.split('.').collect();
    let modules = parts.iter().take_while(|part| !is_class(part)).count();
    let path = parts.get(..modules).unwrap_or_default().join("/");
    let file = case.file.clone().unwrap_or_else(|| format!("{path}.py"));
    let mut id = file;
    for class in parts.iter().skip(modules) {
        id = format!("{id}::{class}");
    }
    format!("{id}::{}", case.name)
}

fn text_of(name: impl AsRef<[u8]>) -> String {
    String::from_utf8_lossy(name.as_ref()).into_owned()
}

fn seconds(tag: &BytesStart<'_>, line: u64) -> Result<Option<f64>, Error> {
    let Some(text) = attribute(tag, "time", line)?.filter(|text| !text.trim().is_empty()) else {
        return Ok(None);
    };
    // Surefire writes thousands with a comma.
    let number = text.trim().replace(',', "").parse::<f64>().ok();
    number
        .filter(|seconds| seconds.is_finite() && *seconds >= 0.0)
        .map(Some)
        .ok_or_else(|| {
            Error::malformed(
                line,
                format!("the time `{text}` is not a number of seconds"),
            )
        })
}

fn attribute(tag: &BytesStart<'_>, wanted: &str, line: u64) -> Result<Option<String>, Error> {
    for attribute in tag.attributes() {
        let attribute =
            attribute.map_err(|error| Error::malformed(line, format!("broken XML: {error}")))?;
        if text_of(attribute.key.as_ref()) == wanted {
            let value = attribute
                .normalized_value(quick_xml::XmlVersion::Implicit1_0)
                .map_err(|error| Error::malformed(line, format!("broken XML: {error}")))?;
            return Ok(Some(value.into_owned()));
        }
    }
    Ok(None)
}
