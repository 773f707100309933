//! Benchmarks: our engine and what users have today, on the same data, in one run.
//!
//! `make bench` builds everything and calls this. Times are medians of processor time, or of real
//! time where a disk or a start-up is waited for; the machine may be shared, so the ratio is what
//! counts.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark prints its table"
)]

mod accuracy;
mod data;
mod engine;
mod fix;
mod flaky;
mod mcp;
mod measure;
mod package;
mod report;
mod table;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Measures Breadcrumb.
#[derive(Debug, Parser)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Similarity, healing, store and start-up, beside the Python package.
    Engine(EngineArgs),
    /// Right and wrong heals on pages in two versions with known answers.
    Accuracy(accuracy::AccuracyArgs),
    /// A patch of 200 locators in a project of 1,000 files.
    Fix(fix::FixArgs),
    /// What four rules of quarantine do to tests whose truth is known.
    Flaky(flaky::FlakyArgs),
    /// Every tool of the MCP server on a store of 100,000 attempts.
    Mcp(mcp::McpArgs),
    /// Reports on a store of 100,000 attempts and 10,000 heals, beside the Python package.
    Report(report::ReportArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct EngineArgs {
    /// Python of a virtual environment with `pytest-breadcrumb` 0.1.0a2; without it only ours runs.
    #[arg(long, value_name = "PATH")]
    package_python: Option<PathBuf>,
    /// The `breadcrumb` command to start.
    #[arg(long, value_name = "PATH", default_value = "target/release/breadcrumb")]
    command: PathBuf,
    /// Runs the package on all candidates; by default on a part of them where it takes minutes.
    #[arg(long)]
    full: bool,
    /// Measures only our decisions whose name contains this: to look at them with a profiler.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Writes the figures as JSON too.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

fn main() -> ExitCode {
    let done = match Args::parse().command {
        Command::Engine(args) => engine(&args),
        Command::Accuracy(args) => accuracy::run(&args),
        Command::Fix(args) => fix::run(&args),
        Command::Flaky(args) => flaky::run(&args),
        Command::Mcp(args) => mcp::run(&args),
        Command::Report(args) => report::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn engine(args: &EngineArgs) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir_in("target")?;
    let cases = data::cases();
    if let Some(text) = &args.only {
        let mut seconds = engine::pair(&cases);
        let cases: Vec<_> = cases
            .into_iter()
            .filter(|case| case.name.contains(text))
            .collect();
        seconds.extend(engine::heals(&cases));
        seconds.retain(|name, _| name.contains(text));
        let rows = table::rows(&seconds, &package::Figures::default());
        print!("{}", table::render(&rows));
        return Ok(());
    }
    let theirs = match &args.package_python {
        Some(python) => package::measure(python, folder.path(), &cases, args.full)?,
        None => package::Figures::default(),
    };
    eprintln!("measuring ours");
    let ours = engine::measure(folder.path(), &cases, &args.command)?;
    let rows = table::rows(&ours, &theirs);
    print!("{}", table::render(&rows));
    if let Some(path) = &args.json {
        std::fs::write(path, serde_json::to_string_pretty(&rows)?)?;
    }
    Ok(())
}
