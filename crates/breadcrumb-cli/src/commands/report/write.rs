//! Writing a file all at once.

use std::io::Write as _;
use std::path::Path;
use std::{fs, process};

use crate::error::CommandError;

/// Writes a file so that a reader sees the old one or the new one, never half of it.
pub(super) fn atomically(path: &Path, text: &str) -> Result<(), CommandError> {
    let fail = |error| CommandError::write(path, error);
    let Some(name) = path.file_name() else {
        return Err(fail(std::io::ErrorKind::IsADirectory.into()));
    };
    // A device or a pipe is written to; a file beside it would not take its place.
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return fs::write(path, text).map_err(fail);
    }
    let mut beside = name.to_owned();
    beside.push(format!(".{}.tmp", process::id()));
    let beside = path.with_file_name(beside);
    let written = fs::File::create(&beside)
        .and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| {
        // What is left of a failed attempt helps nobody.
        let _ = fs::remove_file(&beside);
        fail(error)
    })
}
