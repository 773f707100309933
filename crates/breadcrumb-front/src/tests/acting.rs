//! [`Acting`]: a call of the test under way, and what comes of it.

use std::time::Duration;

use super::script::URL;
use super::world::{Whose, World};
use crate::{Act, Answer};

/// A call of the test under way.
#[derive(Debug)]
pub(super) struct Acting {
    pub(super) act: Act,
    /// Its place in the log.
    pub(super) made: usize,
    pub(super) asked: Duration,
    /// When it has started, or will at the latest.
    pub(super) start: Duration,
    pub(super) beside: Option<usize>,
    pub(super) waits: bool,
}

impl Acting {
    /// Returns what comes of a call of the test, and when.
    pub(super) fn end(&self, world: &World) -> Option<(Duration, Answer)> {
        let (script, act) = (&world.script, &self.act);
        let start = self.start;
        let succeeded = |at| Answer::Acted {
            shape: world.shape(&act.selector, at),
            url: URL.to_owned(),
        };
        let done = |found: Duration, done: Option<Duration>| {
            let error = world.error(world.count(&act.selector, found));
            error.map_or_else(
                || done.map(|at| (at, succeeded(at))),
                |error| Some((found, error)),
            )
        };
        let ready = match World::whose(&act.selector) {
            Whose::Own => script.own_ready,
            Whose::Other if script.is_other_ready => Duration::ZERO,
            Whose::Other => Duration::MAX,
        };
        let mut begun = None;
        let end = if script.want.kind.there.is_some() {
            world
                .audible(start + script.latency)
                .and_then(|at| done(at, Some(at)))
        } else {
            begun = world.found(&act.selector, start.max(ready));
            let found = world.found(&act.selector, start);
            found.and_then(|at| done(at, begun.map(|at| at.saturating_add(script.takes))))
        };
        let deadline = self.asked.saturating_add(act.timeout);
        let is_timed = script.want.kind.there.is_none() && deadline < Duration::MAX;
        let timed_out = Answer::Failed {
            message: "Timeout exceeded".to_owned(),
            timed_out: true,
        };
        let mut ends: Vec<(Duration, Answer)> = end.into_iter().collect();
        ends.extend(is_timed.then_some((deadline, timed_out)));
        if let Some(at) = act.stop_after.map(|after| self.asked + after) {
            let is_absent = world.count(&act.selector, at) == 0;
            let has_begun = begun.is_some_and(|begun| begun <= at);
            let may_stop = is_absent && !has_begun && world.audible(at) == Some(at);
            ends.extend(may_stop.then_some((at, Answer::Stopped { log: Vec::new() })));
        }
        ends.extend(act.limit.map(|limit| (self.asked + limit, Answer::Silent)));
        ends.into_iter().min_by_key(|(at, _)| *at)
    }
}
