//! [`Turn`]: one call under way, with its times and its way to the page.

use std::sync::Arc;
use std::time::Duration;

use crate::call::Port;
use crate::engine::Engine;
use crate::mode::Mode;
use crate::patience::{ANSWER, FOREVER, PROBE, RESTLESS_STEP};
use crate::step::{Answer, Ask, Asset, Question, Step};
use crate::test::Test;
use crate::want::Want;

/// One call under way.
pub(crate) struct Turn<E> {
    pub(crate) test: Arc<Test<E>>,
    pub(crate) want: Arc<Want>,
    port: Port,
    started: Duration,
    /// When all questions should have their answers.
    end: Duration,
    /// How many calls of the test were made.
    pub(crate) acts: usize,
}

impl<E: Engine> Turn<E> {
    /// Starts a call; its questions end with the time that the test has given it.
    pub(crate) fn new(test: Arc<Test<E>>, want: Arc<Want>, port: Port) -> Self {
        let started = port.now();
        let end = started.saturating_add(want.timeout);
        Self {
            test,
            want,
            port,
            started,
            end,
            acts: 0,
        }
    }

    /// Lets the questions from here on end in so long; returns when they had to end before.
    pub(crate) fn within(&mut self, time: Duration) -> Duration {
        let end = self.port.now().saturating_add(time);
        std::mem::replace(&mut self.end, end)
    }

    /// Lets the questions end when they had to before [`within`](Self::within).
    pub(crate) fn until(&mut self, end: Duration) {
        self.end = end;
    }

    /// Returns how long the call has taken so far.
    pub(crate) fn used(&self) -> Duration {
        self.port.now().saturating_sub(self.started)
    }

    /// Returns what is left of the test's own time.
    pub(crate) fn left(&self) -> Duration {
        if self.want.is_forever() {
            return FOREVER;
        }
        self.want.timeout.saturating_sub(self.used())
    }

    /// Returns what the test's own locator gets of its own time; all of it if next to nothing was used.
    pub(crate) fn timeout(&self) -> Duration {
        rest_of(self.want.timeout, self.used())
    }

    /// Returns the time of the day, in milliseconds since 1970.
    pub(crate) fn time_of_day(&self) -> f64 {
        self.want.asked_at + self.used().as_secs_f64() * 1000.0
    }

    pub(crate) fn mode(&self) -> Mode {
        if self.test.state().off.is_some() {
            return Mode::Off;
        }
        self.test.settings.mode.stricter(self.want.mode)
    }

    pub(crate) fn knows(&self) -> bool {
        let place = self.want.place();
        self.test.ask(|engine| engine.knows(place)).unwrap_or(false)
    }

    pub(crate) fn is_due(&self) -> bool {
        self.test.is_due(self.want.place())
    }

    pub(crate) fn documents(&self) -> u64 {
        self.test.state().documents
    }

    pub(crate) async fn step(&self, step: Step) -> Answer {
        self.port.answer_to(step).await
    }

    /// Asks the page; none where it cannot answer. After no answer at all Breadcrumb is off for the
    /// test.
    pub(crate) async fn ask(&self, question: Question) -> Option<Answer> {
        match self.answer_of(question, Duration::ZERO).await {
            Answer::Error { .. } | Answer::Silent => None,
            answer => Some(answer),
        }
    }

    /// The same, with what went wrong; a question that ends by itself, after `own`, gets that long.
    pub(crate) async fn answer_of(&self, question: Question, own: Duration) -> Answer {
        if self.test.state().off.is_some() {
            return Answer::Silent;
        }
        let left = self.end.saturating_sub(self.port.now());
        let mut limit = left.clamp(PROBE, ANSWER);
        if !own.is_zero() {
            limit = limit.max(own.saturating_add(PROBE));
        }
        let answer = self.step(Step::Ask(Ask { question, limit })).await;
        if answer == Answer::Silent {
            self.test.give_up_waiting(limit);
        }
        answer
    }

    /// Counts what a selector finds; none where the page cannot answer.
    pub(crate) async fn count(&self, selector: &str) -> Option<u64> {
        let selector = selector.to_owned();
        match self.ask(Question::Count { selector }).await? {
            Answer::Count(count) => Some(count),
            _ => None,
        }
    }

    /// Whether the test's own locator finds nothing at all, as far as the page says.
    pub(crate) async fn is_missing(&self) -> bool {
        self.count(&self.want.selector).await == Some(0)
    }

    /// Waits for the test's own locator to find something.
    pub(crate) async fn appears(&self, timeout: Duration) -> bool {
        let question = Question::Appear {
            selector: self.want.selector.clone(),
            timeout,
        };
        match self.answer_of(question, timeout).await {
            // A page that cannot say so is left to the test's own call.
            Answer::Error { timed_out, .. } => !timed_out,
            Answer::Silent => false,
            _ => true,
        }
    }

    /// Asks about all that a selector finds.
    pub(crate) async fn all(&self, selector: String, request: String) -> Option<Answer> {
        // A locator that looks into a frame finds elements of another document.
        let asset = if selector.contains(ENTER_FRAME) {
            Asset::Sent
        } else {
            Asset::Kept
        };
        let question = Question::All {
            selector,
            request,
            asset,
        };
        self.ask(question).await
    }
}

/// What leads into a frame, in Playwright's selectors.
pub(crate) const ENTER_FRAME: &str = "internal:control=enter-frame";

/// Returns what is left of a timeout for a call that comes later, in whole milliseconds and at least
/// one: for Playwright 0 is forever.
pub(crate) fn rest_of(timeout: Duration, used: Duration) -> Duration {
    if used < RESTLESS_STEP || timeout == FOREVER {
        return timeout;
    }
    let left = timeout.saturating_sub(used);
    let whole = Duration::from_millis(u64::try_from(left.as_millis()).unwrap_or(u64::MAX));
    let rounded = if whole < left {
        whole + Duration::from_millis(1)
    } else {
        whole
    };
    rounded.max(Duration::from_millis(1))
}
