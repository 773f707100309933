//! What a drift has found, as it is kept with its record: a person may accept it.

use breadcrumb_core::ElementFingerprint;
use serde_json::{Value, json};

const FOUND: &str = "found";

/// Returns the details of a drift's record.
pub(super) fn written(found: &ElementFingerprint) -> String {
    json!({ FOUND: found }).to_string()
}

/// Reads the element that a drift has found; none where its record is older.
pub(crate) fn read(details: &str) -> Option<ElementFingerprint> {
    let details: Value = serde_json::from_str(details).ok()?;
    ElementFingerprint::from_json(&details.get(FOUND)?.to_string()).ok()
}
