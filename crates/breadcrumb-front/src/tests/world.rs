//! [`World`]: a page that answers by its script, at any time of a virtual clock.

use std::time::Duration;

use breadcrumb_core::Shape;
use serde_json::{Value, json};

use super::knowledge::{AMBIGUOUS, FOUND};
use super::script::{OWN, Script, Span, URL};
use crate::{Answer, Question};

/// Where exactly the element is that the test's own one has become.
pub(super) const ADDRESS: &str = "css=:root > :nth-child(2) > :nth-child(1)";
const STRICT: &str = "strict mode violation: it finds 2 elements";
const MARKED: &str = " >> _breadcrumb=";

/// Which element a selector leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    Own,
    Other,
}

/// A page that answers by its script.
#[derive(Debug)]
pub(super) struct World {
    pub(super) script: Script,
    /// Whether the page-side function is kept in the document.
    pub(super) is_kept: bool,
}

impl World {
    /// Tells which element a selector leads to.
    pub(super) fn whose(selector: &str) -> Whose {
        if selector == OWN {
            Whose::Own
        } else {
            Whose::Other
        }
    }

    /// Counts what a selector finds at that time.
    pub(super) fn count(&self, selector: &str, at: Duration) -> u64 {
        let script = &self.script;
        match selector {
            OWN if script.own.iter().any(|span| span.has(at)) => script.own_count,
            FOUND | ADDRESS if script.other.has(at) => 1,
            AMBIGUOUS if script.other.has(at) => 2,
            _ => 0,
        }
    }

    /// Returns when the page answers that could answer at that time; none if never.
    pub(super) fn audible(&self, at: Duration) -> Option<Duration> {
        let silent = self.script.silent;
        match silent.has(at) {
            true if silent.1 == Duration::MAX => None,
            true => Some(silent.1),
            false => Some(at),
        }
    }

    /// Returns when a selector finds something, from that time on.
    pub(super) fn found(&self, selector: &str, from: Duration) -> Option<Duration> {
        let script = &self.script;
        let mut starts: Vec<Duration> = script.own.iter().map(|span| span.0).collect();
        starts.extend([script.other.0, script.silent.1, from]);
        starts.sort_unstable();
        let is_there = |at: &Duration| *at >= from && self.count(selector, *at) > 0;
        let is_heard = |at: &Duration| self.audible(*at) == Some(*at);
        starts
            .into_iter()
            .find(|at| *at < Duration::MAX && is_there(at) && is_heard(at))
    }

    /// Returns what a check answers at that time.
    pub(super) fn shape(&self, selector: &str, at: Duration) -> Shape {
        let count = self.count(selector, at);
        match self.script.want.call.as_str() {
            "is_visible" => Shape::Bool(count > 0),
            "is_hidden" => Shape::Bool(count == 0),
            "query_selector" if count == 0 => Shape::Nothing,
            "query_selector" => Shape::Something,
            _ => Shape::Count(count),
        }
    }

    /// Returns the error of a call that finds this many elements, if that is one.
    pub(super) fn error(&self, count: u64) -> Option<Answer> {
        let is_too_many = self.script.want.is_strict && count > 1;
        let strict = is_too_many.then_some(STRICT);
        strict.or(self.script.error).map(|message| Answer::Failed {
            message: message.to_owned(),
            timed_out: false,
        })
    }

    /// Returns what the page answers, and when; none if never.
    pub(super) fn answer(
        &self,
        question: &Question,
        asked: Duration,
    ) -> Option<(Duration, Answer)> {
        let script = &self.script;
        let heard = || self.audible(asked + script.latency);
        let waited = |selector: &str, timeout: Duration, answer: Answer| {
            let end = asked.saturating_add(timeout);
            let found = self.found(selector, asked + script.latency);
            let in_time = found.filter(|at| *at <= end);
            Some(in_time.map_or((end, timed_out()), |at| (at, answer)))
        };
        match question {
            Question::Keep if self.is_kept => Some((asked, Answer::Done)),
            Question::Keep if script.is_mute => None,
            Question::Keep => heard().map(|at| (at, Answer::Done)),
            Question::Page { request } => self.looked_at(request, asked),
            Question::Count { selector } => {
                heard().map(|at| (at, Answer::Count(self.count(selector, at))))
            }
            Question::Appear { selector, timeout } => waited(selector, *timeout, Answer::Done),
            Question::Text { .. } if !script.has_engine => {
                heard().map(|at| (at, error("Unknown engine \"_breadcrumb\"")))
            }
            Question::Text {
                selector, timeout, ..
            } => {
                let selector = selector.split(MARKED).next().unwrap_or_default();
                let selector = selector.trim_end_matches(" >> nth=0");
                let answer = if script.want.is_strict && script.own_count > 1 {
                    error(STRICT)
                } else {
                    Answer::Text(Some(payload()))
                };
                waited(selector, *timeout, answer)
            }
            Question::All {
                selector, request, ..
            } => heard().map(|at| (at, self.all(selector, &parsed(request), at))),
            Question::Crop { timeout, .. } => {
                let at = self.audible(asked + script.crop.min(*timeout))?;
                let is_late = script.crop > *timeout;
                Some((
                    at,
                    if is_late {
                        timed_out()
                    } else {
                        Answer::Image(vec![1])
                    },
                ))
            }
        }
    }

