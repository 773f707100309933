//! A database that is written whole before it is in its place.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::time::Duration;

use crate::error::{Error, ErrorKind};
use crate::sqlite::connect::{self, Database};
use crate::sqlite::target::{Access, Target};

/// Where a database is written: in its place where there is one already, else beside it.
///
/// What is there already is changed in one transaction, which a kill undoes. What is new is made
/// under another name first, because a transaction cannot make the file itself appear at once.
pub(super) struct Workplace {
    place: PathBuf,
    /// The other name; `None` where the database is there already.
    draft: Option<Draft>,
    busy_timeout: Duration,
}

/// A database file with what SQLite keeps beside it; it goes when it is not wanted any longer.
pub(super) struct Draft {
    pub(super) path: PathBuf,
}

impl Workplace {
    /// Chooses the place; `busy_timeout` is how long another process is waited for.
    pub(super) fn new(place: &Path, busy_timeout: Duration) -> Result<Self, Error> {
        let target = Target::new(place, Access::ReadWrite, busy_timeout)?;
        target.check()?;
        // A log without its database is taken up by SQLite itself, if it makes the file.
        let is_there = target.file.exists() || target.beside("-wal").exists();
        Ok(Self {
            place: place.to_owned(),
            draft: (!is_there).then(|| Draft::beside(place)),
            busy_timeout,
        })
    }

    pub(super) fn is_new(&self) -> bool {
        self.draft.is_some()
    }

    pub(super) fn target(&self) -> Result<Target, Error> {
        let path = self.draft.as_ref().map_or(&self.place, |draft| &draft.path);
        let mut target = Target::new(path, Access::ReadWrite, self.busy_timeout)?;
        // Messages name what the user has named.
        target.given.clone_from(&self.place);
        Ok(target)
    }

    /// Opens the database to write to it; references are not checked while rows are moved.
    pub(super) fn open(&self) -> Result<Database, Error> {
        let database = connect::open(&self.target()?)?;
        self.named(database.conn.pragma_update(None, "foreign_keys", false))?;
        Ok(database)
    }

    /// Closes the database and puts it in its place.
    ///
    /// Returns it where somebody else has made one there meanwhile, to be merged with that.
    pub(super) fn finish(mut self, database: Database) -> Result<Option<Draft>, Error> {
        let closed = database.conn.close().map_err(|(_, source)| source);
        self.named(closed)?;
        let Some(draft) = self.draft.take() else {
            return Ok(None);
        };
        // A second name takes the place of nothing, as a rename would; not every disk can have one.
        let placed = match fs::hard_link(&draft.path, &self.place) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(Some(draft)),
            Err(_) => fs::rename(&draft.path, &self.place),
            Ok(()) => Ok(()),
        };
        placed.map(|()| None).map_err(|source| {
            let location = self.place.display().to_string();
            let message = format!("cannot create `{location}`: {source}");
            Error::new(ErrorKind::CannotOpen, &location, message).with_source(source)
        })
    }

    fn named<T>(&self, done: rusqlite::Result<T>) -> Result<T, Error> {
        let location = self.place.display().to_string();
        done.map_err(|source| Error::sqlite(&location, "write the database", source))
    }
}

impl Draft {
    pub(super) fn beside(place: &Path) -> Self {
        let mut path = place.to_owned().into_os_string();
        path.push(format!(".{}.tmp", process::id()));
        Self { path: path.into() }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let mut file = self.path.clone().into_os_string();
            file.push(suffix);
            // Most of them are not there.
            let _ = fs::remove_file(file);
        }
    }
}
