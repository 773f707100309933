//! A heal that comes from a heal.

use super::describe::describe;
use super::identity::identity_digest;
use super::percent::{percent, percent_below};
use super::verdict::{Verdict, VerdictKind};
use crate::event::HealingEvent;
use crate::fingerprint::ElementFingerprint;
use crate::scoring::ScoringResult;

/// The heal that a known element comes from.
///
/// What was learned from it helps to find the element again. As long as nobody has decided about it,
/// it is no evidence: the element is always just like itself, and would certify the heal that it
/// comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct EarlierHeal {
    first: HealingEvent,
    confidence: f64,
    is_decided: bool,
}

impl EarlierHeal {
    /// Finds it among the events of a locator, newest first: those that went to this element.
    #[must_use]
    pub fn among(events: Vec<HealingEvent>, digest: &str, is_decided: bool) -> Option<Self> {
        let mut same = events
            .into_iter()
            .filter(|event| identity_digest(&event.healed) == digest);
        let newest = same.next()?;
        let confidence = newest.confidence;
        let begin = Self {
            first: newest,
            confidence,
            is_decided,
        };
        Some(same.fold(begin, |later, event| Self {
            confidence: later.confidence.min(event.confidence),
            first: event,
            is_decided,
        }))
    }

    /// Returns the element that the locator itself found last.
    #[must_use]
    pub fn origin(&self) -> &ElementFingerprint {
        &self.first.original
    }

    /// Returns the first event, as long as nobody has decided: what the test was written for, and why
    /// it was healed.
    #[must_use]
    pub fn undecided(&self) -> Option<&HealingEvent> {
        Some(&self.first).filter(|_| !self.is_decided)
    }

    /// Returns a verdict about the learned element as one about the element before it: never more
    /// confident than the first heal was. As it was where somebody has decided.
    pub fn held(&self, mut verdict: Verdict) -> Verdict {
        let threshold = verdict.threshold;
        let (Some(first), Some(best)) = (self.undecided(), verdict.suggestions.first_mut()) else {
            return verdict;
        };
        let found = best.scoring.total();
        let total = if identity_digest(&best.element) == identity_digest(&first.healed) {
            found.min(self.confidence)
        } else {
            // It has changed once more: both steps must be right.
            found * self.confidence
        };
        best.scoring = ScoringResult::new(total, best.scoring.signals().to_vec());
        let (old, new) = (describe(&first.original), describe(&best.element));
        if verdict.kind != VerdictKind::Healed {
            return verdict;
        }
        verdict.message = format!("{old} is now {new}, confidence {}", percent(total));
        if total < threshold {
            verdict.kind = VerdictKind::BelowThreshold;
            verdict.message = format!(
                "no close match for {old}; closest: {new} ({}, needs {})",
                percent_below(total),
                percent(threshold),
            );
        }
        verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heal::{HealRequest, Healer};

    fn button(id: &str) -> ElementFingerprint {
        let button = ElementFingerprint::builder("button").text("Save");
        button.attribute("id", id).build()
    }

    /// Returns the confidence in finding an element after a heal of 80 % to another.
    fn confidence(found: &str, is_decided: bool) -> f64 {
        let known = button("keep");
        let event = HealingEvent::new(button("save"), known.clone(), 0.8, 1.0);
        let digest = identity_digest(&known);
        let earlier = EarlierHeal::among(vec![event], &digest, is_decided).unwrap();
        let page = [button(found)];
        let verdict = Healer::default().heal(&HealRequest::new(&known, page.as_slice()));
        earlier.held(verdict).suggestions[0].scoring.total()
    }

    #[test]
    fn a_heal_does_not_certify_itself() {
        let exact = |a: f64, b: f64| (a - b).abs() < f64::EPSILON;
        assert!(exact(confidence("keep", false), 0.8));
        assert!(confidence("keep", true) > 0.9);
        let twice = confidence("third", false);
        assert!(exact(twice, confidence("third", true) * 0.8), "{twice}");
    }
}
