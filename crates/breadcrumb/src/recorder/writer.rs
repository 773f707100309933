//! The thread that writes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use breadcrumb_store::{Error, ErrorKind, OpenOptions, SqliteStore, Store as _};

use super::job::Entry;
use super::journal::Journal;
use super::shared::{READ_PATIENCE, Reader, Shared, State};
use super::spool::{self, Spool, waiting_spools};
use super::{is_about_the_data, is_hopeless};

/// How long one try waits for another process; the thread hears of nothing else meanwhile.
const TRY: Duration = Duration::from_millis(50);

/// How long to wait between two tries.
const RETRY: Duration = Duration::from_millis(100);

/// After how long what cannot be written goes into a spool, so that a killed process loses little.
const SPOOL_AFTER: Duration = Duration::from_secs(1);

/// Writes until nobody is left who could have something to write.
pub(super) fn run(shared: &Arc<Shared>) {
    let mut writer = Writer {
        shared: Arc::clone(shared),
        store: None,
        spool: None,
        others: Vec::new(),
        journal: Journal::default(),
        must_replay: false,
    };
    while writer.wait_for_work() {
        writer.work();
    }
    // The reader first: who may write and closes last cleans up.
    shared.update(|state| state.reader = Reader::Opening);
    drop(writer);
    shared.end();
}

struct Writer {
    shared: Arc<Shared>,
    /// The database, and what tells its file from another one at the same path.
    store: Option<(SqliteStore, Option<Identity>)>,
    spool: Option<Spool>,
    /// Spools that earlier runs have left.
    others: Vec<PathBuf>,
    /// What a database that is made anew must hear again.
    journal: Journal,
    must_replay: bool,
}

type Identity = (u64, u64);

impl Writer {
    /// Waits until there is something to do; returns whether there is.
    fn wait_for_work(&self) -> bool {
        let mut state = self.shared.lock();
        loop {
            let now = Instant::now();
            let is_needed = self.is_needed(&state);
            let is_ending = state.ends_at.is_some_and(|end| now >= end);
            if state.ends_at.is_some() && !is_needed {
                return false;
            }
            if is_ending && (state.queue.is_empty() || state.refused.is_some()) {
                return false;
            }
            let is_due = state.retry_at.is_none_or(|retry| now >= retry);
            if is_needed && (is_due || is_ending || state.must_spool) {
                return true;
            }
            let next = state.retry_at.filter(|_| is_needed);
            let next = next.into_iter().chain(state.ends_at).min();
            let time = next.map(|next| next.saturating_duration_since(now));
            state = self.shared.wait(state, time);
        }
    }

    fn is_needed(&self, state: &State) -> bool {
        state.refused.is_none()
            && (self.store.is_none()
                || state.is_behind()
                || matches!(state.reader, Reader::Unreadable))
    }

    /// Does what can be done now.
    fn work(&mut self) {
        match self.advance() {
            Ok(()) => self.shared.update(|state| {
                state.stuck = None;
                state.retry_at = None;
            }),
            Err(error) if is_hopeless(&error) => self.shared.update(|state| {
                state.queue.clear();
                state.has_spools = false;
                state.reader = Reader::Missing;
                state.refused = Some(error);
            }),
            Err(error) => self.wait_and_spool(&error),
        }
    }

    fn advance(&mut self) -> Result<(), Error> {
        if self.store.is_none() {
            self.open()?;
        }
        let Some((store, identity)) = &self.store else {
            return Ok(());
        };
        if matches!(self.shared.lock().reader, Reader::Unreadable) {
            let reader = Arc::new(reader(&self.shared.path)?);
            // Opening alone does not read what tests read.
            reader.load_fingerprint("", "")?;
            self.shared
                .update(|state| state.reader = Reader::Open(reader));
        }
        if self.must_replay {
            self.journal.replay(store)?;
            self.must_replay = false;
        }
        while let Some(other) = self.others.last() {
            spool::take_in(other, store)?;
            self.others.pop();
        }
        if let Some(spool) = self.spool.take()
            && let Err((spool, error)) = spool.take_in(store)
        {
            self.spool = Some(spool);
            return Err(error);
        }
        self.shared.update(|state| state.has_spools = false);
        let mut has_written = false;
        loop {
            let first = self.shared.lock().queue.front().cloned();
            let Some(entry) = first else {
                if has_written {
                    // What is not in the file itself is lost to whoever copies only that. Nobody
                    // waits for it, and somebody else's lock is no error.
                    drop(store.checkpoint());
                }
                return Ok(());
            };
            let applied = entry.job.apply(store);
            if *identity != identity_of(&self.shared.path) {
                // Somebody has removed the file, so that went nowhere.
                return self.reopen();
            }
            match applied {
                Err(error) if is_about_the_data(&error) => {
                    let text = format!("Breadcrumb cannot keep what a test left behind: {error}");
                    self.shared.update(|state| state.notify(text));
                }
                other => other?,
            }
            self.journal.append(&entry);
            self.shared.update(|state| drop(state.queue.pop_front()));
            has_written = true;
        }
    }

