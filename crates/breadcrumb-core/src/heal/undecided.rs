//! A heal that comes from a heal: nobody has decided about the first one yet.

use super::describe::describe;
use super::identity::identity_digest;
use super::verdict::{Verdict, VerdictKind};
use crate::event::HealingEvent;
use crate::scoring::ScoringResult;

/// The heal that a known element comes from, as long as nobody has decided about it.
///
/// What was learned from it helps to find the element again. It is no evidence: the element is
/// always just like itself, and would certify the heal that it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct UndecidedHeal {
    first: HealingEvent,
    confidence: f64,
}

impl UndecidedHeal {
    /// Finds it among the events of a locator, newest first: those that went to this element.
    #[must_use]
    pub fn among(events: Vec<HealingEvent>, digest: &str) -> Option<Self> {
        let mut same = events
            .into_iter()
            .filter(|event| identity_digest(&event.healed) == digest);
        let newest = same.next()?;
        let confidence = newest.confidence;
        let begin = Self {
            first: newest,
            confidence,
        };
        Some(same.fold(begin, |later, event| Self {
            confidence: later.confidence.min(event.confidence),
            first: event,
        }))
    }

    /// Returns the first event: what the test was written for, and why it was healed.
    #[must_use]
    pub fn first(&self) -> &HealingEvent {
        &self.first
    }

    /// Returns a verdict about the learned element as one about the element before it: never more
    /// confident than the first heal was.
    pub fn held(&self, mut verdict: Verdict) -> Verdict {
        let threshold = verdict.threshold;
        let Some(best) = verdict.suggestions.first_mut() else {
            return verdict;
        };
        let total = best.scoring.total().min(self.confidence);
        best.scoring = ScoringResult::new(total, best.scoring.signals().to_vec());
        let (old, new) = (describe(&self.first.original), describe(&best.element));
        if verdict.kind != VerdictKind::Healed {
            return verdict;
        }
        verdict.message = format!("{old} is now {new}, confidence {total:.2}");
        if total < threshold {
            verdict.kind = VerdictKind::BelowThreshold;
            verdict.message = format!(
                "nothing is enough like {old}; the best is {new} with {total:.2}, {threshold:.2} is needed"
            );
        }
        verdict
    }
}
