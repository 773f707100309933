//! Heals as they are stored, for reports: short ones leave the fingerprints alone.

use breadcrumb_core::HealOccasion;
use rusqlite::{Row, params};

use super::connect::Database;
use super::events::known_columns;
use super::log::{Batch, Cursor, Query};
use super::rows;
use crate::filter::EventFilter;
use crate::survey::{HealCounts, HealDepth, HealRow, LocatorCounts, LocatorHeals, WholeHeal};

/// How many short heals are read at a time of a file of the Python package, which has no index for their order:
/// all of them are sorted each time.
const SORTED_BATCH_ROWS: usize = 65_536;

/// The columns in the order that [`read`] expects.
const SHORT: [&str; 8] = [
    "test_id",
    "locator",
    "confidence",
    "proposed_locator",
    "healed_digest",
    "screenshot_before",
    "screenshot_after",
    "occasion",
];
/// Those that [`read_whole`] expects.
const MORE: [&str; 11] = [
    "original_json",
    "healed_json",
    "page_key",
    "scorer",
    "scoring_json",
    "margin",
    "runner_up_json",
    "reasons_json",
    "action",
    "source_file",
    "source_line",
];
/// Where they begin after the short ones, and after the id and the time.
const MORE_AT: usize = 2 + SHORT.len();

/// Reads the heals that come after a place, at most `limit`.
pub(super) fn batch_after(
    database: &Database,
    filter: &EventFilter,
    depth: HealDepth,
    after: Option<&Cursor>,
    limit: u64,
) -> rusqlite::Result<Batch<HealRow>> {
    let (short, more) = columns(database);
    let columns = match depth {
        HealDepth::Short => short,
        HealDepth::Whole => format!("{short}, {more}"),
    };
    let mut query = Query::new(&columns, "healing_events AS log");
    if depth == HealDepth::Short && !database.is_full() {
        query.batch_rows = SORTED_BATCH_ROWS;
    }
    query.filter("test_id = :test_id", ":test_id", filter.test_id.as_ref());
    query.filter("locator = :locator", ":locator", filter.locator.as_ref());
    query.filter("timestamp >= :since", ":since", filter.since.as_ref());
    query.filter("id = :row", ":row", filter.id.as_ref());
    query.batch_after(&database.conn, after, limit, |row| {
        read(row, depth, str::to_owned)
    })
}

/// Lists the heals since a time, newest first.
pub(super) fn ids(
    database: &Database,
    since: f64,
    limit: Option<u32>,
) -> rusqlite::Result<Vec<i64>> {
    let mut statement = database.conn.prepare_cached(
        "SELECT id FROM healing_events WHERE timestamp >= ?1
         ORDER BY timestamp DESC, id DESC LIMIT ?2",
    )?;
    // A negative limit is none.
    let limit = limit.map_or(-1, i64::from);
    let ids = statement.query_map(params![since, limit], |row| row.get(0))?;
    ids.collect()
}

/// Reads whole heals by their ids.
pub(super) fn visit(
    database: &Database,
    ids: &[i64],
    visit: &mut dyn FnMut(HealRow<&str>),
) -> rusqlite::Result<()> {
    let (short, more) = columns(database);
    let sql = format!("SELECT id, timestamp, {short}, {more} FROM healing_events");
    let mut see = |row: &Row<'_>| {
        if let Some(heal) = read(row, HealDepth::Whole, |text| text) {
            visit(heal);
        }
    };
    // Heals are mostly stored in the order they happened: to go on to the next takes less than to look for it.
    if let Some((order, first, last)) = in_a_row(ids) {
        let sql = format!("{sql} WHERE id BETWEEN ?1 AND ?2 ORDER BY id {order}");
        let mut statement = database.conn.prepare_cached(&sql)?;
        let mut found = statement.query([first, last])?;
        while let Some(row) = found.next()? {
            see(row);
        }
        return Ok(());
    }
    let sql = format!("{sql} WHERE id = ?1");
    let mut statement = database.conn.prepare_cached(&sql)?;
    for id in ids {
        let mut found = statement.query([id])?;
        if let Some(row) = found.next()? {
            see(row);
        }
    }
    Ok(())
}

