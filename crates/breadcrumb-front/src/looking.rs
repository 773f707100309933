//! Looking for an element that a locator no longer finds.

use std::time::Duration;

use serde::Deserialize;
use serde_json::json;

use crate::check::Verified;
use crate::engine::{Candidate, Confirmation, Engine};
use crate::healing::{Found, Healed, Refusal};
use crate::mode::Mode;
use crate::patience::{LAST_LOOK, QUIET, RESTLESS, RESTLESS_STEP, WALK};
use crate::step::{Answer, Ask, Question, Step};
use crate::turn::Turn;

/// A page that was taken in; its elements are known to the page by the capture's number.
#[derive(Debug)]
pub(crate) struct Captured {
    pub(crate) capture: u64,
    payload: String,
    is_loading: bool,
}

/// What came of an attempt to take in the page.
enum Taken {
    Captured(Captured),
    Restless,
    TooLarge,
    /// The page cannot answer.
    Nothing,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LookAnswer {
    capture: u64,
    #[serde(default)]
    ready: String,
    #[serde(default)]
    too_large: bool,
}

const TOO_LARGE: &str = "the page is too large to be looked at, or has no content";

impl<E: Engine> Turn<E> {
    /// Finds out whether the page's own world answers: without scripts only Playwright's does.
    pub(crate) async fn reach(&self) {
        self.ask(Question::Keep).await;
    }

    /// Waits for the element as long as one should, then looks for it elsewhere.
    pub(crate) async fn look_in_time(&mut self, mode: Mode, patience: Duration) -> Found<E> {
        let is_healed = self.test.state().healed.contains(&self.want.key);
        let quiet = if is_healed {
            Duration::ZERO
        } else {
            QUIET.min(self.test.settings.heal_after)
        };
        if !patience.is_zero() && self.appears(patience.min(self.time_left())).await {
            return Found::Nothing;
        }
        let restless_until = self.used().saturating_add(RESTLESS);
        loop {
            let is_last = self.left().is_zero() || self.used() >= restless_until;
            let quiet = if is_last { Duration::ZERO } else { quiet };
            match self.take_in(quiet).await {
                Taken::Captured(captured) if is_last || !captured.is_loading => {
                    return self.look_on(&captured, mode).await;
                }
                Taken::TooLarge => return Found::Refused(Refusal::Said(TOO_LARGE.to_owned())),
                Taken::Nothing => return Found::Nothing,
                Taken::Captured(_) | Taken::Restless => {}
            }
            if self.left() > Duration::ZERO
                && self.appears(RESTLESS_STEP.min(self.time_left())).await
            {
                return Found::Nothing;
            }
        }
    }

    /// Looks once more when the test's own time is up: in no time if the page does not answer.
    pub(crate) async fn last_look(&mut self, refused: Option<Refusal<E>>) -> Found<E> {
        let mode = self.mode();
        if mode == Mode::Off {
            return refused.or_else(|| self.off()).into();
        }
        self.within(Duration::ZERO);
        let found = self.look_for_the_last_time(mode).await;
        // The page may be gone, or it did not answer.
        let nothing = || Refusal::Said("the page cannot be looked at any more".to_owned());
        match found {
            Some(Found::Nothing) | None => {
                Found::Refused(refused.or_else(|| self.off()).unwrap_or_else(nothing))
            }
            Some(Found::Refused(Refusal::Nothing)) => Found::Nothing,
            Some(found) => found,
        }
    }

    /// `Refused(Nothing)` where there is nothing to say: the element is there.
    async fn look_for_the_last_time(&mut self, mode: Mode) -> Option<Found<E>> {
        let count = self.count(&self.want.selector).await?;
        if count == 1 || (count > 1 && !self.want.is_strict) {
            return Some(Found::Refused(Refusal::Nothing));
        }
        self.reach().await;
        self.within(LAST_LOOK);
        if count > 1 {
            let which = self.which().await;
            return Some(Found::Refused(
                which.map_or(Refusal::Nothing, Refusal::Said),
            ));
        }
        Some(self.look(mode, Duration::ZERO).await)
    }

    /// Looks for the element on the page as it is now.
    pub(crate) async fn look(&mut self, mode: Mode, quiet: Duration) -> Found<E> {
        match self.take_in(quiet).await {
            Taken::Captured(captured) => self.look_on(&captured, mode).await,
            Taken::TooLarge => Found::Refused(Refusal::Said(TOO_LARGE.to_owned())),
            Taken::Restless | Taken::Nothing => Found::Nothing,
        }
    }

