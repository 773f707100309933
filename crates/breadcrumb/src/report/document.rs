//! [`write_json`]: the whole report as JSON, with heals that go from the store to the document one by one.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use breadcrumb_core::HealState;
use breadcrumb_report::{HealLines, HealRecord, Report, write_json_lines};
use breadcrumb_store::{HealRow, Store};

use super::collect::assemble;
use super::decided;
use super::halves::{Attempts, Healing};
use super::heals::HealReader;
use super::pictures;
use super::request::{Depth, ReportRequest};
use super::whole;
use crate::error::Error;
use crate::standing::Standings;

/// How many heals are rendered at a time, and the room they usually take.
const HEALS_A_PART: usize = 32;
const PART_ROOM: usize = 80 * 1024;
/// How many parts may wait until the tests are read: about 30 MB.
const PARTS_AHEAD: usize = 400;

/// The heals of a document in parts, each for the thread that comes for it first.
struct HealParts {
    /// All heals, newest first.
    ids: Vec<i64>,
    /// How many parts are taken.
    taken: AtomicUsize,
    standings: Arc<Standings>,
    /// Pictures before and after, by heal.
    pictures: HashMap<i64, (Option<String>, Option<String>)>,
}

/// What is known of the heals before they are rendered.
type Found = (Healing, Arc<HealParts>);

/// A part with its number.
type Part = (usize, io::Result<HealLines>);

/// Brings parts that two threads render into their order.
struct InOrder<'a> {
    parts: &'a HealParts,
    /// Those of the other thread.
    ahead: Receiver<Part>,
    /// Those that came before their turn.
    waiting: BTreeMap<usize, io::Result<HealLines>>,
}

/// Writes the whole report as JSON, whatever the depth that is asked for: a line for each test and each heal.
/// Returns it, with only the newest of the heals.
///
/// The heals of a month are most of the document. A thread of their own renders them as it reads them while the
/// attempts are read; both do when that is done. What goes wrong with the store is an [`Error`] inside of the I/O
/// error.
pub fn write_json(
    store: &dyn Store,
    request: &ReportRequest,
    out: &mut dyn io::Write,
) -> io::Result<Report> {
    let request = request.clone().depth(Depth::Tests);
    let since = request.since();
    thread::scope(|scope| {
        let (give_found, found) = mpsc::sync_channel(1);
        let (give_part, ahead) = mpsc::sync_channel(PARTS_AHEAD);
        scope.spawn(move || {
            // Where a store cannot be read twice, the other thread does all of it.
            if let Some(reader) = store.reader() {
                render_ahead(&*reader, since, &give_found, &give_part);
            }
        });
        let attempts = Attempts::all(store, since, &request).map_err(io::Error::other)?;
        let found = found.recv().unwrap_or_else(|_| find(store, since));
        let (healing, parts) = found.map_err(io::Error::other)?;
        let report = assemble(store, &request, healing, attempts).map_err(io::Error::other)?;
        let mut in_order = InOrder {
            parts: &parts,
            ahead,
            waiting: BTreeMap::new(),
        };
        let heals = (0..parts.count()).map(|number| in_order.get(store, number));
        write_json_lines(&report, heals, out)?;
        Ok(report)
    })
}

/// Renders what [`write_json`] writes.
pub fn json_text(store: &dyn Store, request: &ReportRequest) -> Result<String, Error> {
    let mut text = Vec::new();
    if let Err(error) = write_json(store, request, &mut text)
        && let Ok(error) = error.downcast::<Error>()
    {
        return Err(error);
    }
    // A list in memory takes all that is written to it, and all of it was text before.
    Ok(String::from_utf8(text).unwrap_or_default())
}

/// Reads what is to be known of the heals, hands it over, and renders those that nobody else has taken.
fn render_ahead(
    store: &dyn Store,
    since: f64,
    give_found: &SyncSender<Result<Found, Error>>,
    give_part: &SyncSender<Part>,
) {
    let (healing, parts) = match find(store, since) {
        Ok(found) => found,
        Err(error) => {
            let _ = give_found.send(Err(error));
            return;
        }
    };
    // Nobody takes them where something else has failed.
    let mut is_wanted = give_found.send(Ok((healing, parts.clone()))).is_ok();
    while let (true, Some(number)) = (is_wanted, parts.take_next()) {
        let part = (number, parts.render(store, number));
        is_wanted = give_part.send(part).is_ok();
    }
}

