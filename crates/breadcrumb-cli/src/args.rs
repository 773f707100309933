//! The command line: what can be said, and the help that teaches it.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use crate::args_config::ConfigArgs;
use crate::args_data::{
    EventsArgs, ExportArgs, FingerprintsArgs, ImportArgs, MergeArgs, PruneArgs, RedactArgs,
    StatsArgs,
};
#[cfg(feature = "fix")]
use crate::args_fix::FixArgs;
use crate::args_flaky::{FlakyArgs, GateArgs, IngestArgs, QuarantineArgs, RunArgs};
use crate::args_generate::GenerateArgs;
use crate::args_mcp::McpArgs;
use crate::args_report::{ReportArgs, ServeArgs};
use crate::args_review::ReviewArgs;
use crate::args_setup::{CompletionsArgs, DoctorArgs, InitArgs, ManArgs, ReferenceArgs};

const AFTER_HELP: &str = "\
Examples:
  breadcrumb init shop-tests
  breadcrumb doctor
  breadcrumb report --format html --open

Exit codes:
  0  fine
  1  found something: a heal was refused, a test failed, the database has a problem
  2  wrong use, or cannot run
  3  the quarantine breaks its own rules: an entry has expired, there are too many
  4 something is missing: a run was not recorded, or has no results";

/// Keeps UI tests alive when the app under test changes.
#[derive(Debug, Parser)]
#[command(name = "breadcrumb", version, after_help = AFTER_HELP, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Completions(CompletionsArgs),
    Config(ConfigArgs),
    Doctor(DoctorArgs),
    Events(EventsArgs),
    Export(ExportArgs),
    Fingerprint(FingerprintArgs),
    Fingerprints(FingerprintsArgs),
    #[cfg(feature = "fix")]
    Fix(FixArgs),
    Flaky(FlakyArgs),
    Gate(GateArgs),
    Generate(GenerateArgs),
    Heal(HealArgs),
    Import(ImportArgs),
    Ingest(IngestArgs),
    Init(InitArgs),
    Man(ManArgs),
    Mcp(McpArgs),
    Merge(MergeArgs),
    Prune(PruneArgs),
    Redact(RedactArgs),
    Quarantine(QuarantineArgs),
    Reference(ReferenceArgs),
    Report(ReportArgs),
    Review(ReviewArgs),
    Run(RunArgs),
    Serve(ServeArgs),
    Stats(StatsArgs),
}

/// Prints the fingerprint of one element of a saved page as JSON.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  breadcrumb fingerprint --page v1.html --locator '#login-btn' > login.json"
)]
pub(crate) struct FingerprintArgs {
    /// The page: an HTML file.
    #[arg(long, value_name = "FILE.html")]
    pub(crate) page: PathBuf,
    /// A CSS selector that matches one visible element.
    #[arg(long, value_name = "CSS")]
    pub(crate) locator: String,
    /// The test it belongs to.
    #[arg(long, value_name = "ID", default_value = "")]
    pub(crate) test_id: String,
}

/// Looks for an element on a saved page, and explains the decision.
///
/// For scripts and bug reports: it needs no browser and no database, and the same two files always give the same
/// answer.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  breadcrumb heal --fingerprint login.json --page v2.html\n  \
                  breadcrumb heal --fingerprint login.json --page payload.json --min-confidence 0.7 --json\n  \
                  breadcrumb fingerprint --page v1.html --locator '#a' | breadcrumb heal --fingerprint - --page v2.html"
)]
pub(crate) struct HealArgs {
    /// The fingerprint: a JSON file, or - for standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) fingerprint: PathBuf,
    /// The page now: an HTML file, a page payload, or a JSON list of fingerprints.
    #[arg(long, value_name = "FILE.html|FILE.json")]
    pub(crate) page: PathBuf,
    /// The page when the fingerprint was taken. Its other elements are ruled out as matches.
    #[arg(long, value_name = "FILE.html|FILE.json")]
    pub(crate) old_page: Option<PathBuf>,
    /// Minimum confidence to heal, from 0 to 1.
    #[arg(
        long = "min-confidence",
        alias = "threshold",
        value_name = "SHARE",
        default_value_t = breadcrumb::engine::DEFAULT_THRESHOLD
    )]
    pub(crate) threshold: f64,
    /// Minimum lead over the second-best candidate, from 0 to 1. [default: the scorer's own]
    #[arg(long, value_name = "SHARE")]
    pub(crate) margin: Option<f64>,
    /// How elements are compared. [default: evidence, or classic if weights are given]
    #[arg(long, value_enum)]
    pub(crate) scorer: Option<ScorerName>,
    /// Overrides the weight of a classic signal; can be repeated.
    #[arg(long = "weight", value_name = "SIGNAL=WEIGHT", value_parser = parse_weight)]
    pub(crate) weights: Vec<(String, f64)>,
    /// Number of candidates to show.
    #[arg(long, value_name = "COUNT", default_value_t = 3)]
    pub(crate) top: usize,
    /// Prints JSON instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScorerName {
    /// Every signal counts by how rare its value is on the page.
    Evidence,
    /// The weighted mean of eight signals.
    Classic,
}

fn parse_weight(text: &str) -> Result<(String, f64), String> {
    let (signal, weight) = text
        .split_once('=')
        .ok_or("write it as SIGNAL=WEIGHT, e.g. text=0.4")?;
    let weight = weight
        .parse()
        .map_err(|_| format!("`{weight}` is not a number"))?;
    Ok((signal.to_owned(), weight))
}
