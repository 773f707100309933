//! Making the test's own call.

use std::time::Duration;

use breadcrumb_core::Shape;

use crate::engine::Engine;
use crate::step::{Act, Answer, Beside, Outcome, Step};
use crate::turn::Turn;

/// What the driver logs when a selector has found its element.
const FOUND: &str = "locator resolved to";
/// What it logs just before the pointer is pressed or moved, for these calls.
const PERFORMING: &str = "performing ";
const POINTED: &[&str] = &["click", "dblclick", "tap", "hover"];

/// What came of a call of the test.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Acted {
    /// It has succeeded.
    Done { shape: Shape, url: String },
    /// Its time is up.
    TimedOut,
    /// It was stopped before it did anything.
    Stopped,
    /// It has failed otherwise.
    Failed { message: String },
}

/// How a call of the test is made.
#[derive(Debug, Default)]
pub(crate) struct How {
    pub(crate) timeout: Duration,
    pub(crate) stop_after: Option<Duration>,
    pub(crate) beside: Option<Beside>,
    pub(crate) title: Option<String>,
    pub(crate) limit: Option<Duration>,
}

impl How {
    pub(crate) fn within(timeout: Duration) -> Self {
        Self {
            timeout,
            ..Self::default()
        }
    }
}

impl<E: Engine> Turn<E> {
    /// Makes the test's call with a selector.
    pub(crate) async fn act(&mut self, selector: &str, how: How) -> Acted {
        self.acts += 1;
        let act = Act {
            selector: selector.to_owned(),
            timeout: how.timeout,
            stop_after: how.stop_after,
            beside: how.beside,
            title: how.title,
            limit: how.limit,
        };
        let limit = how.limit;
        match self.step(Step::Act(act)).await {
            Answer::Silent => {
                self.test.give_up_waiting(limit.unwrap_or_default());
                Acted::Failed {
                    message: String::new(),
                }
            }
            Answer::Acted { shape, url } => Acted::Done { shape, url },
            Answer::Stopped { log } if did_nothing(&self.want.call, &log) => Acted::Stopped,
            Answer::Failed {
                timed_out: true, ..
            } => Acted::TimedOut,
            Answer::Failed { message, .. } => Acted::Failed { message },
            _ => Acted::Failed {
                message: String::new(),
            },
        }
    }

    /// Makes the test's call as if Breadcrumb was not there.
    pub(crate) async fn act_plainly(&mut self) -> Outcome {
        let selector = self.want.selector.clone();
        let acted = self.act(&selector, How::within(self.want.timeout)).await;
        self.outcome_of(&acted)
    }

    /// Returns what the test gets of its last call.
    pub(crate) fn outcome_of(&self, acted: &Acted) -> Outcome {
        match acted {
            Acted::Done { .. } => Outcome::Return(self.last_act()),
            Acted::TimedOut => self.raise(Vec::new()),
            _ => self.raise_as_it_is(Vec::new()),
        }
    }

    /// Gives the test the error of its last call, with lines of ours.
    pub(crate) fn raise(&self, notes: Vec<String>) -> Outcome {
        Outcome::Raise {
            act: self.last_act(),
            notes,
            whole_timeout: (!self.want.is_forever()).then_some(self.want.timeout),
        }
    }

    /// The same for an error that names no time of ours.
    pub(crate) fn raise_as_it_is(&self, notes: Vec<String>) -> Outcome {
        Outcome::Raise {
            act: self.last_act(),
            notes,
            whole_timeout: None,
        }
    }

    pub(crate) fn last_act(&self) -> usize {
        self.acts.saturating_sub(1)
    }
}

/// Whether a call that was stopped has left the page alone, as far as the driver's log says. A call
/// with the pointer may have found its element, and waited for it to be ready.
fn did_nothing(call: &str, log: &[String]) -> bool {
    let said = if POINTED.contains(&call) {
        PERFORMING
    } else {
        FOUND
    };
    !log.iter().any(|line| line.contains(said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_that_was_stopped_is_made_again_only_where_it_did_nothing() {
        let waiting = "waiting for locator(\"#a\")";
        let found = "  locator resolved to <button id=\"a\"></button>";
        let performing = "  performing click action";
        for (call, log, expected) in [
            ("click", &[waiting][..], true),
            ("click", &[waiting, found], true),
            ("click", &[waiting, found, performing], false),
            ("press", &[waiting], true),
            ("press", &[waiting, found], false),
            ("evaluate", &[], true),
        ] {
            let log: Vec<String> = log.iter().map(|line| (*line).to_owned()).collect();
            assert_eq!(did_nothing(call, &log), expected, "{call} {log:?}");
        }
    }
}
