//! When tests passed last.

use std::collections::HashMap;

use rusqlite::{OptionalExtension as _, Row};

use super::connect::Database;
use super::rows;

/// When an attempt began. One that does not say so ends after its own heals: it counts where it has none.
const BEGAN: &str =
    "COALESCE(log.started_at, CASE WHEN NOT log.healing_occurred THEN log.timestamp END)";
/// The same in a file of the Python package.
const CLASSIC_BEGAN: &str = "CASE WHEN NOT log.healing_occurred THEN log.timestamp END";
/// The passes that a test runner has recorded.
const PASSES: &str = "test_runs AS log LEFT JOIN runs AS run ON run.id = log.run_ref
    WHERE log.status = 'passed' AND (log.run_ref IS NULL OR run.runner IS NOT NULL)";
const CLASSIC_PASSES: &str = "test_runs AS log WHERE log.status = 'passed'";

/// So many attempts are walked over for each test: the newest run has each of them, the next two most of the rest.
const WALKED_FOR_ONE: usize = 3;
/// For fewer tests nobody walks.
const FEW: usize = 32;

/// Reads when each of these tests began to pass last.
///
/// The newest runs have most tests, one after the other: so the attempts are walked through from the newest on,
/// and what is not among them is looked for.
pub(super) fn last(database: &Database, test_ids: &[&str]) -> rusqlite::Result<Vec<Option<f64>>> {
    if !database.has("test_runs") {
        return Ok(vec![None; test_ids.len()]);
    }
    let (began, passes) = if database.is_full() {
        (BEGAN, PASSES)
    } else {
        (CLASSIC_BEGAN, CLASSIC_PASSES)
    };
    let mut found: HashMap<&str, Option<f64>> = HashMap::new();
    if test_ids.len() > FEW {
        let sql =
            format!("SELECT log.test_id, {began} FROM {passes} ORDER BY log.id DESC LIMIT ?1");
        found = walk(database, &sql, test_ids)?;
    }
    let sql =
        format!("SELECT {began} FROM {passes} AND log.test_id = ?1 ORDER BY log.id DESC LIMIT 1");
    let mut statement = database.conn.prepare_cached(&sql)?;
    let mut last = Vec::with_capacity(test_ids.len());
    for test_id in test_ids {
        last.push(match found.get(test_id) {
            Some(began) => *began,
            None => statement
                .query_row([test_id], |row| Ok(rows::number(row, 0)))
                .optional()?
                .flatten(),
        });
    }
    Ok(last)
}

fn walk<'a>(
    database: &Database,
    sql: &str,
    test_ids: &[&'a str],
) -> rusqlite::Result<HashMap<&'a str, Option<f64>>> {
    let wanted: HashMap<&str, &'a str> = test_ids.iter().map(|id| (*id, *id)).collect();
    let mut found = HashMap::with_capacity(wanted.len());
    let limit = i64::try_from(wanted.len() * WALKED_FOR_ONE).unwrap_or(i64::MAX);
    let mut statement = database.conn.prepare_cached(sql)?;
    let mut passed = statement.query([limit])?;
    while let Some(row) = passed.next()? {
        note(row, &wanted, &mut found);
        if found.len() == wanted.len() {
            break;
        }
    }
    Ok(found)
}

/// Notes a pass; the newest of each test comes first.
fn note<'a>(
    row: &Row<'_>,
    wanted: &HashMap<&str, &'a str>,
    found: &mut HashMap<&'a str, Option<f64>>,
) {
    if let Some(test_id) = rows::text(row, 0).and_then(|id| wanted.get(id)) {
        found.entry(test_id).or_insert_with(|| rows::number(row, 1));
    }
}
