//! The command line of `mcp`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

/// Answers AI assistants over the Model Context Protocol.
///
/// An assistant starts it by itself and talks to it over standard input and output; it ends with the
/// assistant. It only reads: no database is created or changed, and no file outside the roots is
/// opened.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb mcp\n  breadcrumb mcp --db ci/.breadcrumb.db --root . --root ../reports\n  \
                  breadcrumb mcp --http 127.0.0.1:8322\n\nIn the settings of an assistant:\n  \
                  {\"mcpServers\": {\"breadcrumb\": {\"command\": \"breadcrumb\", \"args\": [\"mcp\"]}}}"
)]
pub(crate) struct McpArgs {
    /// The database of calls that name none; where not given, the one that `BREADCRUMB_DB` names,
    /// then `.breadcrumb.db`.
    #[arg(long, value_name = "PATH")]
    pub(crate) db: Option<PathBuf>,
    /// A folder that calls may name files in; can be given several times. [default: the working
    /// directory]
    #[arg(long = "root", value_name = "DIR")]
    pub(crate) roots: Vec<PathBuf>,
    /// Listens for HTTP instead, on an address of this machine only; prints the address and a
    /// token that clients must send.
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) http: Option<SocketAddr>,
}
