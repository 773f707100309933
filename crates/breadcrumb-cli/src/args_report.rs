//! The command line of reports.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// More days than a database of any age has.
const MOST_DAYS: i64 = 3_650;

/// Where reports read from, and how far back.
#[derive(Debug, Args)]
pub(crate) struct WindowArgs {
    /// The database; where not given, the one that the settings name, then `.breadcrumb.db`.
    #[arg(long, value_name = "PATH")]
    pub(crate) db: Option<PathBuf>,
    /// How many days to look back. [default: the setting `report_days`, which is 30]
    #[arg(
        long,
        value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..=MOST_DAYS)
    )]
    pub(crate) days: Option<u32>,
}

/// Reports what happened: healed locators, refused heals, flaky tests and the quarantine.
///
/// All formats show the same numbers. It only reads the database.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  breadcrumb report                                  a summary on the terminal
  breadcrumb report --format html --open             a page that opens offline, in the browser
  breadcrumb report --format json --output out.json  for machines; docs/schema/report-v1.json
  breadcrumb report --format markdown >> \"$GITHUB_STEP_SUMMARY\"
  breadcrumb report --format github                  annotations on the lines of the tests
  breadcrumb report --format junit --output out.xml  for CI services
  breadcrumb report --fail-on drift --fail-on new-flaky")]
pub(crate) struct ReportArgs {
    /// What to write.
    #[arg(long, value_enum, default_value_t = ReportFormat::Console)]
    pub(crate) format: ReportFormat,
    /// Where to write it; a page goes to `breadcrumb-report.html`, all else to standard output.
    #[arg(long, short, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Opens what was written with the program that the system has for it.
    #[arg(long)]
    pub(crate) open: bool,
    /// Exits with 1 where the window has one of these; can be given several times.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) fail_on: Vec<FailOn>,
    #[command(flatten)]
    pub(crate) window: WindowArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Text in 80 columns.
    Console,
    /// One page that opens offline.
    Html,
    /// All of it, with a version and a schema.
    Json,
    /// For a pull request or the summary of a job.
    Markdown,
    /// Annotations of GitHub Actions.
    Github,
    /// JUnit XML, for CI services.
    Junit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// A locator was healed.
    Healed,
    /// A locator finds another element than it did.
    Drift,
    /// A test is flaky and not in quarantine.
    NewFlaky,
}

/// Shows the report as a page that follows the database while tests run.
///
/// It listens on this machine only unless told otherwise, under an address that nobody can guess.
/// Heals are approved and rejected on their pages; nothing else is written, and nothing at all with
/// --read-only. Ctrl-C ends it.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb serve --open\n  breadcrumb serve --port 8321 --days 7\n  \
                  breadcrumb serve --host 0.0.0.0 --read-only"
)]
pub(crate) struct ServeArgs {
    /// The port; 0 takes one that is free.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) port: u16,
    /// The address to listen on; with another than the default, other machines can read the report
    /// and decide about heals.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,
    /// Lets nobody decide about heals on the page; the database is only read.
    #[arg(long)]
    pub(crate) read_only: bool,
    /// Opens the page in the browser.
    #[arg(long)]
    pub(crate) open: bool,
    #[command(flatten)]
    pub(crate) window: WindowArgs,
}
