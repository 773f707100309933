//! [`Shared`]: what the threads that run tests and the thread that writes have in common.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use breadcrumb_store::{Error, ErrorKind, SqliteStore, Store};

use super::job::Entry;
use super::{NOTICED, RUN_PATIENCE, is_about_the_data, is_hopeless, unpoisoned};

/// How long a read waits for another process: an event loop stands still meanwhile.
pub(super) const READ_PATIENCE: Duration = Duration::from_millis(10);

/// For how long writing must have failed before the user hears of a lock: many are short.
const NOTICE_AFTER: Duration = Duration::from_millis(500);

/// How much longer than its patience a flush waits for the spool to be written.
const SPOOL_PATIENCE: Duration = Duration::from_millis(300);

/// One database in one process.
#[derive(Debug)]
pub(super) struct Shared {
    /// The path as the user gave it.
    pub(super) given: PathBuf,
    /// The same from the root: a test may change the directory.
    pub(super) path: PathBuf,
    process: u32,
    state: Mutex<State>,
    changed: Condvar,
}

/// What both sides look at.
#[derive(Debug, Default)]
pub(super) struct State {
    /// What is to be written, the oldest first; the first one may be being written.
    pub(super) queue: VecDeque<Arc<Entry>>,
    pub(super) reader: Reader,
    /// Whether spools of this or of earlier runs are to be taken in.
    pub(super) has_spools: bool,
    /// Since when writing fails, and why.
    pub(super) stuck: Option<(Instant, Error)>,
    /// When the thread tries again; none where it need not.
    pub(super) retry_at: Option<Instant>,
    /// Whether the queue goes into a spool now.
    pub(super) must_spool: bool,
    /// Until when the thread goes on after the last user is gone.
    pub(super) ends_at: Option<Instant>,
    /// Why the database is of no use at all.
    pub(super) refused: Option<Error>,
    is_over: bool,
    unanswered: u64,
    notice: Option<String>,
}

/// The connection that reads.
#[derive(Debug, Default)]
pub(super) enum Reader {
    /// It is not known yet whether there is something to read.
    #[default]
    Opening,
    /// There is no database yet, so nothing is known.
    Missing,
    /// It can be read.
    Open(Arc<SqliteStore>),
    /// Somebody else has it for himself.
    Unreadable,
}

/// What comes of a question to the database.
pub(super) enum Reply<T> {
    /// It has answered.
    Answer(T),
    /// There is none yet, so nothing is known.
    NoDatabase,
    /// It could not be had in time.
    Silence,
}

impl<T> Reply<T> {
    /// Returns the answer, if there is one.
    pub(super) fn answer(self) -> Option<T> {
        match self {
            Self::Answer(answer) => Some(answer),
            Self::NoDatabase | Self::Silence => None,
        }
    }
}

impl State {
    /// Returns whether something waits to be written.
    pub(super) fn is_behind(&self) -> bool {
        !self.queue.is_empty() || self.has_spools
    }

    fn is_open(&self) -> bool {
        let is_taking_in = self.has_spools && self.stuck.is_none();
        !is_taking_in && !matches!(self.reader, Reader::Opening)
    }

    /// Leaves a word for the user, whatever was said before.
    pub(super) fn notify(&mut self, text: String) {
        self.notice = Some(text);
    }
}

