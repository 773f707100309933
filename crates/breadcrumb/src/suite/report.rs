//! The report at the end of a run: what the database holds in one line, and where the page is.

use std::path::Path;
use std::sync::Arc;

use breadcrumb_store::{OpenOptions, SqliteStore, Store};

use crate::clock::now;
use crate::config::working_database;
use crate::error::Error;
use crate::flaky::load_policy;
use crate::recorder::{QUARANTINE_PATIENCE, RUN_PATIENCE, open_for_writing, settle_database};
use crate::report::{DEFAULT_DAYS, Depth, Owners, ReportRequest, collect, html};
use crate::write_file::write_file;

/// The name of the page.
pub const REPORT_PAGE: &str = "breadcrumb-report.html";

/// Returns what a database holds, or why that is not known; `None` is the one of the working directory.
#[must_use]
pub fn database_line(database: Option<&Path>) -> String {
    let line = || {
        let path = working_database(database)?;
        let store = open_briefly(&path)?;
        let stats = store.stats()?;
        let (fingerprints, heals) = (stats.fingerprints, stats.healing_events);
        Ok(format!(
            "{}: {fingerprints} fingerprints, {heals} heals",
            path.display()
        ))
    };
    line().unwrap_or_else(|error: Error| format!("no report: {}", error.with_hint()))
}

/// Writes the report as a page and says where it is, or why there is none; policy and owners are those of `folder`.
#[must_use]
pub fn page_line(database: Option<&Path>, folder: &Path, page: &Path) -> String {
    match write_page(database, folder, page) {
        Ok(()) => format!("the report: {}", page.display()),
        Err(why) => format!("no page: {why}"),
    }
}

fn write_page(database: Option<&Path>, folder: &Path, page: &Path) -> Result<(), String> {
    let rendered = || {
        let path = working_database(database)?;
        // A locked database is waited for only as long as nobody minds.
        open_briefly(&path)?.close()?;
        let store: Arc<dyn Store> = Arc::new(open_for_writing(&path)?);
        settle_database(&path, RUN_PATIENCE);
        let request = ReportRequest::new(now(), DEFAULT_DAYS)
            .depth(Depth::Whole)
            .policy(load_policy(folder)?)
            .owners(Owners::load(folder));
        Ok(html(&collect(store.as_ref(), &request)?))
    };
    let text = rendered().map_err(|error: Error| error.with_hint())?;
    write_file(page, &text).map_err(|error| error.to_string())
}

/// Opens a database and brings what sessions of this process have learned into it.
pub(super) fn open_briefly(path: &Path) -> Result<SqliteStore, Error> {
    let store = OpenOptions::new()
        .busy_timeout(QUARANTINE_PATIENCE)
        .open(path)?;
    settle_database(path, RUN_PATIENCE);
    Ok(store)
}
