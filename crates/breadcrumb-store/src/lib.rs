//! Where Breadcrumb keeps what it has learned.
//!
//! [`Store`] is what a store can do; [`SqliteStore`] does it in one SQLite file, in the tables of
//! the Python package `pytest-breadcrumb`, whose databases it opens and leaves usable for that
//! package. The schema is described in `src/schema/README.md`.
//!
//! Invariants:
//! - a write is all done or not done at all, even where the process is killed;
//! - the log of heals is append-only;
//! - nothing that is not ours is changed: a foreign or newer file is refused untouched;
//! - no call reads a whole table into memory unless it returns one.
//!
//! ```
//! use breadcrumb_core::ElementFingerprint;
//! use breadcrumb_store::{SqliteStore, Store};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join(breadcrumb_store::DEFAULT_DB_FILE);
//! let store = SqliteStore::open(path)?;
//! let button = ElementFingerprint::builder("button")
//!     .text("Log in")
//!     .key("test_login", "#login")
//!     .build();
//! store.save_fingerprint(&button)?;
//! assert_eq!(store.load_fingerprint("test_login", "#login")?, Some(button));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod decisions;
mod error;
mod filter;
mod health;
mod history;
mod known;
mod learn;
mod learn_json;
mod overview;
mod prune;
mod redact;
mod results;
mod schema;
mod sqlite;
mod store;
mod survey;

pub use decisions::{
    Decided, DecidedHeal, Decision, DecisionStore, Decisions, KeyMove, NewDecision,
};
pub use error::{Error, ErrorKind};
pub use filter::{EventFilter, FingerprintFilter, RunFilter};
pub use health::{BrokenRow, Health, MAX_NAMED_BROKEN_ROWS, TableRows};
pub use history::{Cause, HISTORY_LIMIT, PastFingerprint};
pub use known::{KnownFingerprint, LastLearned};
pub use learn::LearnBatch;
pub use overview::{KnownElement, KnownPage, Overview};
pub use prune::{PruneRequest, Pruned};
pub use redact::Redacted;
pub use results::{
    AttemptSink, KEPT_DAYS, QuarantineChange, RememberedTest, ResultStore, RevisionInfo,
};
pub use sqlite::{
    EXPORT_VERSION, Exported, Imported, MergeProgress, Merged, MergedTable, OpenOptions,
    SqliteStore, import, merge,
};
pub use store::{Stats, Store, Visited};
pub use survey::{
    FingerprintRow, Glimpse, GlimpsedRun, HealCounts, HealDepth, HealRow, LocatorCounts,
    LocatorHeals, TestFacts, Tried, WholeHeal,
};

/// The database file's name, in the working directory, unless the user names another.
pub const DEFAULT_DB_FILE: &str = ".breadcrumb.db";
