//! The arguments of `breadcrumb config`.

use clap::Subcommand;

/// Shows the settings and where each one comes from.
///
/// Settings are read from `breadcrumb.toml`, or `[tool.breadcrumb]` in `pyproject.toml`, in the working directory or
/// the nearest folder above it. A flag overrides an environment variable, which overrides the file.
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

/// Prints every setting with its value and its source.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  breadcrumb config show\n  BREADCRUMB_MODE=suggest breadcrumb config show --json"
)]
pub(crate) struct ConfigShowArgs {
    /// Prints JSON instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints the reference of all settings as Markdown.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  breadcrumb config reference > config.md")]
pub(crate) struct ConfigReferenceArgs {}
