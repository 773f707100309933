//! The nullable columns that schema v3 adds to tables that are there already: to those of the Python package,
//! and to its own that earlier builds have made.

/// A column to add to a table that exists already.
pub(crate) struct AddedColumn {
    pub(crate) table: &'static str,
    pub(crate) name: &'static str,
    pub(crate) declaration: &'static str,
}

const fn column(table: &'static str, name: &'static str, declaration: &'static str) -> AddedColumn {
    AddedColumn {
        table,
        name,
        declaration,
    }
}

/// All added columns, in the order they are added.
pub(crate) const ADDED_COLUMNS: &[AddedColumn] = &[
    // Why a heal was made, and where.
    column("healing_events", "uid", "TEXT"),
    column("healing_events", "page_key", "TEXT"),
    column("healing_events", "scorer", "TEXT"),
    column("healing_events", "scoring_json", "TEXT"),
    column("healing_events", "margin", "REAL"),
    column("healing_events", "runner_up_json", "TEXT"),
    column("healing_events", "reasons_json", "TEXT"),
    column("healing_events", "proposed_locator", "TEXT"),
    column("healing_events", "action", "TEXT"),
    column("healing_events", "source_file", "TEXT"),
    column("healing_events", "source_line", "INTEGER"),
    column("healing_events", "run_ref", REFERENCES_RUN),
    column("healing_events", "screenshot_before", "TEXT"),
    column("healing_events", "screenshot_after", "TEXT"),
    column("healing_events", "original_digest", "TEXT"),
    column("healing_events", "healed_digest", "TEXT"),
    column("healing_events", "sites_json", "TEXT"),
    column("healing_events", "proposals_json", "TEXT"),
    column("healing_events", "page_url", "TEXT"),
    column("healing_events", "occasion", "TEXT"),
    // One row per attempt.
    column("test_runs", "uid", "TEXT"),
    column("test_runs", "run_ref", REFERENCES_RUN),
    column("test_runs", "revision_ref", REFERENCES_REVISION),
    column("test_runs", "variant", "TEXT"),
    column("test_runs", "attempt_no", "INTEGER"),
    column("test_runs", "outcome", "TEXT"),
    column("test_runs", "phase", "TEXT"),
    column("test_runs", "started_at", "REAL"),
    column("test_runs", "worker", "TEXT"),
    column("test_runs", "shard", "TEXT"),
    column("test_runs", "order_index", "INTEGER"),
    column("test_runs", "error_ref", REFERENCES_ERROR),
    column("test_runs", "heal_score", "REAL"),
    column("test_runs", "retry_reason", "TEXT"),
    column("test_runs", "source_file", "TEXT"),
    column("test_runs", "source_line", "INTEGER"),
    column("test_runs", "owner", "TEXT"),
    column("test_runs", "tags", "TEXT"),
    // What an entry of the quarantine rests on, and when it ends.
    column("quarantine", "variants_json", "TEXT"),
    column("quarantine", "error_fps_json", "TEXT"),
    column("quarantine", "reason_code", "TEXT"),
    column("quarantine", "evidence_json", "TEXT"),
    column("quarantine", "rate_at_entry", "REAL"),
    column("quarantine", "owner", "TEXT"),
    column("quarantine", "ticket", "TEXT"),
    column("quarantine", "created_by", "TEXT"),
    column("quarantine", "expires_at", "REAL"),
    column("quarantine", "renewals", "INTEGER"),
    column("quarantine", "mode", "TEXT"),
    column("quarantine", "override", "TEXT"),
    column("quarantine", "suspended_at", "REAL"),
    column("quarantine", "scope", "TEXT"),
    // When a fingerprint is worth taking again.
    column("fingerprint_pages", "learned_in", "TEXT"),
];

const REFERENCES_RUN: &str = "INTEGER REFERENCES runs (id) ON DELETE SET NULL";
const REFERENCES_REVISION: &str = "INTEGER REFERENCES revisions (id) ON DELETE SET NULL";
const REFERENCES_ERROR: &str = "INTEGER REFERENCES errors (id) ON DELETE SET NULL";
