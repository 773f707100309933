//! A page as a tree of elements: reading it, and deriving what the scorers need.
//!
//! [`PageSnapshot`] is read from the payload of a browser or made with [`SnapshotBuilder`]. Its
//! invariants, checked once when it is made: rows stand in document order, a parent stands before
//! its children, every index is valid. Nothing here panics on any input.

mod builder;
mod columns;
mod context;
mod fingerprint;
mod keeping;
mod landmark;
mod lists;
mod owner;
mod payload;
mod script;
mod snapshot;
mod strings;
mod text;

pub use builder::{NewElement, SnapshotBuilder};
pub use script::{page_script, selector_engine};
pub use snapshot::{ElementIndex, PageInfo, PageSnapshot};

#[cfg(test)]
mod tests;
