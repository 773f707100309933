//! The command line, in-process.

use napi_derive::napi;

/// Runs the `breadcrumb` command and returns its exit code.
#[napi]
#[must_use]
pub fn run_command(arguments: Vec<String>) -> u8 {
    breadcrumb_cli::run(arguments).code()
}
