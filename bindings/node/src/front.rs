//! The calls of a test: TypeScript says what the test wants, and does what it is told.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use breadcrumb::engine::{CallKind, Locator, SourceSite, Syntax, key_of_call};
use breadcrumb::front::{
    Call as EngineCall, Event as EngineEvent, FrameId, Message, Next, Parent, Step as EngineStep,
    Test as EngineTest, Want as EngineWant, patience, what_is_missing,
};
use breadcrumb::recorder::Recorder as EngineRecorder;
use breadcrumb::{Keeping, Mode, Revision, Session, TestResult, suite};
use napi_derive::napi;

use crate::error::failure;
use crate::recorder::Recorder;
use crate::settings::Settings;
use crate::step::{self, Answer, Step};

/// A place in a source.
#[napi(object)]
#[derive(Clone)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
}

/// What all calls of one test share.
#[napi]
pub struct Test {
    engine: Arc<EngineTest<Session>>,
    recorder: Arc<EngineRecorder>,
}

/// How a test begins.
#[napi(object)]
pub struct TestStart {
    /// Its id.
    pub test_id: String,
    /// Whether it is a script, which keeps what it learns at once and waits for it.
    pub is_script: bool,
    /// The attribute that `getByTestId` looks at.
    pub test_id_attribute: String,
    /// The code that it runs on, where that is known.
    pub revision: Option<String>,
}

/// A message of Playwright's client to its driver that may need an element. Times are in milliseconds.
#[napi(object)]
pub struct Wanted {
    /// The name of the message.
    pub method: String,
    /// The call of the test that sends it, e.g. `locator.click`; unknown for what Playwright does itself.
    pub api_name: Option<String>,
    /// Its parameters that matter, as JSON: `selector`, `strict`, `force`, `state`, `name`, `expression`,
    /// `isNot`, `expectedNumber` and `expressionArg`.
    pub params: String,
    /// The number of its frame.
    pub frame: u32,
    /// The address of the page.
    pub url: String,
    /// Playwright's timeout: 0 is forever.
    pub timeout: f64,
    /// The selector of what the locator was made from.
    pub parent: Option<String>,
    /// Where the locator was made.
    pub site: Option<Place>,
    /// The line of the test that is carried out.
    pub used: Option<Place>,
    /// The locator's own mode.
    pub mode: Option<String>,
}

/// A call that is under way; it says what to do next.
#[napi]
pub struct Call {
    engine: Mutex<Option<EngineCall>>,
    /// What the last step has brought along, until it is taken.
    other: Mutex<Option<EngineCall>>,
}

/// Something that the user should hear of.
#[napi(object, object_from_js = false)]
pub struct Event {
    /// `healed`, `drifted` or `gave up`.
    pub kind: &'static str,
    /// In a sentence.
    pub text: String,
    /// The same as a warning.
    pub warning: String,
    /// Where the locator is written, or the line that was carried out.
    pub place: Option<Place>,
}

/// What came of a test.
#[napi(object)]
pub struct TestEnd {
    /// A sentence for each heal that was refused.
    pub refusals: Vec<String>,
    /// Whether a locator was healed.
    pub healed: bool,
    /// The lowest confidence of its heals.
    pub heal_score: Option<f64>,
}

#[napi]
impl Test {
    /// Starts a test.
    #[napi(constructor)]
    pub fn new(recorder: &Recorder, settings: &Settings, start: TestStart) -> napi::Result<Self> {
        let recorder = Arc::clone(&recorder.engine);
        let keeping = if start.is_script {
            Keeping::AtOnce
        } else {
            Keeping::OnPass
        };
        let database = recorder.location();
        let options = settings
            .engine
            .session_options(&start.test_id, keeping, database.as_ref());
        let mut options = options.map_err(failure)?.with_syntax(Syntax::JavaScript);
        if let Some(revision) = start.revision.as_deref() {
            options = options.with_revision(Revision::new(revision));
        }
        let session = Session::recording(Arc::clone(&recorder), options);
        let settings = settings.engine.of_calls(keeping, &start.test_id_attribute);
        let engine = Arc::new(EngineTest::new(session, settings));
        Ok(Self { engine, recorder })
    }

    /// Starts a call; none where the message needs no element, or one that should be gone.
    #[napi]
    #[must_use]
    pub fn call(&self, wanted: Wanted) -> Option<Call> {
        Some(Call::from(self.engine.call(want(wanted)?)))
    }

    /// Notes that a frame has another document, which has the selector engine or not.
    #[napi]
    pub fn navigated(&self, frame: u32, has_engine: bool) {
        self.engine.navigated(FrameId(frame.into()), has_engine);
    }

    /// Leaves the test alone from now on.
    #[napi]
    pub fn give_up(&self, why: String) {
        self.engine.give_up(why);
    }

    /// Returns what the user should hear of, once.
    #[napi]
    #[must_use]
    pub fn take_events(&self) -> Vec<Event> {
        let events = self.engine.take_events().into_iter();
        events.map(Event::from).collect()
    }

    /// Returns what the user should know about the database, once.
    #[napi]
    #[must_use]
    pub fn take_notice(&self) -> Option<String> {
        self.recorder.take_notice()
    }

