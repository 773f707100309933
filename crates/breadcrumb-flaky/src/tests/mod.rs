//! The crate from inside: golden vectors, states, decisions, properties.

mod golden;
mod history;
mod properties;
mod reviews;
mod states;

use crate::{Assessment, Evidence, Policy, TestMemory};

/// Attempts and failures of one revision.
type Counts = (u32, u32);

pub(crate) const P: Counts = (1, 0);
pub(crate) const F: Counts = (1, 1);
pub(crate) const FP: Counts = (2, 1);
pub(crate) const FFF: Counts = (3, 3);

/// Repeats each of these so many times, one after the other.
pub(crate) fn sequence(parts: &[(usize, Counts)]) -> Vec<Counts> {
    parts
        .iter()
        .flat_map(|(times, counts)| std::iter::repeat_n(*counts, *times))
        .collect()
}

/// Assesses revisions of a test whose onset somebody has acknowledged.
pub(crate) fn acknowledged(counts: &[Counts]) -> Assessment {
    let memory = TestMemory {
        acknowledged_at: Some(f64::MAX),
        ..TestMemory::default()
    };
    assess(counts, &memory)
}

pub(crate) fn assess(counts: &[Counts], memory: &TestMemory) -> Assessment {
    let now = counts.len() as f64;
    Assessment::of(
        Evidence::of_counts(counts),
        memory,
        &Policy::default().flaky,
        now,
    )
}
