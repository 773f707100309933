//! Saying why: each signal of a scoring as a sentence.

use serde::Serialize;

use super::describe::quoted;
use super::percent::percent;
use crate::fingerprint::ElementFingerprint;
use crate::scoring::{ScoringResult, SignalScore};

/// A score from here up is called the same: what is left is rounding.
const SAME: f64 = 0.9995;

/// One signal's part in a scoring, in words.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Reason {
    /// The signal's name.
    pub signal: String,
    /// How similar the two elements are in this respect, from 0 to 1.
    pub score: f64,
    /// What the signal adds to the confidence.
    pub share: f64,
    /// The same in words.
    pub sentence: String,
}

impl Reason {
    /// The reason that a person has given.
    pub(super) fn accepted(heal: i64) -> Self {
        Self {
            signal: "review".to_owned(),
            score: 1.0,
            share: 1.0,
            sentence: format!("accepted in a review (heal {heal})"),
        }
    }
}

/// Explains a scoring, the signal that adds most first.
#[must_use]
pub fn reasons(
    stored: &ElementFingerprint,
    candidate: &ElementFingerprint,
    scoring: &ScoringResult,
) -> Vec<Reason> {
    let weights: f64 = scoring.signals().iter().map(|signal| signal.weight).sum();
    let to_reason = |signal: &SignalScore| Reason {
        signal: signal.signal.to_string(),
        score: signal.score,
        share: if weights > 0.0 {
            signal.contribution() / weights
        } else {
            0.0
        },
        sentence: sentence(stored, candidate, signal),
    };
    let mut reasons: Vec<Reason> = scoring.signals().iter().map(to_reason).collect();
    reasons.sort_by(|a, b| b.share.total_cmp(&a.share));
    reasons
}

fn sentence(
    stored: &ElementFingerprint,
    candidate: &ElementFingerprint,
    signal: &SignalScore,
) -> String {
    let name = signal.signal.as_ref();
    match name {
        "tag" => change(name, stored.tag(), candidate.tag()),
        "text" => with_score(change(name, stored.text(), candidate.text()), signal.score),
        "id" | "class" => {
            let value = |element: &ElementFingerprint| {
                element.attribute(name).unwrap_or_default().to_owned()
            };
            let change = change(name, &value(stored), &value(candidate));
            if name == "class" {
                with_score(change, signal.score)
            } else {
                change
            }
        }
        "href" | "name" | "alt" | "aria-label" | "placeholder" | "title" | "src" | "type" => {
            let value = |element: &ElementFingerprint| {
                element.attribute(name).unwrap_or_default().to_owned()
            };
            with_score(
                change(name, &value(stored), &value(candidate)),
                signal.score,
            )
        }
        "label" => {
            let (old, new) = (&stored.context().label, &candidate.context().label);
            with_score(change(name, old, new), signal.score)
        }
        "heading" => {
            let (old, new) = (&stored.context().heading, &candidate.context().heading);
            with_score(change("heading above", old, new), signal.score)
        }
        "row" => share("text around it", signal.score, true),
        "place" => place(signal.score).to_owned(),
        "position" => position(stored, candidate),
        "attributes" => share(
            "other attributes",
            signal.score,
            has_others(stored, candidate),
        ),
        "siblings" => share(
            name,
            signal.score,
            !(stored.siblings().is_empty() && candidate.siblings().is_empty()),
        ),

        _ => share(name, signal.score, true),
    }
}

/// Says what became of a value.
fn change(name: &str, old: &str, new: &str) -> String {
    match (old.is_empty(), new.is_empty()) {
        (true, true) => format!("neither has a {name}"),
        (true, false) => format!("{name} {} is new", quoted(new)),
        (false, true) => format!("{name} {} is gone", quoted(old)),
        (false, false) if old == new => format!("same {name} {}", quoted(old)),
        (false, false) => format!("{name} {} is now {}", quoted(old), quoted(new)),
    }
}

fn with_score(sentence: String, score: f64) -> String {
    if score > 0.0 && score < SAME {
        format!("{sentence}, {} similar", percent(score))
    } else {
        sentence
    }
}

/// Whether one of the two has an attribute beside id and class.
fn has_others(stored: &ElementFingerprint, candidate: &ElementFingerprint) -> bool {
    let mut all = stored.attributes().iter().chain(candidate.attributes());
    all.any(|(name, _)| name != "id" && name != "class")
}

fn share(name: &str, score: f64, is_present: bool) -> String {
    if !is_present {
        format!("neither has {name}")
    } else if score >= SAME {
        format!("same {name}")
    } else if score > 0.0 {
        format!("{name} {} similar", percent(score))
    } else {
        format!("{name} not similar")
    }
}

/// Says whether an element stands between the neighbors it had.
fn place(score: f64) -> &'static str {
    if score >= SAME {
        "same place between its neighbors"
    } else if score > 0.0 {
        "among the same neighbors"
    } else {
        "not among its neighbors"
    }
}

fn position(stored: &ElementFingerprint, candidate: &ElementFingerprint) -> String {
    let (Some(old), Some(new)) = (stored.bbox(), candidate.bbox()) else {
        return "position not known".to_owned();
    };
    let ((old_x, old_y), (new_x, new_y)) = (old.center(), new.center());
    match (old_x - new_x).hypot(old_y - new_y).round() {
        0.0 => "same position".to_owned(),
        distance => format!("moved by {distance} px"),
    }
}
