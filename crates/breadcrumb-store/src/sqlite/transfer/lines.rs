//! The lines of an export: a header, one row a line, a trailer.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::cell::Cell;
use super::layout::{ForeignColumn, Layout};

/// What the first line calls itself.
pub(super) const FORMAT: &str = "breadcrumb-export";

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) format: String,
    pub(super) version: u32,
    pub(super) schema_version: u32,
    #[serde(default)]
    pub(super) tool: String,
    #[serde(default)]
    pub(super) foreign_columns: Vec<ForeignColumn>,
}

/// Any line after it: a row has a table, the last line has the counts.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Line {
    pub(super) table: Option<String>,
    pub(super) rowid: i64,
    pub(super) row: Map<String, Value>,
    pub(super) end: bool,
    pub(super) rows: BTreeMap<String, u64>,
}

/// Writes a row as a line.
pub(super) fn row_line(layout: &Layout, row: &rusqlite::Row<'_>) -> rusqlite::Result<String> {
    let mut values = Map::new();
    for (place, name) in layout.columns.iter().enumerate() {
        // The row's number is the first column.
        let cell = Cell::from(row.get_ref(place + 1)?);
        if !cell.is_null() {
            values.insert(name.clone(), to_json(&cell));
        }
    }
    let rowid: i64 = row.get(0)?;
    Ok(json!({"table": layout.table, "rowid": rowid, "row": values}).to_string())
}

/// Writes the last line.
pub(super) fn trailer(rows: &BTreeMap<String, u64>) -> String {
    json!({"end": true, "rows": rows}).to_string()
}

/// A value that JSON has is itself; others are an object that names what they are.
fn to_json(cell: &Cell) -> Value {
    match cell {
        Cell::Null => Value::Null,
        Cell::Integer(value) => json!(value),
        Cell::Real(value) if value.is_finite() => json!(value),
        Cell::Real(value) => json!({"real": value.to_string()}),
        Cell::Text(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => json!(text),
            Err(_) => json!({"text": hex(bytes)}),
        },
        Cell::Blob(bytes) => json!({"blob": hex(bytes)}),
    }
}

/// Reads a value back; `None` where it is none of those that an export has.
pub(super) fn from_json(value: Value) -> Option<Cell> {
    Some(match value {
        Value::Null => Cell::Null,
        Value::String(text) => Cell::Text(text.into_bytes()),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => Cell::Integer(whole),
            None => Cell::Real(number.as_f64().filter(|_| number.is_f64())?),
        },
        Value::Object(named) if named.len() == 1 => {
            let (name, value) = named.into_iter().next()?;
            let text = value.as_str()?;
            match name.as_str() {
                "blob" => Cell::Blob(unhex(text)?),
                "text" => Cell::Text(unhex(text)?),
                "real" => Cell::Real(text.parse().ok()?),
                _ => return None,
            }
        }
        _ => return None,
    })
}

fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    digits
        .filter_map(|digit| char::from_digit(u32::from(digit), 16))
        .collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let pairs = text.as_bytes().chunks(2).map(|pair| match pair {
        [high, low] => u8::try_from(digit(*high)? * 16 + digit(*low)?).ok(),
        _ => None,
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_comes_back_as_it_was() {
        for cell in [
            Cell::Integer(i64::MIN),
            Cell::Real(5.0),
            Cell::Real(-0.0),
            Cell::Real(0.1 + 0.2),
            Cell::Real(f64::INFINITY),
            Cell::Real(f64::NEG_INFINITY),
            Cell::Text(b"a\0\"\\\xc3\xbc\xe2\x80\xa8".to_vec()),
            Cell::Text(b"{\"blob\": \"00\"}".to_vec()),
            Cell::Text(b"\xff".to_vec()),
            Cell::Blob(vec![0, 0x7f, 0xff]),
            Cell::Blob(Vec::new()),
        ] {
            let line = to_json(&cell).to_string();
            let read = from_json(serde_json::from_str(&line).unwrap());
            assert_eq!(read, Some(cell), "{line}");
        }
    }

    #[test]
    fn what_no_export_has_is_refused() {
        for text in [
            "true",
            "[]",
            "{}",
            r#"{"blob": "0"}"#,
            r#"{"blob": "zz"}"#,
            r#"{"x": ""}"#,
            "18446744073709551615",
        ] {
            assert_eq!(
                from_json(serde_json::from_str(text).unwrap()),
                None,
                "{text}"
            );
        }
    }
}
