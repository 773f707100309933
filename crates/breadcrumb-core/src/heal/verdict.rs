//! What the healer decides.

use std::fmt;

use serde::Serialize;

use super::describe::quoted;
use super::memory::CensusEntry;
use super::reasons::Reason;
use crate::fingerprint::ElementFingerprint;
use crate::scoring::ScoringResult;

/// The healer's decision, with everything it rests on.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[must_use]
pub struct Verdict {
    /// What was decided.
    pub kind: VerdictKind,
    /// The decision in one sentence, without the word for its kind.
    pub message: String,
    /// The confidence that was needed.
    pub threshold: f64,
    /// How far the best candidate is ahead of its best rival; none if there is no rival.
    pub margin: Option<f64>,
    /// The name of the scorer that ranked the candidates.
    pub scorer: &'static str,
    /// How many candidates there were.
    pub candidate_count: usize,
    /// The best candidates, the best first; where it healed, the first one is the element.
    pub suggestions: Vec<Suggestion>,
}

/// The kinds of [`Verdict`]. Only [`VerdictKind::Healed`] lets anything touch the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum VerdictKind {
    /// The element is still there, and it is this one.
    Healed,
    /// Two could be it.
    Ambiguous,
    /// Nothing on the page is like it enough.
    BelowThreshold,
    /// What is like it is something else: it was there before, or speaks against it.
    Gone,
    /// The element was never seen.
    NoFingerprint,
    /// The page has nothing to compare with.
    NoCandidates,
}

/// A candidate as it is shown to a person.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Suggestion {
    /// Its position among the candidates.
    pub position: usize,
    /// The element.
    pub element: ElementFingerprint,
    /// How alike it is to the fingerprint.
    pub scoring: ScoringResult,
    /// Why, the best reason first.
    pub reasons: Vec<Reason>,
    /// Why it cannot be the element, whatever its score.
    pub veto: Option<Veto>,
}

/// Why a candidate cannot be the element.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Veto {
    /// It was on the page before, as this other element.
    WasThereBefore(CensusEntry),
    /// This other element of the page as it was is more likely to have become it.
    IsAnother(CensusEntry),
    /// It is one of several that are alike, and their number has changed.
    OneOfTwins {
        /// How many there were.
        old: usize,
        /// How many there are.
        new: usize,
    },
    /// It is a field of another type.
    OtherType {
        /// The type of the field that is looked for.
        old: String,
        /// Its own type.
        new: String,
    },
    /// It is an element with this tag that nobody can act on, unlike the one that is looked for.
    OtherKind(String),
    /// It stands in another row, with this text.
    OtherRow(String),
    /// It has this name, which has little to do with the one that is looked for.
    OtherName(String),
    /// A number in its name and in where it leads is another one: it is another thing of its kind.
    OtherNumber(String),
    /// Nothing on the page shows that it has the state which the locator asks for.
    NotInState(String),
    /// It has a state which the locator excludes.
    InState(String),
    /// It has another place in its list, and the locator asks for a place.
    OtherPlace,
    /// The locator asks for a place, and which one the element had was not learned yet.
    UnknownPlace,
    /// It lacks this text, which the check asks for.
    OtherText(String),
    /// It stands in this other part of the page.
    OtherPart(String),
    /// A person has rejected it before; with the number of that heal where it is known.
    Rejected(Option<i64>),
}

impl Verdict {
    /// Whether the test may go on with the first suggestion.
    #[must_use]
    pub fn is_healed(&self) -> bool {
        self.kind == VerdictKind::Healed
    }

    /// Returns the element to go on with; none unless it healed.
    #[must_use]
    pub fn healed(&self) -> Option<&Suggestion> {
        self.suggestions.first().filter(|_| self.is_healed())
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_healed() {
            write!(f, "healed: {}", self.message)
        } else {
            write!(f, "refused: {}", self.message)
        }
    }
}

impl VerdictKind {
    /// Returns the name that is stored, and that JSON has.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Healed => "healed",
            Self::Ambiguous => "ambiguous",
            Self::BelowThreshold => "below_threshold",
            Self::Gone => "gone",
            Self::NoFingerprint => "no_fingerprint",
            Self::NoCandidates => "no_candidates",
        }
    }

    /// Returns the same in words, for people.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Healed => "healed",
            Self::Ambiguous => "two candidates",
            Self::BelowThreshold => "no close match",
            Self::Gone => "element is gone",
            Self::NoFingerprint => "never learned",
            Self::NoCandidates => "empty page",
        }
    }
}

impl fmt::Display for VerdictKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for VerdictKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl fmt::Display for Veto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WasThereBefore(entry) => {
                write!(
                    f,
                    "was there before as {} {}",
                    entry.role,
                    quoted(&entry.name)
                )
            }
            Self::IsAnother(entry) => write!(
                f,
                "is more likely what was {} {}",
                entry.role,
                quoted(&entry.name)
            ),
            Self::OneOfTwins { old, new } => {
                write!(f, "is one of {new} similar elements where there were {old}")
            }
            Self::OtherType { old, new } => write!(f, "is a field of type {new}, not {old}"),
            Self::OtherKind(tag) => write!(f, "is a <{tag}>, which takes no input"),
            Self::OtherRow(text) => write!(f, "stands in another row, {}", quoted(text)),
            Self::OtherName(name) => write!(f, "is called {}", quoted(name)),
            Self::OtherNumber(name) => {
                write!(f, "is another thing of the same kind, {}", quoted(name))
            }
            Self::NotInState(state) => write!(
                f,
                "is not shown to be {}, which the locator asks for",
                quoted(state)
            ),
            Self::InState(state) => {
                write!(f, "is {}, which the locator excludes", quoted(state))
            }
            Self::OtherPlace => {
                f.write_str("has another place in its list, and the locator asks for a place")
            }
            Self::UnknownPlace => {
                f.write_str("has a place that was not learned, and the locator asks for a place")
            }
            Self::OtherText(text) => write!(f, "does not say {}", quoted(text)),
            Self::OtherPart(part) => write!(f, "stands in another part of the page, {part}"),
            Self::Rejected(Some(heal)) => write!(f, "was rejected in a review (heal {heal})"),
            Self::Rejected(None) => f.write_str("was rejected in a review"),
        }
    }
}
