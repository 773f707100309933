//! Steps and answers: what passes between a call and the Python front.

use std::time::Duration;

use breadcrumb::engine::Shape;
use breadcrumb::front::{
    Act as EngineAct, Answer as EngineAnswer, Ask as EngineAsk, Asset, Beside as EngineBeside,
    Hold, Next, Outcome, Question, Step, patience, with_whole_timeout,
};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList};

use crate::front::Call;

/// Make the test's own call.
#[pyclass(frozen, get_all, module = "breadcrumb._native")]
pub(crate) struct Act {
    selector: String,
    /// Playwright's: 0 is forever.
    timeout_ms: f64,
    /// Stop it after so many seconds, if it has not begun and the selector finds nothing then.
    stop_after: Option<f64>,
    beside: Option<Py<Beside>>,
    /// What the step is called where a trace is recorded.
    title: Option<String>,
    /// When to stop waiting for it, in seconds.
    limit: Option<f64>,
}

/// A call of our own that goes along with one of the test.
#[pyclass(frozen, get_all, module = "breadcrumb._native")]
pub(crate) struct Beside {
    call: Py<Call>,
    /// Whether the test's call waits until the first message of the other one is out.
    is_sent_first: bool,
    /// How many seconds the test's call waits for the end of the other one.
    longest: Option<f64>,
    /// Whether to wait for its end after the test's call.
    wait: bool,
}

/// A question to the page; what it does not use is empty.
#[pyclass(frozen, get_all, module = "breadcrumb._native")]
#[derive(Default)]
pub(crate) struct Ask {
    /// `keep`, `page`, `count`, `appear`, `text`, `all` or `crop`.
    question: &'static str,
    selector: String,
    /// JSON for the page-side function.
    request: String,
    is_strict: bool,
    /// Whether the page-side function is sent along, and not the one that is kept.
    is_sent: bool,
    timeout_ms: f64,
    /// How many seconds to wait for the answer.
    limit: f64,
}

/// Start a call of our own beside the test.
#[pyclass(frozen, get_all, module = "breadcrumb._native")]
pub(crate) struct Start {
    call: Py<Call>,
    wait: bool,
}

/// The call is over: the test gets the result, or the error, of one of its calls.
#[pyclass(frozen, get_all, module = "breadcrumb._native")]
pub(crate) struct Over {
    act: usize,
    /// Lines to add to the error.
    notes: Vec<String>,
    /// The time that the error should name; 0 where it names no time of ours.
    whole_timeout_ms: f64,
}

/// What came of a step.
#[pyclass(frozen, from_py_object, module = "breadcrumb._native")]
#[derive(Clone)]
pub(crate) struct Answer {
    pub(crate) engine: EngineAnswer,
}

/// Names the time that the test has given, in a text that names the rest of it; `whole_ms` is
/// Playwright's, where 0 is forever.
#[pyfunction]
#[pyo3(name = "with_whole_timeout")]
fn with_whole(text: &str, whole_ms: f64) -> String {
    match Duration::try_from_secs_f64(whole_ms / 1000.0) {
        Ok(whole) if !whole.is_zero() => with_whole_timeout(text, whole),
        _ => text.to_owned(),
    }
}

#[pymethods]
impl Answer {
    /// The test's call has returned this, and the page is at this address now.
    #[staticmethod]
    fn acted(result: &Bound<'_, PyAny>, url: String) -> Self {
        let shape = shape(result);
        EngineAnswer::Acted { shape, url }.into()
    }

    #[staticmethod]
    fn stopped(log: Vec<String>) -> Self {
        EngineAnswer::Stopped { log }.into()
    }

    #[staticmethod]
    fn failed(message: String, timed_out: bool) -> Self {
        EngineAnswer::Failed { message, timed_out }.into()
    }

    #[staticmethod]
    fn count(count: u64) -> Self {
        EngineAnswer::Count(count).into()
    }

    #[staticmethod]
    fn text(text: Option<String>) -> Self {
        EngineAnswer::Text(text).into()
    }

    /// A value as JSON, and its member `payload` apart.
    #[staticmethod]
    fn value(json: String, payload: Option<String>) -> Self {
        EngineAnswer::Value { json, payload }.into()
    }

    #[staticmethod]
    fn image(image: Vec<u8>) -> Self {
        EngineAnswer::Image(image).into()
    }

    #[staticmethod]
    fn done() -> Self {
        EngineAnswer::Done.into()
    }

    #[staticmethod]
    fn error(message: String, timed_out: bool) -> Self {
        EngineAnswer::Error { message, timed_out }.into()
    }

