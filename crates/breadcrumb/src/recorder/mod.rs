//! [`Recorder`]: a store that nobody who runs a test waits for.
//!
//! Sessions read from a connection that gives up after milliseconds, and what they write goes into
//! a queue with a thread of its own. Where the database cannot be had, sessions know nothing, the
//! queue goes into a [spool](open_for_writing), and there is one notice for the user. Decisions and
//! numbers are in `docs/design/0018-never-wait.md`.

mod job;
mod journal;
mod shared;
mod spool;
mod writer;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use breadcrumb_core::{
    Acceptance, ElementFingerprint, HealingEvent, PageMemory, Rejection, RunInfo,
};
use breadcrumb_store::{
    Decisions, Error, ErrorKind, EventFilter, KnownFingerprint, LearnBatch, PastFingerprint,
    RevisionInfo, SqliteStore, Store,
};

pub use spool::{open_for_writing, waiting_spools};

use job::{Entry, Job};
use shared::{Reply, Shared};

/// How long the end of a test waits for its results to be written. A write takes a millisecond; where the
/// database is known to be locked nothing is waited for.
pub const TEST_PATIENCE: Duration = Duration::from_secs(1);

/// How long the end of a run waits for a database that is locked, before the results go into a spool.
pub const RUN_PATIENCE: Duration = Duration::from_millis(500);

/// How long the start of a run waits for the database to be opened, which takes 3 to 30 ms.
pub const OPENING_PATIENCE: Duration = Duration::from_millis(250);

/// How long the user of a quarantine waits for it: once or twice in a run.
pub const QUARANTINE_PATIENCE: Duration = Duration::from_millis(100);

/// The name by which SQLite knows a database that is in memory only.
const IN_MEMORY: &str = ":memory:";

/// The databases that the user has heard of: once in a process is enough.
static NOTICED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// All recorders of this process that still have something to do.
static RECORDERS: Mutex<Vec<Known>> = Mutex::new(Vec::new());

/// One database, as sessions use it.
#[derive(Debug)]
pub struct Recorder {
    inner: Inner,
}

/// What the database says of a key on a page.
#[derive(Debug, Clone)]
pub enum Knowledge {
    /// It is known.
    Known(Arc<KnownFingerprint>),
    /// It was never learned.
    Unknown,
    /// The database does not answer in time.
    NoAnswer,
}

enum Inner {
    /// Reads and writes at once: a store in memory, or one that the caller has opened.
    Direct(Arc<dyn Store>),
    /// Goes through the queue; the process that it belongs to may be the parent of this one.
    Queued(PathBuf, Mutex<Arc<Owner>>),
}

/// Whoever uses a queue. When the last of them is gone the thread ends.
#[derive(Debug)]
struct Owner(Arc<Shared>);

/// A queue that was started in this process.
struct Known {
    owner: Weak<Owner>,
    shared: Arc<Shared>,
}

impl Recorder {
    /// Returns the recorder of the database at `path`: one for all who ask in this process.
    ///
    /// Returns at once; the database is opened meanwhile.
    pub fn at(path: &Path) -> Result<Self, Error> {
        if path.as_os_str() == IN_MEMORY {
            return Ok(Self::direct(Arc::new(SqliteStore::open(path)?)));
        }
        let owner = Mutex::new(owner_of(path));
        Ok(Self {
            inner: Inner::Queued(path.to_owned(), owner),
        })
    }

    /// Makes a recorder that reads and writes at once, as the store does.
    #[must_use]
    pub fn direct(store: Arc<dyn Store>) -> Self {
        Self {
            inner: Inner::Direct(store),
        }
    }

    /// Returns where the database is, as the user gave it.
    #[must_use]
    pub fn location(&self) -> String {
        match &self.inner {
            Inner::Direct(store) => store.location(),
            Inner::Queued(path, _) => path.display().to_string(),
        }
    }

    /// Waits until the database is open, and what earlier runs left is in it; for so long at most.
    pub fn wait_until_open(&self, patience: Duration) {
        if let Some(shared) = self.shared() {
            shared.wait_until_open(patience);
        }
    }

    /// Saves what a test leaves behind, as [`Store::learn`] does, now or when it is possible.
    pub fn learn(&self, batch: LearnBatch) -> Result<(), Error> {
        if batch.is_empty() {
            return Ok(());
        }
        self.keep(Job::Learn(Box::new(batch)))
    }

    /// Saves what is known of a run of the suite, now or when it is possible.
    pub fn record_suite(&self, info: RunInfo) -> Result<(), Error> {
        self.keep(Job::Suite(Box::new(info)))
    }

