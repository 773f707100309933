//! Where tests are, and whose they are, as their newest attempts say.

use std::collections::HashMap;

use rusqlite::{Connection, Row, Statement};

use super::connect::Database;
use super::rows;
use crate::survey::TestFacts;

/// The newest attempts of a test; an index has them in the order they were stored.
///
/// Ten, because reports of other tools know no file and may have been read in last; all of them would be a
/// walk through the table for a test that never had one.
const NEWEST: &str = "SELECT source_file, source_line, owner, tags FROM test_runs
    WHERE test_id = ?1 ORDER BY id DESC LIMIT 10";

/// Reads the facts of these tests.
pub(super) fn read(database: &Database, test_ids: &[&str]) -> rusqlite::Result<Vec<TestFacts>> {
    if !database.is_full() {
        return Ok(vec![TestFacts::default(); test_ids.len()]);
    }
    let former = former_names(&database.conn)?;
    let mut statement = database.conn.prepare_cached(NEWEST)?;
    let mut facts = Vec::with_capacity(test_ids.len());
    for test_id in test_ids {
        let mut found = of_test(&mut statement, test_id)?;
        for former in former.get(*test_id).into_iter().flatten() {
            if found.is_none() {
                found = of_test(&mut statement, former)?;
            }
        }
        facts.push(found.unwrap_or_default());
    }
    Ok(facts)
}

/// Returns what the newest attempt says that knows its file, or else anything at all.
fn of_test(statement: &mut Statement<'_>, test_id: &str) -> rusqlite::Result<Option<TestFacts>> {
    let mut found = statement.query([test_id])?;
    let mut said = None;
    while let Some(row) = found.next()? {
        let facts = facts(row);
        if facts.source_file.is_some() {
            return Ok(Some(facts));
        }
        if said.is_none() && facts != TestFacts::default() {
            said = Some(facts);
        }
    }
    Ok(said)
}

fn facts(row: &Row<'_>) -> TestFacts {
    TestFacts {
        source_file: rows::string(row, 0),
        source_line: row.get(1).ok(),
        owner: rows::string(row, 2),
        tags_json: rows::string(row, 3),
    }
}

/// Returns the former names of tests that were renamed, by their present one.
fn former_names(conn: &Connection) -> rusqlite::Result<HashMap<String, Vec<String>>> {
    let mut statement = conn.prepare_cached("SELECT old_id, new_id FROM test_aliases")?;
    let mut found = statement.query([])?;
    let mut former: HashMap<String, Vec<String>> = HashMap::new();
    while let Some(row) = found.next()? {
        if let (Some(old), Some(new)) = (rows::string(row, 0), rows::string(row, 1)) {
            former.entry(new).or_default().push(old);
        }
    }
    Ok(former)
}
