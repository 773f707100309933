//! The store from outside, on real files.
#![expect(
    clippy::unwrap_used,
    reason = "a panic in a test's helper is the test's report"
)]

mod decisions;
mod errors;
mod events;
mod fingerprints;
mod health;
mod history;
mod known;
mod learn;
mod memories;
mod migration;
mod odd_data;
mod processes;
mod read_only;
mod results;
mod runs;
mod scratch;
mod verdicts;
