//! The command line of setting Breadcrumb up: is all well here, and how does a project begin.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

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

/// Sets a project up: settings, an example that runs at once, lines for git.
///
/// It looks at what is there and asks nothing. Files of yours are never overwritten; where a line
/// is to be added to one, it says which.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb init\n  breadcrumb init shop-tests\n  breadcrumb init --dry-run"
)]
pub(crate) struct InitArgs {
    /// The folder; it is made where it is not there.
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// Says what would be written, and writes nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Replaces the settings and the example where they are there already.
    #[arg(long)]
    pub(crate) force: bool,
    /// Prints JSON instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints what a shell needs to complete commands, flags and their values.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  breadcrumb completions bash > ~/.local/share/bash-completion/completions/breadcrumb
  breadcrumb completions zsh > \"${fpath[1]}/_breadcrumb\"
  breadcrumb completions fish > ~/.config/fish/completions/breadcrumb.fish
  breadcrumb completions powershell >> $PROFILE")]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

/// Prints the manual page, or writes one page for each command.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb man | man -l -\n  breadcrumb man --output ~/.local/share/man/man1"
)]
pub(crate) struct ManArgs {
    /// The folder that the pages go into; it is made where it is not there.
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

/// Prints all commands with all their flags as Markdown, for the documentation.
#[derive(Debug, Args)]
#[command(
    hide = true,
    after_help = "Example:\n  breadcrumb reference > reference.md"
)]
pub(crate) struct ReferenceArgs {}
