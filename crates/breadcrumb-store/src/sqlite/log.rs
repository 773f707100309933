//! Reading a log newest first, in small batches: heals, runs of tests, verdicts.

use rusqlite::types::Value;
use rusqlite::{Connection, Row, ToSql};

use super::rows::{self, BATCH_BYTES, BATCH_ROWS};

/// A place in a log: everything before it has been read.
pub(super) struct Cursor {
    /// Kept as it is stored, so that even a time that is no number has its place.
    timestamp: Value,
    id: i64,
}

impl Cursor {
    /// Returns the place after an entry.
    pub(super) fn after(timestamp: f64, id: i64) -> Self {
        Self {
            timestamp: Value::Real(timestamp),
            id,
        }
    }
}

/// Some entries, and where the next ones begin.
pub(super) struct Batch<T> {
    pub(super) entries: Vec<T>,
    pub(super) skipped: u64,
    /// Where to go on; `None` at the end.
    pub(super) next: Option<Cursor>,
}

/// Which entries of a log to read. The log's table is called `log` in all of its parts.
pub(super) struct Query<'a> {
    /// The columns after the row's id and its time, which come first.
    pub(super) columns: &'a str,
    /// The tables.
    pub(super) from: &'a str,
    /// How many entries are read at a time.
    pub(super) batch_rows: usize,
    conditions: Vec<&'static str>,
    parameters: Vec<(&'static str, &'a dyn ToSql)>,
}

impl<T> Batch<T> {
    /// Returns what a log holds that is not there.
    pub(super) fn empty() -> Self {
        Self {
            entries: Vec::new(),
            skipped: 0,
            next: None,
        }
    }
}

impl<'a> Query<'a> {
    pub(super) fn new(columns: &'a str, from: &'a str) -> Self {
        Self {
            columns,
            from,
            batch_rows: BATCH_ROWS,
            conditions: Vec::new(),
            parameters: Vec::new(),
        }
    }

    /// Adds a condition with one parameter, unless there is no value for it.
    pub(super) fn filter<V: ToSql>(
        &mut self,
        condition: &'static str,
        parameter: &'static str,
        value: Option<&'a V>,
    ) {
        if let Some(value) = value {
            self.conditions.push(condition);
            self.parameters.push((parameter, value));
        }
    }

    /// Reads the entries that come after a place, at most `limit`.
    pub(super) fn batch_after<T>(
        mut self,
        conn: &Connection,
        after: Option<&'a Cursor>,
        limit: u64,
        read: impl Fn(&Row<'_>) -> Option<T>,
    ) -> rusqlite::Result<Batch<T>> {
        if let Some(cursor) = after {
            self.conditions
                .push("(log.timestamp, log.id) < (:timestamp, :id)");
            self.parameters.push((":timestamp", &cursor.timestamp));
            self.parameters.push((":id", &cursor.id));
        }
        let mut statement = conn.prepare_cached(&self.sql())?;
        let columns = statement.column_count();
        let mut found = statement.query(self.parameters.as_slice())?;
        let mut batch = Batch::empty();
        let (mut rows_read, mut bytes_read) = (0, 0);
        let most_bytes = BATCH_BYTES * self.batch_rows.div_ceil(BATCH_ROWS);
        while let Some(row) = found.next()? {
            match read(row) {
                Some(entry) => batch.entries.push(entry),
                None => batch.skipped += 1,
            }
            if batch.entries.len() as u64 >= limit {
                break;
            }
            rows_read += 1;
            bytes_read += (0..columns).map(|n| rows::length(row, n)).sum::<usize>();
            if rows_read == self.batch_rows || bytes_read >= most_bytes {
                batch.next = Some(Cursor {
                    timestamp: row.get(1)?,
                    id: row.get(0)?,
                });
                break;
            }
        }
        Ok(batch)
    }

    pub(super) fn sql(&self) -> String {
        let (columns, from) = (self.columns, self.from);
        let mut sql = format!("SELECT log.id, log.timestamp, {columns} FROM {from}");
        for (n, condition) in self.conditions.iter().enumerate() {
            sql.push_str(if n == 0 { " WHERE " } else { " AND " });
            sql.push_str(condition);
        }
        sql.push_str(" ORDER BY log.timestamp DESC, log.id DESC LIMIT ");
        sql.push_str(&self.batch_rows.to_string());
        sql
    }
}