    /// Saves what is known of a state of the code, now or when it is possible.
    pub fn record_revision(&self, revision: RevisionInfo) -> Result<(), Error> {
        self.keep(Job::Revision(Box::new(revision)))
    }

    /// Loads as [`Store::load_fingerprint_on_page`] does; `None` too where there is no answer.
    pub fn load_fingerprint_on_page(
        &self,
        test_id: &str,
        locator: &str,
        page_key: &str,
    ) -> Result<Option<ElementFingerprint>, Error> {
        let read = self.read(|store| store.load_fingerprint_on_page(test_id, locator, page_key));
        Ok(read?.flatten())
    }

    /// Loads as [`Store::load_known`] does, and tells what is not known from what cannot be read.
    pub fn knowledge(
        &self,
        test_id: &str,
        locator: &str,
        page_key: &str,
    ) -> Result<Knowledge, Error> {
        let reply = self.ask(|store| store.load_known(test_id, locator, page_key))?;
        Ok(match reply {
            Reply::Answer(Some(known)) => Knowledge::Known(Arc::new(known)),
            Reply::Answer(None) | Reply::NoDatabase => Knowledge::Unknown,
            Reply::Silence => Knowledge::NoAnswer,
        })
    }

    /// Loads as [`Store::load_memory`] does; `None` too where there is no answer.
    pub fn load_memory(
        &self,
        test_id: &str,
        locator: &str,
        page_key: &str,
    ) -> Result<Option<PageMemory>, Error> {
        let read = self.read(|store| store.load_memory(test_id, locator, page_key));
        Ok(read?.flatten())
    }

    /// Loads a key's earlier fingerprints on a page, the latest first; none where there is no answer.
    pub fn fingerprint_history(
        &self,
        test_id: &str,
        locator: &str,
        page_key: &str,
    ) -> Result<Vec<PastFingerprint>, Error> {
        let read = self.read(|store| store.fingerprint_history(test_id, locator, Some(page_key)));
        Ok(read?.unwrap_or_default())
    }

    /// Loads as [`Store::load_screenshot`] does; `None` too where there is no answer.
    pub fn load_screenshot(
        &self,
        test_id: &str,
        locator: &str,
        page_key: &str,
    ) -> Result<Option<String>, Error> {
        let read = self.read(|store| store.load_screenshot(test_id, locator, page_key));
        Ok(read?.flatten())
    }

    /// Loads what people have rejected; `None` where there is no answer.
    pub fn rejections(&self) -> Result<Option<Vec<Rejection>>, Error> {
        self.read(|store| store.rejections())
    }

    /// Returns the suggestions that are accepted; `None` where the database does not answer in time.
    pub fn acceptances(&self) -> Result<Option<Vec<Acceptance>>, Error> {
        self.read(|store| store.acceptances())
    }

    /// Loads what people have decided about heals; `None` where there is no answer.
    pub fn decisions(&self) -> Result<Option<Decisions>, Error> {
        self.read(|store| store.decisions())
    }

    /// Loads as [`Store::healing_events`] does; none where there is no answer.
    pub fn healing_events(&self, filter: &EventFilter) -> Result<Vec<HealingEvent>, Error> {
        let read = self.read(|store| store.healing_events(filter));
        Ok(read?.unwrap_or_default())
    }

    /// Lists the pictures that are referred to; `None` where that is not known for sure.
    pub fn screenshots(&self) -> Result<Option<Vec<String>>, Error> {
        if !self.settle(TEST_PATIENCE) {
            return Ok(None);
        }
        self.read(|store| store.screenshots())
    }

    /// Returns how many questions had no answer so far, because the database could not be had.
    ///
    /// Who asks several and gets another number in the end knows only a part.
    #[must_use]
    pub fn unanswered(&self) -> u64 {
        self.started().map_or(0, |shared| shared.unanswered())
    }

    /// Waits until all that was saved is in the database; returns whether it is.
    ///
    /// Does not wait where the database is known to be locked.
    pub fn settle(&self, patience: Duration) -> bool {
        self.started().is_none_or(|shared| shared.settle(patience))
    }

    /// Waits for a locked database too; what cannot be written then goes into a spool.
    ///
    /// Returns whether all is in the database.
    pub fn flush(&self, patience: Duration) -> bool {
        self.started().is_none_or(|shared| shared.flush(patience))
    }

    /// Flushes and lets go of the file; the next use opens it again.
    pub fn close(&self, patience: Duration) {
        match &self.inner {
            // What cannot be closed now is closed with the process.
            Inner::Direct(store) => drop(store.close()),
            Inner::Queued(..) => {
                if let Some(shared) = self.started() {
                    shared.flush(patience);
                    shared.close();
                }
            }
        }
    }

