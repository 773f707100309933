//! [`Driver`]: a front without a browser. It carries out the steps of calls by a virtual clock, and logs
//! them.

use std::sync::Arc;
use std::time::Duration;

use super::acting::Acting;
use super::knowledge::{Knowledge, Note};
use super::log::{End, Made, Sent, kind_of};
use super::script::{NEXT_URL, OWN, Script};
use super::world::World;
use crate::patience::LAST_ANSWERS;
use crate::{Act, Answer, Ask, Call, FrameId, Hold, Next, Outcome, Question, Step, Test, Want};

pub(super) struct Driver {
    pub(super) test: Arc<Test<Knowledge>>,
    pub(super) world: World,
    pub(super) now: Duration,
    pub(super) sent: Vec<Sent>,
    pub(super) made: Vec<Made>,
    tasks: Vec<Task>,
}

struct Task {
    call: Call,
    is_beside: bool,
    doing: Doing,
}

#[derive(Debug)]
enum Doing {
    Asking(Ask, Duration),
    Acting(Acting),
    /// Waits for the end of another one, with an answer.
    Awaiting(usize, Answer),
    Over(Outcome, Duration),
    GivenUp,
}

impl Driver {
    pub(super) fn new(script: &Script) -> Self {
        let engine = Knowledge::new(script);
        let test = Arc::new(Test::new(engine, script.settings.clone()));
        test.navigated(script.want.frame, script.is_engine_known);
        Self {
            test,
            world: World {
                script: script.clone(),
                is_kept: false,
            },
            now: Duration::ZERO,
            sent: Vec::new(),
            made: Vec::new(),
            tasks: Vec::new(),
        }
    }

    /// Carries out calls in turns; none where one never ends.
    pub(super) fn run(&mut self, wants: &[Want]) -> Vec<Option<End>> {
        let call = |want: &Want| self.test.call(want.clone());
        let calls: Vec<Call> = wants.iter().map(call).collect();
        let ids: Vec<usize> = calls
            .into_iter()
            .map(|call| self.begin(call, false))
            .collect();
        while ids.iter().any(|id| !self.is_over(*id)) {
            if !self.turn(Duration::MAX) {
                break;
            }
        }
        ids.iter().map(|id| self.end_of(*id)).collect()
    }

    /// Ends the test: what is on its way may still come.
    pub(super) fn finish(&mut self) {
        let last = self.now + LAST_ANSWERS;
        while self.turn(last) {}
    }

    pub(super) fn notes(&self) -> Vec<Note> {
        self.test.engine().notes()
    }

    fn is_over(&self, id: usize) -> bool {
        matches!(self.tasks[id].doing, Doing::Over(..) | Doing::GivenUp)
    }

    fn end_of(&self, id: usize) -> Option<End> {
        let Doing::Over(outcome, at) = &self.tasks[id].doing else {
            return None;
        };
        let (act, is_return) = match outcome {
            Outcome::Return(act) => (*act, true),
            Outcome::Raise { act, .. } => (*act, false),
        };
        let mut own = self.made.iter().filter(|made| made.task == id);
        let of = own.nth(act).expect("it names a call that was made");
        assert_eq!(
            of.has_succeeded, is_return,
            "it takes an error for a result"
        );
        Some(End {
            outcome: outcome.clone(),
            at: *at,
            of: of.clone(),
        })
    }

    fn begin(&mut self, mut call: Call, is_beside: bool) -> usize {
        let next = call.start(self.now);
        let id = self.tasks.len();
        self.tasks.push(Task {
            call,
            is_beside,
            doing: Doing::GivenUp,
        });
        self.go(id, next);
        id
    }

    /// Lets the next thing happen; nothing does after `last`.
    fn turn(&mut self, last: Duration) -> bool {
        let due = (0..self.tasks.len()).filter_map(|id| Some((self.event(id)?, id)));
        let Some(((at, answer), id)) = due.min_by_key(|((at, _), id)| (*at, *id)) else {
            return false;
        };
        if at > last {
            return false;
        }
        self.now = self.now.max(at);
        self.answer(id, answer);
        self.release();
        true
    }

    /// Starts the calls of the test that were held up for what is over now.
    fn release(&mut self) {
        let over: Vec<bool> = (0..self.tasks.len()).map(|id| self.is_over(id)).collect();
        for task in &mut self.tasks {
            if let Doing::Acting(acting) = &mut task.doing
                && acting.beside.is_some_and(|id| over[id])
            {
                acting.start = acting.start.min(self.now);
            }
        }
    }

