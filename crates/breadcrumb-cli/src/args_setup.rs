//! The command line of setting Breadcrumb up: is all well here, and how does a project begin.

use std::path::PathBuf;

use clap::Args;

/// Examines the database, the tests and the environment, and says how to mend what is wrong.
///
/// It only reads: nothing is created, migrated or repaired. Errors make it exit with 1, warnings and
/// notes do not; a database that cannot be opened makes it exit with 2.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb doctor\n  breadcrumb doctor --db ci/.breadcrumb.db --db-only --json\n  \
                  breadcrumb doctor --python .venv/bin/python"
)]
pub(crate) struct DoctorArgs {
    /// The database; where not given, the one that the settings name, then `.breadcrumb.db`.
    #[arg(long, value_name = "PATH")]
    pub(crate) db: Option<PathBuf>,
    /// Leaves the environment alone: Python, Playwright, the pytest plugin, the browser.
    #[arg(long)]
    pub(crate) db_only: bool,
    /// The Python that runs the tests; else the active environment, `.venv`, one on the path.
    #[arg(long, value_name = "PROGRAM", conflicts_with = "db_only")]
    pub(crate) python: Option<PathBuf>,
    /// Prints JSON instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}
