//! The command line of reports.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// More days than a database of any age has.
const MOST_DAYS: i64 = 3_650;

/// Where reports read from, and how far back.
#[derive(Debug, Args)]
pub(crate) struct WindowArgs {
    /// The database. [default: the setting `db`, else `.breadcrumb.db`]
    #[arg(long, value_name = "PATH")]
    pub(crate) db: Option<PathBuf>,
    /// Number of days to look back. [default: the setting `report_days`, else 30]
    #[arg(
        long,
        value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..=MOST_DAYS)
    )]
    pub(crate) days: Option<u32>,
}

/// Reports test health: heals, refused heals, flaky and failing tests, quarantine.
///
/// All formats show the same numbers. Read-only.
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
    /// The format to write.
    #[arg(long, value_enum, default_value_t = ReportFormat::Console)]
    pub(crate) format: ReportFormat,
    /// The file to write. [default: `breadcrumb-report.html` for a page, else standard output]
    #[arg(long, short, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Opens the written file.
    #[arg(long)]
    pub(crate) open: bool,
    /// Exits with 1 if the report has one of these; can be repeated.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) fail_on: Vec<FailOn>,
    #[command(flatten)]
    pub(crate) window: WindowArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Text for the terminal, 80 columns.
    Console,
    /// One HTML page that opens offline.
    Html,
    /// Everything, with a schema version.
    Json,
    /// For pull requests and job summaries.
    Markdown,
    /// Annotations for GitHub Actions.
    Github,
    /// JUnit XML, for CI services.
    Junit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// A locator was healed.
    Healed,
    /// A locator matches a different element than before.
    Drift,
    /// A test is flaky and not quarantined.
    NewFlaky,
}

/// Serves the report as a live page that updates while tests run.
///
/// Listens on this machine only, at an address with a secret token. You can approve and reject heals on the page;
/// with --read-only nothing is written. Ctrl-C stops it.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb serve --open\n  breadcrumb serve --port 8321 --days 7\n  \
                  breadcrumb serve --host 0.0.0.0 --read-only"
)]
pub(crate) struct ServeArgs {
    /// The port; 0 picks a free one.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) port: u16,
    /// The address to listen on. With another than the default, other machines can read the report and review heals.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,
    /// Turns off reviews on the page; the database is only read.
    #[arg(long)]
    pub(crate) read_only: bool,
    /// Opens the page in the browser.
    #[arg(long)]
    pub(crate) open: bool,
    #[command(flatten)]
    pub(crate) window: WindowArgs,
}
