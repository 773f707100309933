//! [`Health`]: what an examination of a store has found.

use serde::Serialize;

/// The number of broken rows that are named one by one; the rest is counted.
pub const MAX_NAMED_BROKEN_ROWS: usize = 100;

/// The state of a store, as `doctor` reports it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Health {
    /// Where the store is, as the user gave it.
    pub location: String,
    /// The version of its schema.
    pub schema_version: u32,
    /// How it survives a crash; `wal` unless something forbids it.
    pub journal_mode: String,
    /// The size of the database and its write-ahead log, in bytes.
    pub size_bytes: u64,
    /// All tables with their numbers of rows.
    pub tables: Vec<TableRows>,
    /// The number of fingerprints that were not saved for too long.
    pub stale_fingerprints: u64,
    /// The number of values that cannot be read.
    pub broken_values: u64,
    /// The first [`MAX_NAMED_BROKEN_ROWS`] of them.
    pub broken_rows: Vec<BrokenRow>,
    /// What is damaged, in the words of the database; empty when it is sound.
    pub damage: Vec<String>,
}

/// The number of rows in one table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TableRows {
    /// The table's name.
    pub table: &'static str,
    /// The number of rows; `None` where the table is too damaged to be counted.
    pub rows: Option<u64>,
}

/// A value that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BrokenRow {
    /// The table it is in.
    pub table: &'static str,
    /// The column it is in.
    pub column: &'static str,
    /// The row's number in that table.
    pub id: i64,
    /// The row's test.
    pub test_id: String,
    /// The row's locator.
    pub locator: String,
    /// Why it cannot be read.
    pub reason: String,
}

impl Health {
    /// Returns whether every row can be read and the database is undamaged.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.broken_values == 0 && self.damage.is_empty()
    }

    /// Returns the number of rows in a table, if it is there and can be counted.
    #[must_use]
    pub fn rows(&self, table: &str) -> Option<u64> {
        self.tables
            .iter()
            .find(|count| count.table == table)
            .and_then(|count| count.rows)
    }
}
