//! [`write_json`]: the whole report as JSON, with heals that go from the store to the document one by one.

use std::collections::HashMap;
use std::io;
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use breadcrumb_report::{HealLines, HealRecord, Report, write_json_lines};
use breadcrumb_store::{Decisions, HealRow, Store};

use super::collect::assemble;
use super::decided::{self, Found};
use super::halves::{Attempts, Healing};
use super::heals::HealReader;
use super::pictures;
use super::request::{Depth, ReportRequest};
use super::whole;
use crate::error::Error;

/// How many heals are rendered at a time, and the room they usually take.
const HEALS_A_PART: usize = 64;
const PART_ROOM: usize = 160 * 1024;
/// How many parts may wait until the tests are read: about 60 MB.
const PARTS_AHEAD: usize = 400;

/// What heals are rendered with.
struct Renderer {
    decisions: Decisions,
    /// Pictures before and after, by heal.
    pictures: HashMap<i64, (Option<String>, Option<String>)>,
}

/// Writes the whole report as JSON, whatever the depth that is asked for: a line for each test and each heal.
/// Returns it, with only the newest of the heals.
///
/// The heals of a month are most of the document. One thread renders them as it reads them, while the other
/// reads the attempts. What goes wrong with the store is an [`Error`] inside of the I/O error.
pub fn write_json(
    store: &dyn Store,
    request: &ReportRequest,
    out: &mut dyn io::Write,
) -> io::Result<Report> {
    let request = request.clone().depth(Depth::Tests);
    let Some(reader) = store.reader() else {
        return write_alone(store, &request, out);
    };
    thread::scope(|scope| {
        let (give_healing, healing) = mpsc::sync_channel(1);
        let (give_part, parts) = mpsc::sync_channel(PARTS_AHEAD);
        let since = request.since();
        scope.spawn(move || render_all(&*reader, since, &give_healing, &give_part));
        let attempts = Attempts::read(store, since, &request).map_err(io::Error::other)?;
        let healing = healing.recv().map_err(io::Error::other)?;
        let report = healing.and_then(|healing| assemble(store, &request, healing, attempts));
        let report = report.map_err(io::Error::other)?;
        write_json_lines(&report, parts, out)?;
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

/// Does one after the other, where a store cannot be read by two threads.
fn write_alone(
    store: &dyn Store,
    request: &ReportRequest,
    out: &mut dyn io::Write,
) -> io::Result<Report> {
    let since = request.since();
    let read = || {
        let mut healing = Healing::read(store, since, request.depth)?;
        let ids = std::mem::take(&mut healing.ids);
        let attempts = Attempts::read(store, since, request)?;
        let report = assemble(store, request, healing, attempts)?;
        Ok::<_, Error>((report, ids, Renderer::new(store, since)?))
    };
    let (report, ids, renderer) = read().map_err(io::Error::other)?;
    let parts = ids.chunks(HEALS_A_PART);
    write_json_lines(&report, parts.map(|ids| renderer.render(store, ids)), out)?;
    Ok(report)
}

/// Reads what is to be known of the heals, hands it over, and renders them all.
fn render_all(
    store: &dyn Store,
    since: f64,
    give_healing: &SyncSender<Result<Healing, Error>>,
    give_part: &SyncSender<io::Result<HealLines>>,
) {
    let read = || {
        let renderer = Renderer::new(store, since)?;
        Ok((Healing::read(store, since, Depth::Tests)?, renderer))
    };
    let (mut healing, renderer) = match read() {
        Ok(read) => read,
        Err(error) => {
            let _ = give_healing.send(Err(error));
            return;
        }
    };
    let ids = std::mem::take(&mut healing.ids);
    // Nobody takes them where something else has failed.
    let mut is_wanted = give_healing.send(Ok(healing)).is_ok();
    let mut parts = ids.chunks(HEALS_A_PART);
    while let (true, Some(ids)) = (is_wanted, parts.next()) {
        is_wanted = give_part.send(renderer.render(store, ids)).is_ok();
    }
}

impl Renderer {
    fn new(store: &dyn Store, since: f64) -> Result<Self, Error> {
        let shots = pictures::shots_of(store);
        let mut outlines = Vec::new();
        if shots.is_there() {
            outlines = HealReader::new(store)?.outlines(since)?;
            pictures::embed(&mut outlines, &shots);
        }
        let pictures = outlines.into_iter();
        let pictures = pictures.map(|heal| (heal.id, (heal.before_image, heal.after_image)));
        Ok(Self {
            decisions: store.decisions()?,
            pictures: pictures.collect(),
        })
    }

    fn render(&self, store: &dyn Store, ids: &[i64]) -> io::Result<HealLines> {
        let mut lines = HealLines::with_capacity(PART_ROOM);
        let mut rendered = Ok(());
        let visited = store.visit_heals(ids, &mut |row| {
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
        let found = decided::find(&self.decisions, row);
        if let Found::Some(decision) = &found {
            record.decision = decision.state;
            record.decided_by = decision.decided_by.as_deref();
            record.note = decision.note.as_deref();
        }
        lines.push(&record)
    }
}
