//! Test reports of other tools as attempts.
//!
//! Pure but for the reader it is given: no path, no clock. Reports are streamed: what is held in
//! memory is one test at a time, whatever the report's size.
//!
//! - [`Format::detect`] sees from a file's start what it is;
//! - [`read`] hands over its attempts one by one;
//! - [`failure_reason`] makes the fingerprint of a failure, the same for all that fail alike.
//!
//! ```
//! use std::ops::ControlFlow;
//! use breadcrumb_ingest::{Context, Format, read};
//!
//! let xml = br#"<testsuite name="s"><testcase classname="a" name="b" time="0.1"/></testsuite>"#;
//! let mut ids = Vec::new();
//! read(Format::JunitXml, &xml[..], &Context::new("run", 0.0), &mut |run| {
//!     ids.push(run.test_id);
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(ids, ["a::b"]);
//! # Ok::<(), breadcrumb_ingest::Error>(())
//! ```

mod attempts;
mod compared;
mod error;
mod fingerprint;
mod format;
mod frames;
mod junit;
mod normalize;
mod playwright;
mod pytest;
mod report_log;
mod time;
mod xml_input;

pub use attempts::{Context, Counts};
pub use error::{Error, ErrorKind};
pub use fingerprint::{failure_reason, failure_reason_without};
pub use format::{Format, read};
pub use playwright::playwright_outcome;
pub use time::parse_time;