    /// Ends the test; its attempt is recorded by the reporter.
    #[napi]
    pub fn finish(&self, passed: bool, run: Option<String>) -> napi::Result<TestEnd> {
        let result = if passed {
            TestResult::Passed
        } else {
            TestResult::NotPassed
        };
        let session = self.engine.engine();
        let summary = session.finish_in(result, run.as_deref()).map_err(failure)?;
        let shown = |(locator, why): &(String, String)| {
            let locator = session.options().shown(locator);
            (locator, why.clone())
        };
        let refusals: Vec<_> = summary.refusals.iter().map(shown).collect();
        let scores = summary.heals.iter().map(|heal| heal.confidence);
        Ok(TestEnd {
            refusals: suite::refusal_texts(&refusals),
            healed: !summary.heals.is_empty(),
            heal_score: scores.reduce(f64::min),
        })
    }
}

#[napi]
impl Call {
    /// Says what to do first. `now` is a clock in milliseconds that never goes back.
    #[napi]
    pub fn start(&self, now: f64) -> napi::Result<Step> {
        self.poll(|call| call.start(duration(now)))
    }

    /// Takes what came of a step, and says what to do next.
    #[napi]
    pub fn answer(&self, answer: Answer, now: f64) -> napi::Result<Step> {
        self.poll(|call| call.answer(answer.into(), duration(now)))
    }

    /// Returns the call that the last step has brought along, once.
    #[napi]
    #[must_use]
    pub fn take_other(&self) -> Option<Call> {
        locked(&self.other).take().map(Call::from)
    }

    /// Lets go of all that it knows; it cannot go on.
    #[napi]
    pub fn give_up(&self) {
        drop(locked(&self.engine).take());
    }
}

impl From<EngineCall> for Call {
    fn from(engine: EngineCall) -> Self {
        Self {
            engine: Mutex::new(Some(engine)),
            other: Mutex::default(),
        }
    }
}

impl Call {
    fn poll(&self, go_on: impl FnOnce(&mut EngineCall) -> Next) -> napi::Result<Step> {
        let broken = || napi::Error::from_reason("the call cannot go on");
        let mut call = locked(&self.engine).take().ok_or_else(broken)?;
        // A bug of ours must not end somebody's test.
        let next = catch_unwind(AssertUnwindSafe(|| go_on(&mut call))).map_err(|_| broken())?;
        *locked(&self.engine) = Some(call);
        let (step, other) = match next {
            Next::Step(EngineStep::Act(act)) => step::act(act),
            Next::Step(EngineStep::Ask(ask)) => (step::ask(ask), None),
            Next::Step(EngineStep::Start { call, wait }) => {
                let step = Step {
                    kind: "start",
                    wait: Some(wait),
                    ..Step::default()
                };
                (step, Some(call))
            }
            Next::Over(outcome) => (step::over(outcome), None),
            // The engine and this front are built together.
            Next::Step(_) => return Err(broken()),
        };
        *locked(&self.other) = other;
        Ok(step)
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
        let place = site.map(|site| Place {
            file: site.file,
            line: site.line,
        });
        Self {
            kind,
            text,
            warning,
            place,
        }
    }
}

/// Says why Breadcrumb is off with a version of Playwright whose inside has moved.
#[napi]
#[must_use]
pub fn why_off(version: String, missing: Vec<String>) -> String {
    what_is_missing(&version, &missing)
}

/// Returns the line of a heal, with its place from the root of the suite.
#[napi]
#[must_use]
pub fn heal_text(text: String, place: Option<Place>, root: String) -> String {
    let file = place.as_ref().map(|place| place.file.as_ref());
    let line = place.as_ref().map(|place| place.line);
    suite::heal_text(&text, file, line, root.as_ref())
}

/// Returns what the test wants of an element; none where it wants none.
fn want(wanted: Wanted) -> Option<EngineWant> {
    let message = Message::read(&wanted.method, wanted.api_name.as_deref(), &wanted.params)?;
    let locator = Locator::from_selector(&message.selector);
    let parent = wanted.parent.map(|selector| {
        let key = Locator::from_selector(&selector).key();
        Parent { selector, key }
    });
    let is_check = CallKind::of(&message.call).there.is_some();
    Some(EngineWant {
        frame: FrameId(wanted.frame.into()),
        url: wanted.url,
        key: key_of_call(&locator, &message.call),
        selector: message.selector,
        parent,
        kind: CallKind::of(&message.call).forced(message.is_forced),
        call: message.call,
        argument: message.argument,
        is_strict: message.is_strict,
        mode: wanted
            .mode
            .and_then(|mode| Mode::from_name(&mode))
            .unwrap_or(Mode::Heal),
        timeout: if is_check {
            Duration::ZERO
        } else {
            timeout(wanted.timeout)
        },
        asked_at: milliseconds_since_1970(),
        site: wanted.site.map(site),
        used: wanted.used.map(site),
        can_stop: true,
    })
}

fn site(place: Place) -> SourceSite {
    SourceSite {
        file: place.file,
        line: place.line,
    }
}

fn timeout(milliseconds: f64) -> Duration {
    if milliseconds > 0.0 {
        duration(milliseconds)
    } else {
        patience::FOREVER
    }
}

fn duration(milliseconds: f64) -> Duration {
    Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or(patience::FOREVER)
}

fn milliseconds_since_1970() -> f64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
