//! Copies of a database that lack a part of it.
//!
//! What was written last is in a second file, `-wal`, until it is copied into the first. Who takes
//! only the first one along has an older state, and nothing tells that from a whole database, except
//! in the two cases here.

use std::fs::File;
use std::io::Read as _;

use rusqlite::Connection;

use super::target::Target;
use crate::error::{Error, ErrorKind};

/// How long the header of an SQLite database is.
const HEADER: usize = 100;

/// Returns the error of a file without tables that had a write-ahead log, which is not beside it.
pub(super) fn without_log(conn: &Connection, target: &Target) -> Option<Error> {
    let mode: String = conn
        .pragma_query_value(None, "journal_mode", |row| row.get(0))
        .ok()?;
    let location = target.location();
    mode.eq_ignore_ascii_case("wal").then(|| {
        let message = format!(
            "`{location}` is only a part of a database: it is set up, there is nothing in it, and \
             `{location}-wal` is not beside it"
        );
        Error::new(ErrorKind::Partial, &location, message)
    })
}

/// Returns the error of a file that is shorter than its own header says.
///
/// Only for a file that SQLite has refused: opening and closing it here drops the locks of this process.
pub(super) fn cut_off(target: &Target) -> Option<Error> {
    let mut file = File::open(&target.file).ok()?;
    let length = file.metadata().ok()?.len();
    let mut header = [0; HEADER];
    file.read_exact(&mut header).ok()?;
    let pages = pages_of(&header)?;
    let there = length / page_size(&header)?;
    let location = target.location();
    (pages > there).then(|| {
        let message = format!(
            "`{location}` is only a part of a database: {there} of its {pages} pages are there"
        );
        Error::new(ErrorKind::Partial, &location, message)
    })
}

fn page_size(header: &[u8; HEADER]) -> Option<u64> {
    match u64::from(number(header, 16)? >> 16) {
        0 => None,
        1 => Some(65_536),
        size => Some(size),
    }
}

/// Returns how many pages the database has; `None` where the header does not know.
fn pages_of(header: &[u8; HEADER]) -> Option<u64> {
    // SQLite's own rule: the number counts if it was written with the last change.
    let is_valid = number(header, 24)? == number(header, 92)?;
    is_valid.then_some(u64::from(number(header, 28)?))
}

fn number(header: &[u8; HEADER], at: usize) -> Option<u32> {
    let bytes = header.get(at..at + 4)?.try_into().ok()?;
    Some(u32::from_be_bytes(bytes))
}
