//! Where the neighbors leave room for an element.
//!
//! Between two elements that were recognised, those that were not stand in the same order before
//! and after: where one was between "Log in" and "Help" and one is now, it is most likely that one.

use super::recognised::Recognised;
use super::signal::Bits;
use super::target::Reading;
use super::traits::Traits;

/// What it says that an element stands in the right room, but not in the place of ours there.
const SAME_ROOM: f64 = 0.4;
/// How often an element stays between its neighbors.
const KEPT: f64 = 0.7;
/// The same in the room, at most: one place in a page may be taken by chance.
const LEAST_CHANCE: f64 = 0.03;
const MOST_CHANCE: f64 = 0.9;
/// What a place is worth beside a name.
const WEIGHT: f64 = 0.6;
/// The same where both neighbors are where they were, and one element is between them as before.
const TIGHT_WEIGHT: f64 = 1.0;

/// The stretch of the new page where an element should be.
#[derive(Debug)]
pub(super) struct Room {
    /// Positions of what stands there now, of the element's kind and not recognised as another.
    now: Vec<usize>,
    /// Which one of them it should be; none if their number has changed.
    place: Option<usize>,
    bits: Bits,
}

impl Room {
    /// Finds the room of an old element; none where nothing near it was recognised.
    pub(super) fn of(
        element: usize,
        old: &[Traits<'_>],
        new: &[Traits<'_>],
        found: &[Recognised],
    ) -> Option<Self> {
        let kind = old.get(element)?.kind;
        let others = || found.iter().filter(|pair| pair.old != element);
        let before = others()
            .filter(|pair| pair.old < element)
            .max_by_key(|pair| pair.old);
        let after = others()
            .filter(|pair| pair.old > element)
            .min_by_key(|pair| pair.old);
        if before.is_none() && after.is_none() {
            return None;
        }
        let old_room = (
            before.map_or(0, |pair| pair.old + 1),
            after.map_or(old.len(), |pair| pair.old),
        );
        let new_room = (
            before.map_or(0, |pair| pair.new + 1),
            after.map_or(new.len(), |pair| pair.new),
        );
        let is_free = |position: usize| !others().any(|pair| pair.new == position);
        let is_kind =
            |traits: &[Traits<'_>], at: usize| traits.get(at).is_some_and(|t| t.kind == kind);
        let now: Vec<usize> = (new_room.0..new_room.1)
            .filter(|at| is_kind(new, *at) && is_free(*at))
            .collect();
        let then: Vec<usize> = (old_room.0..old_room.1)
            .filter(|at| is_kind(old, *at))
            .collect();
        let place = then.iter().position(|at| *at == element);
        let alike = new.iter().filter(|traits| traits.kind == kind).count();
        let is_tight = before.is_some_and(|pair| pair.old + 1 == element)
            && after.is_some_and(|pair| pair.old == element + 1)
            && now.len() == 1;
        let weight = if is_tight { TIGHT_WEIGHT } else { WEIGHT };
        let chance =
            (now.len().max(1) as f64 / alike.max(1) as f64).clamp(LEAST_CHANCE, MOST_CHANCE);
        Some(Self {
            place: place.filter(|_| now.len() == then.len()),
            now,
            bits: Bits {
                agrees: weight * (KEPT / chance).log2().max(0.0),
                differs: WEIGHT * ((1.0 - KEPT) / (1.0 - chance)).log2().min(0.0),
            },
        })
    }

    pub(super) fn bits(&self) -> Bits {
        self.bits
    }

    /// Says whether a candidate stands where the element should.
    pub(super) fn reading(&self, position: usize) -> Reading {
        let score = match (self.now.iter().position(|at| *at == position), self.place) {
            (None, _) => 0.0,
            (Some(at), Some(place)) if at == place => 1.0,
            (Some(_), _) => SAME_ROOM,
        };
        Reading { score, doubt: 1.0 }
    }
}
