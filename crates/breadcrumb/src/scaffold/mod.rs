//! Setting a project up: what is there, what is to be written, and the writing.
//!
//! [`Project::look`] finds out, [`Plan::of`] decides without touching a disk, [`Plan::write`] writes
//! all of it or nothing.
//!
//! ```
//! use breadcrumb::scaffold::{Force, Plan, Project};
//!
//! # let parent = tempfile::tempdir()?;
//! # let folder = parent.path().join("shop-tests");
//! let project = Project::look(&folder)?;
//! let plan = Plan::of(&project, Force::No);
//! plan.write()?;
//! assert!(folder.join("tests/test_example.py").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod plan;
mod project;
mod write;

#[cfg(test)]
mod tests;

pub use error::ScaffoldError;
pub use plan::{Force, Kept, Plan, Step, StepKind};
pub use project::{Project, RunnerConfig};
