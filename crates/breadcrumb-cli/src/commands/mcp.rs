//! `breadcrumb mcp`.

use breadcrumb_mcp::Options;

use crate::args_mcp::McpArgs;
use crate::error::CommandError;
use crate::exit::Exit;

pub(crate) fn mcp(args: &McpArgs) -> Result<Exit, CommandError> {
    let mut options = Options::default();
    options.db.clone_from(&args.db);
    options.roots.clone_from(&args.roots);
    options.http = args.http;
    breadcrumb_mcp::run(&options)?;
    Ok(Exit::Fine)
}