    /// Returns what the user should know about the database, once.
    #[must_use]
    pub fn take_notice(&self) -> Option<String> {
        self.started()?.take_notice()
    }

    fn keep(&self, job: Job) -> Result<(), Error> {
        match &self.inner {
            Inner::Direct(store) => job.apply(store.as_ref()),
            Inner::Queued(..) => {
                let made_at = crate::clock::now();
                let entry = Entry { job, made_at };
                self.shared().map_or(Ok(()), |shared| shared.keep(entry))
            }
        }
    }

    fn read<T>(
        &self,
        work: impl FnOnce(&dyn Store) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        Ok(self.ask(work)?.answer())
    }

    fn ask<T>(&self, work: impl FnOnce(&dyn Store) -> Result<T, Error>) -> Result<Reply<T>, Error> {
        match &self.inner {
            Inner::Direct(store) => work(store.as_ref()).map(Reply::Answer),
            Inner::Queued(..) => self
                .shared()
                .map_or(Ok(Reply::Silence), |shared| shared.read(work)),
        }
    }

    /// Returns the queue as it was left; `None` in a child of the process that has made it.
    fn started(&self) -> Option<Arc<Shared>> {
        let Inner::Queued(_, owner) = &self.inner else {
            return None;
        };
        let shared = Arc::clone(&unpoisoned(owner).0);
        shared.is_of_this_process().then_some(shared)
    }

    /// Returns the queue of this process: after a fork the parent's has no thread here.
    fn shared(&self) -> Option<Arc<Shared>> {
        let Inner::Queued(path, owner) = &self.inner else {
            return None;
        };
        let mut owner = unpoisoned(owner);
        if !owner.0.is_alive() {
            *owner = owner_of(path);
        }
        Some(Arc::clone(&owner.0))
    }
}

/// Waits until what sessions of this process have saved is in the database at `path`.
pub fn settle_database(path: &Path, patience: Duration) {
    for shared in of_this_process() {
        if shared.is_of(path) {
            shared.settle(patience);
        }
    }
}

/// Flushes all recorders of this process and lets go of their files, in so much time for all.
///
/// Returns what the user should know.
#[must_use]
pub fn flush_all(patience: Duration) -> Vec<String> {
    let deadline = Instant::now() + patience;
    let mut notices = Vec::new();
    for shared in of_this_process() {
        shared.flush(deadline.saturating_duration_since(Instant::now()));
        shared.close();
        notices.extend(shared.take_notice());
    }
    notices
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.0.let_go();
    }
}

impl std::fmt::Debug for Inner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Direct(store) => f.debug_tuple("Direct").field(&store.location()).finish(),
            Self::Queued(path, _) => f.debug_tuple("Queued").field(path).finish(),
        }
    }
}

/// Finds the queue of a database, or starts one.
fn owner_of(path: &Path) -> Arc<Owner> {
    let mut known = unpoisoned(&RECORDERS);
    known.retain(|known| known.shared.is_alive());
    let mut same = known.iter().filter(|known| known.shared.is_of(path));
    if let Some(owner) = same.find_map(|known| known.owner.upgrade()) {
        return owner;
    }
    let shared = Arc::new(Shared::new(path));
    let owner = Arc::new(Owner(Arc::clone(&shared)));
    known.push(Known {
        owner: Arc::downgrade(&owner),
        shared: Arc::clone(&shared),
    });
    drop(known);
    let name = "breadcrumb-recorder".to_owned();
    let thread_shared = Arc::clone(&shared);
    let started = thread::Builder::new()
        .name(name)
        .spawn(move || writer::run(&thread_shared));
    if let Err(error) = started {
        shared.cannot_start(&error);
    }
    owner
}

fn of_this_process() -> Vec<Arc<Shared>> {
    let known = unpoisoned(&RECORDERS);
    let alive = known.iter().filter(|known| known.shared.is_alive());
    alive.map(|known| Arc::clone(&known.shared)).collect()
}

/// Returns whether an error is about what was to be saved, not about where.
fn is_about_the_data(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::EmptyKey | ErrorKind::InvalidEvent | ErrorKind::InvalidExport
    )
}

/// Returns whether waiting does not help: the file is none of ours, or broken.
fn is_hopeless(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::NotADatabase
            | ErrorKind::IsADirectory
            | ErrorKind::NewerSchema
            | ErrorKind::ForeignDatabase
            | ErrorKind::Corrupt
            | ErrorKind::Partial
    )
}

/// Locks; a panic elsewhere leaves what is locked as it was before one whole step.
fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
