//! A store in one SQLite file.
//!
//! [`SqliteStore`] holds one connection behind a lock. [`connect`] opens it: the file is checked,
//! inspected, and only then set up and migrated. Every write goes through [`transaction`], and
//! every value that is read through [`rows`], which takes nothing for granted.

mod attempt_rows;
mod attempts;
mod checks;
mod connect;
mod decisions;
mod events;
mod fingerprints;
mod glimpse;
mod heal_rows;
mod health;
mod history;
mod leftovers;
mod log;
mod memories;
mod migrate;
mod moving;
mod names;
mod operations;
mod options;
mod overview;
mod part;
mod passes;
mod quarantine;
mod rejecting;
mod results;
mod reviews;
mod rows;
mod runs;
mod screenshots;
mod store;
mod survey;
mod target;
mod test_facts;
mod transaction;
mod transfer;
mod verdicts;

pub use options::OpenOptions;
pub use store::SqliteStore;
pub use transfer::{
    EXPORT_VERSION, Exported, Imported, MergeProgress, Merged, MergedTable, import, merge,
};
