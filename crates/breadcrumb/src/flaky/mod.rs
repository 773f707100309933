//! Flaky tests: recorded, judged, and kept from stopping a build without hiding a regression.
//!
//! The rules are those of the pure crate, all of it re-exported here; on top of them stand
//! [`TestTracker`], [`TestAnalyzer`] and [`QuarantineManager`], which read and write a store.

mod analyzer;
mod app;
mod ci;
mod examine;
mod gate;
mod ingest;
mod judge;
mod leg;
mod manager;
mod policy_file;
mod suite;
mod tracker;

#[cfg(test)]
mod tests;

pub use breadcrumb_flaky::*;

pub use analyzer::TestAnalyzer;
pub use app::AppSettings;
pub use ci::CiRun;
pub use examine::{Examination, Examined};
pub use gate::{Gate, Selection};
pub use ingest::{Ingested, ingest_files};
pub use judge::{FailedTest, Judge, Judged};
pub use manager::{AutoUpdate, QuarantineManager};
pub use policy_file::load_policy;
pub use suite::{RERUN_VARIABLE, Suite, SuiteEnvironment};
pub use tracker::TestTracker;

/// Error fingerprints and the readers of reports.
pub mod reports {
    pub use breadcrumb_ingest::*;
}
