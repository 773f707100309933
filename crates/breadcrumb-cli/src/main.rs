//! The `breadcrumb` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    breadcrumb_cli::run(std::env::args_os()).into()
}

/// A report on a large store is a million small texts; this one hands memory out and takes it back in half the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
