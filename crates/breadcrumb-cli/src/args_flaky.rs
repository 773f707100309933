//! The command line of flaky tests and the quarantine.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Where results are kept.
#[derive(Debug, Args)]
pub(crate) struct DatabaseArgs {
    /// The database; where not given, the one that the settings name, then `.breadcrumb.db`.
    #[arg(long, value_name = "PATH", global = true)]
    pub(crate) db: Option<PathBuf>,
    /// Prints JSON instead of text.
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

/// Records test reports of any tool: JUnit XML, Playwright JSON, pytest's report-log.
///
/// All of the files or none: where one is broken, nothing is stored. The same report twice is once.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb ingest out/*.xml\n  breadcrumb ingest report.json --variant firefox"
)]
pub(crate) struct IngestArgs {
    /// The reports.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Which of several ways the tests ran in. [default: `BREADCRUMB_VARIANT`, else the leg of the CI job]
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// The version of the application that the tests ran against, where it is not in this repository; `unknown` where
    /// nobody knows it. [default: `BREADCRUMB_APP_VERSION`, else the setting `app_version`]
    #[arg(long, value_name = "VERSION")]
    pub(crate) app_version: Option<String>,
    /// An id of the run; by default that of the CI job, else one made of the reports.
    #[arg(long, value_name = "ID", default_value = "")]
    pub(crate) run_id: String,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}

/// Finds flaky tests and says why it thinks so.
///
/// A test is flaky when it passes and fails on the same code. One that starts to fail and keeps
/// failing is broken, and is never called flaky.
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
    /// Lists the tests that are not healthy, each with one sentence.
    #[command(after_help = "Example:\n  breadcrumb flaky list --json")]
    List {
        /// Lists healthy and unknown tests too.
        #[arg(long)]
        all: bool,
    },
    /// Shows one test: its state, its rate, its history, hints at the cause.
    #[command(after_help = "Example:\n  breadcrumb flaky show tests/test_a.py::test_b")]
    Show {
        /// The test's id.
        test: String,
    },
    /// Reruns a suspect on the code as it is now, until it has passed and failed.
    #[command(
        after_help = "Examples:\n  breadcrumb flaky confirm tests/test_a.py::test_b\n  breadcrumb flaky confirm cart::adds --command 'cargo test {test}'"
    )]
    Confirm(RerunArgs),
    /// Reruns a quarantined test on its fix; enough passes count for its release.
    #[command(after_help = "Example:\n  breadcrumb flaky verify tests/test_a.py::test_b")]
    Verify(RerunArgs),
    /// Says that a new intermittent failure is known, so that it is not held back any more.
    #[command(after_help = "Example:\n  breadcrumb flaky acknowledge tests/test_a.py::test_b")]
    Acknowledge {
        /// The test's id.
        test: String,
    },
    /// Lets a renamed test keep its history.
    #[command(
        after_help = "Example:\n  breadcrumb flaky rename tests/test_a.py::test_b tests/test_a.py::test_c"
    )]
    Rename {
        /// The test's former id.
        old: String,
        /// Its id now.
        new: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct RerunArgs {
    /// The test's id.
    pub(crate) test: String,
    /// How often at most; by default as often as the evidence asks for.
    #[arg(long, value_name = "COUNT")]
    pub(crate) runs: Option<u32>,
    /// What runs the test; `{test}` stands for its id. [default: pytest, which records by itself]
    #[arg(long, value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}

/// Shows and changes the quarantine: tests whose failures do not stop a build.
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
    /// Lists the entries.
    #[command(after_help = "Example:\n  breadcrumb quarantine list --json")]
    List,
    /// Puts a test into quarantine by hand, or renews its entry once.
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
    /// Releases a test.
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
    /// Says why a test is or is not in quarantine, with its evidence and its log.
    #[command(after_help = "Example:\n  breadcrumb quarantine explain tests/test_a.py::test_b")]
    Explain {
        /// The test's id.
        test: String,
    },
    /// Brings the quarantine up to date with the recorded results.
    #[command(after_help = "Example:\n  breadcrumb quarantine update")]
    Update,
}

/// Runs a test command, records its reports, and masks the failures of quarantined tests.
///
/// The exit code is the command's own, unless every failure is masked: then it is 0.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  breadcrumb run --junit 'out/*.xml' -- npx playwright test")]
pub(crate) struct RunArgs {
    /// Where the command writes its reports; a pattern, in quotes.
    #[arg(long, value_name = "GLOB", required = true)]
    pub(crate) junit: Vec<String>,
    /// Which of several ways the tests run in. [default: `BREADCRUMB_VARIANT`, else the leg of the CI job]
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// The version of the application that the tests run against, where it is not in this repository; `unknown` where
    /// nobody knows it. [default: `BREADCRUMB_APP_VERSION`, else the setting `app_version`]
    #[arg(long, value_name = "VERSION")]
    pub(crate) app_version: Option<String>,
    /// Masked failures count.
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    /// The command.
    #[arg(last = true, required = true, value_name = "CMD")]
    pub(crate) command: Vec<String>,
}

/// Judges the run of this job, for CI: green, red, or no verdict.
///
/// That is all runs of the CI pipeline, with their shards and legs; a job that was tried again counts
/// with its last try. Outside of CI it is the run that was recorded last.
///
/// Exits with 0 when no failure counts, 1 for real failures, 3 when the quarantine breaks its own
/// rules (an entry has expired, there are too many), 4 when something is missing: a run that was not
/// recorded, did not end, or has no results.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb gate\n  breadcrumb gate --shards 4\n  breadcrumb gate --strict --fail-on-new-flaky"
)]
pub(crate) struct GateArgs {
    /// The run to judge: its id, or that of a CI pipeline. [default: this CI job's, else the last run]
    #[arg(long, value_name = "ID")]
    pub(crate) run: Option<String>,
    /// How many runs there must be, one for each shard or leg.
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    pub(crate) shards: usize,
    /// Masked failures count.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Fails when a test of the run has passed and failed, and is not in quarantine.
    #[arg(long)]
    pub(crate) fail_on_new_flaky: bool,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}
