//! How often a value is on a page: what is rare tells more.

use std::collections::HashMap;

use super::kept::Kept;
use super::names::SPOKEN;
use super::signal::{Bits, SIGNALS, Signal, worths};
use super::tokens::hash;
use super::traits::Traits;

/// Where nothing is known of the page, an element counts as one of so many.
const USUAL_PAGE: usize = 256;
/// A smaller page is too small a sample to say what is rare.
const SMALLEST_SAMPLE: usize = 64;

/// The values on a page, counted.
#[derive(Debug, Default)]
pub(super) struct Rarity {
    counts: HashMap<(u8, u64), u32>,
    /// How often a name is said other than by a text.
    moved: HashMap<u64, u32>,
    total: usize,
}

impl Rarity {
    /// Takes a page for granted that has nothing like the element but itself.
    pub(super) fn unknown() -> Self {
        Self {
            counts: HashMap::new(),
            moved: HashMap::new(),
            total: USUAL_PAGE,
        }
    }

    pub(super) fn of_page(all: &[Traits<'_>]) -> Self {
        let mut rarity = Self {
            counts: HashMap::new(),
            moved: HashMap::new(),
            total: all.len(),
        };
        for (position, traits) in all.iter().enumerate() {
            let repeats = repeats_neighbor(all, position, traits);
            for (signal, value) in traits.values() {
                let is_counted = signal != Signal::Text || !repeats;
                *rarity.counts.entry(key(signal, value)).or_default() += u32::from(is_counted);
                if SPOKEN.contains(&signal) && signal != Signal::Text {
                    *rarity.moved.entry(hash(value)).or_default() += 1;
                }
            }
        }
        rarity
    }

    /// Returns how many elements were counted.
    pub(super) fn total(&self) -> usize {
        self.total
    }

    /// Counts a value; a name that became one for screen readers is as frequent as that one.
    fn count(&self, signal: Signal, value: &str) -> u32 {
        let own = self.counts.get(&key(signal, value)).copied().unwrap_or(0);
        let is_spoken = SPOKEN.contains(&signal);
        let moved = self.moved.get(&hash(value)).filter(|_| is_spoken);
        own.max(moved.copied().unwrap_or(0))
    }

    /// Returns what each signal of an element is worth on this page.
    pub(super) fn worth(&self, traits: &Traits<'_>, kept: &Kept) -> [Bits; SIGNALS] {
        let mut all = [Bits::default(); SIGNALS];
        let mut counts = [0_u32; SIGNALS];
        for (signal, value) in traits.values() {
            if let Some(count) = counts.get_mut(signal as usize) {
                *count = self.count(signal, value);
            }
        }
        let worths = worths().zip(kept.shares());
        for ((bits, (worth, kept)), count) in all.iter_mut().zip(worths).zip(counts) {
            *bits = worth.bits(*kept, count, self.total.max(SMALLEST_SAMPLE));
        }
        all
    }
}

/// Whether an element is only a box around or inside the one whose text it has: boxes around one
/// text follow each other on a page, and it is one text.
fn repeats_neighbor(all: &[Traits<'_>], position: usize, traits: &Traits<'_>) -> bool {
    let has_same = |other: &Traits<'_>| other.value(Signal::Text) == traits.value(Signal::Text);
    let before = position.checked_sub(1).and_then(|before| all.get(before));
    let after = all.get(position + 1).filter(|other| other.kind.is_active());
    !traits.kind.is_active() && (before.is_some_and(has_same) || after.is_some_and(has_same))
}

fn key(signal: Signal, value: &str) -> (u8, u64) {
    (signal as u8, hash(value))
}
