//! Pages for the generator: from a file, over HTTP, or out of a real browser.
//!
//! I/O only: what is read becomes a [`PageModel`], and what to make of that is
//! `breadcrumb-gen`'s affair. Nothing here submits a form unless it is told to, and nothing follows a
//! page to where only this machine could go: see `address.rs`.

mod address;
mod browser;
mod crawler;
mod error;
mod fetch;
mod robots;
mod static_page;

use breadcrumb_gen::PageModel;

pub use address::parse_address;
pub use browser::{BROWSER_VARIABLE, find_browser};
pub use crawler::{CrawlOptions, PageCrawler, Progress, Start};
pub use error::{Error, ErrorKind};
pub use fetch::MAX_BYTES;
pub use static_page::model_of_html;

/// The pages that were read, and where each of them was found.
pub type Pages = Vec<PageModel>;
