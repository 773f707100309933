//! The calls of a test: Python says what the test wants, and does what it is told.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use breadcrumb::engine::{CallKind, SourceSite, assertion_call, awaits_absence, key_of_call};
use breadcrumb::front::{
    Call as EngineCall, Event as EngineEvent, FrameId, Next, Parent, Test as EngineTest,
    Want as EngineWant, patience, what_is_missing,
};
use breadcrumb::recorder::Recorder as EngineRecorder;
use breadcrumb::{Keeping, Mode, Session, TestResult};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::config::Settings;
use crate::error::Failure;
use crate::healer::Healer;
use crate::locator::Locator;
use crate::recorder::Recorder;
use crate::run::TestRun;
use crate::step::{Answer, step};
use crate::suite::Suite;

/// A place in a source: file and line.
type Source = (Option<String>, Option<u32>);

/// What all calls of one test share.
#[pyclass(frozen, module = "breadcrumb._native")]
pub(crate) struct Test {
    engine: Arc<EngineTest<Session>>,
    recorder: Arc<EngineRecorder>,
}

/// One call of a test that needs an element.
#[pyclass(frozen, module = "breadcrumb._native")]
pub(crate) struct Want {
    engine: EngineWant,
}

/// A call that is under way; it says what to do next.
#[pyclass(frozen, module = "breadcrumb._native")]
pub(crate) struct Call {
    engine: Mutex<Option<EngineCall>>,
}

/// Something that the user should hear of.
#[pyclass(frozen, get_all, module = "breadcrumb._native")]
pub(crate) struct Event {
    /// `healed`, `drifted` or `gave up`.
    kind: &'static str,
    text: String,
    /// The same as a warning.
    warning: String,
    file: Option<String>,
    line: Option<u32>,
}

#[pymethods]
impl Test {
    /// Starts a test. A script keeps what it learns at once, and waits for it.
    #[new]
    #[pyo3(signature = (recorder, test_id, settings, *, is_script, test_id_attribute,
                        healer=None, suite=None))]
    fn new(
        recorder: &Recorder,
        test_id: &str,
        settings: &Settings,
        is_script: bool,
        test_id_attribute: &str,
        healer: Option<&Healer>,
        suite: Option<&Suite>,
    ) -> Result<Self, Failure> {
        let recorder = Arc::clone(&recorder.engine);
        let keeping = if is_script {
            Keeping::AtOnce
        } else {
            Keeping::OnPass
        };
        let database = recorder.location();
        let mut options = settings
            .engine
            .session_options(test_id, keeping, database.as_ref())?;
        options = options.with_keeping(keeping);
        if let Some(healer) = healer {
            options = options.with_healer(healer.engine.clone());
        }
        if let Some(revision) = suite.and_then(|suite| suite.engine.revision()) {
            options = options.with_revision(revision);
        }
        let session = Session::recording(Arc::clone(&recorder), options);
        let settings = settings.engine.of_calls(keeping, test_id_attribute);
        let engine = Arc::new(EngineTest::new(session, settings));
        Ok(Self { engine, recorder })
    }

    /// Starts a call.
    fn call(&self, want: &Want) -> Call {
        Call::from(self.engine.call(want.engine.clone()))
    }

    /// Notes that a frame has another document, which has the selector engine or not.
    fn navigated(&self, frame: u64, has_engine: bool) {
        self.engine.navigated(FrameId(frame), has_engine);
    }

    /// Leaves the test alone from now on.
    fn give_up(&self, why: String) {
        self.engine.give_up(why);
    }

    /// Returns what the user should hear of, once.
    fn take_events(&self) -> Vec<Event> {
        let events = self.engine.take_events().into_iter();
        events.map(Event::from).collect()
    }

    /// Returns what the user should know about the database, once.
    fn take_notice(&self) -> Option<String> {
        self.recorder.take_notice()
    }

    /// Ends the test and records its run; returns the locators that were not healed, and why.
    #[pyo3(signature = (passed, run=None))]
    fn finish(
        &self,
        py: Python<'_>,
        passed: bool,
        run: Option<TestRun>,
    ) -> PyResult<Vec<(String, String)>> {
        let session = self.engine.engine();
        let run = run.map(|run| {
            let mut run = run.engine;
            session.options().test_id().clone_into(&mut run.test_id);
            run
        });
        let result = if passed {
            TestResult::Passed
        } else {
            TestResult::NotPassed
        };
        py.detach(|| {
            let summary = session.finish_with(result, run).map_err(Failure::from)?;
            Ok(summary.refusals)
        })
    }
}

