//! [`Names`]: what the rows of other tables are called in a history.

use std::collections::HashMap;
use std::hash::Hash;

use breadcrumb_flaky::{
    BranchKind, ErrorIndex, History, RevisionFacts, RevisionIndex, RunFacts, RunIndex,
};
use rusqlite::{Connection, Row};

use super::rows;

/// The largest id of a run, a revision or an error; ten million of them fill no memory.
const MAX_ID: usize = 10_000_000;

/// A rename of a rename is followed so far; more is a circle.
const MAX_RENAMES: usize = 16;

/// What rows are called, by their ids, which SQLite gives out one after the other.
type ById<T> = Vec<Option<T>>;

/// What the rows of other tables are called in a history; nothing in a file of the Python package.
#[derive(Default)]
pub(super) struct Names {
    runs: ById<RunIndex>,
    revisions: ById<RevisionIndex>,
    errors: ById<ErrorIndex>,
    aliases: HashMap<String, String>,
}

impl Names {
    /// Reads the runs, revisions and errors into a history, and what they are called there.
    pub(super) fn read(conn: &Connection, history: &mut History) -> rusqlite::Result<Self> {
        let runs = collect(
            conn,
            "SELECT id, branch_kind, pr, dirty, infra_flag, run_uid FROM runs",
            |row| {
                let branch = rows::text(row, 1).and_then(BranchKind::from_name);
                let run_uid = rows::text(row, 5).unwrap_or_default();
                let mut facts = RunFacts::on(branch).with_id(run_uid);
                facts.pull_request = rows::string(row, 2);
                facts.is_dirty = rows::number(row, 3).is_some_and(|flag| flag != 0.0);
                facts.incident = rows::string(row, 4);
                Some((id(row)?, history.add_run(facts)))
            },
        )?;
        // What is known of the code is known of it with each version of the application.
        let revisions = "SELECT one.id, one.revision_id, COALESCE(one.commit_sha, code.commit_sha),
                 COALESCE(one.author, code.author)
             FROM revisions AS one LEFT JOIN revisions AS code
                 ON instr(one.revision_id, '@') > 0
                 AND code.revision_id = substr(one.revision_id, 1, instr(one.revision_id, '@') - 1)";
        let revisions = collect(conn, revisions, |row| {
            let mut facts = RevisionFacts::new(rows::text(row, 1)?);
            facts.commit = rows::string(row, 2);
            facts.author = rows::string(row, 3);
            Some((id(row)?, history.add_revision(facts)))
        })?;
        let errors = collect(conn, "SELECT id, error_fp FROM errors", |row| {
            Some((id(row)?, history.add_error(rows::text(row, 1)?)))
        })?;
        let aliases = collect(conn, "SELECT old_id, new_id FROM test_aliases", |row| {
            Some((rows::string(row, 0)?, rows::string(row, 1)?))
        })?;
        Ok(Self {
            runs: by_id(runs),
            revisions: by_id(revisions),
            errors: by_id(errors),
            aliases,
        })
    }

    /// Returns the run that a column refers to.
    pub(super) fn run(&self, row: &Row<'_>, column: usize) -> Option<RunIndex> {
        named(&self.runs, row, column)
    }

    /// Returns the revision that a column refers to.
    pub(super) fn revision(&self, row: &Row<'_>, column: usize) -> Option<RevisionIndex> {
        named(&self.revisions, row, column)
    }

    /// Returns the reason to fail that a column refers to.
    pub(super) fn error(&self, row: &Row<'_>, column: usize) -> Option<ErrorIndex> {
        named(&self.errors, row, column)
    }

    /// Returns whether tests were renamed.
    pub(super) fn has_renames(&self) -> bool {
        !self.aliases.is_empty()
    }

    /// Returns what a test is called now.
    pub(super) fn present_id<'a>(&'a self, test_id: &'a str) -> &'a str {
        if self.aliases.is_empty() {
            return test_id;
        }
        let mut present = test_id;
        for _ in 0..MAX_RENAMES {
            match self.aliases.get(present) {
                Some(newer) => present = newer,
                None => break,
            }
        }
        present
    }
}

fn named<T: Copy>(names: &ById<T>, row: &Row<'_>, column: usize) -> Option<T> {
    let id = row.get_ref(column).ok()?.as_i64().ok()?;
    names.get(usize::try_from(id).ok()?).copied().flatten()
}

/// Puts names where their ids say.
fn by_id<T: Copy>(names: HashMap<i64, T>) -> ById<T> {
    let mut by_id = Vec::new();
    for (id, name) in names {
        // An id that large was not given out by SQLite; its row is left out.
        let Some(id) = usize::try_from(id).ok().filter(|id| *id <= MAX_ID) else {
            continue;
        };
        if by_id.len() <= id {
            by_id.resize(id + 1, None);
        }
        if let Some(place) = by_id.get_mut(id) {
            *place = Some(name);
        }
    }
    by_id
}

fn id(row: &Row<'_>) -> Option<i64> {
    row.get_ref(0).ok()?.as_i64().ok()
}

/// Reads a small table as a map; a row that is broken is left out.
fn collect<K: Eq + Hash, V>(
    conn: &Connection,
    sql: &str,
    mut read: impl FnMut(&Row<'_>) -> Option<(K, V)>,
) -> rusqlite::Result<HashMap<K, V>> {
    let mut statement = conn.prepare_cached(sql)?;
    let mut found = statement.query([])?;
    let mut map = HashMap::new();
    while let Some(row) = found.next()? {
        map.extend(read(row));
    }
    Ok(map)
}
