//! The command line of setting Breadcrumb up: is all well here, and how does a project begin.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

/// Checks the database, the tests and the environment, and says how to fix problems.
///
/// Read-only: nothing is created, migrated or repaired. Exits with 1 for errors, with 0 for warnings and notes, and
/// with 2 if the database cannot be opened.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb doctor\n  breadcrumb doctor --db ci/.breadcrumb.db --db-only --json\n  \
                  breadcrumb doctor --python .venv/bin/python"
)]
pub(crate) struct DoctorArgs {
    /// The database. [default: the setting `db`, else `.breadcrumb.db`]
    #[arg(long, value_name = "PATH")]
    pub(crate) db: Option<PathBuf>,
    /// Skips the environment: Python, Playwright, pytest plugin, browser.
    #[arg(long)]
    pub(crate) db_only: bool,
    /// The Python that runs the tests. [default: the active environment, `.venv`, or the one on the path]
    #[arg(long, value_name = "PROGRAM", conflicts_with = "db_only")]
    pub(crate) python: Option<PathBuf>,
    /// Prints JSON instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Sets up a project: settings, a running example, and .gitignore.
///
/// It asks nothing, and never overwrites your files; it tells you which lines to add to them.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb init\n  breadcrumb init shop-tests\n  breadcrumb init --dry-run"
)]
pub(crate) struct InitArgs {
    /// The project's folder; created if it does not exist.
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// Shows what would be written, and writes nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Overwrites existing settings and examples.
    #[arg(long)]
    pub(crate) force: bool,
    /// Prints JSON instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints a completion script for your shell.
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

/// Prints the manual page, or writes one for each command.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb man | man -l -\n  breadcrumb man --output ~/.local/share/man/man1"
)]
pub(crate) struct ManArgs {
    /// The folder to write to; created if it does not exist.
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

/// Prints the reference of all commands as Markdown.
#[derive(Debug, Args)]
#[command(
    hide = true,
    after_help = "Example:\n  breadcrumb reference > reference.md"
)]
pub(crate) struct ReferenceArgs {}