    /// Opens the database and, whatever comes of that, what can be read of it.
    fn open(&mut self) -> Result<(), Error> {
        let path = &self.shared.path;
        self.others = waiting_spools(path);
        if !path.exists() {
            // Nothing is known of a database that is not there, and nobody need wait for that.
            self.shared.update(|state| state.reader = Reader::Missing);
        }
        let opened = OpenOptions::new().busy_timeout(TRY).open(path);
        if opened.as_ref().is_err_and(is_hopeless) {
            return opened.map(drop);
        }
        let identity = identity_of(path);
        let reader = reader(path);
        let has_spools = !self.others.is_empty() || self.spool.is_some();
        self.shared.update(|state| {
            state.has_spools = has_spools;
            match reader {
                Ok(reader) => state.reader = Reader::Open(Arc::new(reader)),
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    state.reader = Reader::Missing;
                }
                Err(error) => self.shared.cannot_read(state, &error),
            }
        });
        self.store = Some((opened?, identity));
        Ok(())
    }

    /// Starts over with the file that is there now, which must hear of the run again.
    fn reopen(&mut self) -> Result<(), Error> {
        let is_there = self.shared.path.exists();
        let given = self.shared.given.display();
        let text = if is_there {
            format!(
                "the database `{given}` was replaced during this run; what this run has recorded is \
                 written to the new file too"
            )
        } else {
            format!(
                "the database `{given}` was moved or deleted during this run; what this run has \
                 recorded is written to a new file, which has nothing of earlier runs"
            )
        };
        self.shared.update(|state| {
            state.reader = Reader::Opening;
            state.notify(text);
        });
        self.must_replay = true;
        self.store = None;
        self.advance()
    }

    /// Notes that it has to be tried again, and puts what waits for long in safety.
    fn wait_and_spool(&mut self, error: &Error) {
        let entries = self.shared.update(|state| {
            self.shared.cannot_write(state, error);
            let now = Instant::now();
            state.retry_at = Some(now + RETRY);
            let since = state.stuck.as_ref().map(|(since, _)| *since);
            let is_long = since.is_some_and(|since| now - since >= SPOOL_AFTER);
            let is_ending = state.ends_at.is_some_and(|end| now >= end);
            let must_spool = is_long || is_ending || state.must_spool;
            if must_spool && !state.queue.is_empty() {
                state.queue.iter().cloned().collect()
            } else {
                Vec::new()
            }
        });
        if entries.is_empty() {
            return;
        }
        let spooled = self.append(&entries);
        self.shared.update(|state| match spooled {
            Ok(()) => {
                state.queue.drain(..entries.len());
                state.has_spools = true;
            }
            Err(failed) if state.must_spool || state.ends_at.is_some() => {
                // The only place left is this process, which is about to end.
                state.queue.clear();
                state.notify(format!(
                    "the results of this run are lost: {error}; and they cannot be kept in a file \
                     beside it either: {failed}"
                ));
            }
            Err(_) => {}
        });
    }

    fn append(&mut self, entries: &[Arc<Entry>]) -> std::io::Result<()> {
        let spool = match &mut self.spool {
            Some(spool) => spool,
            none => none.insert(Spool::create(&self.shared.path)?),
        };
        spool.append(entries.iter().map(AsRef::as_ref))
    }
}

fn reader(path: &Path) -> Result<SqliteStore, Error> {
    let options = OpenOptions::new().read_only().busy_timeout(READ_PATIENCE);
    options.open(path)
}

/// Returns what tells a file from another one that has its name later.
#[cfg(unix)]
fn identity_of(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;

    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

/// A file that is open cannot be removed here.
#[cfg(not(unix))]
fn identity_of(_: &Path) -> Option<Identity> {
    None
}
