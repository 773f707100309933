//! The spool: what could not be written to a database, in a file that the next opening takes in.
//!
//! One job a line. Who writes to a spool holds a lock on it, which the system drops with the
//! process; who takes one in leaves a locked one alone. Taking in twice is the same as once.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use breadcrumb_core::hash128;
use breadcrumb_store::{Error, OpenOptions, SqliteStore, Store};

use super::is_about_the_data;
use super::job::Entry;
use crate::token::Token;

/// What the name of a spool has after the name of its database.
const SUFFIX: &str = ".spool-";

/// A spool that this process writes to.
#[derive(Debug)]
pub(super) struct Spool {
    path: PathBuf,
    file: File,
}

/// Opens a database to write to it, and takes in what earlier runs could not write.
///
/// A spool that cannot be taken in now stays for the next time.
pub fn open_for_writing(path: &Path) -> Result<SqliteStore, Error> {
    let store = OpenOptions::new().open(path)?;
    for spool in waiting_spools(path) {
        if take_in(&spool, &store).is_err() {
            break;
        }
    }
    Ok(store)
}

/// Lists the files with results that wait to be written to a database.
#[must_use]
pub fn waiting_spools(database: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = places(database)
        .into_iter()
        .flat_map(|(folder, prefix)| {
            let files = fs::read_dir(folder).into_iter().flatten().flatten();
            let is_spool = move |name: OsString| {
                name.as_encoded_bytes()
                    .starts_with(prefix.as_encoded_bytes())
            };
            files
                .filter(move |file| is_spool(file.file_name()))
                .map(|file| file.path())
        })
        .collect();
    found.sort();
    found
}

/// Writes what is in a spool to the store and removes it, unless somebody still writes to it.
pub(super) fn take_in(path: &Path, store: &dyn Store) -> Result<(), Error> {
    let Ok(file) = File::open(path) else {
        // Somebody else was quicker.
        return Ok(());
    };
    if file.try_lock().is_err() {
        return Ok(());
    }
    apply(&file, store)?;
    // Where it stays, it is taken in once more, which changes nothing.
    let _ = fs::remove_file(path);
    Ok(())
}

/// Writes each line of a file to the store.
pub(super) fn apply(file: &File, store: &dyn Store) -> Result<(), Error> {
    for line in BufReader::new(file).lines() {
        // What cannot be read is no reason to lose the rest.
        let Some(entry) = line.ok().as_deref().and_then(Entry::from_line) else {
            continue;
        };
        match entry.job.apply(store) {
            Err(error) if !is_about_the_data(&error) => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

impl Spool {
    /// Makes a spool beside a database, or else where this user's programs keep such files.
    pub(super) fn create(database: &Path) -> io::Result<Self> {
        let mut failed = io::Error::from(io::ErrorKind::NotFound);
        for (index, (folder, mut name)) in places(database).into_iter().enumerate() {
            name.push(Token::random()?.as_str());
            let path = folder.join(name);
            // Only the folder of last resort is ours to make.
            let made = if index == 0 {
                Ok(())
            } else {
                fs::create_dir_all(&folder)
            };
            match made.and_then(|()| Self::create_at(path)) {
                Ok(spool) => return Ok(spool),
                Err(error) => failed = error,
            }
        }
        Err(failed)
    }

    fn create_at(path: PathBuf) -> io::Result<Self> {
        loop {
            let mut options = File::options();
            let file = options.read(true).append(true).create(true).open(&path)?;
            file.lock()?;
            // Before it was locked, somebody may have taken it in and removed it.
            if path.exists() {
                return Ok(Self { path, file });
            }
        }
    }

    /// Appends entries, all or none that count: the last line of a killed process is left out.
    pub(super) fn append<'e>(
        &mut self,
        entries: impl Iterator<Item = &'e Entry>,
    ) -> io::Result<()> {
        let mut lines = String::new();
        for line in entries.filter_map(Entry::to_line) {
            lines.push_str(&line);
            lines.push('\n');
        }
        let before = self.file.metadata()?.len();
        let written = self.file.write_all(lines.as_bytes());
        if written.is_err() {
            // What was half written must not hang on to the next line.
            let _ = self.file.set_len(before);
        }
        written
    }

    /// Writes all of it to the store and removes it.
    pub(super) fn take_in(self, store: &dyn Store) -> Result<(), (Self, Error)> {
        // The file itself: it is locked to everybody else.
        let mut file = &self.file;
        let read = file.rewind();
        // A file that cannot be read stays for who can.
        if read.is_ok() {
            match apply(file, store) {
                Err(error) => return Err((self, error)),
                Ok(()) => drop(fs::remove_file(&self.path)),
            }
        }
        Ok(())
    }
}

/// Where spools of a database are, and how their names begin: beside it, and in the user's folder.
fn places(database: &Path) -> Vec<(PathBuf, OsString)> {
    let file = std::path::absolute(database).unwrap_or_else(|_| database.to_owned());
    let mut places = Vec::new();
    if let (Some(folder), Some(name)) = (file.parent(), file.file_name()) {
        let mut prefix = name.to_owned();
        prefix.push(SUFFIX);
        places.push((folder.to_owned(), prefix));
    }
    if let Some(folder) = state_folder() {
        let name = hash128(&[&file.to_string_lossy()]);
        places.push((folder, format!("{name}{SUFFIX}").into()));
    }
    places
}

/// Returns where this user's programs keep what is not worth a backup.
fn state_folder() -> Option<PathBuf> {
    let variable = |name: &str| {
        let value = std::env::var_os(name).filter(|value| !value.is_empty());
        value.map(PathBuf::from)
    };
    let folder = variable("XDG_STATE_HOME")
        .or_else(|| variable("LOCALAPPDATA"))
        .or_else(|| Some(variable("HOME")?.join(".local").join("state")));
    Some(folder?.join("breadcrumb"))
}
