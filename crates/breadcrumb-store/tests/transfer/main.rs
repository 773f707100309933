//! Whole databases: exported, imported, merged, on real files.
#![expect(
    clippy::unwrap_used,
    reason = "a panic in a test's helper is the test's report"
)]

mod dump;
mod errors;
mod export;
mod merge;
mod merge_rules;
mod property;
mod prune;
mod redact;
mod shards;
