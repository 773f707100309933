//! The `breadcrumb` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    breadcrumb_cli::run(std::env::args_os()).into()
}
