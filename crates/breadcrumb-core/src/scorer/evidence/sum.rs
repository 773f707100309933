//! What all signals say together.

use super::signal::{Bits, Group, SIGNALS, worths};
use super::target::{Reading, Readings};

/// Sums are rounded so far that no platform's logarithm makes a difference.
const GRAIN: f64 = 1_048_576.0;

/// Adds up what the signals say, in bits. What a group of names says against it counts once.
pub(super) fn bits(readings: &Readings, worth: &[Bits; SIGNALS]) -> f64 {
    let mut sum = 0.0;
    let mut against_programs = 0.0_f64;
    let mut against_people = 0.0_f64;
    for ((reading, bits), signal) in readings.iter().zip(worth).zip(worths()) {
        let said = said(*reading, *bits);
        match signal.group {
            Some(Group::ForPrograms) if said < 0.0 => against_programs = against_programs.min(said),
            Some(Group::ForPeople) if said < 0.0 => against_people = against_people.min(said),
            _ => sum += said,
        }
    }
    sum += against_programs + against_people;
    (sum * GRAIN).round() / GRAIN
}

fn said(reading: Reading, bits: Bits) -> f64 {
    if reading.doubt > 0.0 {
        reading.score * bits.agrees + (1.0 - reading.score) * bits.differs * reading.doubt
    } else {
        0.0
    }
}
