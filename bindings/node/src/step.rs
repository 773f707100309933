//! Steps and answers: what passes between a call and the TypeScript.

use std::time::Duration;

use breadcrumb::engine::Shape;
use breadcrumb::front::{
    Act, Answer as EngineAnswer, Ask, Asset, Beside as EngineBeside, Call, Hold, Outcome, Question,
    patience, with_whole_timeout as with_whole,
};
use napi::bindgen_prelude::Buffer;
use napi_derive::napi;

/// What to do next; what a kind does not use is left out. Times are in milliseconds.
#[napi(object, object_from_js = false)]
#[derive(Default)]
pub struct Step {
    /// `act`, `ask`, `start` or `over`.
    pub kind: &'static str,
    /// The selector to use.
    pub selector: Option<String>,
    /// Playwright's timeout: 0 is forever.
    pub timeout: Option<f64>,
    /// Stop the call after so long, if the selector finds nothing then.
    pub stop_after: Option<f64>,
    /// How to go along with the other call, which is taken by `takeOther`.
    pub beside: Option<Beside>,
    /// What the call is named where a trace is recorded.
    pub title: Option<String>,
    /// When to stop waiting.
    pub limit: Option<f64>,
    /// `keep`, `page`, `count`, `appear`, `text`, `all` or `crop`.
    pub question: Option<&'static str>,
    /// JSON for the page-side function.
    pub request: Option<String>,
    /// Whether the selector must find one element only.
    pub is_strict: Option<bool>,
    /// Whether the page-side function is sent along, and not the one that is kept.
    pub is_sent: Option<bool>,
    /// Whether to wait for the end of the other call.
    pub wait: Option<bool>,
    /// Which call of the test gives the result or the error.
    pub act: Option<u32>,
    /// Lines to add to the error.
    pub notes: Option<Vec<String>>,
    /// The time that the error should name; 0 where it names no time of ours.
    pub whole_timeout: Option<f64>,
}

/// How a call of our own goes along with one of the test.
#[napi(object)]
pub struct Beside {
    /// Whether the test's call waits until the first message of the other one is out.
    pub is_sent_first: bool,
    /// How long the test's call waits for the end of the other one.
    pub longest: Option<f64>,
    /// Whether to wait for its end after the test's call.
    pub wait: bool,
}

/// What came of a step.
#[napi(object)]
pub struct Answer {
    /// `acted`, `stopped`, `failed`, `count`, `text`, `value`, `image`, `done`, `error` or `silent`.
    pub kind: String,
    /// What a call has returned, where that is yes or no.
    pub flag: Option<bool>,
    /// A number, or how long a list is.
    pub count: Option<u32>,
    /// Whether a call has returned nothing.
    pub is_nothing: Option<bool>,
    /// The address of the page now.
    pub url: Option<String>,
    /// The driver's log.
    pub log: Option<Vec<String>>,
    /// Playwright's message.
    pub message: Option<String>,
    /// Whether the time was up.
    pub timed_out: Option<bool>,
    /// A text, or a value as JSON.
    pub text: Option<String>,
    /// The member `payload` of a value.
    pub payload: Option<String>,
    /// A picture.
    pub image: Option<Buffer>,
}

/// Names the time that the test has given, in a text that names the rest of it; 0 is forever.
#[napi]
#[must_use]
pub fn with_whole_timeout(text: String, whole: f64) -> String {
    match Duration::try_from_secs_f64(whole / 1000.0) {
        Ok(whole) if !whole.is_zero() => with_whole(&text, whole),
        _ => text,
    }
}

