//! The command line of `generate`.

use std::path::PathBuf;

use clap::ValueEnum;

/// Writes a page object and starter tests for a page.
///
/// The tests pass on the page they were made from: every locator finds one element there. With
/// `--browser` the page is opened in a real browser, so that what scripts make of it counts, and what
/// happens when a form is sent or a link is followed becomes a test of its own.
///
/// Nothing is ever sent that could change something, unless `--submit` allows it.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  breadcrumb generate https://shop.example/login --out tests\n  \
                  breadcrumb generate http://localhost:8000/ --browser --depth 1 --out tests\n  \
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
    /// The folder that the files go into; it is made where it is not there.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) out: PathBuf,
    /// The language of the tests.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) lang: LanguageName,
    /// What the page is called; else its address or title tells.
    #[arg(long, value_name = "NAME", conflicts_with = "depth")]
    pub(crate) name: Option<String>,
    /// Opens the page in a real browser.
    #[arg(long)]
    pub(crate) browser: bool,
    /// The browser's program; else Playwright's own or one on the path. [env: `BREADCRUMB_BROWSER`]
    #[arg(long, value_name = "PATH", requires = "browser")]
    pub(crate) browser_path: Option<PathBuf>,
    /// Tries forms that could change something, too.
    #[arg(long, requires = "browser")]
    pub(crate) submit: bool,
    /// How many links away from the page others of the same site are read, too.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    pub(crate) depth: usize,
    /// How many pages are read at most.
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    pub(crate) max_pages: usize,
    /// How long one page may take, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    pub(crate) timeout: u64,
    /// Prints the files instead of writing them.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Overwrites files that are there already.
    #[arg(long)]
    pub(crate) force: bool,
    /// Prints what was made as JSON.
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
}