    async fn look_on(&mut self, captured: &Captured, mode: Mode) -> Found<E> {
        let Some(look) = self.seen(captured, mode) else {
            return Found::Nothing;
        };
        let candidates = self.candidates(&look);
        let mut suggested = Vec::new();
        if self.test.engine.target(&look).is_some() {
            if let Some(candidate) = candidates.first()
                && let Some(found) = self.verified(captured, candidate).await
                && found.own_is_missing
            {
                let selector = found.locators.first().map(|one| one.selector.clone());
                return Found::Healed(Healed {
                    look,
                    selector: selector.unwrap_or(found.address),
                    proposals: Verified::shown(found.locators),
                });
            }
        } else {
            for candidate in &candidates {
                let found = self.verified(captured, candidate).await;
                suggested
                    .push(found.map_or_else(Vec::new, |found| Verified::shown(found.locators)));
            }
        }
        if self.test.state().off.is_some() {
            // What the page did not say any more is no refusal.
            return Found::Nothing;
        }
        let confirmation = Confirmation {
            suggested: suggested.clone(),
            ..self.confirmation()
        };
        self.test.engine.refuse(&look, confirmation);
        Found::Refused(Refusal::Look { look, suggested })
    }

    /// Says which of several elements the locator used to find. It is not healed: it may be any.
    pub(crate) async fn which(&mut self) -> Option<String> {
        let count = self.count(&self.want.selector).await?;
        let Taken::Captured(captured) = self.take_in(Duration::ZERO).await else {
            return None;
        };
        let look = self.seen(&captured, Mode::Heal)?;
        self.test.engine.target(&look)?;
        let candidate = self.candidates(&look).into_iter().next()?;
        let found = self.verified(&captured, &candidate).await?;
        let known = self.test.engine.description(&look);
        let own = match found.locators.first() {
            Some(locator) => format!("; `{}` finds only that one", locator.code),
            None => String::new(),
        };
        Some(format!(
            "it finds {count} elements now; the one from before is {known}{own}"
        ))
    }

    fn candidates(&self, look: &E::Look) -> Vec<Candidate> {
        let parent = self.want.parent.as_ref().map(|parent| parent.key.as_str());
        let attribute = &self.test.settings.test_id_attribute;
        self.test.engine.candidates(look, parent, attribute)
    }

    fn seen(&self, captured: &Captured, mode: Mode) -> Option<E::Look> {
        let purpose = self.want.purpose();
        self.test
            .ask(|engine| engine.look(&self.want.key, &captured.payload, &purpose, mode))
    }

    /// Takes in the whole page, if it has loaded and stays unchanged for so long; at once without.
    async fn take_in(&self, quiet: Duration) -> Taken {
        let frame = self.want.frame;
        if self.test.state().too_large.contains(&frame) {
            return Taken::TooLarge;
        }
        let redact = &self.test.settings.redact;
        let request = json!({"op": "look", "redact": redact, "quiet": quiet.as_millis()});
        let question = Question::Page {
            request: request.to_string(),
        };
        let answer = if quiet.is_zero() {
            self.ask(question).await
        } else if self.test.state().off.is_some() {
            None
        } else {
            // Where scripts are off no timer ever ends; a page that is busy is not quiet either.
            let limit = quiet.saturating_add(WALK).min(self.time_left());
            match self.step(Step::Ask(Ask { question, limit })).await {
                Answer::Silent => return Taken::Restless,
                answer => Some(answer),
            }
        };
        let Some(Answer::Value { json, payload }) = answer else {
            return Taken::Nothing;
        };
        let known: Option<LookAnswer> = serde_json::from_str(&json).ok();
        match (known, payload) {
            (Some(known), Some(payload)) => Taken::Captured(Captured {
                capture: known.capture,
                payload,
                is_loading: known.ready == "loading",
            }),
            (Some(known), None) if known.too_large => {
                self.test.state().too_large.insert(frame);
                Taken::TooLarge
            }
            // It is not quiet, or has no content yet.
            _ if quiet.is_zero() => Taken::TooLarge,
            _ => Taken::Restless,
        }
    }

    /// What is left of the test's own time, at least a moment: for Playwright 0 is forever.
    fn time_left(&self) -> Duration {
        self.left().max(Duration::from_millis(1))
    }

    fn off(&self) -> Option<Refusal<E>> {
        self.test.why_off().map(Refusal::Said)
    }
}
