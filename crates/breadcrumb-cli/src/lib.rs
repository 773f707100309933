//! The `breadcrumb` command as a library, so that other fronts can carry it.
//!
//! It parses, calls the facade, prints, and maps errors to [`Exit`] codes; it has no rule of its
//! own. [`run`] is all there is to call.

mod args;
mod args_config;
mod args_data;
#[cfg(feature = "fix")]
mod args_fix;
mod args_flaky;
mod args_generate;
mod args_mcp;
mod args_report;
mod args_review;
mod args_setup;
mod args_test;
mod commands;
mod error;
mod exit;
mod input;
mod output;
mod settings;

use std::ffi::OsString;

use clap::{CommandFactory as _, Parser as _};

use args::{Args, Command};
use error::CommandError;
pub use exit::Exit;

/// Runs the command with these arguments, the program's name first.
///
/// ```no_run
/// let exit = breadcrumb_cli::run(["breadcrumb", "doctor"]);
/// ```
pub fn run<T: Into<OsString> + Clone>(arguments: impl IntoIterator<Item = T>) -> Exit {
    let args = match Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(error) => return explain_usage(&error),
    };
    let done = match &args.command {
        Command::Completions(completions) => commands::completions(completions),
        Command::Config(config) => commands::config(config),
        Command::Doctor(doctor) => commands::doctor(doctor),
        Command::Events(events) => commands::events(events),
        Command::Export(export) => commands::export(export),
        Command::Fingerprint(fingerprint) => commands::fingerprint(fingerprint),
        Command::Fingerprints(fingerprints) => commands::fingerprints(fingerprints),
        #[cfg(feature = "fix")]
        Command::Fix(fix) => commands::fix(fix),
        Command::Flaky(flaky) => commands::flaky(flaky),
        Command::Gate(gate) => commands::gate(gate),
        Command::Generate(generate) => commands::generate(generate),
        Command::Heal(heal) => commands::heal(heal),
        Command::Import(import) => commands::import(import),
        Command::Ingest(ingest) => commands::ingest(ingest),
        Command::Init(init) => commands::init(init),
        Command::Man(man) => commands::man(man),
        Command::Mcp(mcp) => commands::mcp(mcp),
        Command::Merge(merge) => commands::merge(merge),
        Command::Prune(prune) => commands::prune(prune),
        Command::Redact(redact) => commands::redact(redact),
        Command::Quarantine(quarantine) => commands::quarantine(quarantine),
        Command::Reference(_) => commands::reference(),
        Command::Report(report) => commands::report(report),
        Command::Review(review) => commands::review(review),
        Command::Run(run) => commands::run(run),
        Command::Serve(serve) => commands::serve(serve),
        Command::Stats(stats) => commands::stats(stats),
    };
    done.unwrap_or_else(|error| explain_error(&error))
}

/// Returns the command line with all its commands and flags, for what describes it.
#[must_use]
pub fn command() -> clap::Command {
    Args::command()
}

fn explain_usage(error: &clap::Error) -> Exit {
    // `--help` and `--version` come as errors too; those go to stdout. A closed pipe is no failure.
    let is_help = !error.use_stderr();
    let _ = error.print();
    if is_help { Exit::Fine } else { Exit::CannotRun }
}

fn explain_error(error: &CommandError) -> Exit {
    if error.is_closed_pipe() {
        return Exit::Fine;
    }
    output::print_error(error);
    Exit::CannotRun
}
