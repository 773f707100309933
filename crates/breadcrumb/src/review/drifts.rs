//! Locators that find another element than they used to, until a person has decided.

use std::collections::BTreeSet;

use breadcrumb_core::{DEFAULT_THRESHOLD, LocatorTerms, VerdictRecord, VerdictRecordKind, drift};
use breadcrumb_store::{EventFilter, LearnBatch, Store};
use serde::Serialize;

use crate::error::Error;
use crate::session::drifted;

/// A drift that nobody has decided about.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct OpenDrift {
    /// The test.
    pub test_id: String,
    /// The locator.
    pub locator: String,
    /// The page, where it is known.
    pub page_key: Option<String>,
    /// What it finds, and what it used to find.
    pub message: String,
    /// When it was last seen, in seconds since 1970.
    pub timestamp: f64,
}

/// Lists the drifts that are still open: the newest of each test, locator and page whose element is
/// not the known one.
pub fn open_drifts(store: &dyn Store, test_id: Option<&str>) -> Result<Vec<OpenDrift>, Error> {
    let mut open = Vec::new();
    for record in newest(store, test_id)? {
        if is_open(store, &record)? {
            open.push(OpenDrift {
                message: record.message.unwrap_or_default(),
                test_id: record.test_id,
                locator: record.locator,
                page_key: record.page_key,
                timestamp: record.timestamp,
            });
        }
    }
    Ok(open)
}

/// Takes the element that a locator finds now for the one that it is meant to find; returns on how
/// many pages.
pub fn accept_drift(store: &dyn Store, test_id: &str, locator: &str) -> Result<usize, Error> {
    let mut batch = LearnBatch::new();
    let mut accepted = 0;
    for record in newest(store, Some(test_id))? {
        let found = record.details_json.as_deref().and_then(drifted::read);
        if let Some(found) = found.filter(|_| record.locator == locator) {
            batch.add_fingerprint(found, record.page_key.as_deref());
            accepted += 1;
        }
    }
    store.learn(&batch)?;
    Ok(accepted)
}

fn newest(store: &dyn Store, test_id: Option<&str>) -> Result<Vec<VerdictRecord>, Error> {
    let mut filter = EventFilter::new();
    if let Some(test_id) = test_id {
        filter = filter.test_id(test_id);
    }
    let mut seen = BTreeSet::new();
    let mut records = store.verdicts(&filter)?;
    records.retain(|record| record.kind == VerdictRecordKind::Drift);
    // The newest comes first.
    records.retain(|record| {
        let key = (
            record.test_id.clone(),
            record.locator.clone(),
            record.page_key.clone(),
        );
        seen.insert(key)
    });
    Ok(records)
}

fn is_open(store: &dyn Store, record: &VerdictRecord) -> Result<bool, Error> {
    let Some(found) = record.details_json.as_deref().and_then(drifted::read) else {
        return Ok(false);
    };
    let page = record.page_key.as_deref().unwrap_or_default();
    let known = store.load_fingerprint_on_page(&record.test_id, &record.locator, page)?;
    let terms = LocatorTerms::of(&record.locator);
    let still = known.and_then(|known| drift(&terms, &known, &found, DEFAULT_THRESHOLD));
    Ok(still.is_some())
}
