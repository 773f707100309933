//! The heals of a report.

use std::collections::HashMap;
use std::ops::ControlFlow;

use breadcrumb_core::{ElementFingerprint, ScoringResult};
use breadcrumb_report::{Heal, Signal, StoredJson, TopLocator};
use breadcrumb_store::{Decisions, EventFilter, HealCount, HealDepth, HealRow, Store, WholeHeal};
use serde_json::value::RawValue;

use super::decided::{self, Found};
use crate::error::Error;

/// How many locators are to be fixed first.
const TOP: usize = 5;
/// Formats for people show some of the newest heals; more than these are not read for them.
const GLANCED: u64 = 50;

/// Reads heals with what is decided about them; the decisions are read once.
pub struct HealReader<'a> {
    store: &'a dyn Store,
    decisions: Decisions,
}

/// Reads the heals that pass a filter whole, newest first; pictures are named, not embedded.
pub fn heals(store: &dyn Store, filter: &EventFilter) -> Result<Vec<Heal>, Error> {
    HealReader::new(store)?.read(filter)
}

impl<'a> HealReader<'a> {
    /// Reads the decisions.
    pub fn new(store: &'a dyn Store) -> Result<Self, Error> {
        let decisions = store.decisions()?;
        Ok(Self { store, decisions })
    }

    /// Reads the heals that pass a filter, as [`heals`] does.
    pub fn read(&self, filter: &EventFilter) -> Result<Vec<Heal>, Error> {
        self.rows(filter, HealDepth::Whole)
    }

    /// Reads the heals since a time, newest first.
    pub(super) fn since(&self, since: f64, depth: HealDepth) -> Result<Vec<Heal>, Error> {
        self.rows(&EventFilter::new().since(since), depth)
    }

    /// Reads the newest heals, and the locators that were healed most often.
    pub(super) fn newest_and_top(
        &self,
        since: f64,
        counts: &[HealCount],
    ) -> Result<(Vec<Heal>, Vec<TopLocator>), Error> {
        let filter = EventFilter::new().since(since);
        let newest = self.rows(&filter.clone().limit(GLANCED), HealDepth::Whole)?;
        let mut counts: Vec<&HealCount> = counts.iter().collect();
        counts.sort_by(|a, b| {
            let key = |count: &HealCount| (count.test_id.clone(), count.locator.clone());
            b.count.cmp(&a.count).then_with(|| key(a).cmp(&key(b)))
        });
        let mut heals = Vec::new();
        for count in counts.into_iter().take(TOP) {
            let of_locator = filter
                .clone()
                .test_id(&count.test_id)
                .locator(&count.locator);
            heals.extend(self.rows(&of_locator, HealDepth::Short)?);
        }
        Ok((newest, top_locators(&heals)))
    }

    /// Counts the locators that wait for a decision, where the heals are only counted.
    pub(super) fn pending(&self, since: f64, counts: &[HealCount]) -> Result<u64, Error> {
        decided::pending_of(self.store, &self.decisions, since, counts)
    }

    fn rows(&self, filter: &EventFilter, depth: HealDepth) -> Result<Vec<Heal>, Error> {
        let mut heals = Vec::new();
        let mut unclear = Vec::new();
        self.store.for_each_heal_row(filter, depth, &mut |row| {
            let found = decided::find(&self.decisions, &row);
            let mut heal = heal(row);
            match found {
                Found::None => {}
                Found::Some(decision) => decided::fill(&mut heal, decision),
                Found::Unclear => unclear.push(heals.len()),
            }
            heals.push(heal);
            ControlFlow::Continue(())
        })?;
        // Not before: a store answers one question at a time.
        for place in unclear {
            let Some(heal) = heals.get_mut(place) else {
                continue;
            };
            if let Some(decision) = decided::find_whole(self.store, &self.decisions, heal.id)? {
                decided::fill(heal, decision);
            }
        }
        Ok(heals)
    }
}

/// Returns the locators that were healed most often.
pub(super) fn top_locators(heals: &[Heal]) -> Vec<TopLocator> {
    let mut counted: HashMap<(&str, &str), (u64, f64, Option<&str>)> = HashMap::new();
    for heal in heals {
        let (count, sum, proposed) = counted.entry((&heal.test_id, &heal.locator)).or_default();
        *count += 1;
        *sum += heal.confidence;
        // Newest first: what is there already is newer.
        *proposed = proposed.or(heal.instead());
    }
    let mut counted: Vec<_> = counted.into_iter().collect();
    counted.sort_by(|(key, (count, ..)), (other, (more, ..))| more.cmp(count).then(key.cmp(other)));
    counted.truncate(TOP);
    let top = counted
        .into_iter()
        .map(|((test_id, locator), (count, sum, proposed))| {
            let mut top = TopLocator::default();
            test_id.clone_into(&mut top.test_id);
            locator.clone_into(&mut top.locator);
            top.count = count;
            top.avg_confidence = round4(sum / count as f64);
            top.proposed_locator = proposed.map(str::to_owned);
            top
        });
    top.collect()
}

/// Rounds to four digits, as the Python package does.
pub(super) fn round4(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

fn heal(row: HealRow) -> Heal {
    let mut heal = Heal::default();
    heal.id = row.id;
    heal.timestamp = row.timestamp;
    heal.test_id = row.test_id;
    heal.locator = row.locator;
    heal.confidence = row.confidence;
    heal.proposed_locator = row.proposed_locator;
    if let Some(whole) = row.whole {
        fill(&mut heal, *whole);
    }
    heal
}

fn fill(heal: &mut Heal, whole: WholeHeal) {
    heal.original = stored(&whole.original_json);
    heal.healed = stored(&whole.healed_json);
    heal.page = whole.page_key;
    heal.scorer = whole.scorer;
    heal.signals = whole
        .scoring_json
        .map(|json| signals(&json))
        .unwrap_or_default();
    heal.margin = whole.margin;
    heal.runner_up = whole.runner_up_json.as_deref().and_then(stored);
    heal.reasons = whole
        .reasons_json
        .and_then(|json| serde_json::from_str(&json).ok())
        .unwrap_or_default();
    heal.action = whole.action;
    heal.source_file = whole.source_file;
    heal.source_line = whole.source_line;
    heal.before_image = whole.screenshot_before;
    heal.after_image = whole.screenshot_after;
}

fn signals(json: &str) -> Vec<Signal> {
    let scoring: Option<ScoringResult> = serde_json::from_str(json).ok();
    let Some(scoring) = scoring else {
        return Vec::new();
    };
    let signals = scoring.signals().iter();
    signals
        .map(|part| Signal::new(part.signal.clone(), part.score, part.weight))
        .collect()
}

/// Takes a stored fingerprint over as it is.
///
/// Python may have written what strict readers refuse: `NaN`, or half of an emoji as `\ud83d`.
/// Such a fingerprint goes through our own reader, which mends it.
fn stored(json: &str) -> Option<StoredJson> {
    let has_half = json.contains("\\ud") || json.contains("\\uD");
    if !has_half && let Ok(raw) = serde_json::from_str::<&RawValue>(json) {
        return Some(raw.to_owned());
    }
    mended(json)
}

fn mended(json: &str) -> Option<StoredJson> {
    let fingerprint = ElementFingerprint::from_json(json).ok()?;
    RawValue::from_string(fingerprint.to_json()).ok()
}