impl From<Answer> for EngineAnswer {
    fn from(answer: Answer) -> Self {
        let timed_out = answer.timed_out.unwrap_or_default();
        match answer.kind.as_str() {
            "acted" => Self::Acted {
                shape: shape(&answer),
                url: answer.url.unwrap_or_default(),
            },
            "stopped" => Self::Stopped {
                log: answer.log.unwrap_or_default(),
            },
            "failed" => Self::Failed {
                message: answer.message.unwrap_or_default(),
                timed_out,
            },
            "count" => Self::Count(answer.count.unwrap_or_default().into()),
            "text" => Self::Text(answer.text),
            "value" => Self::Value {
                json: answer.text.unwrap_or_default(),
                payload: answer.payload,
            },
            "image" => Self::Image(answer.image.map(Vec::from).unwrap_or_default()),
            "done" => Self::Done,
            "error" => Self::Error {
                message: answer.message.unwrap_or_default(),
                timed_out,
            },
            _ => Self::Silent,
        }
    }
}

/// Returns how the test's own call is made, and what goes along with it.
pub(crate) fn act(act: Act) -> (Step, Option<Call>) {
    let (beside, other) = act.beside.map(beside).unzip();
    let step = Step {
        kind: "act",
        selector: Some(act.selector),
        timeout: Some(playwright(act.timeout)),
        stop_after: act.stop_after.map(milliseconds),
        beside,
        title: act.title,
        limit: act.limit.map(milliseconds),
        ..Step::default()
    };
    (step, other)
}

/// Returns a question to the page.
pub(crate) fn ask(ask: Ask) -> Step {
    let empty = Step {
        kind: "ask",
        limit: Some(milliseconds(ask.limit)),
        ..Step::default()
    };
    match ask.question {
        Question::Page { request } => Step {
            question: Some("page"),
            request: Some(request),
            ..empty
        },
        Question::Count { selector } => Step {
            question: Some("count"),
            selector: Some(selector),
            ..empty
        },
        Question::Appear { selector, timeout } => Step {
            question: Some("appear"),
            selector: Some(selector),
            timeout: Some(playwright(timeout)),
            ..empty
        },
        Question::Text {
            selector,
            is_strict,
            timeout,
        } => Step {
            question: Some("text"),
            selector: Some(selector),
            is_strict: Some(is_strict),
            timeout: Some(playwright(timeout)),
            ..empty
        },
        Question::All {
            selector,
            request,
            asset,
        } => Step {
            question: Some("all"),
            selector: Some(selector),
            request: Some(request),
            is_sent: Some(asset == Asset::Sent),
            ..empty
        },
        Question::Crop { clip, timeout } => Step {
            question: Some("crop"),
            request: Some(clip),
            timeout: Some(playwright(timeout)),
            ..empty
        },
        _ => Step {
            question: Some("keep"),
            ..empty
        },
    }
}

/// Returns what the test gets.
pub(crate) fn over(outcome: Outcome) -> Step {
    let (act, notes, whole) = match outcome {
        Outcome::Raise {
            act,
            notes,
            whole_timeout,
        } => (act, notes, whole_timeout),
        Outcome::Return(act) => (act, Vec::new(), None),
        _ => (0, Vec::new(), None),
    };
    Step {
        kind: "over",
        act: Some(u32::try_from(act).unwrap_or_default()),
        notes: Some(notes),
        whole_timeout: Some(whole.map_or(0.0, playwright)),
        ..Step::default()
    }
}

fn beside(other: EngineBeside) -> (Beside, Call) {
    let longest = match other.hold {
        Hold::Answered(longest) => Some(milliseconds(longest)),
        _ => None,
    };
    let beside = Beside {
        is_sent_first: other.hold == Hold::Sent,
        longest,
        wait: other.wait,
    };
    (beside, other.call)
}

/// Says what a call has returned, as far as a rule may depend on it.
fn shape(answer: &Answer) -> Shape {
    if let Some(flag) = answer.flag {
        return Shape::Bool(flag);
    }
    if let Some(count) = answer.count {
        return Shape::Count(count.into());
    }
    if answer.is_nothing == Some(true) {
        Shape::Nothing
    } else {
        Shape::Something
    }
}

/// Returns a time as Playwright takes it.
fn playwright(time: Duration) -> f64 {
    if time == patience::FOREVER {
        0.0
    } else {
        milliseconds(time)
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
