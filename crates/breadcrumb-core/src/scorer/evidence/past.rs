//! What the page as it was tells about the page as it is.

use super::kept::Kept;
use super::place::Room;
use super::rarity::Rarity;
use super::recognised::recognise;
use super::signal::{Bits, SIGNALS, Signal};
use super::target::Readings;
use super::traits::Traits;
use crate::element_kind::ElementKind;
use crate::fingerprint::ElementFingerprint;
use crate::heal::PageMemory;

/// How often signals were kept, and where the element should be.
#[derive(Debug, Default)]
pub(super) struct Past {
    pub(super) kept: Kept,
    room: Option<Room>,
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
        let found = recognise(&old, new);
        let place = memory.position(stored);
        Self {
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
