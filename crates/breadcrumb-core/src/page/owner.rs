//! The card, row or list item that an element belongs to, as a person sees it: one of several boxes
//! beside each other that look alike, each with an element like this one inside.
//!
//! No tag says that a box is a card. That its neighbor is such a box too, and has the same button,
//! does. So it takes the page around the element to see it.

use super::{ElementIndex, PageSnapshot};
use crate::capture::{CaptureRules, cap_text};
use crate::fingerprint::ElementFingerprint;

/// How many boxes are looked at on each side: in a list, the next one is enough. One in between may
/// be an advertisement, or sold out.
const MAX_NEIGHBORS: usize = 3;
/// A box with more elements inside is a part of the page, not one of its cards.
const MAX_INSIDE: usize = 400;
/// A box with more text tells no more.
const MAX_OWNER_CHARS: usize = 200;

impl PageSnapshot {
    /// Returns the fingerprint of an element, with the text of the card it belongs to as its row.
    #[must_use]
    pub fn fingerprint_in_card(&self, index: ElementIndex) -> ElementFingerprint {
        let fingerprint = self.fingerprint_with(index, &CaptureRules::default());
        let owner = self.owner_text(index);
        if owner.is_empty() {
            fingerprint
        } else {
            fingerprint.with_row(owner)
        }
    }

    /// Returns the text of the card around an element without its own; empty where it is in none.
    pub(crate) fn owner_text(&self, index: ElementIndex) -> String {
        let text = |card| cap_text(&self.text.around(card, index), MAX_OWNER_CHARS);
        // The box of a check box and its label says no more than the label.
        let own = self.label(index).unwrap_or_default();
        let mut cards = self.cards(index).map(text);
        let telling = cards.find(|text| !text.is_empty() && text != own);
        telling.unwrap_or_default()
    }

    /// Returns the boxes that have a neighbor with the same thing inside, the nearest first.
    fn cards(&self, index: ElementIndex) -> impl Iterator<Item = ElementIndex> {
        self.ancestors(index)
            .skip(1)
            .take_while(|around| self.element_count(*around) <= MAX_INSIDE)
            .filter(move |around| self.has_twin_beside(*around, index))
    }

    fn has_twin_beside(&self, around: ElementIndex, index: ElementIndex) -> bool {
        let before = self.siblings_before(around).take(MAX_NEIGHBORS);
        let after = self.siblings_after(around).take(MAX_NEIGHBORS);
        let mut neighbors = before.chain(after);
        neighbors.any(|other| self.are_items(around, other) && self.has_twin(other, index))
    }

    /// Whether an element like this one is inside a box.
    fn has_twin(&self, around: ElementIndex, index: ElementIndex) -> bool {
        let count = self.element_count(around).min(MAX_INSIDE);
        (around + 1..around + count).any(|other| self.are_twins(index, other))
    }

    fn are_twins(&self, a: ElementIndex, b: ElementIndex) -> bool {
        let is_same = |name: &str| self.attribute(a, name) == self.attribute(b, name);
        let is_named = !self.text(a).is_empty() || self.attribute(a, "aria-label").is_some();
        self.tag(a) == self.tag(b)
            && self.text(a) == self.text(b)
            && ["role", "type", "aria-label"].into_iter().all(is_same)
            && (is_named || is_same("class"))
    }
}
