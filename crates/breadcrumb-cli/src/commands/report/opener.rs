//! Opening a page with the program that the system has for it.

use std::process::{Command, Stdio};

use crate::error::CommandError;

/// Opens a file or an address.
pub(in crate::commands) fn open(what: &str) -> Result<(), CommandError> {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("explorer", &[])
    } else {
        ("xdg-open", &[])
    };
    let started = Command::new(program)
        .args(arguments)
        .arg(what)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    started.map(drop).map_err(|error| {
        CommandError::input(
            format!("cannot open `{what}` with `{program}`: {error}"),
            "open it in a browser yourself",
        )
    })
}
