//! The heals of a report.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use breadcrumb_report::{Heal, TopLocator};
use breadcrumb_store::{EventFilter, HealCounts, HealDepth, Store};

use super::decided::{self, Found};
use super::whole;
use crate::error::Error;
use crate::standing::Standings;

/// How many locators are to be fixed first.
const TOP: usize = 5;
/// Formats for people show some of the newest heals; more than these are not read for them.
pub(super) const GLANCED: u32 = 50;
/// So many heals are read with one lock of the store.
const READ_AT_ONCE: usize = 256;

/// Reads heals with what has become of them; the decisions are read once.
pub struct HealReader<'a> {
    store: &'a dyn Store,
    standings: Arc<Standings>,
}

/// What was healed, counted.
pub(super) struct Healed {
    /// How often each test.
    pub(super) tests: HashMap<String, u64>,
    /// The heals.
    pub(super) heals: u64,
    /// The tests that need a heal still.
    pub(super) open: HashSet<String>,
}

/// Reads the heals that pass a filter whole, newest first; pictures are named, not embedded.
pub fn heals(store: &dyn Store, filter: &EventFilter) -> Result<Vec<Heal>, Error> {
    HealReader::new(store)?.read(filter)
}

impl<'a> HealReader<'a> {
    /// Finds out what has become of all heals.
    pub fn new(store: &'a dyn Store) -> Result<Self, Error> {
        let counts = store.heal_counts(f64::NEG_INFINITY, 0)?;
        let standings = Arc::new(Standings::of(store, &counts)?);
        Ok(Self::with(store, standings))
    }

    /// Reads heals of which it is known.
    pub(super) fn with(store: &'a dyn Store, standings: Arc<Standings>) -> Self {
        Self { store, standings }
    }

    /// Reads the heals that pass a filter, as [`heals`] does.
    pub fn read(&self, filter: &EventFilter) -> Result<Vec<Heal>, Error> {
        self.rows(filter, HealDepth::Whole)
    }

    /// Reads the outlines of the heals since a time, newest first.
    pub(super) fn outlines(&self, since: f64) -> Result<Vec<Heal>, Error> {
        self.rows(&EventFilter::new().since(since), HealDepth::Short)
    }

    /// Reads the heals since a time whole, newest first.
    pub(super) fn since(&self, since: f64) -> Result<Vec<Heal>, Error> {
        self.by_ids(&self.store.heal_ids(since)?)
    }

    fn by_ids(&self, ids: &[i64]) -> Result<Vec<Heal>, Error> {
        let mut heals = Vec::new();
        for ids in ids.chunks(READ_AT_ONCE) {
            self.store.visit_heals(ids, &mut |row| {
                heals.push(whole::heal(&self.standings, &row));
            })?;
        }
        Ok(heals)
    }

    /// Reads the newest heals, and the locators that were healed most often.
    pub(super) fn newest_and_top(
        &self,
        since: f64,
        counted: &HealCounts,
    ) -> Result<(Vec<Heal>, Vec<TopLocator>), Error> {
        let newest = self.by_ids(&counted.newest)?;
        let tests = counted.tests.iter();
        let counts = tests.flat_map(|(test_id, locators)| {
            let locators = locators.iter();
            locators.map(move |(locator, heals)| (Reverse(heals.count), test_id, locator))
        });
        let is_open =
            |test_id: &str, locator: &str| self.standings.of_locator(test_id, locator).is_open();
        let counts = counts.filter(|(_, test_id, locator)| is_open(test_id, locator));
        // Most often first; only of the top the order counts.
        let mut counts: Vec<_> = counts.collect();
        if counts.len() > TOP {
            counts.select_nth_unstable(TOP);
            counts.truncate(TOP);
        }
        let mut heals = Vec::new();
        for (_, test_id, locator) in counts {
            let of_locator = EventFilter::new().since(since);
            let of_locator = of_locator.test_id(test_id).locator(locator);
            heals.extend(self.rows(&of_locator, HealDepth::Short)?);
        }
        Ok((newest, top_locators(&heals)))
    }

    fn rows(&self, filter: &EventFilter, depth: HealDepth) -> Result<Vec<Heal>, Error> {
        let mut heals = Vec::new();
        let mut unclear = Vec::new();
        self.store.for_each_heal_row(filter, depth, &mut |row| {
            if matches!(
                decided::find(&self.standings.decisions, &row),
                Found::Unclear
            ) {
                unclear.push(heals.len());
            }
            let heal = whole::heal(&self.standings, &row);
            heals.push(heal);
            ControlFlow::Continue(())
        })?;
        // Not before: a store answers one question at a time.
        for place in unclear {
            let Some(heal) = heals.get_mut(place) else {
                continue;
            };
            let decisions = &self.standings.decisions;
            if let Some(decision) = decided::find_whole(self.store, decisions, heal.id)? {
                decided::fill(heal, &self.standings, Some(decision));
            }
        }
        Ok(heals)
    }
}

impl Healed {
    /// Adds up what was counted by locator.
    pub(super) fn counted(counts: HealCounts, standings: &Standings) -> Self {
        let tests = counts.tests.into_iter();
        let tests: HashMap<_, u64> = tests
            .map(|(test_id, locators)| (test_id, locators.values().map(|heals| heals.count).sum()))
            .collect();
        Self {
            heals: tests.values().sum(),
            tests,
            open: standings.healed_tests().map(str::to_owned).collect(),
        }
    }
}

/// Returns the locators that were healed most often.
pub(super) fn top_locators(heals: &[Heal]) -> Vec<TopLocator> {
    let mut counted: HashMap<(&str, &str), (u64, f64, Option<&str>)> = HashMap::new();
    for heal in heals.iter().filter(|heal| heal.decision.is_open()) {
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
