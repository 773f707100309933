//! Reading an export back into a database.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::path::Path;

use rusqlite::{Connection, params_from_iter};

use super::cell::Cell;
use super::layout::{self, Layout, quoted};
use super::lines::{self, Line};
use super::merge;
use super::place::{Draft, Workplace};
use super::reader::{Reader, Stop};
use crate::error::{Error, ErrorKind};
use crate::schema::{SCHEMA_VERSION, TABLES};
use crate::sqlite::connect;
use crate::sqlite::target::{Access, DEFAULT_BUSY_TIMEOUT, Target};
use crate::sqlite::transaction::immediate;

/// What an import has read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Imported {
    /// The rows of each table in the export.
    pub rows: BTreeMap<String, u64>,
    /// Whether the database had rows already, so that both were merged.
    pub was_merged: bool,
}

/// Reads an export into the database at `path`, all of it or nothing.
///
/// A database without rows gets the same rows with the same numbers. One that has rows already is
/// merged with the export as [`merge`](fn@crate::merge) does. `name` is what messages call the export.
pub fn import(path: &Path, name: &str, export: &mut dyn BufRead) -> Result<Imported, Error> {
    let workplace = Workplace::new(path, DEFAULT_BUSY_TIMEOUT)?;
    if workplace.is_new() || is_empty(path)? {
        let database = workplace.open()?;
        let rows = load(&database.conn, path, name, export)?;
        let taken = workplace.finish(database)?;
        if let Some(draft) = &taken {
            merge(std::slice::from_ref(&draft.path), path, &mut |_| {})?;
        }
        return Ok(Imported {
            rows,
            was_merged: taken.is_some(),
        });
    }
    // Beside it first: an export that turns out broken does not even migrate the database.
    let draft = Draft::beside(path);
    let beside = Workplace::new(&draft.path, DEFAULT_BUSY_TIMEOUT)?;
    let database = beside.open()?;
    let rows = load(&database.conn, path, name, export)?;
    beside.finish(database)?;
    merge(std::slice::from_ref(&draft.path), path, &mut |_| {})?;
    Ok(Imported {
        rows,
        was_merged: true,
    })
}

/// Returns whether a database has no rows yet; it is not changed.
fn is_empty(path: &Path) -> Result<bool, Error> {
    let target = Target::new(path, Access::ReadOnly, DEFAULT_BUSY_TIMEOUT)?;
    let database = match connect::open(&target) {
        Ok(database) => database,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(error),
    };
    let has_rows = |table: &&str| {
        let sql = format!("SELECT 1 FROM {table} LIMIT 1");
        *table != "schema_meta"
            && database
                .conn
                .prepare(&sql)
                .is_ok_and(|mut first| first.exists([]).unwrap_or(true))
    };
    let tables = layout::tables(&database.conn).map_err(|error| at(path, error))?;
    Ok(!tables.iter().any(has_rows))
}

fn at(path: &Path, source: rusqlite::Error) -> Error {
    Error::sqlite(&path.display().to_string(), "import an export", source)
}

/// Loads all rows of an export, in one transaction.
fn load(
    conn: &Connection,
    path: &Path,
    name: &str,
    export: &mut dyn BufRead,
) -> Result<BTreeMap<String, u64>, Error> {
    let mut reader = Reader::new(name, export);
    // The reader's own error; any error is what rolls the transaction back.
    let mut refused = None;
    let loaded = immediate(conn, || {
        let (loaded, outcome) = match load_lines(conn, &mut reader) {
            Ok(rows) => (rows, Ok(())),
            Err(Stop::Database(error)) => (BTreeMap::new(), Err(error)),
            Err(Stop::Export(error)) => {
                refused = Some(*error);
                (BTreeMap::new(), Err(rusqlite::Error::QueryReturnedNoRows))
            }
        };
        outcome.map(|()| loaded)
    });
    match refused {
        Some(error) => Err(error),
        None => loaded.map_err(|error| at(path, error)),
    }
}

fn load_lines(conn: &Connection, reader: &mut Reader<'_>) -> Result<BTreeMap<String, u64>, Stop> {
    let header = reader.header()?;
    layout::add_columns(conn, &header.foreign_columns)?;
    // Its row comes with the export, in its place.
    conn.execute("DELETE FROM schema_meta", [])?;
    let mut tables: BTreeMap<&str, Inserter> = BTreeMap::new();
    for &table in TABLES {
        let layout = Layout::read(conn, table)?;
        tables.insert(table, Inserter::new(layout));
    }
    loop {
        let line = reader.line()?;
        let Some(table) = &line.table else {
            let counted: BTreeMap<String, u64> = tables
                .into_iter()
                .filter(|(table, inserter)| inserter.rows > 0 || line.rows.contains_key(*table))
                .map(|(table, inserter)| (table.to_owned(), inserter.rows))
                .collect();
            reader.check_end(&line, &counted)?;
            conn.execute(
                "INSERT OR IGNORE INTO schema_meta (key, value) VALUES ('schema_version', ?1)",
                [SCHEMA_VERSION.to_string()],
            )?;
            return Ok(counted);
        };
        let Some(inserter) = tables.get_mut(table.as_str()) else {
            return Err(reader.broken(&format!("there is no table `{table}`")));
        };
        inserter.insert(conn, line, reader)?;
    }
}

/// Puts rows into one table.
struct Inserter {
    layout: Layout,
    sql: String,
    rows: u64,
}

impl Inserter {
    fn new(layout: Layout) -> Self {
        // A table whose rows are numbered by a column of their own has the number there.
        let rowid = if layout.id.is_some() {
            None
        } else {
            Some("rowid".to_owned())
        };
        let names: Vec<String> = rowid
            .into_iter()
            .chain(layout.columns.iter().map(|name| quoted(name)))
            .collect();
        let marks = vec!["?"; names.len()].join(", ");
        let (table, names) = (layout.table, names.join(", "));
        Self {
            sql: format!("INSERT INTO {table} ({names}) VALUES ({marks})"),
            layout,
            rows: 0,
        }
    }

    fn insert(&mut self, conn: &Connection, line: Line, reader: &Reader<'_>) -> Result<(), Stop> {
        self.rows += 1;
        let mut cells = vec![Cell::Null; self.layout.columns.len()];
        for (column, value) in line.row {
            let Some(cell) = self
                .layout
                .place(&column)
                .and_then(|place| cells.get_mut(place))
            else {
                let table = self.layout.table;
                return Err(reader.broken(&format!("`{table}` has no column `{column}`")));
            };
            let Some(value) = lines::from_json(value) else {
                return Err(reader.broken(&format!("the value of `{column}` cannot be read")));
            };
            *cell = value;
        }
        // The file's own version is not the export's.
        let is_version = self.layout.table == "schema_meta"
            && cells.first() == Some(&Cell::Text(b"schema_version".to_vec()));
        if let Some(version) = cells.get_mut(1).filter(|_| is_version) {
            *version = Cell::Text(SCHEMA_VERSION.to_string().into_bytes());
        }
        if self.layout.id.is_none() {
            cells.insert(0, Cell::Integer(line.rowid));
        }
        let mut statement = conn.prepare_cached(&self.sql)?;
        match statement.execute(params_from_iter(cells)) {
            Ok(_) => Ok(()),
            Err(error)
                if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) =>
            {
                Err(reader.broken(&error.to_string()))
            }
            Err(error) => Err(error.into()),
        }
    }
}
