//! Rolling the baseline of a rejected heal back.

use breadcrumb_core::ElementFingerprint;
use breadcrumb_core::identity_digest;
use rusqlite::{Connection, params};

use super::{history, rows};

/// A heal that is decided about.
pub(super) struct RejectedHeal {
    pub(super) test_id: String,
    pub(super) locator: String,
    /// The identity of the healed element.
    pub(super) digest: String,
    /// What its first event began with: later ones heal from the healed element to itself.
    /// None where no event of it can be read.
    pub(super) original: Option<ElementFingerprint>,
    pub(super) healed: ElementFingerprint,
    /// The healed element as each of its events saw it.
    pub(super) all_healed: Vec<ElementFingerprint>,
}

/// Makes what was known before the heal the baseline again; returns it.
///
/// A baseline that is another element by now stays.
pub(super) fn roll_back(
    conn: &Connection,
    heal: &RejectedHeal,
    now: f64,
) -> rusqlite::Result<Option<ElementFingerprint>> {
    let key = (heal.test_id.as_str(), heal.locator.as_str());
    let mut restored = None;
    for (page, current) in baselines(conn, key)? {
        if !heal.is_healed(&current) {
            continue;
        }
        let choices = history::choices(conn, key, page.as_deref())?;
        let good = choices
            .iter()
            .position(|choice| !heal.is_healed(&choice.past.fingerprint));
        let before = match good {
            Some(place) => history::roll_back(conn, key, page.as_deref(), place + 1, now)?,
            None => None,
        };
        restored = match (before, &heal.original) {
            (None, Some(original)) => Some(put_back(conn, heal, original, page.as_deref(), now)?),
            (before, _) => before.or(restored),
        };
    }
    Ok(restored)
}

impl RejectedHeal {
    /// Whether a fingerprint of the key is the element that was healed to.
    fn is_healed(&self, fingerprint: &ElementFingerprint) -> bool {
        let is_seen = |healed: &ElementFingerprint| {
            let healed = healed.clone().with_key(&self.test_id, &self.locator);
            healed == *fingerprint || healed.differs_only_in_place(fingerprint)
        };
        // Where both are called the same, only what was seen exactly tells them apart.
        let original = self.original.as_ref().map(identity_digest);
        let is_told_apart = original.is_none_or(|original| original != self.digest);
        (is_told_apart && identity_digest(fingerprint) == self.digest)
            || self.all_healed.iter().any(is_seen)
    }
}

/// Returns the fingerprints that count now: one for each page, and the newest.
fn baselines(
    conn: &Connection,
    key: (&str, &str),
) -> rusqlite::Result<Vec<(Option<String>, ElementFingerprint)>> {
    let mut statement = conn.prepare_cached(
        "SELECT page_key, fingerprint_json FROM fingerprint_pages
         WHERE test_id = ?1 AND locator = ?2
         UNION ALL
         SELECT NULL, fingerprint_json FROM fingerprints AS newest
         WHERE test_id = ?1 AND locator = ?2 AND NOT EXISTS (
             SELECT 1 FROM fingerprint_pages AS page
             WHERE page.test_id = ?1 AND page.locator = ?2
                 AND page.fingerprint_json = newest.fingerprint_json)",
    )?;
    let mut found = statement.query([key.0, key.1])?;
    let mut baselines = Vec::new();
    while let Some(row) = found.next()? {
        if let Some(fingerprint) = rows::fingerprint(row, 1) {
            let fingerprint = rows::keyed(fingerprint, key.0, key.1);
            baselines.push((rows::string(row, 0), fingerprint));
        }
    }
    Ok(baselines)
}

/// Puts the element that the heal began with back: the history does not reach that far.
fn put_back(
    conn: &Connection,
    heal: &RejectedHeal,
    original: &ElementFingerprint,
    page: Option<&str>,
    now: f64,
) -> rusqlite::Result<ElementFingerprint> {
    let original = original.clone().with_key(&heal.test_id, &heal.locator);
    let json = original.to_json();
    let values = params![heal.test_id, heal.locator, page, json, now];
    conn.prepare_cached(
        "UPDATE fingerprints SET fingerprint_json = ?4, updated_at = ?5
         WHERE test_id = ?1 AND locator = ?2 AND (?3 IS NULL OR fingerprint_json =
             (SELECT fingerprint_json FROM fingerprint_pages
              WHERE test_id = ?1 AND locator = ?2 AND page_key = ?3))",
    )?
    .execute(values)?;
    conn.prepare_cached(
        "UPDATE fingerprint_pages SET fingerprint_json = ?4, updated_at = ?5, memory_id = NULL,
             learned_in = NULL
         WHERE test_id = ?1 AND locator = ?2 AND page_key = ?3",
    )?
    .execute(params![heal.test_id, heal.locator, page, json, now])?;
    Ok(original)
}
