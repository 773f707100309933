//! `breadcrumb doctor`.

use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use breadcrumb::store::{Health, SqliteStore, Store as _};
use serde::Serialize;

use crate::args::DoctorArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BAD, BOLD, DIM, GOOD, WARN, styled};
use crate::settings;

/// A fingerprint that no passing test has renewed for a month belongs to a test that is gone, or
/// that has not passed since.
const STALE_DAYS: u32 = 30;
/// More broken rows than these are counted, not listed.
const SHOWN_BROKEN_ROWS: usize = 10;

pub(crate) fn doctor(args: &DoctorArgs) -> Result<Exit, CommandError> {
    let path = settings::database(args.db.as_deref())?;
    let store = SqliteStore::open_read_only(&path)?;
    let health = store.health(now(), STALE_DAYS)?;
    if args.json {
        output::print_json(&Report {
            schema_version: 1,
            is_sound: health.is_sound(),
            health: &health,
        })?;
    } else {
        output::print(&text(&health))?;
    }
    Ok(if health.is_sound() {
        Exit::Fine
    } else {
        Exit::FoundSomething
    })
}

#[derive(Serialize)]
struct Report<'a> {
    schema_version: u32,
    is_sound: bool,
    health: &'a Health,
}

fn text(health: &Health) -> String {
    let mut text = format!("{} {}\n", styled(BOLD, "Database"), health.location);
    let _ = writeln!(
        text,
        "  schema v{}, journal {}, {}",
        health.schema_version,
        health.journal_mode,
        size(health.size_bytes)
    );
    let _ = writeln!(text, "\n{}", styled(BOLD, "Rows"));
    for table in &health.tables {
        let rows = table
            .rows
            .map_or_else(|| "damaged".to_owned(), |rows| rows.to_string());
        let _ = writeln!(text, "  {:<22} {rows:>9}", table.table);
    }
    let _ = writeln!(text, "\n{}", styled(BOLD, "Findings"));
    text.push_str(&findings(health));
    text
}

fn findings(health: &Health) -> String {
    let mut text = String::new();
    for damage in &health.damage {
        let _ = writeln!(text, "  {} {damage}", styled(BAD, "damaged"));
    }
    for row in health.broken_rows.iter().take(SHOWN_BROKEN_ROWS) {
        let place = format!("{}.{} row {}", row.table, row.column, row.id);
        let key = format!("{} {}", row.test_id, row.locator);
        let _ = writeln!(
            text,
            "  {} {place} ({key}): {}",
            styled(BAD, "broken"),
            row.reason
        );
    }
    let shown = health.broken_rows.len().min(SHOWN_BROKEN_ROWS) as u64;
    if health.broken_values > shown {
        let _ = writeln!(
            text,
            "  {} {} more values",
            styled(BAD, "broken"),
            health.broken_values - shown
        );
    }
    if health.stale_fingerprints > 0 {
        let count = health.stale_fingerprints;
        let _ = writeln!(
            text,
            "  {} {count} {} not renewed for {STALE_DAYS} days: their tests are gone or do not pass",
            styled(WARN, "stale"),
            if count == 1 {
                "fingerprint"
            } else {
                "fingerprints"
            },
        );
    }
    if text.is_empty() {
        let _ = writeln!(text, "  {} nothing to mend", styled(GOOD, "ok"));
    } else if health.is_sound() {
        let _ = writeln!(
            text,
            "  {} the database itself is sound",
            styled(GOOD, "ok")
        );
    } else {
        let hint =
            "broken rows are skipped, never fatal; a damaged file is best restored from a copy";
        let _ = writeln!(text, "  {}", styled(DIM, hint));
    }
    text
}

/// Writes a size so that a person can read it.
pub(super) fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["B", "KiB", "MiB", "GiB"];
    let mut value = bytes as f64;
    let mut units = UNITS.iter();
    let mut unit = units.next().copied().unwrap_or_default();
    while value >= 1024.0
        && let Some(next) = units.next()
    {
        value /= 1024.0;
        unit = next;
    }
    if unit == "B" {
        format!("{bytes} B")
    } else {
        format!("{value:.1} {unit}")
    }
}

/// Returns the seconds since 1970.
fn now() -> f64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64())
}
