//! Writing a file all at once.

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::{fs, process};

/// Writes a file so that a reader sees the old file or the new one, never half of it.
///
/// That holds for a process that is killed. For a machine that loses its power it is up to the file
/// system: waiting for the disk takes longer than a report.
pub fn write_file(path: &Path, text: &str) -> io::Result<()> {
    write_file_with(path, |file| file.write_all(text.as_bytes()))
}

/// Writes a file as [`write_file`] does, piece by piece: for what does not fit in memory.
///
/// Where `write` fails, the old file stays.
pub fn write_file_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let Some(name) = path.file_name() else {
        return Err(io::ErrorKind::IsADirectory.into());
    };
    // A device or a pipe is written to; a file beside it would not take its place.
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        let mut file = BufWriter::new(fs::File::create(path)?);
        write(&mut file)?;
        return file.flush();
    }
    let mut beside = name.to_owned();
    beside.push(format!(".{}.tmp", process::id()));
    let beside = path.with_file_name(beside);
    let written = fs::File::create(&beside)
        .and_then(|file| {
            let mut file = BufWriter::new(file);
            write(&mut file)?;
            file.flush()
        })
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // What is left of a failed attempt helps nobody.
        let _ = fs::remove_file(&beside);
    }
    written
}
