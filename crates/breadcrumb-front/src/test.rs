//! [`Test`]: what all calls of one test share.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use breadcrumb_core::SourceSite;

use crate::call::Call;
use crate::engine::{Engine, Place, Trouble};
use crate::mode::Mode;
use crate::turn::Turn;
use crate::want::Want;
use crate::{instant, perform};

/// A frame, as the front numbers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FrameId(pub u64);

/// How a test is watched.
#[derive(Debug, Clone)]
pub struct Settings {
    /// What happens when a locator finds nothing.
    pub mode: Mode,
    /// How long a locator is waited for before the engine looks.
    pub heal_after: Duration,
    /// Attributes that must not be kept.
    pub redact: Vec<String>,
    /// Whether pictures of the elements are taken.
    pub shots: bool,
    /// Whether each call waits for its own fingerprint: a script has no end that could.
    pub waits_for_answers: bool,
    /// What the attribute is called that `get_by_test_id` looks at.
    pub test_id_attribute: String,
}

/// Something that the user should hear of.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A locator was healed.
    Healed {
        /// In a sentence.
        text: String,
        /// Where it is written.
        site: Option<SourceSite>,
    },
    /// A locator finds another element than it used to.
    Drifted {
        /// In a sentence.
        text: String,
        /// The line that was carried out.
        used: Option<SourceSite>,
    },
    /// Breadcrumb leaves the test alone from now on.
    GaveUp {
        /// Why.
        why: String,
    },
}

impl Event {
    /// Returns the sentence of a warning.
    #[must_use]
    pub fn warning(&self) -> String {
        match self {
            Self::Healed { text, .. } => text.clone(),
            Self::Drifted { text, .. } => format!("drift: {text}"),
            Self::GaveUp { why } => format!("Breadcrumb is off for this test: {why}"),
        }
    }
}

/// What all calls of one test share.
#[derive(Debug)]
pub struct Test<E> {
    pub(crate) engine: Arc<E>,
    pub(crate) settings: Settings,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    /// Why Breadcrumb is off.
    pub(crate) off: Option<String>,
    /// How many documents there were.
    pub(crate) documents: u64,
    /// Locators that have found an element in the document that is on the page now.
    pub(crate) seen: HashSet<(FrameId, String)>,
    /// Locators that were healed: they need no patience a second time.
    pub(crate) healed: HashSet<String>,
    /// Locators whose fingerprint is on its way, with their pages.
    pub(crate) asked: HashSet<(String, String)>,
    /// Frames whose document is known to have our selector engine, or not to have it.
    pub(crate) engines: HashMap<FrameId, bool>,
    /// Frames whose documents cannot be taken in: nobody tries twice.
    pub(crate) too_large: HashSet<FrameId>,
    pub(crate) events: Vec<Event>,
}

impl<E: Engine> Test<E> {
    /// Starts a test.
    pub fn new(engine: impl Into<Arc<E>>, settings: Settings) -> Self {
        Self {
            engine: engine.into(),
            settings,
            state: Mutex::default(),
        }
    }

    /// Returns what is known and kept.
    pub fn engine(&self) -> &E {
        &self.engine
    }

    /// Starts a call.
    pub fn call(self: &Arc<Self>, want: Want) -> Call {
        let test = Arc::clone(self);
        Call::new(|port| async move {
            let turn = Turn::new(test, Arc::new(want), port);
            if turn.want.kind.there.is_some() {
                instant::check(turn).await
            } else {
                perform::perform(turn).await
            }
        })
    }

    /// Takes nothing for granted: a frame has gone to another document, which has our selector engine
    /// if `has_engine`.
    pub fn navigated(&self, frame: FrameId, has_engine: bool) {
        let mut state = self.state();
        state.documents += 1;
        state.seen.clear();
        state.too_large.clear();
        if has_engine {
            state.engines.insert(frame, true);
        } else {
            state.engines.remove(&frame);
        }
    }

    /// Returns what the user should hear of, once.
    pub fn take_events(&self) -> Vec<Event> {
        std::mem::take(&mut self.state().events)
    }

    /// Returns why Breadcrumb has left the test alone.
    pub fn why_off(&self) -> Option<String> {
        self.state().off.clone()
    }

    /// Leaves the test alone from now on.
    pub fn give_up(&self, why: String) {
        let mut state = self.state();
        if state.off.is_none() {
            state.off = Some(why.clone());
            state.events.push(Event::GaveUp { why });
        }
    }

    /// Leaves the test alone since its page has not answered in so long.
    pub(crate) fn give_up_waiting(&self, limit: Duration) {
        let limit = limit.as_millis();
        self.give_up(format!("the page did not answer within {limit} ms"));
    }

    /// Asks the engine, unless something is wrong with it.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(&E) -> Result<T, Trouble>) -> Option<T> {
        if self.state().off.is_some() {
            return None;
        }
        match question(&self.engine) {
            Ok(answer) => Some(answer),
            Err(Trouble(why)) => {
                self.give_up(why);
                None
            }
        }
    }

    /// Whether a fingerprint is due, and is not on its way.
    pub(crate) fn is_due(&self, place: Place<'_>) -> bool {
        let asked = (place.key.to_owned(), place.url.to_owned());
        !self.state().asked.contains(&asked)
            && self.ask(|engine| engine.is_due(place)).unwrap_or(false)
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
