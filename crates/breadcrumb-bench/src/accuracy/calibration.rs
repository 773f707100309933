//! Whether nine in ten heals of confidence 0.9 are right.

use std::fmt::Write as _;

use serde::Serialize;

use super::Asked;

const BINS: usize = 10;

/// Heals and right heals by confidence, each bin a tenth.
#[derive(Debug, Default, Serialize)]
pub(super) struct Calibration {
    bins: [Bin; BINS],
}

#[derive(Debug, Default, Clone, Copy, Serialize)]
struct Bin {
    heals: usize,
    right: usize,
    sum: f64,
}

impl Calibration {
    pub(super) fn count(&mut self, asked: &Asked<'_>) {
        if asked.answer.healed.is_none() {
            return;
        }
        let confidence = asked.answer.confidence;
        let place = (0..BINS).rfind(|bin| confidence * BINS as f64 >= *bin as f64);
        if let Some(bin) = place.and_then(|place| self.bins.get_mut(place)) {
            bin.heals += 1;
            bin.right += usize::from(asked.is_right());
            bin.sum += confidence;
        }
    }

    pub(super) fn render(&self) -> String {
        let mut text = String::from(
            "\nevidence: how many heals were right; below 0.5, how many would have been\n\
             confidence    heals   mean   right\n",
        );
        for (place, bin) in self.bins.iter().enumerate() {
            let heals = bin.heals.max(1) as f64;
            let _ = writeln!(
                text,
                "0.{place} to {:.1}    {:>5}   {:>4.2}   {:>5.2}",
                (place + 1) as f64 / BINS as f64,
                bin.heals,
                bin.sum / heals,
                bin.right as f64 / heals,
            );
        }
        text
    }
}
