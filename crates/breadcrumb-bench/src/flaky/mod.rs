//! Flaky tests: the rules of the quarantine in a simulation, and a large store.

mod random;
mod rules;
mod scenario;
mod simulation;

use std::error::Error;

/// How often each scenario is played.
const REPETITIONS: u64 = 1_000;

/// Plays scenarios with known truths, and prints what four rules make of them.
#[derive(Debug, clap::Args)]
pub(crate) struct FlakyArgs {
    /// How often each scenario is played.
    #[arg(long, value_name = "COUNT", default_value_t = REPETITIONS)]
    repetitions: u64,
}

pub(crate) fn run(args: &FlakyArgs) -> Result<(), Box<dyn Error>> {
    simulation::run(args.repetitions)
}
