//! Telling what a database is, and bringing it to the newest schema.

use std::collections::{BTreeSet, HashSet};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension};

use super::transaction::immediate;
use crate::schema::{ADDED_COLUMNS, AddedColumn, SCHEMA_VERSION, TABLES, V1, V2, V3};

/// The version of a file that the Python package left without one: it was killed on first use.
const FIRST_VERSION: u32 = 1;

/// The tables, and columns as `table.column`, that this build has and a file has not.
pub(super) type Missing = BTreeSet<String>;

/// What is in a database file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    /// Nothing at all.
    Empty,
    /// Our tables, or the Python package's.
    Ours { version: u32, missing: Missing },
    /// Our tables with a version that is no version.
    BadVersion(String),
    /// Tables of another program.
    Foreign,
}

/// Tells what is in the database; writes nothing.
pub(super) fn inspect(conn: &Connection) -> rusqlite::Result<Found> {
    let tables = table_names(conn)?;
    if tables.is_empty() {
        return Ok(Found::Empty);
    }
    let is_known = |table: &String| TABLES.contains(&table.as_str());
    let has_ours = tables.contains("fingerprints") || tables.iter().all(is_known);
    if !tables.contains("schema_meta") || !has_ours || !has_key_and_value(conn)? {
        return Ok(Found::Foreign);
    }
    let version = conn
        .query_row(
            "SELECT value FROM schema_meta WHERE key = 'schema_version'",
            [],
            |row| Ok(text_of(row.get_ref(0)?)),
        )
        .optional()?;
    let version = match version {
        None => FIRST_VERSION,
        Some(text) => match text.trim().parse() {
            Ok(version) if version >= FIRST_VERSION => version,
            _ => return Ok(Found::BadVersion(text)),
        },
    };
    let missing = missing(conn, &tables)?;
    Ok(Found::Ours { version, missing })
}

fn missing(conn: &Connection, tables: &HashSet<String>) -> rusqlite::Result<Missing> {
    let absent = TABLES.iter().filter(|table| !tables.contains(**table));
    let mut missing: Missing = absent.map(|table| (*table).to_owned()).collect();
    visit_columns(conn, |column, is_present| {
        if !is_present {
            missing.insert(format!("{}.{}", column.table, column.name));
        }
        Ok(())
    })?;
    Ok(missing)
}

/// Brings a database from what was `found` in it to the newest schema, in one transaction.
///
/// Returns what it is then. It is looked at again inside the transaction, because another process
/// may have been quicker; what is not ours or is newer is returned as found, untouched.
pub(super) fn migrate(conn: &Connection, found: Found) -> rusqlite::Result<Found> {
    if !is_behind(&found) {
        return Ok(found);
    }
    immediate(conn, || {
        let found = inspect(conn)?;
        if !is_behind(&found) {
            return Ok(found);
        }
        conn.execute_batch(V1)?;
        conn.execute_batch(V2)?;
        // Those of the old tables first: the new indexes are on them.
        add_columns(conn)?;
        conn.execute_batch(V3)?;
        add_columns(conn)?;
        conn.execute(
            "INSERT INTO schema_meta (key, value) VALUES ('schema_version', ?1)
             ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            [SCHEMA_VERSION.to_string()],
        )?;
        Ok(Found::Ours {
            version: SCHEMA_VERSION,
            missing: Missing::new(),
        })
    })
}

fn is_behind(found: &Found) -> bool {
    match found {
        Found::Empty => true,
        Found::Ours { version, missing } => {
            *version < SCHEMA_VERSION || (*version == SCHEMA_VERSION && !missing.is_empty())
        }
        Found::BadVersion(_) | Found::Foreign => false,
    }
}

/// Adds the columns that the tables lack, as far as these are there.
fn add_columns(conn: &Connection) -> rusqlite::Result<()> {
    visit_columns(conn, |column, is_present| {
        let AddedColumn {
            table,
            name,
            declaration,
        } = column;
        if is_present || !conn.table_exists(None, *table)? {
            return Ok(());
        }
        conn.execute_batch(&format!(
            "ALTER TABLE {table} ADD COLUMN {name} {declaration}"
        ))
    })
}

/// Visits the columns that are added to tables, with whether each is there.
fn visit_columns(
    conn: &Connection,
    mut visit: impl FnMut(&AddedColumn, bool) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let mut table = "";
    let mut present = HashSet::new();
    for column in ADDED_COLUMNS {
        if column.table != table {
            table = column.table;
            present = column_names(conn, table)?;
        }
        visit(column, present.contains(column.name))?;
    }
    Ok(())
}

fn table_names(conn: &Connection) -> rusqlite::Result<HashSet<String>> {
    conn.prepare("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'")?
        .query_map([], |row| Ok(text_of(row.get_ref(0)?)))?
        .collect()
}

