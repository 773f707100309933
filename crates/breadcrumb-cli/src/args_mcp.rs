//! The command line of `mcp`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

/// Starts an MCP server, so that AI assistants can read the database.
///
/// An assistant starts it and talks to it over standard input and output; it ends with the assistant. Read-only: no
/// database is created or changed, and no file outside the roots is opened.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  breadcrumb mcp\n  breadcrumb mcp --db ci/.breadcrumb.db --root . --root ../reports\n  \
                  breadcrumb mcp --http 127.0.0.1:8322\n\nIn the settings of an assistant:\n  \
                  {\"mcpServers\": {\"breadcrumb\": {\"command\": \"breadcrumb\", \"args\": [\"mcp\"]}}}"
)]
pub(crate) struct McpArgs {
    /// The database for calls that name none. [default: `BREADCRUMB_DB`, else `.breadcrumb.db`]
    #[arg(long, value_name = "PATH")]
    pub(crate) db: Option<PathBuf>,
    /// A folder whose files calls may name; can be repeated. [default: the working directory]
    #[arg(long = "root", value_name = "DIR")]
    pub(crate) roots: Vec<PathBuf>,
    /// Listens for HTTP instead, on this machine only; prints the address and a token that clients must send.
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) http: Option<SocketAddr>,
}
