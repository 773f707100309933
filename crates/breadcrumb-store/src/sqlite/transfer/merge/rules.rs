//! What makes two rows of a table the same, and which of them stays.

/// How a table is merged.
pub(super) struct Rule {
    pub(super) table: &'static str,
    /// The columns that rows have in common which are looked at together.
    pub(super) group: &'static [&'static str],
    pub(super) kind: Kind,
}

/// What becomes of the rows of a group.
pub(super) enum Kind {
    /// Each row stays, once: by its `uid`, or by its content where it has none.
    Log,
    /// The row with the greatest time stays, whole; of equal ones the one with the greater content.
    Newest(&'static str),
    /// The row with the least time stays, whole.
    Oldest(&'static str),
    /// What several rows say of the same thing is put together, column by column.
    Together(&'static [&'static str]),
    /// The newest fingerprint stays; those it replaces go into the history.
    Baseline,
    /// The last few stay.
    History,
    /// The newest name of a test stays, less what was undone.
    Renames,
    /// Entries of the quarantine, less what was released.
    Quarantine,
}

const fn rule(table: &'static str, group: &'static [&'static str], kind: Kind) -> Rule {
    Rule { table, group, kind }
}

/// All tables, those that others refer to first.
///
/// For [`Kind::Together`]: of two values that are both there the greater is taken in the columns that
/// are named, e.g. the exit code of a run in which one shard failed; in all others the lesser, e.g.
/// when it began.
pub(super) const RULES: &[Rule] = &[
    rule("schema_meta", &["key"], Kind::Newest("value")),
    rule(
        "runs",
        &["run_uid"],
        Kind::Together(&[
            "duration_ms",
            "exit_code",
            "dirty",
            "retries_allowed",
            "infra_flag",
        ]),
    ),
    rule("revisions", &["revision_id"], Kind::Together(&[])),
    rule("errors", &["error_fp"], Kind::Oldest("first_seen_at")),
    rule(
        "page_memories",
        &["content_hash"],
        Kind::Oldest("created_at"),
    ),
    rule("fingerprints", &["test_id", "locator"], Kind::Baseline),
    rule(
        "fingerprint_pages",
        &["test_id", "locator", "page_key"],
        Kind::Baseline,
    ),
    rule(
        "fingerprint_history",
        &["test_id", "locator", "page_key"],
        Kind::History,
    ),
    rule("healing_events", &["timestamp"], Kind::Log),
    rule("heal_decisions", &["decided_at"], Kind::Log),
    rule(
        "rejected_pairs",
        &["original_digest", "healed_digest"],
        Kind::Oldest("created_at"),
    ),
    rule("verdicts", &["timestamp"], Kind::Log),
    rule("test_runs", &["timestamp"], Kind::Log),
    // Counts of the same day: of copies of one database they are equal, else the greater counts.
    rule(
        "daily_rollups",
        &["day", "test_id", "variant"],
        Kind::Together(&["passed", "failed", "healed", "skipped", "duration_ms"]),
    ),
    rule("test_aliases", &["old_id"], Kind::Renames),
    rule(
        "test_states",
        &["test_id", "variant"],
        Kind::Newest("updated_at"),
    ),
    rule("quarantine_events", &["timestamp"], Kind::Log),
    rule("quarantine", &["test_id"], Kind::Quarantine),
];

/// The columns that hold the number of a row of another table.
pub(super) const REFERENCES: &[(&str, &str)] = &[
    ("run_ref", "runs"),
    ("revision_ref", "revisions"),
    ("error_ref", "errors"),
    ("memory_id", "page_memories"),
    ("event_id", "healing_events"),
];

/// Returns whether rows of other tables refer to this one by number.
pub(super) fn is_referred_to(table: &str) -> bool {
    REFERENCES.iter().any(|(_, to)| *to == table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::TABLES;

    #[test]
    fn every_table_has_a_rule_and_comes_after_those_it_refers_to() {
        let mut ruled: Vec<&str> = RULES.iter().map(|rule| rule.table).collect();
        let place = |table: &str| ruled.iter().position(|ruled| *ruled == table);
        for (_, referred_to) in REFERENCES {
            for referring in [
                "test_runs",
                "verdicts",
                "heal_decisions",
                "fingerprint_pages",
            ] {
                let is_itself = *referred_to == "healing_events" && referring != "heal_decisions";
                assert!(is_itself || place(referred_to) < place(referring));
            }
        }
        assert!(place("quarantine_events") < place("quarantine"));
        let mut tables = TABLES.to_vec();
        ruled.sort_unstable();
        tables.sort_unstable();
        assert_eq!(ruled, tables);
    }
}