/// Returns how ids go up or down one by one, and the lowest and the highest of them.
fn in_a_row(ids: &[i64]) -> Option<(&'static str, i64, i64)> {
    let (first, last) = (*ids.first()?, *ids.last()?);
    let go_by = |step: i64| {
        let pairs = ids.iter().zip(ids.iter().skip(1));
        pairs
            .into_iter()
            .all(|(id, next)| id.checked_add(step) == Some(*next))
    };
    if go_by(-1) {
        Some(("DESC", last, first))
    } else {
        go_by(1).then_some(("ASC", first, last))
    }
}

/// Counts the heals since a time by locator, and lists the newest.
///
/// In our files two indexes have all that is wanted. In one of the Python package the rows themselves are read, which
/// are long, so once for both.
pub(super) fn counts(database: &Database, since: f64, newest: u32) -> rusqlite::Result<HealCounts> {
    let is_full = database.is_full();
    // The order of the index keeps SQLite to the index.
    let order = if is_full {
        "ORDER BY test_id, locator"
    } else {
        ""
    };
    let sql = format!(
        "SELECT test_id, locator, id, timestamp FROM healing_events WHERE +timestamp >= ?1 {order}"
    );
    let mut statement = database.conn.prepare_cached(&sql)?;
    let mut found = statement.query([since])?;
    let mut counts = HealCounts::default();
    let mut times = Vec::new();
    while let Some(row) = found.next()? {
        let at = rows::number(row, 3).unwrap_or_default();
        if !is_full {
            times.push((at, row.get::<_, i64>(2)?));
        }
        if let (Some(test_id), Some(locator)) = (rows::text(row, 0), rows::text(row, 1)) {
            counts.count(test_id, locator, at);
        }
    }
    counts.newest = if is_full {
        ids(database, since, Some(newest))?
    } else {
        times.sort_unstable_by(|(a, id), (b, other)| b.total_cmp(a).then(other.cmp(id)));
        let newest = times.iter().take(newest as usize);
        newest.map(|(_, id)| *id).collect()
    };
    Ok(counts)
}

impl HealCounts {
    /// Counts a heal; only the first of a locator makes texts of its own.
    fn count(&mut self, test_id: &str, locator: &str, at: f64) {
        let first = LocatorHeals {
            count: 1,
            last_at: at,
        };
        let Some(locators) = self.tests.get_mut(test_id) else {
            let locators = LocatorCounts::from([(locator.to_owned(), first)]);
            self.tests.insert(test_id.to_owned(), locators);
            return;
        };
        match locators.get_mut(locator) {
            Some(heals) => {
                heals.count += 1;
                heals.last_at = heals.last_at.max(at);
            }
            None => {
                locators.insert(locator.to_owned(), first);
            }
        }
    }
}

fn columns(database: &Database) -> (String, String) {
    (
        known_columns(database, &SHORT),
        known_columns(database, &MORE),
    )
}

/// Reads a row; `own` makes of its texts what the heal holds.
fn read<'a, S>(
    row: &'a Row<'_>,
    depth: HealDepth,
    own: impl Fn(&'a str) -> S,
) -> Option<HealRow<S>> {
    let text = |column: usize| rows::text(row, column).map(&own);
    Some(HealRow {
        id: row.get(0).ok()?,
        timestamp: rows::number(row, 1)?,
        test_id: text(2)?,
        locator: text(3)?,
        confidence: rows::number(row, 4)?,
        proposed_locator: text(5),
        healed_digest: text(6),
        screenshot_before: text(7),
        screenshot_after: text(8),
        occasion: HealOccasion::from_stored(rows::text(row, 9)),
        whole: match depth {
            HealDepth::Short => None,
            HealDepth::Whole => Some(read_whole(row, &own)?),
        },
    })
}

/// Reads the columns of [`MORE`].
fn read_whole<'a, S>(row: &'a Row<'_>, own: impl Fn(&'a str) -> S) -> Option<WholeHeal<S>> {
    let text = |column: usize| rows::text(row, MORE_AT + column).map(&own);
    Some(WholeHeal {
        original_json: text(0)?,
        healed_json: text(1)?,
        page_key: text(2),
        scorer: text(3),
        scoring_json: text(4),
        margin: rows::number(row, MORE_AT + 5),
        runner_up_json: text(6),
        reasons_json: text(7),
        action: text(8),
        source_file: text(9),
        source_line: row.get(MORE_AT + 10).ok(),
    })
}
