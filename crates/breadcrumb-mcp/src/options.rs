//! [`Options`]: what a server is started with.

use std::net::SocketAddr;
use std::path::PathBuf;

/// What a server is started with; the default serves the working directory over standard input
/// and output.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Options {
    /// The database of calls that name none; else the one of the environment, else the default.
    pub db: Option<PathBuf>,
    /// The folders that calls may name files in; empty for the working directory.
    pub roots: Vec<PathBuf>,
    /// Where to listen for HTTP; none for standard input and output.
    pub http: Option<SocketAddr>,
}