impl Shared {
    pub(super) fn new(path: &Path) -> Self {
        Self {
            given: path.to_owned(),
            path: std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
            process: process::id(),
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Returns whether the thread is there and works: not in a child of the process.
    pub(super) fn is_alive(&self) -> bool {
        self.is_of_this_process() && !self.lock().is_over
    }

    /// Returns whether it was made here: a child may find its lock taken for good.
    pub(super) fn is_of_this_process(&self) -> bool {
        self.process == process::id()
    }

    pub(super) fn is_of(&self, path: &Path) -> bool {
        std::path::absolute(path).is_ok_and(|path| path == self.path)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        unpoisoned(&self.state)
    }

    /// Changes the state, and lets everybody know.
    pub(super) fn update<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let changed = change(&mut self.lock());
        self.changed.notify_all();
        changed
    }

    /// Waits for a change, or so long.
    pub(super) fn wait<'s>(
        &self,
        state: MutexGuard<'s, State>,
        time: Option<Duration>,
    ) -> MutexGuard<'s, State> {
        match time {
            Some(time) => {
                self.changed
                    .wait_timeout(state, time)
                    .unwrap_or_else(PoisonError::into_inner)
                    .0
            }
            None => self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner),
        }
    }

    fn wait_while(
        &self,
        patience: Duration,
        condition: impl Fn(&State) -> bool,
    ) -> MutexGuard<'_, State> {
        let state = self.lock();
        if !condition(&state) {
            return state;
        }
        self.changed
            .wait_timeout_while(state, patience, |state| condition(state))
            .unwrap_or_else(PoisonError::into_inner)
            .0
    }

    pub(super) fn wait_until_open(&self, patience: Duration) {
        drop(self.wait_while(patience, |state| !state.is_open()));
    }

    pub(super) fn keep(&self, entry: Entry) -> Result<(), Error> {
        let mut state = self.lock();
        if let Some(error) = &state.refused {
            return Err(error.clone());
        }
        state.queue.push_back(Arc::new(entry));
        drop(state);
        self.changed.notify_all();
        Ok(())
    }

    pub(super) fn read<T>(
        &self,
        work: impl FnOnce(&dyn Store) -> Result<T, Error>,
    ) -> Result<Reply<T>, Error> {
        // A session sees what one before it has saved, unless that takes long.
        let waits =
            |state: &State| !state.is_open() || (state.stuck.is_none() && !state.queue.is_empty());
        let mut state = self.wait_while(READ_PATIENCE, waits);
        if let Some(error) = &state.refused {
            return Err(error.clone());
        }
        let reader = match &state.reader {
            Reader::Open(reader) => Arc::clone(reader),
            Reader::Missing => return Ok(Reply::NoDatabase),
            Reader::Opening | Reader::Unreadable => {
                state.unanswered += 1;
                return Ok(Reply::Silence);
            }
        };
        drop(state);
        match work(reader.as_ref()) {
            Ok(answer) => Ok(Reply::Answer(answer)),
            Err(error) if is_hopeless(&error) || is_about_the_data(&error) => Err(error),
            Err(error) => {
                self.update(|state| {
                    state.unanswered += 1;
                    self.cannot_read(state, &error);
                });
                Ok(Reply::Silence)
            }
        }
    }

    /// Notes that nothing can be read from now on.
    pub(super) fn cannot_read(&self, state: &mut State, error: &Error) {
        state.reader = Reader::Unreadable;
        self.notify_once(state, error, false);
    }

    /// Notes that nothing can be written now.
    pub(super) fn cannot_write(&self, state: &mut State, error: &Error) {
        let now = Instant::now();
        let since = state.stuck.take().map_or(now, |(since, _)| since);
        let is_readable = matches!(state.reader, Reader::Open(_) | Reader::Missing);
        let is_short = error.kind() == ErrorKind::Locked && now - since < NOTICE_AFTER;
        if !is_short || state.must_spool {
            self.notify_once(state, error, is_readable);
        }
        state.stuck = Some((since, error.clone()));
    }

    /// Leaves a word about the database, unless this process has done so before.
    fn notify_once(&self, state: &mut State, error: &Error, is_readable: bool) {
        if unpoisoned(&NOTICED).insert(self.path.clone()) {
            state.notify(notice(error, &self.given, is_readable));
        }
    }

    pub(super) fn unanswered(&self) -> u64 {
        self.lock().unanswered
    }

    pub(super) fn settle(&self, patience: Duration) -> bool {
        let state = self.wait_while(patience, |state| {
            state.is_behind() && state.stuck.is_none() && !state.is_over
        });
        !state.is_behind()
    }

    pub(super) fn flush(&self, patience: Duration) -> bool {
        let is_behind = |state: &State| state.is_behind() && !state.is_over;
        let state = self.wait_while(patience, is_behind);
        if !is_behind(&state) {
            return !state.is_behind();
        }
        drop(state);
        self.update(|state| state.must_spool = true);
        let mut state = self.wait_while(SPOOL_PATIENCE, |state| {
            !state.queue.is_empty() && !state.is_over
        });
        state.must_spool = false;
        let stuck = state.stuck.clone();
        if let Some((_, error)) = stuck {
            let is_readable = matches!(state.reader, Reader::Open(_) | Reader::Missing);
            self.notify_once(&mut state, &error, is_readable);
        }
        !state.is_behind()
    }

    /// Lets the thread end when it has written what it can.
    pub(super) fn let_go(&self) {
        if self.is_of_this_process() {
            self.update(|state| state.ends_at = Some(Instant::now() + RUN_PATIENCE));
        }
    }

    /// Ends the thread now, and waits for it to let go of the file.
    pub(super) fn close(&self) {
        self.update(|state| state.ends_at = Some(Instant::now()));
        drop(self.wait_while(SPOOL_PATIENCE, |state| !state.is_over));
    }

    pub(super) fn end(&self) {
        self.update(|state| {
            state.reader = Reader::Opening;
            state.is_over = true;
        });
    }

    pub(super) fn take_notice(&self) -> Option<String> {
        self.lock().notice.take()
    }

    /// Notes that the system gives no thread: nothing is known, and nothing kept.
    pub(super) fn cannot_start(&self, error: &io::Error) {
        let text = format!("Breadcrumb records nothing in this process: {error}");
        self.update(|state| {
            state.reader = Reader::Missing;
            state.is_over = true;
            state.notify(text);
        });
    }
}

/// Says what the user should know of a database that cannot be had.
fn notice(error: &Error, path: &Path, is_readable: bool) -> String {
    let path = path.display();
    let kept = "what this run learns is kept, and written when that is possible, by the next run at \
                the latest";
    if error.kind() == ErrorKind::Locked {
        let healing = if is_readable {
            ""
        } else {
            "no locator is healed meanwhile; "
        };
        return format!(
            "another process keeps the database `{path}` locked, and tests do not wait for it: \
             {healing}{kept}; end the other process, or give this run a database of its own with \
             `BREADCRUMB_DB`"
        );
    }
    let hint = error.hint().map(|hint| format!("; {hint}"));
    format!("{error}; {kept}{}", hint.unwrap_or_default())
}
