//! How often a signal was kept between the two versions of this very page.
//!
//! Where a release gave every element a new id, another id says nothing. What has become of the
//! other elements of the page tells: those that can be recognised by one value show whether their
//! other values were kept.

use super::recognised::Recognised;
use super::shapes::ClassNames;
use super::signal::{SIGNALS, Signal, worths};
use super::traits::Traits;

/// What is known beforehand weighs as much as so many elements of the page.
const PRIOR_WEIGHT: f64 = 4.0;
/// No signal is taken to be lost altogether.
const LEAST: f64 = 0.05;
/// Classes less alike than this were replaced.
const SAME_CLASSES: f64 = 0.5;

/// For each signal, how often it is kept.
#[derive(Debug, Clone)]
pub(super) struct Kept([f64; SIGNALS]);

impl Default for Kept {
    fn default() -> Self {
        let mut shares = [0.0; SIGNALS];
        for (share, worth) in shares.iter_mut().zip(worths()) {
            *share = worth.kept;
        }
        Self(shares)
    }
}

impl Kept {
    /// Looks what has become of the other elements of a page.
    ///
    /// A share is only ever lowered: the element that is looked for has changed, or nobody would
    /// look for it, so that what others kept says nothing for it.
    pub(super) fn between(old: &[Traits<'_>], new: &[Traits<'_>], found: &[Recognised]) -> Self {
        let mut kept = Self::default();
        let mut counts = [(0.0, 0.0); SIGNALS];
        for pair in found {
            if let Some((a, b)) = old.get(pair.old).zip(new.get(pair.new)) {
                count(a, b, pair.by, &mut counts);
            }
        }
        for (share, (seen, same)) in kept.0.iter_mut().zip(counts) {
            let measured = (PRIOR_WEIGHT * *share + same) / (PRIOR_WEIGHT + seen);
            *share = measured.max(LEAST).min(*share);
        }
        kept
    }

    pub(super) fn shares(&self) -> &[f64; SIGNALS] {
        &self.0
    }
}

/// Counts which signals of two elements are the same, but for the one they were recognised by.
fn count(a: &Traits<'_>, b: &Traits<'_>, by: Signal, counts: &mut [(f64, f64); SIGNALS]) {
    let mut add = |signal: Signal, is_same: bool| {
        if let Some((seen, same)) = counts.get_mut(signal as usize) {
            *seen += 1.0;
            *same += f64::from(u8::from(is_same));
        }
    };
    for (signal, value) in a.values().filter(|(signal, _)| *signal != by) {
        add(signal, value == b.value(signal));
    }
    if !a.class.is_empty() {
        let likeness = super::shapes::class(&ClassNames::of(a.class), &ClassNames::of(b.class));
        add(Signal::Class, likeness >= SAME_CLASSES);
    }
}
