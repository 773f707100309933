//! [`Cell`]: one value of a row, whatever it is.

use std::cmp::Ordering;

use rusqlite::ToSql;
use rusqlite::types::{ToSqlOutput, ValueRef};

/// A value as SQLite keeps it; text need not be UTF-8, because SQLite does not check.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cell {
    Null,
    Integer(i64),
    Real(f64),
    Text(Vec<u8>),
    Blob(Vec<u8>),
}

impl Cell {
    pub(super) fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Compares as `ORDER BY` does: nothing, then numbers, then text, then bytes.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => a.cmp(b),
            (Self::Text(a), Self::Text(b)) | (Self::Blob(a), Self::Blob(b)) => a.cmp(b),
            (a, b) => match (a.number(), b.number()) {
                // SQLite keeps no NaN, so there is always an order.
                (Some(a), Some(b)) => a.partial_cmp(&b).unwrap_or(Ordering::Equal),
                _ => a.kind().cmp(&b.kind()),
            },
        }
    }

    /// Appends the value so that different values have different bytes.
    pub(super) fn encode(&self, bytes: &mut Vec<u8>) {
        let content: &[u8] = match self {
            Self::Null => return bytes.push(0),
            Self::Integer(value) => &value.to_be_bytes(),
            Self::Real(value) => &value.to_bits().to_be_bytes(),
            Self::Text(value) | Self::Blob(value) => value,
        };
        let tag = match self {
            Self::Null | Self::Integer(_) => 1,
            Self::Real(_) => 2,
            Self::Text(_) => 3,
            Self::Blob(_) => 4,
        };
        bytes.push(tag);
        bytes.extend((content.len() as u64).to_be_bytes());
        bytes.extend(content);
    }

    fn number(&self) -> Option<f64> {
        match self {
            Self::Integer(value) => Some(*value as f64),
            Self::Real(value) => Some(*value),
            _ => None,
        }
    }

    fn kind(&self) -> u8 {
        match self {
            Self::Null => 0,
            Self::Integer(_) | Self::Real(_) => 1,
            Self::Text(_) => 2,
            Self::Blob(_) => 3,
        }
    }
}

impl From<ValueRef<'_>> for Cell {
    fn from(value: ValueRef<'_>) -> Self {
        match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(value) => Self::Integer(value),
            ValueRef::Real(value) => Self::Real(value),
            ValueRef::Text(value) => Self::Text(value.to_owned()),
            ValueRef::Blob(value) => Self::Blob(value.to_owned()),
        }
    }
}

impl ToSql for Cell {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(value) => ValueRef::Integer(*value),
            Self::Real(value) => ValueRef::Real(*value),
            Self::Text(value) => ValueRef::Text(value),
            Self::Blob(value) => ValueRef::Blob(value),
        }))
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    #[test]
    fn cells_have_the_order_of_sqlite_and_come_back_as_they_went_in() {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch("CREATE TABLE t (a)").unwrap();
        let cells = [
            Cell::Blob(b"a".to_vec()),
            Cell::Text(b"\xff\xfe".to_vec()),
            Cell::Text(b"a\0b".to_vec()),
            Cell::Text(Vec::new()),
            Cell::Integer(2),
            Cell::Real(1.5),
            Cell::Real(f64::NEG_INFINITY),
            Cell::Null,
        ];
        for cell in &cells {
            conn.execute("INSERT INTO t VALUES (?1)", [cell]).unwrap();
        }
        let mut statement = conn.prepare("SELECT a FROM t ORDER BY a").unwrap();
        let sorted: Vec<Cell> = statement
            .query_map([], |row| Ok(row.get_ref(0)?.into()))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        let mut expected = cells.to_vec();
        expected.sort_by(Cell::compare);
        assert_eq!(sorted, expected);
    }
}
