//! From heals to a patch of the test's source.
//!
//! Pure: source text in, edits out; [`Files`] is the only way to a file. A patch changes locators
//! and nothing else: see `check.rs`. What a page contains becomes a string literal, never code: see
//! `literal` of the core.
//!
//! - [`Heal`] is a locator that no longer matches, with those that were verified to take its place;
//! - [`plan`] finds where each is written, and makes a [`Plan`]: a [`Patch`] for each file, and an
//!   [`Outcome`] for each heal, which says what is left to a person and why.

mod check;
mod diff;
mod files;
mod key;
mod language;
mod makers;
mod outcome;
mod place;
mod plan;
mod source;

pub use files::{Files, Unreadable};
pub use language::Language;
pub use outcome::{ManualReason, Outcome, PlaceOutcome};
pub use plan::{Edit, Heal, Patch, Plan, Stance, plan};
