//! A row of the table: its words, and what it says of a call.

use std::slice;
use std::time::Duration;

use super::driver::Driver;
use super::knowledge::Verdict;
use super::log::{End, Sent};
use super::script::{Script, Span, parent};
use super::world::Whose;
use crate::{Mode, Outcome, patience};

/// How far a time may be from what the table says: answers take a few milliseconds.
const TOLERANCE: u128 = 25;

/// Reads `click 30000 | known missing healed`.
pub(super) fn script_of(call: &str, words: &str) -> Script {
    let (name, timeout) = call.rsplit_once(' ').expect("a call and its timeout");
    let mut script = Script::new(name, time(timeout));
    for word in words.split_whitespace() {
        let (word, value) = word.split_once('=').unwrap_or((word, ""));
        apply(&mut script, word, value);
    }
    script
}

fn apply(script: &mut Script, word: &str, value: &str) {
    match word {
        "known" => script.is_known = true,
        "due" => script.is_due = true,
        "own" => script.own = value.split(',').map(span).collect(),
        "missing" => script.own.clear(),
        "twice" => script.own_count = 2,
        "ready" => script.own_ready = time(value),
        "fails" => script.error = Some("the element is broken, timeout 7ms"),
        "takes" => script.takes = time(value),
        "healed" => script.verdict = Verdict::Healed,
        "refused" => script.verdict = Verdict::Refused,
        "gone" => script.verdict = Verdict::Gone,
        "trouble" => script.verdict = Verdict::Trouble,
        "other" => script.other = span(value),
        "other-blocked" => script.is_other_ready = false,
        "restless" => script.restless_until = time(value),
        "silent" => script.silent = span(value),
        "mute" => script.is_mute = true,
        "no-timers" => script.has_timers = false,
        "latency" => script.latency = time(value),
        "crop" => script.crop = time(value),
        "engine-unsure" => script.is_engine_known = false,
        "no-engine" => (script.has_engine, script.is_engine_known) = (false, false),
        "too-large" => script.is_too_large = true,
        "removes" => script.removes = true,
        "navigates" => script.navigates = true,
        "can-stop" => script.want.can_stop = true,
        "many" => script.want.is_strict = false,
        "parent" => script.want.parent = Some(parent()),
        "suggest" => script.settings.mode = Mode::Suggest,
        "off" => script.settings.mode = Mode::Off,
        "own-suggest" => script.want.mode = Mode::Suggest,
        "own-off" => script.want.mode = Mode::Off,
        "heal-after" => script.settings.heal_after = time(value),
        "waits" => script.settings.waits_for_answers = true,
        "pictures" => script.settings.shots = true,
        "again" => {}
        _ => panic!("no such word: {word}"),
    }
}

fn time(text: &str) -> Duration {
    match text {
        "forever" | "never" => patience::FOREVER,
        _ => Duration::from_millis(text.parse().expect("a time in milliseconds")),
    }
}

/// Reads `500` (from then on), `0..800` or `never`.
fn span(text: &str) -> Span {
    match text.split_once("..") {
        Some((from, until)) => Span(time(from), time(until)),
        None => Span(time(text), Duration::MAX),
    }
}

/// Returns what a row does not agree with; nothing if it is right.
pub(super) fn mistake_of(row: &str) -> Option<String> {
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    let [name, call, words, end, messages, kept] = cells[..] else {
        return Some(format!("a row has six cells: {row}"));
    };
    let script = script_of(call, words);
    let mut driver = Driver::new(&script);
    if words.split_whitespace().any(|word| word == "again") {
        driver.run(slice::from_ref(&script.want));
        driver.sent.clear();
        driver.made.clear();
    }
    let (start, noted) = (driver.now, driver.notes().len());
    let over = driver.run(slice::from_ref(&script.want)).remove(0);
    driver.finish();
    let (said, at) = end.rsplit_once(" @").expect("an outcome and its time");
    let took = over
        .as_ref()
        .map_or(patience::FOREVER, |over| over.at.saturating_sub(start));
    let is_in_time = took.as_millis().abs_diff(time(at).as_millis()) <= TOLERANCE;
    let found = [
        outcome_of(over.as_ref()),
        messages_of(&driver.sent),
        kept_of(&driver, noted),
    ];
    if is_in_time && found == [said, messages, kept] {
        return None;
    }
    let took = if over.is_some() {
        took.as_millis().to_string()
    } else {
        "never".to_owned()
    };
    let [outcome, messages, kept] = found;
    Some(format!(
        "{name} | {call} | {words} | {outcome} @{took} | {messages} | {kept}\n"
    ))
}

/// `own` and `healed` are results; `error` is the test's own, `noted` one with our lines, `healed error`
/// that of the healed action. An error that is not of the call's own time must not be told so.
fn outcome_of(end: Option<&End>) -> String {
    let Some(end) = end else {
        return "nothing".to_owned();
    };
    let of = if end.of.on == Whose::Own {
        "own"
    } else {
        "healed"
    };
    match &end.outcome {
        Outcome::Return(_) => of.to_owned(),
        Outcome::Raise { whole_timeout, .. }
            if whole_timeout.is_some() && !end.of.has_timed_out =>
        {
            "misnamed error".to_owned()
        }
        Outcome::Raise { notes, .. } if !notes.is_empty() => "noted".to_owned(),
        Outcome::Raise { .. } if of == "own" => "error".to_owned(),
        Outcome::Raise { .. } => format!("{of} error"),
    }
}

/// Counts the messages by kind: those of the call itself, and after a `+` those beside it.
fn messages_of(sent: &[Sent]) -> String {
    let counted = |is_beside: bool| {
        let sent = || sent.iter().filter(|one| one.is_beside == is_beside);
        let mut kinds: Vec<&str> = Vec::new();
        for one in sent() {
            if !kinds.contains(&one.kind) {
                kinds.push(one.kind);
            }
        }
        let text = |kind: &&str| match sent().filter(|one| one.kind == *kind).count() {
            1 => (*kind).to_owned(),
            count => format!("{count}*{kind}"),
        };
        kinds.iter().map(text).collect::<Vec<_>>().join(" ")
    };
    let (own, beside) = (counted(false), counted(true));
    if beside.is_empty() {
        own
    } else {
        format!("{own} + {beside}")
    }
}

/// Names what the engine was told, and whether Breadcrumb has left the test alone.
fn kept_of(driver: &Driver, since: usize) -> String {
    let mut names: Vec<&str> = driver.notes()[since..]
        .iter()
        .map(|note| note.name())
        .collect();
    names.extend(driver.test.why_off().map(|_| "off"));
    names.join(" ")
}
