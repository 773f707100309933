//! Whole databases on their way: exported, imported, merged, pruned.
//!
//! [`export`] writes every row as a line of JSON, [`import`] reads it back, [`merge`] makes one
//! database of several. All three treat a row as [`cell::Cell`]s under the names of its columns, so
//! that columns of other programs and values of any type come through as they are.

mod cell;
mod export;
mod import;
mod layout;
mod lines;
mod merge;
mod place;
mod prune;
mod reader;
mod redact;

pub use export::{EXPORT_VERSION, Exported};
pub use import::{Imported, import};
pub use merge::{MergeProgress, Merged, MergedTable, merge};
