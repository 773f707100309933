//! Reading values that may be of any type or broken.
//!
//! SQLite keeps any type in any column, and other programs write to these files too. A value that
//! is not what it should be is `None` here, never an error.

use breadcrumb_core::ElementFingerprint;
use rusqlite::Row;
use rusqlite::types::ValueRef;

/// How many rows a visit reads before it hands them over.
pub(super) const BATCH_ROWS: usize = 256;

/// How many bytes a visit reads before it hands them over; one row may be longer.
pub(super) const BATCH_BYTES: usize = 1 << 20;

/// Returns a column's text.
pub(super) fn text<'a>(row: &'a Row<'_>, column: usize) -> Option<&'a str> {
    row.get_ref(column).ok()?.as_str().ok()
}

/// Returns a column's text as a string of its own.
pub(super) fn string(row: &Row<'_>, column: usize) -> Option<String> {
    text(row, column).map(str::to_owned)
}

/// Returns a column's number, whole or not.
pub(super) fn number(row: &Row<'_>, column: usize) -> Option<f64> {
    match row.get_ref(column).ok()? {
        ValueRef::Real(number) => Some(number),
        ValueRef::Integer(number) => Some(number as f64),
        _ => None,
    }
}

/// Returns a column's fingerprint.
pub(super) fn fingerprint(row: &Row<'_>, column: usize) -> Option<ElementFingerprint> {
    ElementFingerprint::from_json(text(row, column)?)
        .ok()
        .map(ElementFingerprint::without_secrets)
}

/// Returns a fingerprint under the key of its row, which counts where its JSON says otherwise.
pub(super) fn keyed(
    fingerprint: ElementFingerprint,
    test_id: &str,
    locator: &str,
) -> ElementFingerprint {
    if fingerprint.test_id() == test_id && fingerprint.locator() == locator {
        fingerprint
    } else {
        fingerprint.with_key(test_id, locator)
    }
}

/// Returns the length of a column's text or blob.
pub(super) fn length(row: &Row<'_>, column: usize) -> usize {
    match row.get_ref(column) {
        Ok(ValueRef::Text(bytes) | ValueRef::Blob(bytes)) => bytes.len(),
        _ => 0,
    }
}

/// Returns a column's `COUNT(*)`.
pub(super) fn count(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(column).map(i64::unsigned_abs)
}
