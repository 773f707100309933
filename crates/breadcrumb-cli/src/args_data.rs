//! The command line of what is in a database.

use std::path::PathBuf;

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

/// Writes the whole database as JSON Lines, to keep or to move it.
///
/// Nothing is left out but pictures: broken rows and columns of other programs come along. The last
/// line counts the rows, so that a file that is cut short is noticed.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb export --output breadcrumb.jsonl\n  breadcrumb export | gzip > breadcrumb.jsonl.gz"
)]
pub(crate) struct ExportArgs {
    /// Where to; - is standard output.
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
    /// The database; where not given, the one that the settings name, then `.breadcrumb.db`.
    #[arg(long, value_name = "PATH")]
    pub(crate) db: Option<PathBuf>,
}

/// Reads what `export` has written into a database, all of it or nothing.
///
/// A new or empty database gets the same rows with the same ids. One that has rows is merged with the
/// export, as `merge` does.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb import breadcrumb.jsonl --db copy.db\n  gunzip -c breadcrumb.jsonl.gz | breadcrumb import -"
)]
pub(crate) struct ImportArgs {
    /// The export; - is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}

/// Makes one database of several, e.g. of the shards of a test run.
///
/// The result is the same whatever the order of the inputs, and merging again changes nothing. Inputs
/// are only read. What is in the output already stays and is merged with.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb merge shard-*/.breadcrumb.db --output .breadcrumb.db\n  breadcrumb merge ci.db --db .breadcrumb.db"
)]
pub(crate) struct MergeArgs {
    /// The databases.
    #[arg(required = true, value_name = "DATABASE")]
    pub(crate) inputs: Vec<PathBuf>,
    /// The database to write to; may be one of the inputs. [default: that of --db]
    #[arg(long, short, value_name = "PATH", conflicts_with = "db")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}

/// Removes what is old: attempts, heals, looks, pictures, and fingerprints where asked for.
///
/// Attempts are counted by the day before they go. Tests in quarantine keep the attempts that the
/// rules need.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb prune --dry-run\n  breadcrumb prune --days 30 --stale-fingerprints 90 --vacuum"
)]
pub(crate) struct PruneArgs {
    /// How many days are kept.
    #[arg(long, value_name = "DAYS", default_value_t = 90)]
    pub(crate) days: u32,
    /// Removes the fingerprints too of tests that nothing was recorded of for so many days.
    #[arg(long, value_name = "DAYS")]
    pub(crate) stale_fingerprints: Option<u32>,
    /// Only says what would be removed.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Gives the free space back to the disk.
    #[arg(long)]
    pub(crate) vacuum: bool,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}
