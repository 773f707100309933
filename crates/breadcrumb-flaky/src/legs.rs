//! [`Legs`]: runs of one CI job that may be legs of a matrix.

use std::collections::HashMap;

use crate::facts::{RunFacts, RunIndex};
use crate::history::Attempt;

/// The tries at CI jobs that had several runs: legs, shards, or a command that was called twice.
#[derive(Debug, Clone, Default)]
pub(crate) struct Legs {
    /// The number of its try, for each run that is not alone in it; empty where all are.
    tries: Vec<Option<u32>>,
}

impl Legs {
    /// Finds the tries that had several runs.
    pub(crate) fn of(runs: &[RunFacts]) -> Self {
        let mut known: HashMap<&str, (u32, u32)> = HashMap::new();
        for job_try in runs.iter().filter_map(|run| run.job_try.as_deref()) {
            let number = u32::try_from(known.len()).unwrap_or(u32::MAX);
            known.entry(job_try).or_insert((number, 0)).1 += 1;
        }
        if known.values().all(|(_, count)| *count == 1) {
            return Self::default();
        }
        let number = |run: &RunFacts| {
            let (number, count) = known.get(run.job_try.as_deref()?)?;
            (*count > 1).then_some(*number)
        };
        Self {
            tries: runs.iter().map(number).collect(),
        }
    }

    /// Tells whether attempts at one test, all of one variant, were made in several runs of one try. A shard has tests of its
    /// own, so these are legs that nobody has given a name.
    pub(crate) fn are_unnamed(&self, attempts: &[Attempt]) -> bool {
        if self.tries.is_empty() {
            return false;
        }
        let place = |run: RunIndex| Some((self.tries.get(run.place()).copied()??, run.place()));
        let runs = attempts.iter().filter_map(|attempt| place(attempt.run?));
        let mut runs: Vec<(u32, usize)> = runs.collect();
        runs.sort_unstable();
        runs.dedup();
        !runs.is_sorted_by(|a, b| a.0 < b.0)
    }
}
