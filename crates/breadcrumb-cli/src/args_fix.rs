//! The command line of source fixes.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::args_flaky::DatabaseArgs;

/// Replaces broken locators in the test sources: shows a patch, or applies it.
///
/// Works on approved heals (`breadcrumb review`), in Python, TypeScript and JavaScript. Only locators change; quotes,
/// comments and formatting stay. Every new locator was checked on the page when it was healed. The patch goes to
/// standard output and everything else to standard error, so that `breadcrumb fix | git apply` works.
///
/// With --apply, fingerprints move to the new locators, so nothing has to be learned again.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  breadcrumb fix\n  \
    breadcrumb fix --apply\n  \
    breadcrumb fix --all-above 0.95 --style as-before\n  \
    breadcrumb fix --git-branch fix/locators\n  \
    breadcrumb fix --check\n\n\
Exit codes:\n  \
    0  fine; with --check: nothing waits\n  \
    1  with --check: fixes are waiting\n  \
    2  wrong use, or a file cannot be written")]
pub(crate) struct FixArgs {
    /// Only these heals, by number. [default: all approved heals]
    #[arg(value_name = "ID")]
    pub(crate) ids: Vec<i64>,
    /// Includes pending heals with at least this confidence, from 0 to 1.
    #[arg(long, alias = "min-confidence", value_name = "SHARE", value_parser = share)]
    pub(crate) all_above: Option<f64>,
    /// The kind of locator to write. [default: the setting `locator_style`, else best]
    #[arg(long, value_enum)]
    pub(crate) style: Option<StyleName>,
    /// Writes the files.
    #[arg(long)]
    pub(crate) apply: bool,
    /// Writes nothing, and exits with 1 if fixes are waiting. For CI.
    #[arg(long, conflicts_with_all = ["apply", "git_branch"])]
    pub(crate) check: bool,
    /// Writes the files and commits them on a new branch. Needs a clean working tree; never pushes.
    #[arg(long, value_name = "NAME")]
    pub(crate) git_branch: Option<String>,
    /// The project's folder; nothing outside of it is changed. [default: the repository]
    #[arg(long, value_name = "PATH")]
    pub(crate) root: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StyleName {
    /// By test id, role, label or text; CSS only if none of them fits.
    Best,
    /// A CSS selector.
    Css,
    /// The kind that the test has: an id for an id.
    AsBefore,
}

fn share(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|number| (0.0..=1.0).contains(number))
        .ok_or_else(|| format!("`{text}` is not a number from 0 to 1"))
}
