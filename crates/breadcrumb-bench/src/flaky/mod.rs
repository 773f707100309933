//! Flaky tests: the rules of the quarantine in a simulation, and a large store.

mod large;
mod random;
mod rules;
mod scenario;
mod simulation;

use std::error::Error;
use std::path::PathBuf;

/// How often each scenario is played.
const REPETITIONS: u64 = 1_000;

/// Plays scenarios with known truths, and prints what four rules make of them.
#[derive(Debug, clap::Args)]
pub(crate) struct FlakyArgs {
    /// How often each scenario is played.
    #[arg(long, value_name = "COUNT", default_value_t = REPETITIONS)]
    repetitions: u64,
    /// Measures a large store instead.
    #[arg(long)]
    large: bool,
    /// How many tests the large store has.
    #[arg(long, value_name = "COUNT", default_value_t = 10_000)]
    tests: usize,
    /// How many attempts each of them has.
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    runs: usize,
    /// How large a report is that is ingested.
    #[arg(long, value_name = "MB", default_value_t = 1_000)]
    xml_megabytes: usize,
    /// The `breadcrumb` command to measure.
    #[arg(long, value_name = "PATH", default_value = "target/release/breadcrumb")]
    command: PathBuf,
}

pub(crate) fn run(args: &FlakyArgs) -> Result<(), Box<dyn Error>> {
    if args.large {
        large::run(args.tests, args.runs, &args.command, args.xml_megabytes)
    } else {
        simulation::run(args.repetitions)
    }
}
