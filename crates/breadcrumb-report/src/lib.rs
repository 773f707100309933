//! Reports of Breadcrumb: one value, several formats.
//!
//! A [`Report`] is plain data, collected by the facade. [`json`], [`console`], [`markdown`],
//! [`github`], [`junit`] and [`html`] render it, so that all formats show the same numbers.
//!
//! Invariants:
//! - no I/O and no clock: the same report has the same text;
//! - a text out of a store is shown as text in every format, whatever is in it.

pub mod calendar;
mod console;
mod github;
mod heal;
mod heal_record;
mod html;
mod json;
mod junit;
mod lines;
mod markdown;
mod model;
mod test;
pub mod text;
mod words;

#[cfg(test)]
#[expect(
    clippy::field_reassign_with_default,
    reason = "samples are filled in as the facade does it, which cannot list the fields"
)]
mod tests;

pub use console::{Coloring, console};
pub use github::github;
pub use heal::{FlakyTest, Heal, Look, Signal, StoredJson, Suggested, TopLocator};
pub use heal_record::{Figure, HealRecord, SignalRecord};
pub use html::{HEALS_PER_PART, Readers, content_security_policy, html, live_html};
pub use json::{
    FORMAT, HealLines, VERSION, heals_json, index_json, json, json_lines, write_json_lines,
};
pub use junit::junit;
pub use markdown::markdown;
pub use model::{Day, Impact, Report, Summary};
pub use test::{ErrorGroup, Quarantine, STRIP, TestEntry};
