//! The arguments of `breadcrumb config`.

use clap::Subcommand;

/// Shows the settings, and where each of them comes from.
///
/// They are in `breadcrumb.toml`, or in `[tool.breadcrumb]` of `pyproject.toml`, of the working
/// directory or the nearest one above it. A flag wins over an environment variable, that over the
/// file.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  breadcrumb config show")]
pub(crate) struct ConfigArgs {
    #[command(subcommand)]
    pub(crate) command: ConfigCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    Show(ConfigShowArgs),
    Reference(ConfigReferenceArgs),
}

/// Prints every setting with its value and who has set it.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  breadcrumb config show\n  BREADCRUMB_MODE=suggest breadcrumb config show --json"
)]
pub(crate) struct ConfigShowArgs {
    /// Prints JSON instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints what can be set, as Markdown.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  breadcrumb config reference > config.md")]
pub(crate) struct ConfigReferenceArgs {}
