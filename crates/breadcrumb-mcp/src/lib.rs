//! What Breadcrumb knows, for assistants: a server of the Model Context Protocol.
//!
//! [`run`] serves one client over standard input and output, or several over HTTP on this machine.
//! All that is said comes from the facade; this crate names it, pages it and describes its shape.
//!
//! Invariants:
//! - nothing is written: databases are opened read-only, and none is created;
//! - a path that a client names stays inside the roots, whatever links lead out of them;
//! - standard output has the protocol and nothing else;
//! - work that blocks runs on blocking threads, so that a ping is answered during a report.

mod arguments;
mod context;
mod error;
mod http;
mod options;
mod paging;
mod prompts;
mod refusal;
mod resources;
mod roots;
mod run;
mod schema;
mod server;
mod stdio;
mod tools;

pub use error::Error;
pub use options::Options;
pub use run::run;
