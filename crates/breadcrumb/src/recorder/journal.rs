//! The journal: what this run has written, for the case that somebody takes the database away.
//!
//! A file without a name, which ends with the process. Only where a file that is open can be removed.

use std::fs::{self, File};
use std::io::{self, Seek as _, Write as _};

use breadcrumb_store::{Error, Store};

use super::job::Entry;
use super::spool;
use crate::token::Token;

/// What this process has written so far, one job a line.
#[derive(Debug, Default)]
pub(super) struct Journal {
    file: Option<File>,
    is_impossible: bool,
}

impl Journal {
    /// Notes what was written.
    pub(super) fn append(&mut self, entry: &Entry) {
        if self.is_impossible || !cfg!(unix) {
            return;
        }
        // Without it, only what comes after a removed file is lost: no reason to say anything.
        self.is_impossible = self.try_append(entry).is_err();
    }

    fn try_append(&mut self, entry: &Entry) -> io::Result<()> {
        let Some(mut line) = entry.to_line() else {
            return Ok(());
        };
        line.push('\n');
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(nameless()?),
        };
        file.write_all(line.as_bytes())
    }

    /// Writes all of it to another database; twice is the same as once.
    pub(super) fn replay(&self, store: &dyn Store) -> Result<(), Error> {
        let Some(mut file) = self.file.as_ref() else {
            return Ok(());
        };
        // What cannot be read is lost; the rest of the run is not.
        if file.rewind().is_ok() {
            spool::apply(file, store)?;
        }
        Ok(())
    }
}

/// Makes a file that nobody finds.
fn nameless() -> io::Result<File> {
    let name = format!("breadcrumb-{}", Token::random()?.as_str());
    let path = std::env::temp_dir().join(name);
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options
        .read(true)
        .append(true)
        .create_new(true)
        .open(&path)?;
    fs::remove_file(&path)?;
    Ok(file)
}