fn has_key_and_value(conn: &Connection) -> rusqlite::Result<bool> {
    let columns = column_names(conn, "schema_meta")?;
    Ok(columns.contains("key") && columns.contains("value"))
}

fn column_names(conn: &Connection, table: &str) -> rusqlite::Result<HashSet<String>> {
    conn.prepare("SELECT name FROM pragma_table_info(?1)")?
        .query_map([table], |row| row.get(0))?
        .collect()
}

/// Returns a value as text whatever type the row has it in.
fn text_of(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
            String::from_utf8_lossy(bytes).into_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn database(sql: &str) -> Connection {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(sql).unwrap();
        conn
    }

    fn check(sql: &str, expected: &Found) {
        assert_eq!(version(&database(sql)), *expected, "{sql}");
    }

    /// What an incomplete database is, whatever it lacks.
    fn version(conn: &Connection) -> Found {
        match inspect(conn).unwrap() {
            Found::Ours { version, missing } if !missing.is_empty() => ours(version),
            other => other,
        }
    }

    fn ours(version: u32) -> Found {
        Found::Ours {
            version,
            missing: Missing::from(["something".to_owned()]),
        }
    }

    #[test]
    fn tells_its_own_databases_from_others() {
        let meta = "CREATE TABLE schema_meta (key TEXT, value TEXT);";
        let with_version = |value: &str| {
            format!("{meta} INSERT INTO schema_meta VALUES ('schema_version', {value})")
        };
        check("", &Found::Empty);
        check(meta, &ours(1));
        check(&with_version("'2'"), &ours(2));
        check(&with_version("9"), &ours(9));
        check(&with_version("'two'"), &Found::BadVersion("two".into()));
        check(&with_version("'0'"), &Found::BadVersion("0".into()));
        check(
            &with_version("x'ff'"),
            &Found::BadVersion("\u{fffd}".into()),
        );
        check("CREATE TABLE users (id)", &Found::Foreign);
        check(&format!("{meta} CREATE TABLE users (id)"), &Found::Foreign);
        check("CREATE TABLE schema_meta (version)", &Found::Foreign);
        check("CREATE TABLE fingerprints (finger)", &Found::Foreign);
    }

    #[test]
    fn a_part_of_the_schema_is_completed() {
        let conn = database(V1);
        conn.execute_batch(
            "INSERT INTO schema_meta VALUES ('schema_version', '2');
             ALTER TABLE healing_events ADD COLUMN uid TEXT;",
        )
        .unwrap();
        let found = inspect(&conn).unwrap();
        let complete = migrate(&conn, found).unwrap();
        assert_eq!(inspect(&conn).unwrap(), complete);
        assert!(
            column_names(&conn, "quarantine")
                .unwrap()
                .contains("expires_at")
        );
    }

    #[test]
    fn an_interrupted_migration_leaves_the_old_version() {
        let conn = database(V1);
        conn.execute_batch("INSERT INTO schema_meta VALUES ('schema_version', '1')")
            .unwrap();
        conn.execute_batch(
            "CREATE TRIGGER no_version BEFORE UPDATE ON schema_meta
                            BEGIN SELECT RAISE(ABORT, 'interrupted'); END",
        )
        .unwrap();
        let before = schema(&conn);
        assert!(migrate(&conn, inspect(&conn).unwrap()).is_err());
        assert_eq!(schema(&conn), before);
        assert_eq!(version(&conn), ours(1));
    }

    #[test]
    fn a_column_that_an_earlier_build_did_not_have_is_added() {
        for (lacked, sql) in [
            (
                "healing_events.occasion",
                "DROP INDEX idx_healing_accepted; ALTER TABLE healing_events DROP COLUMN occasion",
            ),
            (
                "fingerprint_pages.learned_in",
                "ALTER TABLE fingerprint_pages DROP COLUMN learned_in",
            ),
        ] {
            let conn = database("");
            migrate(&conn, Found::Empty).unwrap();
            conn.execute_batch(sql).unwrap();
            let found = inspect(&conn).unwrap();
            let missing = Missing::from([lacked.to_owned()]);
            let version = SCHEMA_VERSION;
            assert_eq!(found, Found::Ours { version, missing });
            let complete = migrate(&conn, found).unwrap();
            assert_eq!(inspect(&conn).unwrap(), complete);
        }
    }

    fn schema(conn: &Connection) -> Vec<String> {
        let mut statement = conn
            .prepare("SELECT sql FROM sqlite_master ORDER BY name")
            .unwrap();
        let rows = statement
            .query_map([], |row| row.get::<_, Option<String>>(0))
            .unwrap();
        rows.map(|sql| sql.unwrap().unwrap_or_default()).collect()
    }
}
