//! The command line of what is in a database.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::args_flaky::DatabaseArgs;
use crate::args_test::TestArgs;

/// Shows what the database holds: number of tests, heals, runs and fingerprints.
///
/// Read-only: nothing is created or changed.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  breadcrumb stats --db ci/.breadcrumb.db --json")]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}

/// Lists heals, newest first, with confidence and reasons.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb events --limit 10\n  breadcrumb events --test test_cart --json"
)]
pub(crate) struct EventsArgs {
    #[command(flatten)]
    pub(crate) tests: TestArgs,
    /// Only heals of this locator.
    #[arg(long, value_name = "LOCATOR")]
    pub(crate) locator: Option<String>,
    /// Maximum number to show.
    #[arg(long, value_name = "COUNT", default_value_t = 50)]
    pub(crate) limit: u64,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}

/// Lists, shows, deletes and rolls back fingerprints of elements.
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
    /// Lists fingerprints by test and locator.
    #[command(
        after_help = "Examples:\n  breadcrumb fingerprints list --limit 20\n  breadcrumb fingerprints list --test 'tests/cart/*' --json"
    )]
    List {
        #[command(flatten)]
        tests: TestArgs,
        /// Maximum number to show. [default: all]
        #[arg(long, value_name = "COUNT")]
        limit: Option<u64>,
    },
    /// Shows one fingerprint, its pages, and the versions it can be rolled back to.
    #[command(
        after_help = "Example:\n  breadcrumb fingerprints show tests/test_cart.py::test_add '#add' --json"
    )]
    Show(KeyArgs),
    /// Deletes a fingerprint, or all fingerprints of a test; the next passing run learns them again.
    #[command(
        after_help = "Examples:\n  breadcrumb fingerprints delete tests/test_cart.py::test_add '#add'\n  breadcrumb fingerprints delete --test tests/test_cart.py::test_add --dry-run"
    )]
    Delete(DeleteArgs),
    /// Restores an earlier fingerprint, for example after a wrong heal.
    ///
    /// The versions after it are deleted.
    #[command(
        after_help = "Examples:\n  breadcrumb fingerprints rollback tests/test_cart.py::test_add '#add'\n  breadcrumb fingerprints rollback tests/test_cart.py::test_add '#add' --to 2"
    )]
    Rollback {
        #[command(flatten)]
        key: KeyArgs,
        /// The version to restore, as numbered by `show`.
        #[arg(long, value_name = "N", default_value_t = 1)]
        to: usize,
        /// The page, where the fingerprint differs by page. [default: the page saved last]
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
    /// Shows what would be deleted, and deletes nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// Writes the whole database as JSON Lines, to back it up or move it.
///
/// Everything but pictures is included, even broken rows and columns that other programs added. The last line has the
/// number of rows, so that a truncated file is noticed.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb export --output breadcrumb.jsonl\n  breadcrumb export | gzip > breadcrumb.jsonl.gz"
)]
pub(crate) struct ExportArgs {
    /// The file to write; - is standard output.
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
    /// The database. [default: the setting `db`, else `.breadcrumb.db`]
    #[arg(long, value_name = "PATH")]
    pub(crate) db: Option<PathBuf>,
}

/// Imports a file written by `export`, all of it or nothing.
///
/// A new or empty database gets the same rows with the same ids. A database with data is merged, as by `merge`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb import breadcrumb.jsonl --db copy.db\n  gunzip -c breadcrumb.jsonl.gz | breadcrumb import -"
)]
pub(crate) struct ImportArgs {
    /// The file to read; - is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}

/// Merges several databases into one, for example the shards of a run.
///
/// The result does not depend on the order of the inputs, and merging again changes nothing. Inputs are only read.
/// Data that is already in the output stays.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb merge shard-*/.breadcrumb.db --output .breadcrumb.db\n  breadcrumb merge ci.db --db .breadcrumb.db"
)]
pub(crate) struct MergeArgs {
    /// The databases to merge.
    #[arg(required = true, value_name = "DATABASE")]
    pub(crate) inputs: Vec<PathBuf>,
    /// The database to write to; may be one of the inputs. [default: the one of --db]
    #[arg(long, short, value_name = "PATH", conflicts_with = "db")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}

/// Removes secrets that an earlier version has written into a database.
///
/// Tokens, keys, card numbers, what stood in fields, and the like: by the rules that hold today for
/// what is kept (docs/security.md). Pictures are files beside the database and are not changed.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  breadcrumb redact --db .breadcrumb.db")]
pub(crate) struct RedactArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}

/// Removes old attempts, heals, refusals and pictures, and fingerprints on request.
///
/// Removed attempts stay counted by day. Quarantined tests keep the attempts that the rules need.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb prune --dry-run\n  breadcrumb prune --days 30 --stale-fingerprints 90 --vacuum"
)]
pub(crate) struct PruneArgs {
    /// Keeps this many days.
    #[arg(long, value_name = "DAYS", default_value_t = 90)]
    pub(crate) days: u32,
    /// Also removes fingerprints of tests that have not run for DAYS days.
    #[arg(long, value_name = "DAYS")]
    pub(crate) stale_fingerprints: Option<u32>,
    /// Shows what would be removed, and removes nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Shrinks the database file afterwards.
    #[arg(long)]
    pub(crate) vacuum: bool,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}
