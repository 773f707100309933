//! A call that waits for its element.

use std::time::Duration;

use crate::act::Acted;
use crate::engine::Engine;
use crate::healing::{Found, Refusal};
use crate::learning::TOO_MANY;
use crate::mode::Mode;
use crate::patience::{LAST_CALL, LAST_LOOK};
use crate::step::Outcome;
use crate::turn::Turn;

/// How it is found out that the element of a call is missing. A call that is under way is never made
/// twice, unless that is the same as once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Guard {
    /// Not at all: it could not be healed, or the test does not wait that long.
    Nothing,
    /// The call gets so much time; then it is made again.
    Cut(Duration),
    /// The call is stopped after so long, if its element is not there.
    Stop(Duration),
    /// The element is counted before the call, once for each document.
    Count,
}

/// Carries out a call that waits for its element.
pub(crate) async fn perform<E: Engine>(mut turn: Turn<E>) -> Outcome {
    let mode = turn.mode();
    if mode == Mode::Off {
        return turn.act_plainly().await;
    }
    let patience = turn.patience();
    let is_known = turn.knows();
    match turn.guard(patience, is_known) {
        Guard::Cut(patience) => attempt(turn, mode, patience, None).await,
        Guard::Stop(patience) => {
            let timeout = turn.want.timeout;
            attempt(turn, mode, timeout, Some(patience)).await
        }
        Guard::Nothing => plain(turn, None, None, is_known).await,
        Guard::Count => {
            let presence = turn.presence().await;
            if presence.is_there {
                return plain(turn, presence.payload, None, is_known).await;
            }
            let patience = patience.saturating_sub(turn.used());
            elsewhere(turn, mode, patience).await
        }
    }
}

/// Makes the call, which tells by itself whether its element is there.
async fn attempt<E: Engine>(
    mut turn: Turn<E>,
    mode: Mode,
    timeout: Duration,
    stop_after: Option<Duration>,
) -> Outcome {
    let acted = turn.act_and_learn(timeout, stop_after, None).await;
    match acted {
        Acted::Done { .. } => Outcome::Return(turn.last_act()),
        Acted::Stopped => elsewhere(turn, mode, Duration::ZERO).await,
        Acted::TimedOut if timeout < turn.want.timeout => {
            if turn.is_missing().await {
                elsewhere(turn, mode, Duration::ZERO).await
            } else {
                plain(turn, None, None, true).await
            }
        }
        acted => failed(turn, &acted, None, true).await,
    }
}

/// Carries out a call whose element is missing, on the element that it has become.
async fn elsewhere<E: Engine>(mut turn: Turn<E>, mode: Mode, patience: Duration) -> Outcome {
    turn.reach().await;
    // The page answers. Looks may take longer than the test's own time.
    let before = turn.within(turn.left().max(LAST_LOOK));
    match turn.look_in_time(mode, patience).await {
        Found::Healed(healed) => {
            let timeout = turn.left().max(LAST_CALL);
            turn.act_on(&healed, timeout).await
        }
        Found::Refused(refusal) => {
            turn.until(before);
            plain(turn, None, Some(refusal), true).await
        }
        Found::Nothing => {
            turn.until(before);
            plain(turn, None, None, true).await
        }
    }
}

/// Makes the call with the test's own locator, and looks once more where the element never came.
async fn plain<E: Engine>(
    mut turn: Turn<E>,
    payload: Option<String>,
    refused: Option<Refusal<E>>,
    is_known: bool,
) -> Outcome {
    let timeout = turn.timeout();
    match turn.act_and_learn(timeout, None, payload).await {
        Acted::Done { .. } => {
            if refused.as_ref().is_some_and(Refusal::is_noted) {
                turn.test.engine.forget_refusal(&turn.want.key);
            }
            Outcome::Return(turn.last_act())
        }
        acted => failed(turn, &acted, refused, is_known).await,
    }
}

/// Says why a call of the test was not healed, or heals it after all.
async fn failed<E: Engine>(
    mut turn: Turn<E>,
    acted: &Acted,
    refused: Option<Refusal<E>>,
    is_known: bool,
) -> Outcome {
    match acted {
        Acted::TimedOut if is_known || turn.knows() => match turn.last_look(refused).await {
            Found::Healed(healed) => {
                turn.within(LAST_LOOK);
                turn.act_on(&healed, LAST_CALL).await
            }
            Found::Refused(refusal) => turn.raise(turn.notes_of(&refusal)),
            Found::Nothing => turn.raise(Vec::new()),
        },
        Acted::Failed { message } if is_known && message.contains(TOO_MANY) => {
            turn.within(LAST_LOOK);
            let which = turn.which().await;
            let notes = which.map(|which| turn.notes_of(&Refusal::Said(which)));
            turn.raise_as_it_is(notes.unwrap_or_default())
        }
        acted => turn.outcome_of(acted),
    }
}

/// Whether an element is taken to be there, and its fingerprint where one was taken.
#[derive(Debug)]
struct Presence {
    is_there: bool,
    payload: Option<String>,
}

impl<E: Engine> Turn<E> {
    /// How long a locator that finds nothing is waited for: one that was healed in this test needs no
    /// patience a second time.
    fn patience(&self) -> Duration {
        let is_healed = self.test.state().healed.contains(&self.want.key);
        if is_healed {
            Duration::ZERO
        } else {
            self.test.settings.heal_after
        }
    }

    fn guard(&self, patience: Duration, is_known: bool) -> Guard {
        if !is_known {
            return Guard::Nothing;
        }
        let has_time = !patience.is_zero() && patience < self.want.timeout;
        if has_time && self.want.may_be_made_again() {
            return Guard::Cut(patience);
        }
        if has_time && self.want.can_stop {
            return Guard::Stop(patience);
        }
        Guard::Count
    }

    /// Finds out whether an element that could be healed is there: once for each document. Where a
    /// fingerprint is due that cannot be taken along with the call, one question is enough for both.
    async fn presence(&mut self) -> Presence {
        let there = Presence {
            is_there: true,
            payload: None,
        };
        let seen = (self.want.frame, self.want.key.clone());
        if self.test.state().seen.contains(&seen) {
            return there;
        }
        let found = if self.want.kind.is_slow || !self.is_due() {
            let count = self.count(&self.want.selector).await;
            count.map(|count| (count, None))
        } else {
            let sighting = self.sight().await;
            sighting.map(|seen| (seen.count, seen.payload))
        };
        let Some((count, payload)) = found else {
            return there;
        };
        if count > 0 {
            self.test.state().seen.insert(seen);
        }
        Presence {
            is_there: count > 0,
            payload,
        }
    }
}
