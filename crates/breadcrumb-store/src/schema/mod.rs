//! The schema's versions; `README.md` in this folder says what each table is for.

mod columns;

pub(crate) use columns::{ADDED_COLUMNS, AddedColumn};

/// The schema version this build writes.
pub(crate) const SCHEMA_VERSION: u32 = 3;

/// The first version with pages, history and the details of a heal.
pub(crate) const FIRST_FULL_VERSION: u32 = 3;

pub(crate) const V1: &str = include_str!("v1.sql");
pub(crate) const V2: &str = include_str!("v2.sql");
pub(crate) const V3: &str = include_str!("v3.sql");

/// All tables of this schema version.
pub(crate) const TABLES: &[&str] = &[
    "schema_meta",
    "fingerprints",
    "healing_events",
    "test_runs",
    "quarantine",
    "fingerprint_pages",
    "fingerprint_history",
    "page_memories",
    "heal_decisions",
    "rejected_pairs",
    "verdicts",
    "runs",
    "revisions",
    "errors",
    "daily_rollups",
    "test_aliases",
    "test_states",
    "quarantine_events",
];
