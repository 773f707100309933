//! Writing all rows of a database as lines of JSON.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use rusqlite::Connection;

use super::layout::{self, Layout};
use super::lines::{self, FORMAT, Header};
use crate::error::Error;
use crate::schema::SCHEMA_VERSION;
use crate::sqlite::connect::Database;
use crate::sqlite::migrate::{self, Found};
use crate::sqlite::store::SqliteStore;

/// The version of the format that [`SqliteStore::export`] writes.
pub const EXPORT_VERSION: u32 = 1;

/// What an export has written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exported {
    /// The rows of each table.
    pub rows: BTreeMap<String, u64>,
    /// Whether all was handed over; false where the reader broke off.
    pub is_whole: bool,
}

impl SqliteStore {
    /// Hands over the whole database line by line, as it was at one moment, until `emit` breaks
    /// off.
    ///
    /// Nothing is left out: broken rows, values of any type and columns of other programs come
    /// along. Tables of other programs do not. The lines have no end-of-line characters; `emit`
    /// must not use the store.
    pub fn export(&self, emit: &mut dyn FnMut(&str) -> ControlFlow<()>) -> Result<Exported, Error> {
        self.read("export the database", |database| {
            // One moment for all tables, though others write meanwhile.
            database.conn.execute_batch("BEGIN")?;
            let exported = write(database, emit);
            database.conn.execute_batch("END")?;
            exported
        })
    }
}

fn write(
    database: &Database,
    emit: &mut dyn FnMut(&str) -> ControlFlow<()>,
) -> rusqlite::Result<Exported> {
    let conn = &database.conn;
    let mut exported = Exported::default();
    let header = Header {
        format: FORMAT.to_owned(),
        version: EXPORT_VERSION,
        schema_version: database.schema_version,
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        foreign_columns: layout::foreign_columns(conn, &plain_database()?)?,
    };
    let header = serde_json::to_string(&header).unwrap_or_default();
    if emit(&header).is_break() {
        return Ok(exported);
    }
    for table in layout::tables(conn)? {
        let layout = Layout::read(conn, table)?;
        let mut statement = conn.prepare(&layout.select(&layout, &[]))?;
        let mut found = statement.query([])?;
        let mut count = 0;
        while let Some(row) = found.next()? {
            if emit(&lines::row_line(&layout, row)?).is_break() {
                return Ok(exported);
            }
            count += 1;
        }
        exported.rows.insert(table.to_owned(), count);
    }
    exported.is_whole = emit(&lines::trailer(&exported.rows)).is_continue();
    Ok(exported)
}

/// Makes a database in memory that has our columns and no others.
pub(super) fn plain_database() -> rusqlite::Result<Connection> {
    let conn = Connection::open_in_memory()?;
    migrate::migrate(&conn, Found::Empty)?;
    debug_assert!(
        matches!(migrate::inspect(&conn), Ok(Found::Ours { version, .. }) if version == SCHEMA_VERSION)
    );
    Ok(conn)
}
