//! [`Knowledge`]: an engine that answers by a script and notes what it is told.

use std::sync::{Mutex, PoisonError};

use breadcrumb_core::{Purpose, SourceSite, VerifiedLocator};

use super::script::Script;
use crate::{Candidate, Confirmation, Engine, Mode, Place, Proposal, Trouble};

/// A locator that finds just the element that is meant, and one that finds others as well.
pub(super) const FOUND: &str = "role=button";
pub(super) const AMBIGUOUS: &str = "css=button";

/// What the engine says when it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is sure.
    Healed,
    /// It is not sure which of two it is.
    Refused,
    /// There is nothing like it.
    Gone,
    /// Something is wrong with it.
    Trouble,
}

/// What the engine was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Note {
    Learned,
    Pictured,
    Confirmed,
    Placed,
    Refused,
    Forgotten,
}

impl Note {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Learned => "learned",
            Self::Pictured => "pictured",
            Self::Confirmed => "confirmed",
            Self::Placed => "placed",
            Self::Refused => "refused",
            Self::Forgotten => "forgotten",
        }
    }
}

/// An engine that answers by a script and notes what it is told.
#[derive(Debug)]
pub(super) struct Knowledge {
    is_known: bool,
    is_due: bool,
    verdict: Verdict,
    /// What leads to the document of the element that it has become.
    frames: Option<String>,
    notes: Mutex<Vec<Note>>,
}

/// An answer of it: whether it is sure, and how many elements could be meant.
#[derive(Debug)]
pub(super) struct Look {
    is_healed: bool,
    candidates: usize,
}

impl Knowledge {
    pub(super) fn new(script: &Script) -> Self {
        Self {
            is_known: script.is_known,
            is_due: script.is_due,
            verdict: script.verdict,
            frames: script.frames.clone(),
            notes: Mutex::default(),
        }
    }

    /// Returns what it was told so far.
    pub(super) fn notes(&self) -> Vec<Note> {
        let notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.clone()
    }

    fn note(&self, note: Note) {
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.push(note);
    }
}

impl Engine for Knowledge {
    type Look = Look;

    fn knows(&self, _: Place<'_>) -> Result<bool, Trouble> {
        Ok(self.is_known)
    }

    fn is_due(&self, _: Place<'_>) -> Result<bool, Trouble> {
        Ok(self.is_due && !self.notes().contains(&Note::Learned))
    }

    fn known_nodes(&self, _: Place<'_>, _: &Purpose) -> u32 {
        0
    }

    fn learn(&self, _: &str, _: &str) -> Result<Option<String>, Trouble> {
        self.note(Note::Learned);
        Ok(None)
    }

    fn add_picture(&self, _: Place<'_>, _: Vec<u8>) {
        self.note(Note::Pictured);
    }

    fn look(&self, _: &str, _: &str, _: &Purpose, mode: Mode) -> Result<Look, Trouble> {
        let (is_healed, candidates) = match self.verdict {
            Verdict::Healed => (mode == Mode::Heal, 1),
            Verdict::Refused => (false, 2),
            Verdict::Gone => (false, 0),
            Verdict::Trouble => return Err(Trouble("the database is broken".to_owned())),
        };
        Ok(Look {
            is_healed,
            candidates,
        })
    }

    fn target(&self, look: &Look) -> Option<usize> {
        look.is_healed.then_some(0)
    }

    fn candidates(&self, look: &Look, _: Option<&str>, _: &str) -> Vec<Candidate> {
        let proposal = |selector: &str| Proposal {
            code: format!("locator({selector:?})"),
            selector: selector.to_owned(),
        };
        let candidate = |index| Candidate {
            index,
            frames: self.frames.clone(),
            proposals: vec![proposal(AMBIGUOUS), proposal(FOUND)],
            within: Vec::new(),
        };
        (0..look.candidates).map(candidate).collect()
    }

    fn heal_sentence(&self, _: &Look, _: Option<&str>) -> String {
        "healed".to_owned()
    }

    fn refusal_lines(&self, _: &Look, _: &[Vec<VerifiedLocator>]) -> Vec<String> {
        vec!["was not healed".to_owned()]
    }

    fn description(&self, _: &Look) -> String {
        "a button".to_owned()
    }

    fn confirm(&self, _: &Look, _: Confirmation) -> Result<(), Trouble> {
        self.note(Note::Confirmed);
        Ok(())
    }

    fn add_site(&self, _: &str, _: SourceSite) {
        self.note(Note::Placed);
    }

    fn refuse(&self, _: &Look, _: Confirmation) {
        self.note(Note::Refused);
    }

    fn forget_refusal(&self, _: &str) {
        self.note(Note::Forgotten);
    }
}
