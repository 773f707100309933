//! What the page as it was tells about the page as it is.

use super::kept::Kept;
use super::matching::{OldPage, Unexplained, digest};
use super::place::Room;
use super::rarity::Rarity;
use super::recognised::{Recognised, recognise};
use super::shifted::Shifted;
use super::signal::{Bits, SIGNALS, Signal};
use super::target::{Reading, Readings};
use super::traits::Traits;
use crate::element_kind::ElementKind;
use crate::fingerprint::ElementFingerprint;
use crate::heal::PageMemory;

/// How often signals were kept, and where the element should be.
#[derive(Debug, Default)]
pub(super) struct Past {
    pub(super) kept: Kept,
    room: Option<Room>,
    unexplained: Option<Unexplained>,
    shifted: Shifted,
}

impl Past {
    pub(super) fn new(
        memory: Option<&PageMemory>,
        stored: &ElementFingerprint,
        new: &[Traits<'_>],
    ) -> Self {
        let Some(memory) = memory else {
            return Self::default();
        };
        let old: Vec<Traits<'_>> = memory.in_order().iter().map(Traits::of).collect();
        let mut found = recognise(&old, new);
        let shifted = Shifted::between(&old, new, &found);
        let id = |pair: &Recognised| old.get(pair.old).map_or("", |t| t.value(Signal::Id));
        found.retain(|pair| pair.by != Signal::Id || !shifted.has(id(pair)));
        let place = memory.position(stored);
        let kind = ElementKind::of_element(stored);
        // Boxes are not remembered, so that nobody knows which of them are new.
        let at_other_times = memory.elements().iter().skip(old.len()).map(Traits::of);
        let more = at_other_times.filter_map(|traits| digest(&traits));
        let more: Vec<u32> = more.chain(memory.more().iter().copied()).collect();
        let page = OldPage {
            elements: &old,
            more: &more,
            ours: place,
        };
        let match_all = || Unexplained::of(&page, new, &found, kind);
        Self {
            unexplained: kind.is_remembered().then(match_all),
            shifted,
            kept: Kept::between(&old, new, &found),
            room: place.and_then(|place| Room::of(place, &old, new, &found)),
        }
    }

    /// Returns what each signal of the element is worth.
    pub(super) fn worth(&self, rarity: &Rarity, own: &Traits<'_>) -> [Bits; SIGNALS] {
        let mut worth = rarity.worth(own, &self.kept);
        if let (Some(room), Some(bits)) = (&self.room, worth.get_mut(Signal::Place as usize)) {
            *bits = room.bits();
        }
        worth
    }

    /// Returns how many elements of our kind are new, if this one is among them.
    pub(super) fn newcomers(&self, position: usize) -> Option<usize> {
        let unexplained = self.unexplained.as_ref()?;
        (!unexplained.is_explained(position)).then(|| unexplained.newcomers())
    }

    /// Takes back what ids say that are the place in a list and moved with it.
    pub(super) fn forget_shifted(&self, readings: &mut Readings, own: &Traits<'_>) {
        if self.shifted.has(own.value(Signal::Id))
            && let Some(slot) = readings.get_mut(Signal::Id as usize)
        {
            *slot = Reading::default();
        }
    }

    /// Adds whether each candidate of the element's kind stands where it should.
    pub(super) fn place(&self, readings: &mut [Readings], all: &[Traits<'_>], kind: ElementKind) {
        let Some(room) = &self.room else {
            return;
        };
        for (position, (readings, traits)) in readings.iter_mut().zip(all).enumerate() {
            if traits.kind == kind
                && let Some(slot) = readings.get_mut(Signal::Place as usize)
            {
                *slot = room.reading(position);
            }
        }
    }
}
