//! [`Overview`] and [`KnownElement`]: how much a store holds, and which elements.

use serde::Serialize;

/// How much a store holds, of what, and since when.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Overview {
    /// The version of its schema.
    pub schema_version: u32,
    /// The size of the database and its write-ahead log, in bytes.
    pub size_bytes: u64,
    /// The keys (test and locator) with a fingerprint.
    pub fingerprints: u64,
    /// The looks that healed.
    pub healed: u64,
    /// The looks that did not heal.
    pub refused: u64,
    /// The drifts: locators that found something little like what they were written for.
    pub drifts: u64,
    /// The tests with an attempt or a fingerprint.
    pub tests: u64,
    /// The attempts at tests.
    pub attempts: u64,
    /// The runs of the suite.
    pub runs: u64,
    /// The tests in quarantine.
    pub quarantined: u64,
    /// When the oldest record was made, in seconds since 1970.
    pub first_record: Option<f64>,
    /// When the newest record was made.
    pub last_record: Option<f64>,
}

/// A key with a fingerprint, as lists show it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct KnownElement {
    /// The test.
    pub test_id: String,
    /// The locator.
    pub locator: String,
    /// The tag of the element; `None` where its fingerprint cannot be read.
    pub tag: Option<String>,
    /// Its text; empty where it has none.
    pub text: String,
    /// When it was last seen good, in seconds since 1970.
    pub updated_at: Option<f64>,
    /// On how many pages it is known.
    pub pages: u64,
    /// How many earlier fingerprints are kept.
    pub earlier: u64,
}

/// What is known of a key on one page.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct KnownPage {
    /// The page, as [`page_key`](breadcrumb_core::page_key) names it.
    pub page_key: String,
    /// When the element was last seen good there, in seconds since 1970.
    pub updated_at: Option<f64>,
    /// The fingerprint there, as it is stored.
    pub fingerprint_json: Option<String>,
    /// The name of the element's picture, where one was taken.
    pub screenshot: Option<String>,
    /// Whether it is known what else was on the page.
    pub has_memory: bool,
    /// Whether this is what the key holds: what was saved last.
    pub is_newest: bool,
}
