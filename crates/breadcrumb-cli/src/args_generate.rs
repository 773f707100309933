//! The command line of `generate`.

use std::path::PathBuf;

use clap::ValueEnum;

/// Writes a page object and starter tests for a page.
///
/// The tests pass on the page they were made from, and every locator finds exactly one element. With `--browser` the
/// page is opened in a real browser: scripts run, and submitted forms and followed links become tests of their own.
///
/// Forms that could change data are not submitted, unless `--submit` allows it.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  breadcrumb generate https://shop.example/login --output tests\n  \
                  breadcrumb generate http://localhost:8000/ --browser --depth 1 --output tests\n  \
                  breadcrumb generate page.html --lang typescript --dry-run"
)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(crate) struct GenerateArgs {
    /// The page: an http or https address, or the path of an HTML file.
    #[arg(value_name = "URL|FILE")]
    pub(crate) page: String,
    /// The folder to write to; created if it does not exist.
    #[arg(
        short,
        long = "output",
        alias = "out",
        value_name = "DIR",
        default_value = "."
    )]
    pub(crate) out: PathBuf,
    /// The language of the tests.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) lang: LanguageName,
    /// The name of the page. [default: from its address or title]
    #[arg(long, value_name = "NAME", conflicts_with = "depth")]
    pub(crate) name: Option<String>,
    /// Opens the page in a real browser.
    #[arg(long)]
    pub(crate) browser: bool,
    /// The browser's program. [default: `BREADCRUMB_BROWSER`, else Playwright's own or one on the path]
    #[arg(long, value_name = "PATH", requires = "browser")]
    pub(crate) browser_path: Option<PathBuf>,
    /// Also submits forms that could change data.
    #[arg(long, requires = "browser")]
    pub(crate) submit: bool,
    /// Also reads pages of the same site up to this many links away.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    pub(crate) depth: usize,
    /// Maximum number of pages to read.
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    pub(crate) max_pages: usize,
    /// Time limit for one page, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    pub(crate) timeout: u64,
    /// Prints the files instead of writing them.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Overwrites existing files.
    #[arg(long)]
    pub(crate) force: bool,
    /// Prints JSON instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum LanguageName {
    /// Python with pytest and Playwright.
    #[default]
    Python,
    /// TypeScript with `@playwright/test`.
    Typescript,
    /// TypeScript with `breadcrumb-playwright/test`, so that the tests heal.
    TypescriptHealing,
}
