//! Breadcrumb for Rust: everything a front needs, from one crate.
//!
//! [`engine`] decides, [`store`] remembers, [`html`] reads pages without a browser. On top of them
//! stand the use cases that every front shares: [`Session`] is one test from its first action to
//! its result, [`database_path`] finds the user's database.
//!
//! ```
//! use std::sync::Arc;
//!
//! use breadcrumb::html::HtmlPage;
//! use breadcrumb::store::SqliteStore;
//! use breadcrumb::{Confirmation, Session, SessionOptions, TestResult};
//!
//! # let folder = tempfile::tempdir()?;
//! let store = Arc::new(SqliteStore::open(folder.path().join("demo.db"))?);
//!
//! // The test passes on version 1 and leaves a fingerprint.
//! let v1 = HtmlPage::parse("<form><button id=login class=btn>Log in</button></form>", "/login")?;
//! let session = Session::new(store.clone(), SessionOptions::new("test_login"));
//! session.learn("#login", v1.snapshot(), v1.find("#login")?[0])?;
//! session.finish(TestResult::Passed)?;
//!
//! // On version 2 the id has changed; the element has not.
//! let v2 = HtmlPage::parse("<form><button id=sign-in class=btn>Log in</button></form>", "/login")?;
//! let session = Session::new(store, SessionOptions::new("test_login"));
//! let look = session.look("#login", v2.snapshot())?;
//! assert_eq!(look.element(), Some(v2.find("#sign-in")?[0]));
//! session.confirm(&look, Confirmation::default())?;
//! assert_eq!(session.finish(TestResult::Passed)?.heals.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod candidates;
mod clock;
pub mod config;
pub mod doctor;
mod error;
#[cfg(feature = "fix")]
pub mod fix;
pub mod flaky;
mod location;
pub mod recorder;
pub mod report;
pub mod review;
mod revision;
pub mod scaffold;
mod session;
pub mod shots;
mod standing;
pub mod suggest;
pub mod suite;
mod token;
pub mod transfer;
mod write_file;

pub use breadcrumb_front::{Mode, patience};
pub use candidates::heal_among;
pub use clock::now;
pub use error::{ConfigError, Error, ErrorKind, FixError, ReportError, ReviewError};
pub use location::{DATABASE_VARIABLE, database_path};
pub use recorder::Recorder;
pub use revision::Revision;
pub use session::{
    Confirmation, Drift, FoundElement, Keeping, Look, Session, SessionOptions, Summary, TestResult,
};
pub use token::Token;
pub use write_file::{write_file, write_file_with};

/// Fingerprints, similarity and the decision: pure.
pub mod engine {
    pub use breadcrumb_core::*;
}

/// What a front does around one call of a test: pure.
pub mod front {
    pub use breadcrumb_front::*;
}

/// Where fingerprints, heals and results are kept.
pub mod store {
    pub use breadcrumb_store::*;
}

/// Reading pages: from files, over HTTP, in a browser.
pub mod crawl {
    pub use breadcrumb_crawl::*;
}

/// Page objects and starter tests from a page.
pub mod generate {
    pub use breadcrumb_gen::*;
}

/// Pages without a browser.
pub mod html {
    pub use breadcrumb_html::*;
}