fn find(store: &dyn Store, since: f64) -> Result<Found, Error> {
    let mut healing = Healing::read(store, since, Depth::Tests)?;
    let ids = std::mem::take(&mut healing.ids);
    let parts = HealParts::new(store, since, ids, Arc::clone(&healing.standings))?;
    Ok((healing, Arc::new(parts)))
}

impl InOrder<'_> {
    /// Returns a part; where the other thread has it and is not done, another one is rendered in the meantime.
    fn get(&mut self, store: &dyn Store, number: usize) -> io::Result<HealLines> {
        loop {
            if let Some(part) = self.waiting.remove(&number) {
                return part;
            }
            let (other, part) = match self.ahead.try_recv() {
                Ok(part) => part,
                Err(_) => match self.take_next() {
                    Some(other) => (other, self.parts.render(store, other)),
                    None => self.ahead.recv().map_err(io::Error::other)?,
                },
            };
            self.waiting.insert(other, part);
        }
    }

    /// Takes the next part, unless so many wait already that memory is worth more than time.
    fn take_next(&self) -> Option<usize> {
        let has_room = self.waiting.len() < PARTS_AHEAD;
        has_room.then(|| self.parts.take_next()).flatten()
    }
}

impl HealParts {
    fn new(
        store: &dyn Store,
        since: f64,
        ids: Vec<i64>,
        standings: Arc<Standings>,
    ) -> Result<Self, Error> {
        let shots = pictures::shots_of(store);
        let mut outlines = Vec::new();
        if shots.is_there() {
            outlines = HealReader::with(store, Arc::clone(&standings)).outlines(since)?;
            pictures::embed(&mut outlines, &shots);
        }
        let pictures = outlines.into_iter();
        let pictures = pictures.map(|heal| (heal.id, (heal.before_image, heal.after_image)));
        Ok(Self {
            ids,
            taken: AtomicUsize::new(0),
            standings,
            pictures: pictures.collect(),
        })
    }

    fn count(&self) -> usize {
        self.ids.len().div_ceil(HEALS_A_PART)
    }

    fn take_next(&self) -> Option<usize> {
        let number = self.taken.fetch_add(1, Ordering::Relaxed);
        (number < self.count()).then_some(number)
    }

    fn render(&self, store: &dyn Store, number: usize) -> io::Result<HealLines> {
        let mut lines = HealLines::with_capacity(PART_ROOM);
        let mut rendered = Ok(());
        let part = self.ids.chunks(HEALS_A_PART).nth(number);
        let visited = store.visit_heals(part.unwrap_or_default(), &mut |row| {
            if rendered.is_ok() {
                rendered = self.push(&row, &mut lines);
            }
        });
        visited.map_err(|error| io::Error::other(Error::from(error)))?;
        rendered.map(|()| lines)
    }

    fn push(&self, row: &HealRow<&str>, lines: &mut HealLines) -> io::Result<()> {
        let mut record = HealRecord::default();
        record.id = row.id;
        record.timestamp = row.timestamp;
        record.test_id = row.test_id;
        record.locator = row.locator;
        record.confidence = row.confidence;
        record.proposed_locator = row.proposed_locator;
        if let Some(whole) = &row.whole {
            whole::complete_record(&mut record, whole);
        }
        if let Some((before, after)) = self.pictures.get(&row.id) {
            record.before_image = before.as_deref();
            record.after_image = after.as_deref();
        }
        record.occasion = row.occasion;
        let found = decided::find(&self.standings.decisions, row);
        let mut decided = HealState::default();
        if let decided::Found::Some(decision) = &found {
            decided = decision.state;
            record.decided_by = decision.decided_by.as_deref();
            record.note = decision.note.as_deref();
        }
        let standings = &self.standings;
        record.decision = standings.of_heal(row.test_id, row.locator, decided);
        lines.push(&record)
    }
}
