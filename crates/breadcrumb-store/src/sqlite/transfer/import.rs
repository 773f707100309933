//! Reading an export back into a database.

use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::path::Path;

use rusqlite::{Connection, params_from_iter};

use super::cell::Cell;
use super::export::EXPORT_VERSION;
use super::layout::{self, Layout, quoted};
use super::lines::{self, FORMAT, Header, Line};
use super::merge;
use super::place::{Draft, Workplace};
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
    let workplace = Workplace::new(path)?;
    if workplace.is_new() || is_empty(path)? {
        let database = workplace.open()?;
        let rows = load(&database.conn, path, name, export)?;
        workplace.finish(database)?;
        return Ok(Imported {
            rows,
            was_merged: false,
        });
    }
    // Beside it first: an export that turns out broken does not even migrate the database.
    let draft = Draft::beside(path);
    let beside = Workplace::new(&draft.path)?;
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
    let mut reader = Reader {
        name,
        export,
        number: 0,
        text: Vec::new(),
    };
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

/// Why loading ends early.
enum Stop {
    Export(Box<Error>),
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for Stop {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
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

/// Reads lines and knows which one it is at.
struct Reader<'a> {
    name: &'a str,
    export: &'a mut dyn BufRead,
    number: u64,
    text: Vec<u8>,
}

impl Reader<'_> {
    fn header(&mut self) -> Result<Header, Stop> {
        if !self.advance()? {
            return Err(self.refuse(ErrorKind::InvalidExport, "is empty"));
        }
        let not_ours = "is no export of Breadcrumb";
        let header: Header = serde_json::from_slice(&self.text)
            .map_err(|_| self.refuse(ErrorKind::InvalidExport, not_ours))?;
        if header.format != FORMAT {
            return Err(self.refuse(ErrorKind::InvalidExport, not_ours));
        }
        if EXPORT_VERSION < header.version || SCHEMA_VERSION < header.schema_version {
            let of = format!(
                "has version {} with schema {}; this version of Breadcrumb reads {EXPORT_VERSION} \
                 with schema {SCHEMA_VERSION} and older",
                header.version, header.schema_version
            );
            return Err(self.refuse(ErrorKind::NewerExport, &of));
        }
        Ok(header)
    }

    fn line(&mut self) -> Result<Line, Stop> {
        if !self.advance()? {
            let last = self.number;
            let cut = format!("is cut short: it ends after line {last}, without its last line");
            return Err(self.refuse(ErrorKind::CutShort, &cut));
        }
        let is_ended = self.text.last() == Some(&b'\n');
        match serde_json::from_slice::<Line>(&self.text) {
            Ok(line) if line.table.is_some() || line.end => Ok(line),
            Ok(_) => Err(self.broken("it is neither a row nor the end")),
            // Half a line at the end of a file is what a broken copy leaves.
            Err(_) if !is_ended => {
                let cut = format!("is cut short in line {}", self.number);
                Err(self.refuse(ErrorKind::CutShort, &cut))
            }
            Err(error) => Err(self.broken(&error.to_string())),
        }
    }

    fn check_end(&mut self, end: &Line, counted: &BTreeMap<String, u64>) -> Result<(), Stop> {
        if end.rows != *counted {
            let table = TABLES
                .iter()
                .find(|table| end.rows.get(**table) != counted.get(**table));
            let table = table.copied().unwrap_or("another table");
            let message = format!("does not have the rows of `{table}` that its last line counts");
            return Err(self.refuse(ErrorKind::InvalidExport, &message));
        }
        while self.advance()? {
            if !self.text.trim_ascii().is_empty() {
                return Err(self.broken("there is more after the last line"));
            }
        }
        Ok(())
    }

    /// Reads the next line; false at the end.
    fn advance(&mut self) -> Result<bool, Stop> {
        self.text.clear();
        match self.export.read_until(b'\n', &mut self.text) {
            Ok(0) => Ok(false),
            Ok(_) => {
                self.number += 1;
                Ok(true)
            }
            Err(error) => Err(self.unreadable(error)),
        }
    }

    fn unreadable(&self, source: io::Error) -> Stop {
        let message = format!("cannot read `{}`: {source}", self.name);
        let error = Error::new(ErrorKind::InvalidExport, self.name, message);
        Stop::Export(Box::new(error.with_source(source)))
    }

    fn broken(&self, why: &str) -> Stop {
        let message = format!(
            "line {} of `{}` cannot be imported: {why}",
            self.number, self.name
        );
        Stop::Export(Box::new(Error::new(
            ErrorKind::InvalidExport,
            self.name,
            message,
        )))
    }

    fn refuse(&self, kind: ErrorKind, what: &str) -> Stop {
        let message = format!("`{}` {what}", self.name);
        Stop::Export(Box::new(Error::new(kind, self.name, message)))
    }
}
