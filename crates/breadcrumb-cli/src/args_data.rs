//! The command line of what is in a database.

use clap::{Args, Subcommand};

use crate::args_flaky::DatabaseArgs;

/// Shows how much the database holds, of what, and since when.
///
/// It only reads: nothing is created or changed.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  breadcrumb stats --db ci/.breadcrumb.db --json")]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}

/// Lists the heals, newest first: what was healed, to what, how surely, and why.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb events --limit 10\n  breadcrumb events --test tests/test_cart.py::test_add --json"
)]
pub(crate) struct EventsArgs {
    /// Only heals of this test.
    #[arg(long, value_name = "ID")]
    pub(crate) test: Option<String>,
    /// Only heals of this locator.
    #[arg(long, value_name = "LOCATOR")]
    pub(crate) locator: Option<String>,
    /// How many at most.
    #[arg(long, value_name = "COUNT", default_value_t = 50)]
    pub(crate) limit: u64,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}

/// Shows and changes what is known of elements: one fingerprint a test and locator.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb fingerprints list --test cart\n  breadcrumb fingerprints show tests/test_cart.py::test_add '#add'"
)]
pub(crate) struct FingerprintsArgs {
    #[command(subcommand)]
    pub(crate) command: FingerprintsCommand,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum FingerprintsCommand {
    /// Lists the fingerprints, by test and locator.
    #[command(
        after_help = "Examples:\n  breadcrumb fingerprints list --limit 20\n  breadcrumb fingerprints list --test 'tests/cart/*' --json"
    )]
    List {
        /// Only tests whose id contains this text, or matches it where it has a * or ?.
        #[arg(long, value_name = "TEXT|PATTERN")]
        test: Option<String>,
        /// How many at most. [default: all]
        #[arg(long, value_name = "COUNT")]
        limit: Option<u64>,
    },
    /// Shows one fingerprint, its pages, and the earlier ones that it can go back to.
    #[command(
        after_help = "Example:\n  breadcrumb fingerprints show tests/test_cart.py::test_add '#add' --json"
    )]
    Show(KeyArgs),
    /// Deletes a fingerprint, or all of a test; the next run that passes learns it anew.
    #[command(
        after_help = "Examples:\n  breadcrumb fingerprints delete tests/test_cart.py::test_add '#add'\n  breadcrumb fingerprints delete --test tests/test_cart.py::test_add --dry-run"
    )]
    Delete(DeleteArgs),
    /// Makes an earlier fingerprint the baseline again, e.g. after a wrong heal.
    ///
    /// What is undone is dropped.
    #[command(
        after_help = "Examples:\n  breadcrumb fingerprints rollback tests/test_cart.py::test_add '#add'\n  breadcrumb fingerprints rollback tests/test_cart.py::test_add '#add' --to 2"
    )]
    Rollback {
        #[command(flatten)]
        key: KeyArgs,
        /// Which of the earlier ones, as `show` numbers them.
        #[arg(long, value_name = "N", default_value_t = 1)]
        to: usize,
        /// The page to go back on. [default: the one that was saved last]
        #[arg(long, value_name = "PAGE")]
        page: Option<String>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct KeyArgs {
    /// The test's id.
    #[arg(value_name = "TEST")]
    pub(crate) test: String,
    /// The locator, as `list` shows it.
    #[arg(value_name = "LOCATOR", allow_hyphen_values = true)]
    pub(crate) locator: String,
}

#[derive(Debug, Args)]
pub(crate) struct DeleteArgs {
    /// The test's id.
    #[arg(
        value_name = "TEST",
        required_unless_present = "all_of",
        requires = "locator"
    )]
    pub(crate) test: Option<String>,
    /// The locator, as `list` shows it.
    #[arg(value_name = "LOCATOR", allow_hyphen_values = true)]
    pub(crate) locator: Option<String>,
    /// Deletes all fingerprints of this test.
    #[arg(
        long = "test",
        id = "all_of",
        value_name = "ID",
        conflicts_with = "test"
    )]
    pub(crate) all_of: Option<String>,
    /// Only says what would be deleted.
    #[arg(long)]
    pub(crate) dry_run: bool,
}