    fn looked_at(&self, request: &str, asked: Duration) -> Option<(Duration, Answer)> {
        let script = &self.script;
        let quiet = parsed(request)["quiet"].as_u64().unwrap_or(0);
        if script.is_mute || (quiet > 0 && !script.has_timers) {
            return None;
        }
        let at = self.audible(asked + script.latency + Duration::from_millis(quiet))?;
        let is_restless = quiet > 0 && asked < script.restless_until;
        let is_taken = !is_restless && !script.is_too_large;
        let too_large = !is_restless && script.is_too_large;
        let json = json!({"capture": 1, "tooLarge": too_large}).to_string();
        let payload = is_taken.then(payload);
        Some((at, Answer::Value { json, payload }))
    }

    /// Answers about all that a selector finds.
    fn all(&self, selector: &str, request: &Value, at: Duration) -> Answer {
        let count = self.count(selector, at);
        let is_one = count == 1 || (count > 1 && !self.script.want.is_strict);
        match request["op"].as_str().unwrap_or_default() {
            "sight" if is_one => Answer::Text(Some(payload())),
            "sight" => value(&json!(count)),
            "place" if count == 0 => value(&Value::Null),
            "place" => value(&json!({"x": 1, "y": 1, "width": 9, "height": 9})),
            _ if selector.contains(MARKED) && !self.script.has_engine => {
                error("Unknown engine \"_breadcrumb\"")
            }
            _ => self.checked(selector, at),
        }
    }

    /// Says what was found under each mark.
    fn checked(&self, selector: &str, at: Duration) -> Answer {
        let marked = selectors_of(selector);
        let counts: Vec<u64> = marked.iter().map(|one| self.count(one, at)).collect();
        let hits: Vec<bool> = marked
            .iter()
            .map(|one| one == FOUND && self.count(one, at) == 1)
            .collect();
        let address = self.script.other.has(at).then_some(ADDRESS);
        let scope = "css=:root";
        value(&json!({"address": address, "scope": scope, "counts": counts, "hits": hits}))
    }

    /// Does what an action on an element does to the page; whether it leads to another one.
    pub(super) fn act(&mut self, now: Duration) -> bool {
        let script = &mut self.script;
        if script.removes || script.navigates {
            for span in &mut script.own {
                span.1 = span.1.min(now);
            }
            script.own.retain(|span| span.0 < span.1);
        }
        if script.navigates {
            script.other = Span::NEVER;
            self.is_kept = false;
        }
        self.script.navigates
    }
}

/// Takes apart what was joined.
pub(super) fn selectors_of(selector: &str) -> Vec<String> {
    let parts: Vec<&str> = selector.split(" >> internal:or=").collect();
    let bare = |part: &&str| {
        let text: String = serde_json::from_str(part).unwrap_or_default();
        text.split(MARKED).next().unwrap_or_default().to_owned()
    };
    match parts.split_first() {
        Some((first, [])) => vec![(*first).to_owned()],
        Some((_, rest)) => rest.iter().map(bare).collect(),
        None => Vec::new(),
    }
}

fn payload() -> String {
    json!({"url": URL}).to_string()
}

fn parsed(request: &str) -> Value {
    serde_json::from_str(request).unwrap_or_default()
}

fn value(json: &Value) -> Answer {
    Answer::Value {
        json: json.to_string(),
        payload: None,
    }
}

fn error(message: &str) -> Answer {
    Answer::Error {
        message: message.to_owned(),
        timed_out: false,
    }
}

pub(super) fn timed_out() -> Answer {
    Answer::Error {
        message: "Timeout exceeded".to_owned(),
        timed_out: true,
    }
}