    #[staticmethod]
    fn silent() -> Self {
        EngineAnswer::Silent.into()
    }
}

impl From<EngineAnswer> for Answer {
    fn from(engine: EngineAnswer) -> Self {
        Self { engine }
    }
}

/// Returns what a call says, for Python.
pub(crate) fn step(py: Python<'_>, next: Next) -> PyResult<Py<PyAny>> {
    Ok(match next {
        Next::Step(Step::Act(act)) => Py::new(py, acted(py, act)?)?.into_any(),
        Next::Step(Step::Ask(ask)) => Py::new(py, asked(ask))?.into_any(),
        Next::Step(Step::Start { call, wait }) => {
            let call = Py::new(py, Call::from(call))?;
            Py::new(py, Start { call, wait })?.into_any()
        }
        Next::Over(outcome) => Py::new(py, over(outcome))?.into_any(),
        // The engine and this front are built together.
        Next::Step(_) => py.None(),
    })
}

fn acted(py: Python<'_>, act: EngineAct) -> PyResult<Act> {
    let beside = act.beside.map(|other| Py::new(py, beside(py, other)?));
    Ok(Act {
        selector: act.selector,
        timeout_ms: milliseconds(act.timeout),
        stop_after: act.stop_after.map(|time| time.as_secs_f64()),
        beside: beside.transpose()?,
        title: act.title,
        limit: act.limit.map(|time| time.as_secs_f64()),
    })
}

fn beside(py: Python<'_>, other: EngineBeside) -> PyResult<Beside> {
    let longest = match other.hold {
        Hold::Answered(longest) => Some(longest.as_secs_f64()),
        _ => None,
    };
    Ok(Beside {
        call: Py::new(py, Call::from(other.call))?,
        is_sent_first: other.hold == Hold::Sent,
        longest,
        wait: other.wait,
    })
}

fn asked(ask: EngineAsk) -> Ask {
    let empty = Ask {
        limit: ask.limit.as_secs_f64(),
        ..Ask::default()
    };
    match ask.question {
        Question::Page { request } => Ask {
            question: "page",
            request,
            ..empty
        },
        Question::Count { selector } => Ask {
            question: "count",
            selector,
            ..empty
        },
        Question::Appear { selector, timeout } => Ask {
            question: "appear",
            selector,
            timeout_ms: milliseconds(timeout),
            ..empty
        },
        Question::Text {
            selector,
            is_strict,
            timeout,
        } => Ask {
            question: "text",
            selector,
            is_strict,
            timeout_ms: milliseconds(timeout),
            ..empty
        },
        Question::All {
            selector,
            request,
            asset,
        } => Ask {
            question: "all",
            selector,
            request,
            is_sent: asset == Asset::Sent,
            ..empty
        },
        Question::Crop { clip, timeout } => Ask {
            question: "crop",
            request: clip,
            timeout_ms: milliseconds(timeout),
            ..empty
        },
        _ => Ask {
            question: "keep",
            ..empty
        },
    }
}

fn over(outcome: Outcome) -> Over {
    let (act, notes, whole) = match outcome {
        Outcome::Raise {
            act,
            notes,
            whole_timeout,
        } => (act, notes, whole_timeout),
        Outcome::Return(act) => (act, Vec::new(), None),
        _ => (0, Vec::new(), None),
    };
    Over {
        act,
        notes,
        whole_timeout_ms: whole.map_or(0.0, milliseconds),
    }
}

/// Returns a time as Playwright takes it.
fn milliseconds(time: Duration) -> f64 {
    if time == patience::FOREVER {
        0.0
    } else {
        time.as_secs_f64() * 1000.0
    }
}

/// Says what a call has returned, as far as a rule may depend on it.
fn shape(result: &Bound<'_, PyAny>) -> Shape {
    if result.is_none() {
        return Shape::Nothing;
    }
    if let Ok(flag) = result.cast::<PyBool>() {
        return Shape::Bool(flag.is_true());
    }
    if result.is_instance_of::<PyInt>() {
        return result.extract().map_or(Shape::Something, Shape::Count);
    }
    match result.cast::<PyList>() {
        Ok(list) => Shape::Count(list.len() as u64),
        Err(_) => Shape::Something,
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Act>()?;
    module.add_class::<Beside>()?;
    module.add_class::<Ask>()?;
    module.add_class::<Start>()?;
    module.add_class::<Over>()?;
    module.add_function(wrap_pyfunction!(with_whole, module)?)?;
    module.add_class::<Answer>()
}
