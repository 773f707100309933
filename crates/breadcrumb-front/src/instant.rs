//! A check that answers at once.
//!
//! An element that should be gone may be gone: only a check that has answered "there" in an earlier run
//! of this test is healed.

use std::time::Duration;

use crate::act::{Acted, How};
use crate::engine::Engine;
use crate::healing::{Found, Healed};
use crate::mode::Mode;
use crate::patience::{ANSWER, LAST_LOOK};
use crate::step::Outcome;
use crate::turn::Turn;

/// Carries out a check that answers at once.
pub(crate) async fn check<E: Engine>(mut turn: Turn<E>) -> Outcome {
    let selector = turn.want.selector.clone();
    let timeout = turn.want.timeout;
    let acted = turn.act(&selector, How::within(timeout)).await;
    let own = turn.outcome_of(&acted);
    if !matches!(acted, Acted::Done { .. }) || turn.mode() == Mode::Off {
        return own;
    }
    if turn.is_there(&acted) {
        turn.learn().await;
        return own;
    }
    if !turn.knows() {
        return own;
    }
    match turn.healed_check().await {
        Some(healed) => healed,
        None => own,
    }
}

impl<E: Engine> Turn<E> {
    fn is_there(&self, acted: &Acted) -> bool {
        let there = self.want.kind.there;
        matches!((acted, there), (Acted::Done { shape, .. }, Some(there)) if there.holds(*shape))
    }

    /// Makes the check on the element that the one it is about has become, and keeps to that only
    /// where the answer is the same as before.
    async fn healed_check(&mut self) -> Option<Outcome> {
        self.within(Duration::ZERO);
        self.reach().await;
        self.within(LAST_LOOK);
        let mode = self.mode();
        let Found::Healed(healed) = self.look(mode, Duration::ZERO).await else {
            return None;
        };
        let how = How {
            limit: Some(ANSWER),
            ..How::within(self.want.timeout)
        };
        let acted = self.act(&healed.selector, how).await;
        if !self.is_there(&acted) {
            return None;
        }
        self.confirm_check(&healed).await;
        Some(Outcome::Return(self.last_act()))
    }

    async fn confirm_check(&mut self, healed: &Healed<E>) {
        let image = self.picture(&healed.selector).await;
        self.confirm(healed, image);
    }
}
