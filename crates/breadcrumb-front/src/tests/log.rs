//! What the driver logs: messages, calls of the test, and how they have ended.

use std::time::Duration;

use super::world::Whose;
use crate::{Outcome, Question, Step};

/// A message that has gone out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sent {
    /// Whether it belongs to a call of ours beside the test.
    pub(super) is_beside: bool,
    pub(super) kind: &'static str,
    /// Whether Breadcrumb had left the test alone by then.
    pub(super) is_off: bool,
}

/// A call of the test, as it was made.
#[derive(Debug, Clone)]
pub(super) struct Made {
    pub(super) task: usize,
    pub(super) on: Whose,
    pub(super) timeout: Duration,
    pub(super) at: Duration,
    /// Whether the test's own locator found something when it was made.
    pub(super) own_is_there: bool,
    pub(super) has_succeeded: bool,
    pub(super) has_timed_out: bool,
}

/// What came of a call, and when.
#[derive(Debug, Clone)]
pub(super) struct End {
    pub(super) outcome: Outcome,
    pub(super) at: Duration,
    /// Whose result or error the test gets.
    pub(super) of: Made,
}

/// Names a message.
pub(super) fn kind_of(step: &Step) -> &'static str {
    match step {
        Step::Act(_) => "act",
        Step::Start { .. } => "learn",
        Step::Ask(ask) => match &ask.question {
            Question::Keep => "keep",
            Question::Page { .. } => "look",
            Question::Count { .. } => "count",
            Question::Appear { .. } => "wait",
            Question::Text { .. } => "fingerprint",
            Question::Crop { .. } => "crop",
            Question::All { request, .. } if request.contains("\"sight\"") => "sight",
            Question::All { request, .. } if request.contains("\"place\"") => "place",
            Question::All { .. } => "check",
        },
    }
}
