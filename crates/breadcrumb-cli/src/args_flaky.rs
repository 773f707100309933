//! The command line of flaky tests and the quarantine.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Where results are kept.
#[derive(Debug, Args)]
pub(crate) struct DatabaseArgs {
    /// The database. [default: the setting `db`, else `.breadcrumb.db`]
    #[arg(long, value_name = "PATH", global = true)]
    pub(crate) db: Option<PathBuf>,
    /// Prints JSON instead of text.
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

/// Records test reports: JUnit XML, Playwright JSON, pytest report-log.
///
/// If one file is broken, nothing is stored. Recording a report twice changes nothing.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb ingest out/*.xml\n  breadcrumb ingest report.json --variant firefox"
)]
pub(crate) struct IngestArgs {
    /// The report files.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The configuration the tests ran in, such as a browser. [default: `BREADCRUMB_VARIANT`, else the leg of the CI
    /// job]
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// The version of the tested application, if it is not in this repository; `unknown` if you cannot tell.
    /// [default: `BREADCRUMB_APP_VERSION`, else the setting `app_version`]
    #[arg(long, value_name = "VERSION")]
    pub(crate) app_version: Option<String>,
    /// The id of the run. [default: the id of the CI job, else one made from the reports]
    #[arg(long, value_name = "ID", default_value = "")]
    pub(crate) run_id: String,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}

/// Finds flaky tests, and tells them from broken ones.
///
/// A test is flaky if it passes and fails on the same code. A test that starts to fail and keeps failing is broken,
/// not flaky.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb flaky list\n  breadcrumb flaky show tests/test_a.py::test_b"
)]
pub(crate) struct FlakyArgs {
    #[command(subcommand)]
    pub(crate) command: FlakyCommand,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum FlakyCommand {
    /// Lists failing and flaky tests, each with the evidence in one sentence.
    #[command(after_help = "Example:\n  breadcrumb flaky list --json")]
    List {
        /// Lists all tests, passing and new ones too.
        #[arg(long)]
        all: bool,
    },
    /// Shows one test: status, flake rate, history and likely causes.
    #[command(after_help = "Example:\n  breadcrumb flaky show tests/test_a.py::test_b")]
    Show {
        /// The test's id.
        test: String,
    },
    /// Reruns a test on the current code to find out whether it is flaky.
    #[command(
        after_help = "Examples:\n  breadcrumb flaky confirm tests/test_a.py::test_b\n  breadcrumb flaky confirm cart::adds --command 'cargo test {test}'"
    )]
    Confirm(RerunArgs),
    /// Reruns a quarantined test after a fix; each pass counts toward its release.
    #[command(after_help = "Example:\n  breadcrumb flaky verify tests/test_a.py::test_b")]
    Verify(RerunArgs),
    /// Acknowledges a test that recently became flaky, so that it can be quarantined now.
    #[command(after_help = "Example:\n  breadcrumb flaky acknowledge tests/test_a.py::test_b")]
    Acknowledge {
        /// The test's id.
        test: String,
    },
    /// Moves the history of a renamed test to its new id.
    #[command(
        after_help = "Example:\n  breadcrumb flaky rename tests/test_a.py::test_b tests/test_a.py::test_c"
    )]
    Rename {
        /// The old id.
        old: String,
        /// The new id.
        new: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct RerunArgs {
    /// The test's id.
    pub(crate) test: String,
    /// Maximum number of reruns. [default: as many as the evidence needs]
    #[arg(long, value_name = "COUNT")]
    pub(crate) runs: Option<u32>,
    /// The command that runs the test; `{test}` stands for its id. [default: pytest]
    #[arg(long, value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}

/// Lists and changes the quarantine: tests whose known failures do not fail a run.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb quarantine list\n  breadcrumb quarantine explain tests/test_a.py::test_b"
)]
pub(crate) struct QuarantineArgs {
    #[command(subcommand)]
    pub(crate) command: QuarantineCommand,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum QuarantineCommand {
    /// Lists quarantined tests.
    #[command(after_help = "Example:\n  breadcrumb quarantine list --json")]
    List,
    /// Quarantines a test by hand, or renews its quarantine once.
    #[command(
        after_help = "Example:\n  breadcrumb quarantine add tests/test_a.py::test_b --reason 'slow mail' --ticket SHOP-12"
    )]
    Add {
        /// The test's id.
        test: String,
        /// Why.
        #[arg(long)]
        reason: String,
        /// Where the fix is tracked.
        #[arg(long)]
        ticket: Option<String>,
    },
    /// Releases a test from quarantine.
    #[command(
        after_help = "Example:\n  breadcrumb quarantine release tests/test_a.py::test_b --reason 'fixed in 1.4'"
    )]
    Release {
        /// The test's id.
        test: String,
        /// Why.
        #[arg(long)]
        reason: Option<String>,
    },
    /// Explains why a test is or is not quarantined, with the evidence and the log.
    #[command(after_help = "Example:\n  breadcrumb quarantine explain tests/test_a.py::test_b")]
    Explain {
        /// The test's id.
        test: String,
    },
    /// Updates the quarantine from the recorded results.
    #[command(after_help = "Example:\n  breadcrumb quarantine update")]
    Update,
}

/// Runs a test command, records its reports, and ignores known failures of quarantined tests.
///
/// The exit code is that of the command, or 0 if only quarantined tests failed, for known reasons.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  breadcrumb run --junit 'out/*.xml' -- npx playwright test")]
pub(crate) struct RunArgs {
    /// The reports that the command writes, as a quoted pattern.
    #[arg(long, value_name = "GLOB", required = true)]
    pub(crate) junit: Vec<String>,
    /// The configuration the tests run in, such as a browser. [default: `BREADCRUMB_VARIANT`, else the leg of the CI
    /// job]
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// The version of the tested application, if it is not in this repository; `unknown` if you cannot tell.
    /// [default: `BREADCRUMB_APP_VERSION`, else the setting `app_version`]
    #[arg(long, value_name = "VERSION")]
    pub(crate) app_version: Option<String>,
    /// Failures of quarantined tests fail the run, too.
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    /// The command and its arguments.
    #[arg(last = true, required = true, value_name = "CMD")]
    pub(crate) command: Vec<String>,
}

/// Says whether the run of this CI job is green, and exits accordingly.
///
/// In CI it judges all runs of the pipeline, with their shards and legs; a retried job counts with its last try.
/// Outside of CI it judges the run recorded last.
///
/// Exit codes: 0 if no failure counts, 1 for failures, 3 if a quarantine has expired or too many tests are
/// quarantined, 4 if a run was not recorded, did not end, or has no results.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb gate\n  breadcrumb gate --shards 4\n  breadcrumb gate --strict --fail-on-new-flaky"
)]
pub(crate) struct GateArgs {
    /// The run to judge, by its id or that of a CI pipeline. [default: the run of this CI job, else the last run]
    #[arg(long, value_name = "ID")]
    pub(crate) run: Option<String>,
    /// Number of runs expected, one for each shard or leg.
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    pub(crate) shards: usize,
    /// Failures of quarantined tests fail the run, too.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Fails if a test has passed and failed in this run and is not quarantined.
    #[arg(long)]
    pub(crate) fail_on_new_flaky: bool,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}
