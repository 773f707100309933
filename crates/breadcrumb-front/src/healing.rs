//! Going on with the element that was found, and saying why one was refused.

use std::time::Duration;

use breadcrumb_core::VerifiedLocator;

use crate::act::{Acted, How};
use crate::engine::{Confirmation, Engine};
use crate::step::Outcome;
use crate::test::Event;
use crate::turn::Turn;

/// What came of a look.
pub(crate) enum Found<E: Engine> {
    /// An element to go on with.
    Healed(Healed<E>),
    /// None, and why.
    Refused(Refusal<E>),
    /// Nothing was looked at, or the test's own locator has come to life.
    Nothing,
}

/// An element to go on with.
pub(crate) struct Healed<E: Engine> {
    pub(crate) look: E::Look,
    pub(crate) selector: String,
    /// Locators that find just this element, the best first.
    pub(crate) proposals: Vec<VerifiedLocator>,
}

/// Why an element was not healed.
pub(crate) enum Refusal<E: Engine> {
    /// The engine refuses.
    Look {
        look: E::Look,
        /// For each element that could be meant: the locators that find just it.
        suggested: Vec<Vec<VerifiedLocator>>,
    },
    /// A sentence, where nobody has looked.
    Said(String),
    /// There is nothing to say.
    Nothing,
}

impl<E: Engine> Refusal<E> {
    /// Whether the engine has noted it.
    pub(crate) fn is_noted(&self) -> bool {
        matches!(self, Self::Look { .. })
    }
}

impl<E: Engine> From<Option<Refusal<E>>> for Found<E> {
    fn from(refusal: Option<Refusal<E>>) -> Self {
        refusal.map_or(Self::Nothing, Self::Refused)
    }
}

impl<E: Engine> Turn<E> {
    /// Makes the call on the healed element. Nothing is written where that fails.
    pub(crate) async fn act_on(&mut self, healed: &Healed<E>, timeout: Duration) -> Outcome {
        let proposed = healed.proposals.first().map(|one| one.code.as_str());
        let new = proposed.unwrap_or(&healed.selector);
        let title = format!("breadcrumb: healed `{}` -> `{new}`", self.want.key);
        let image = self.picture(&healed.selector).await;
        let how = How {
            title: Some(title),
            ..How::within(timeout)
        };
        let acted = self.act(&healed.selector, how).await;
        if matches!(acted, Acted::Done { .. }) {
            let image = match image {
                // It was not on the screen; the action has scrolled to it.
                None => self.picture(&healed.selector).await,
                image => image,
            };
            self.confirm(healed, image);
            return Outcome::Return(self.last_act());
        }
        self.raise_as_it_is(Vec::new())
    }

    /// Notes a heal; a locator that is used again in the same test is the same heal.
    pub(crate) fn confirm(&self, healed: &Healed<E>, image: Option<Vec<u8>>) {
        let key = &self.want.key;
        let site = self.want.written_at();
        if !self.test.state().healed.insert(key.clone()) {
            if let Some(site) = site {
                self.test.engine.add_site(key, site);
            }
            return;
        }
        // Where it was seen before, it is gone now.
        let seen = (self.want.frame, key.clone());
        self.test.state().seen.remove(&seen);
        let confirmation = Confirmation {
            proposals: healed.proposals.clone(),
            image,
            ..self.confirmation()
        };
        self.test
            .ask(|engine| engine.confirm(&healed.look, confirmation));
        let proposed = healed.proposals.first().map(|one| one.code.as_str());
        let text = self.test.engine.heal_sentence(&healed.look, proposed);
        self.test.state().events.push(Event::Healed { text, site });
    }

    /// Returns what is noted of this call in any case.
    pub(crate) fn confirmation(&self) -> Confirmation {
        Confirmation {
            call: self.want.call.clone(),
            used: self.want.used.clone(),
            sites: self.want.written_at().into_iter().collect(),
            ..Confirmation::default()
        }
    }

    /// Says in lines why the test's own error was not healed.
    pub(crate) fn notes_of(&self, refusal: &Refusal<E>) -> Vec<String> {
        match refusal {
            Refusal::Look { look, suggested } => self.test.engine.refusal_lines(look, suggested),
            Refusal::Said(why) => {
                vec![format!(
                    "breadcrumb: `{}` was not healed: {why}",
                    self.want.key
                )]
            }
            Refusal::Nothing => Vec::new(),
        }
    }
}
