//! [`Call`]: a flow that stops at each step and goes on with its answer.
//!
//! The flow is written as an `async` function, and the compiler makes the state machine of it. Nothing
//! wakes it up but its front: each answer polls it once.

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use crate::step::{Answer, Outcome, Step};

type Flow = Pin<Box<dyn Future<Output = Outcome> + Send>>;

/// A flow that is under way.
pub struct Call {
    /// None once it is over.
    flow: Option<Flow>,
    port: Port,
}

/// What a call says.
#[derive(Debug)]
pub enum Next {
    /// Do this, and say what came of it.
    Step(Step),
    /// The call is over.
    Over(Outcome),
}

/// Where steps go out and answers come in.
#[derive(Debug, Clone, Default)]
pub(crate) struct Port(Arc<Mutex<Mailbox>>);

#[derive(Debug, Default)]
struct Mailbox {
    now: Duration,
    step: Option<Step>,
    answer: Option<Answer>,
}

impl Call {
    pub(crate) fn new<F>(flow: impl FnOnce(Port) -> F) -> Self
    where
        F: Future<Output = Outcome> + Send + 'static,
    {
        let port = Port::default();
        Self {
            flow: Some(Box::pin(flow(port.clone()))),
            port,
        }
    }

    /// Says what to do first. `now` is a clock that starts anywhere and never goes back.
    pub fn start(&mut self, now: Duration) -> Next {
        self.poll(None, now)
    }

    /// Takes what came of a step, and says what to do next.
    pub fn answer(&mut self, answer: Answer, now: Duration) -> Next {
        self.poll(Some(answer), now)
    }

    fn poll(&mut self, answer: Option<Answer>, now: Duration) -> Next {
        let mut mailbox = self.port.mailbox();
        mailbox.now = now;
        mailbox.answer = answer;
        drop(mailbox);
        let context = &mut Context::from_waker(Waker::noop());
        let polled = self.flow.as_mut().map(|flow| flow.as_mut().poll(context));
        let step = self.port.mailbox().step.take();
        match (polled, step) {
            (Some(Poll::Pending), Some(step)) => Next::Step(step),
            (Some(Poll::Ready(outcome)), _) => {
                self.flow = None;
                Next::Over(outcome)
            }
            // No flow waits for anything but its front, and none that is over goes on.
            _ => Next::Over(Outcome::Return(0)),
        }
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").finish_non_exhaustive()
    }
}

impl Port {
    /// Returns the time of the last answer.
    pub(crate) fn now(&self) -> Duration {
        self.mailbox().now
    }

    /// Says what to do, and waits for what comes of it.
    pub(crate) async fn answer_to(&self, step: Step) -> Answer {
        let mut step = Some(step);
        std::future::poll_fn(|_| {
            let mut mailbox = self.mailbox();
            if let Some(step) = step.take() {
                mailbox.step = Some(step);
                return Poll::Pending;
            }
            mailbox.answer.take().map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }

    fn mailbox(&self) -> MutexGuard<'_, Mailbox> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
