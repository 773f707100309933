//! Printing: colors on a terminal only, and never a color alone.

use std::io::{self, BufWriter, IsTerminal as _, Write};

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use crate::error::CommandError;

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(crate) const WARN: Style = AnsiColor::Yellow.on_default().bold();

/// Prints text to stdout.
pub(crate) fn print(text: &str) -> Result<(), CommandError> {
    Ok(anstream::stdout().write_all(text.as_bytes())?)
}

/// Prints data to stdout as it is.
pub(crate) fn print_data(text: &str) -> Result<(), CommandError> {
    print_data_with(|out| out.write_all(text.as_bytes()))
}

/// Prints data to stdout as it is made.
pub(crate) fn print_data_with(
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CommandError> {
    let mut stdout = BufWriter::new(io::stdout().lock());
    write(&mut stdout)?;
    Ok(stdout.flush()?)
}

/// Prints a value as JSON, indented, to stdout.
pub(crate) fn print_json<T: Serialize>(value: &T) -> Result<(), CommandError> {
    let json = serde_json::to_string_pretty(value).map_err(io::Error::from)?;
    print(&format!("{json}\n"))
}

/// Puts a text in a style; what a terminal cannot show is stripped when it is printed.
pub(crate) fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Prints a line for people to stderr, where it is in nobody's way.
pub(crate) fn print_note(note: &str) {
    // There is nobody left to tell if this fails.
    let _ = anstream::stderr().write_all(format!("{note}\n").as_bytes());
}

/// Returns whether stdout is looked at by a person.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Prints an error and the way out to stderr.
pub(crate) fn print_error(error: &CommandError) {
    let mut text = format!("{} {error}\n", styled(BAD, "error:"));
    if let Some(hint) = error.hint() {
        text = format!("{text}{} {hint}\n", styled(BOLD, "hint:"));
    }
    // There is nobody left to tell if this fails.
    let _ = anstream::stderr().write_all(text.as_bytes());
}