    /// Returns when a task goes on, and its answer.
    fn event(&self, id: usize) -> Option<(Duration, Answer)> {
        match &self.tasks[id].doing {
            Doing::Asking(ask, asked) => {
                let end = asked.saturating_add(ask.limit);
                let answer = self.world.answer(&ask.question, *asked);
                let in_time = answer.filter(|(at, _)| *at <= end);
                let (at, answer) = in_time.unwrap_or((end, Answer::Silent));
                (at < Duration::MAX).then_some((at, answer))
            }
            Doing::Acting(acting) => acting.end(&self.world),
            Doing::Awaiting(other, answer) if self.is_over(*other) => {
                Some((self.now, answer.clone()))
            }
            _ => None,
        }
    }

    fn answer(&mut self, id: usize, answer: Answer) {
        let answer = match &self.tasks[id].doing {
            Doing::Asking(ask, _) => {
                if ask.question == Question::Keep && answer == Answer::Done {
                    self.world.is_kept = true;
                }
                answer
            }
            Doing::Acting(acting) => {
                let (made, beside, waits) = (acting.made, acting.beside, acting.waits);
                let answer = self.note(made, answer);
                if let Some(beside) = beside {
                    if !self.made[made].has_succeeded {
                        self.give_up(beside);
                    } else if waits && !self.is_over(beside) {
                        self.tasks[id].doing = Doing::Awaiting(beside, answer);
                        return;
                    }
                }
                answer
            }
            _ => answer,
        };
        let next = self.tasks[id].call.answer(answer, self.now);
        self.go(id, next);
    }

    /// Notes what came of a call, with what it does to the page.
    fn note(&mut self, made: usize, answer: Answer) -> Answer {
        let Answer::Acted { shape, url } = answer else {
            let timed_out = matches!(
                answer,
                Answer::Failed {
                    timed_out: true,
                    ..
                }
            );
            self.made[made].has_timed_out = timed_out;
            return answer;
        };
        self.made[made].has_succeeded = true;
        let kind = self.world.script.want.kind;
        let changes = !kind.is_read && kind.there.is_none();
        if changes && self.world.act(self.now) {
            self.test.navigated(FrameId(0), true);
            let url = NEXT_URL.to_owned();
            return Answer::Acted { shape, url };
        }
        Answer::Acted { shape, url }
    }

    fn give_up(&mut self, id: usize) {
        let is_over = self.is_over(id);
        if !is_over {
            // Its state goes with it.
            let (nothing, is_beside) = (self.test.call(self.world.script.want.clone()), true);
            self.tasks[id] = Task {
                call: nothing,
                is_beside,
                doing: Doing::GivenUp,
            };
        }
    }

    fn go(&mut self, id: usize, next: Next) {
        let step = match next {
            Next::Over(outcome) => {
                self.tasks[id].doing = Doing::Over(outcome, self.now);
                return;
            }
            Next::Step(step) => step,
        };
        if !matches!(&step, Step::Ask(ask) if ask.question == Question::Keep && self.world.is_kept)
        {
            self.sent.push(Sent {
                is_beside: self.tasks[id].is_beside,
                kind: kind_of(&step),
                is_off: self.test.why_off().is_some() && matches!(step, Step::Ask(_)),
            });
        }
        match step {
            Step::Act(act) => self.tasks[id].doing = Doing::Acting(self.acting(id, act)),
            Step::Ask(ask) => self.tasks[id].doing = Doing::Asking(ask, self.now),
            Step::Start { call, wait } => {
                let other = self.begin(call, true);
                if wait {
                    self.tasks[id].doing = Doing::Awaiting(other, Answer::Done);
                } else {
                    let next = self.tasks[id].call.answer(Answer::Done, self.now);
                    self.go(id, next);
                }
            }
        }
    }

    fn acting(&mut self, task: usize, mut act: Act) -> Acting {
        let made = self.made.len();
        self.made.push(Made {
            task,
            on: World::whose(&act.selector),
            timeout: act.timeout,
            at: self.now,
            own_is_there: self.world.count(OWN, self.now) > 0,
            has_succeeded: false,
            has_timed_out: false,
        });
        let mut start = self.now;
        let mut waits = false;
        let beside = act.beside.take().map(|beside| {
            waits = beside.wait;
            if let Hold::Answered(longest) = beside.hold {
                start += longest;
            }
            self.begin(beside.call, true)
        });
        Acting {
            act,
            made,
            asked: self.now,
            start,
            beside,
            waits,
        }
    }
}
