//! Reports: what happened in the last days, read from a store in few passes.
//!
//! [`collect`] makes the one value; the renderers of the pure crate, all of it re-exported here,
//! make text of it.
//!
//! ```
//! use breadcrumb::report::{Coloring, ReportRequest, collect, console};
//! use breadcrumb::store::SqliteStore;
//!
//! let store = SqliteStore::open(":memory:")?;
//! let report = collect(&store, &ReportRequest::new(1_790_000_000.0, 30))?;
//! assert!(console(&report, Coloring::Plain).contains("Nothing was recorded"));
//! # Ok::<(), breadcrumb::Error>(())
//! ```

mod collect;
pub(crate) mod decided;
mod document;
mod entries;
mod glance;
mod halves;
mod heals;
mod impact;
mod looks;
mod owners;
mod pictures;
mod request;
mod seen;
mod streak;
mod tests_of;
mod whole;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_files;

pub use breadcrumb_report::*;

pub use document::{json_text, write_json};
pub(crate) use halves::both;
pub use heals::{HealReader, heals};
pub use looks::looks;
pub use owners::Owners;
pub use pictures::collect;
pub use request::{Depth, ReportRequest};
pub use streak::{FailingStreak, failing_streak};

/// How many days a report looks back unless told otherwise.
pub const DEFAULT_DAYS: u32 = 30;