#[pymethods]
impl Want {
    /// `timeout_ms` is Playwright's, where 0 is forever; none for a call that has no time.
    #[new]
    #[pyo3(signature = (locator, selector, call, *, frame, url, parent, mode, timeout_ms, site, used,
                        can_stop, argument=None, is_strict=true, is_forced=false))]
    #[expect(clippy::too_many_arguments, reason = "Python names each of them")]
    fn new(
        locator: &Locator,
        selector: String,
        call: String,
        frame: u64,
        url: String,
        parent: Option<(String, PyRef<'_, Locator>)>,
        mode: Option<&str>,
        timeout_ms: Option<f64>,
        site: Source,
        used: Source,
        can_stop: bool,
        argument: Option<Bound<'_, PyAny>>,
        is_strict: bool,
        is_forced: bool,
    ) -> PyResult<Self> {
        let parent = parent.map(|(selector, locator)| Parent {
            selector,
            key: locator.engine.key(),
        });
        let engine = EngineWant {
            frame: FrameId(frame),
            url,
            selector,
            key: key_of_call(&locator.engine, &call),
            parent,
            kind: CallKind::of(&call).forced(is_forced),
            call,
            // An assertion may expect anything.
            argument: argument.and_then(|argument| argument.extract().ok()),
            is_strict,
            mode: mode.map_or(Ok(Mode::Heal), named_mode)?,
            timeout: timeout_ms.map_or(Duration::ZERO, timeout),
            asked_at: milliseconds_since_1970(),
            site: source(site),
            used: source(used),
            can_stop,
        };
        Ok(Self { engine })
    }
}

#[pymethods]
impl Call {
    /// Says what to do first. `now` is a clock in seconds that never goes back.
    fn start(&self, py: Python<'_>, now: f64) -> PyResult<Py<PyAny>> {
        self.poll(py, |call| call.start(seconds(now)))
    }

    /// Takes what came of a step, and says what to do next.
    fn answer(&self, py: Python<'_>, answer: Answer, now: f64) -> PyResult<Py<PyAny>> {
        self.poll(py, |call| call.answer(answer.engine, seconds(now)))
    }

    /// Lets go of all that it knows; it cannot go on.
    fn give_up(&self, py: Python<'_>) {
        py.detach(|| drop(self.take()));
    }
}

impl From<EngineCall> for Call {
    fn from(engine: EngineCall) -> Self {
        let engine = Mutex::new(Some(engine));
        Self { engine }
    }
}

impl Call {
    fn poll(
        &self,
        py: Python<'_>,
        go_on: impl FnOnce(&mut EngineCall) -> Next + Send,
    ) -> PyResult<Py<PyAny>> {
        let next = py.detach(|| {
            let mut call = self.take()?;
            // A bug of ours must not end somebody's test.
            let next = catch_unwind(AssertUnwindSafe(|| go_on(&mut call))).ok()?;
            *self.engine.lock().unwrap_or_else(PoisonError::into_inner) = Some(call);
            Some(next)
        });
        let next = next.ok_or_else(|| PyRuntimeError::new_err("the call cannot go on"))?;
        step(py, next)
    }

    fn take(&self) -> Option<EngineCall> {
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        engine.take()
    }
}

impl From<EngineEvent> for Event {
    fn from(event: EngineEvent) -> Self {
        let warning = event.warning();
        let (kind, text, site) = match event {
            EngineEvent::Healed { text, site } => ("healed", text, site),
            EngineEvent::Drifted { text, used } => ("drifted", text, used),
            EngineEvent::GaveUp { why } => ("gave up", why, None),
            _ => ("", String::new(), None),
        };
        Self {
            kind,
            text,
            warning,
            line: site.as_ref().map(|site| site.line),
            file: site.map(|site| site.file),
        }
    }
}

/// Whether a call that has a timeout, or this name, needs an element; checks have none.
#[pyfunction]
fn is_check(call: &str) -> bool {
    CallKind::of(call).there.is_some()
}

/// Whether a call takes two elements.
#[pyfunction]
fn has_target(call: &str) -> bool {
    CallKind::of(call).has_target
}

/// Whether waiting for this state is waiting for an element to go away.
#[pyfunction(name = "awaits_absence")]
fn is_absence(state: &str) -> bool {
    awaits_absence(state)
}

/// The name of an assertion's call; none where it is not about one element that should be there.
#[pyfunction]
#[pyo3(signature = (expression, is_not, number))]
fn assertion(expression: &str, is_not: bool, number: Option<f64>) -> Option<String> {
    assertion_call(expression, is_not, number)
}

/// Says why Breadcrumb is off with a version of Playwright whose inside has moved.
#[pyfunction(name = "what_is_missing")]
fn missing(version: &str, names: Vec<String>) -> String {
    what_is_missing(version, &names)
}

fn named_mode(name: &str) -> PyResult<Mode> {
    Mode::from_name(name).ok_or_else(|| PyValueError::new_err(format!("no mode `{name}`")))
}

fn source((file, line): Source) -> Option<SourceSite> {
    let (file, line) = (file?, line?);
    Some(SourceSite { file, line })
}

fn timeout(milliseconds: f64) -> Duration {
    if milliseconds > 0.0 {
        seconds(milliseconds / 1000.0)
    } else {
        patience::FOREVER
    }
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(patience::FOREVER)
}

fn milliseconds_since_1970() -> f64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Test>()?;
    module.add_class::<Want>()?;
    module.add_class::<Call>()?;
    module.add_class::<Event>()?;
    module.add_function(wrap_pyfunction!(is_check, module)?)?;
    module.add_function(wrap_pyfunction!(has_target, module)?)?;
    module.add_function(wrap_pyfunction!(is_absence, module)?)?;
    module.add_function(wrap_pyfunction!(assertion, module)?)?;
    module.add_function(wrap_pyfunction!(missing, module)?)?;
    crate::step::register(module)
}
