//! [`Layout`]: the columns of a table as it really is, those of other programs too.

use rusqlite::Connection;
use serde::{Deserialize, Serialize};

use crate::schema::TABLES;

/// A table and its columns.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) table: &'static str,
    pub(super) columns: Vec<String>,
    /// The place of the column that is the row's number, where there is one.
    pub(super) id: Option<usize>,
}

/// A column that another program has added to one of our tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ForeignColumn {
    pub(super) table: String,
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) declared: String,
}

impl Layout {
    /// Reads the columns of a table; there are none where it is not there.
    pub(super) fn read(conn: &Connection, table: &'static str) -> rusqlite::Result<Self> {
        let mut columns = Vec::new();
        let mut id = None;
        let mut statement = conn.prepare("SELECT name, type, pk FROM pragma_table_info(?1)")?;
        let mut found = statement.query([table])?;
        while let Some(row) = found.next()? {
            let (name, declared): (String, String) = (row.get(0)?, row.get(1)?);
            if row.get::<_, i64>(2)? == 1 && declared.eq_ignore_ascii_case("INTEGER") {
                id = Some(columns.len());
            }
            columns.push(name);
        }
        Ok(Self { table, columns, id })
    }

    pub(super) fn place(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|name| name == column)
    }

    /// Returns the statement that reads all rows of this layout, with their numbers first.
    ///
    /// A column that the table in `of` does not have is read as nothing.
    pub(super) fn select(&self, of: &Self, order: &[&str]) -> String {
        let columns = self.columns.iter().map(|name| {
            if of.columns.contains(name) {
                quoted(name)
            } else {
                "NULL".to_owned()
            }
        });
        let columns: Vec<String> = columns.collect();
        let order: Vec<&str> = order.iter().copied().chain(["rowid"]).collect();
        format!(
            "SELECT rowid, {} FROM {} ORDER BY {}",
            columns.join(", "),
            self.table,
            order.join(", ")
        )
    }
}

/// Returns the tables of ours that are there.
pub(super) fn tables(conn: &Connection) -> rusqlite::Result<Vec<&'static str>> {
    let mut there = Vec::new();
    for &table in TABLES {
        if conn.table_exists(None, table)? {
            there.push(table);
        }
    }
    Ok(there)
}

/// Returns the columns that are not in `known`, a database that has only ours.
pub(super) fn foreign_columns(
    conn: &Connection,
    known: &Connection,
) -> rusqlite::Result<Vec<ForeignColumn>> {
    let mut foreign = Vec::new();
    for table in tables(conn)? {
        let ours = Layout::read(known, table)?;
        let mut statement = conn.prepare("SELECT name, type FROM pragma_table_info(?1)")?;
        let mut found = statement.query([table])?;
        while let Some(row) = found.next()? {
            let name: String = row.get(0)?;
            if ours.place(&name).is_none() {
                foreign.push(ForeignColumn {
                    table: table.to_owned(),
                    name,
                    declared: row.get(1)?,
                });
            }
        }
    }
    Ok(foreign)
}

/// Adds columns that are not there yet; within a transaction.
pub(super) fn add_columns(conn: &Connection, columns: &[ForeignColumn]) -> rusqlite::Result<()> {
    for column in columns {
        // Only tables of ours are named in a statement.
        let Some(table) = TABLES.iter().find(|table| **table == column.table) else {
            continue;
        };
        if Layout::read(conn, table)?.place(&column.name).is_none() {
            let (name, declared) = (quoted(&column.name), harmless(&column.declared));
            conn.execute_batch(&format!("ALTER TABLE {table} ADD COLUMN {name} {declared}"))?;
        }
    }
    Ok(())
}

/// Writes a name so that it is a name in a statement, whatever is in it.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Returns the type that SQLite takes a declared type for; what is declared could be any SQL.
fn harmless(declared: &str) -> &'static str {
    let declared = declared.to_ascii_uppercase();
    let has = |parts: &[&str]| parts.iter().any(|part| declared.contains(part));
    if has(&["INT"]) {
        "INTEGER"
    } else if has(&["CHAR", "CLOB", "TEXT"]) {
        "TEXT"
    } else if declared.is_empty() || has(&["BLOB"]) {
        "BLOB"
    } else if has(&["REAL", "FLOAT", "DOUBLE"]) {
        "REAL"
    } else {
        "NUMERIC"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foreign_column_is_added_once_and_its_name_is_only_a_name() {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch("CREATE TABLE runs (id INTEGER PRIMARY KEY, run_uid TEXT)")
            .unwrap();
        let column = ForeignColumn {
            table: "runs".to_owned(),
            name: "mood\" TEXT); DROP TABLE runs; --".to_owned(),
            declared: "TEXT); DROP TABLE runs; --".to_owned(),
        };
        for _ in 0..2 {
            add_columns(&conn, std::slice::from_ref(&column)).unwrap();
        }
        let layout = Layout::read(&conn, "runs").unwrap();
        assert_eq!(layout.columns.len(), 3);
        assert_eq!(layout.columns.last(), Some(&column.name));
        assert_eq!(layout.id, Some(0));
    }
}
