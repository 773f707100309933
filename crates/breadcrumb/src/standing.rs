//! What has become of heals and refusals: whether somebody still has to do something about them.
//!
//! `docs/design/0022-heals-until-fixed.md` has the rules. Reports, reviews, fixes and the gate all ask
//! here, so that they say the same about the same thing.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use breadcrumb_core::HealState;
use breadcrumb_store::{Decision, Decisions, EventFilter, HealCounts, HealDepth, Store};

use crate::error::Error;
use crate::report::decided::{Found, find};

/// What has become of the healed locators of each test.
#[derive(Debug, Default)]
pub(crate) struct Standings {
    pub(crate) decisions: Decisions,
    /// By test, then by locator.
    locators: HashMap<String, HashMap<String, Standing>>,
}

/// What has become of the heals of one locator.
#[derive(Debug, Clone, Copy)]
struct Standing {
    state: HealState,
    /// When the last of them was, in seconds since 1970.
    last_at: f64,
    /// Whether one of them waits for a decision; it may have found another element before.
    waits: bool,
}

/// When tests began to pass last.
#[derive(Debug, Default)]
pub(crate) struct LastPasses(HashMap<String, f64>);

impl LastPasses {
    /// Reads them for these tests.
    pub(crate) fn read<'a>(
        store: &dyn Store,
        tests: impl Iterator<Item = &'a str>,
    ) -> Result<Self, Error> {
        let tests: Vec<&str> = tests.collect::<BTreeSet<_>>().into_iter().collect();
        let passes = store.last_passes(&tests)?;
        let passes = tests.into_iter().zip(passes);
        let known = passes.filter_map(|(test, at)| Some((test.to_owned(), at?)));
        Ok(Self(known.collect()))
    }

    /// Whether a test has passed in an attempt that began after a time.
    pub(crate) fn has_passed_since(&self, test_id: &str, at: f64) -> bool {
        self.0.get(test_id).is_some_and(|passed| *passed > at)
    }
}

/// Says what has become of a heal: by what was decided about it, when its locator was healed last, and
/// whether the test has passed since.
pub(crate) fn state(decision: Option<&Decision>, last_at: f64, has_passed: bool) -> HealState {
    match decision.map(|made| (made.state, made.decided_at)) {
        Some((HealState::Rejected, _)) => HealState::Rejected,
        Some((HealState::Fixed, at)) if at >= last_at => HealState::Fixed,
        _ if has_passed => HealState::Fixed,
        // It was fixed, and is healed again.
        Some((HealState::Fixed, _)) => HealState::Approved,
        Some((decided, _)) => decided,
        None => HealState::Pending,
    }
}

impl Standings {
    /// Finds out about all locators that were counted.
    pub(crate) fn of(store: &dyn Store, counts: &HealCounts) -> Result<Self, Error> {
        let decisions = store.decisions()?;
        let passes = LastPasses::read(store, counts.tests.keys().map(String::as_str))?;
        let mut locators = HashMap::new();
        for (test_id, healed) in &counts.tests {
            let mut of_test = HashMap::new();
            for (locator, heals) in healed {
                let has_passed = passes.has_passed_since(test_id, heals.last_at);
                let (newest, is_any_open) = decided(store, &decisions, test_id, locator)?;
                let last_at = heals.last_at;
                let state = state(newest.as_ref(), last_at, has_passed);
                let standing = Standing {
                    state,
                    last_at,
                    waits: is_any_open && state != HealState::Fixed,
                };
                of_test.insert(locator.clone(), standing);
            }
            locators.insert(test_id.clone(), of_test);
        }
        Ok(Self {
            decisions,
            locators,
        })
    }

    /// Returns what has become of a locator's newest heal.
    pub(crate) fn of_locator(&self, test_id: &str, locator: &str) -> HealState {
        let known = self.find(test_id, locator);
        known.map(|standing| standing.state).unwrap_or_default()
    }

    /// Whether a refusal is over: the test has passed since, or its locator was healed or fixed.
    pub(crate) fn is_over(
        &self,
        passes: &LastPasses,
        test_id: &str,
        locator: &str,
        refused_at: f64,
    ) -> bool {
        let healed = self.find(test_id, locator).map(|standing| standing.last_at);
        let fixed = self.decisions.fixed_at(test_id, locator);
        let is_later = |at: f64| at > refused_at;
        passes.has_passed_since(test_id, refused_at)
            || healed.is_some_and(is_later)
            || fixed.is_some_and(is_later)
    }

    fn find(&self, test_id: &str, locator: &str) -> Option<Standing> {
        self.locators.get(test_id)?.get(locator).copied()
    }

    /// Returns what has become of a heal that somebody has decided about so: where its locator is fixed, all
    /// its heals are history.
    pub(crate) fn of_heal(&self, test_id: &str, locator: &str, decided: HealState) -> HealState {
        match (decided, self.of_locator(test_id, locator)) {
            (HealState::Rejected, _) => HealState::Rejected,
            (_, HealState::Fixed) => HealState::Fixed,
            (HealState::Fixed, _) => HealState::Approved,
            (decided, _) => decided,
        }
    }

    /// Counts the locators that wait for a decision.
    pub(crate) fn pending(&self) -> u64 {
        self.count(|standing| standing.waits)
    }

    /// Counts the locators that need a heal.
    pub(crate) fn open(&self) -> u64 {
        self.count(|standing| standing.state.is_open())
    }

    /// Counts the locators that are fixed.
    pub(crate) fn fixed(&self) -> u64 {
        self.count(|standing| standing.state == HealState::Fixed)
    }

    fn count(&self, is_meant: impl Fn(&Standing) -> bool) -> u64 {
        let all = self.locators.values().flat_map(HashMap::values);
        all.filter(|standing| is_meant(standing)).count() as u64
    }

    /// Returns the tests that need a heal.
    pub(crate) fn healed_tests(&self) -> impl Iterator<Item = &str> {
        let tests = self.locators.iter();
        let tests =
            tests.filter(|(_, locators)| locators.values().any(|known| known.state.is_open()));
        tests.map(|(test, _)| test.as_str())
    }
}

/// Returns the decision about the newest heal of a locator, and whether any of its heals waits for one. Most
/// locators have none, and are not read.
fn decided(
    store: &dyn Store,
    decisions: &Decisions,
    test_id: &str,
    locator: &str,
) -> Result<(Option<Decision>, bool), Error> {
    if !decisions.are_about(test_id, locator) {
        return Ok((None, true));
    }
    let filter = EventFilter::new().test_id(test_id).locator(locator);
    let mut newest = None;
    let mut waits = false;
    store.for_each_heal_row(&filter, HealDepth::Whole, &mut |row| {
        let decision = match find(decisions, &row) {
            Found::Some(decision) => Some(decision),
            Found::None | Found::Unclear => None,
        };
        let is_made = |made: &Decision| made.state != HealState::Pending;
        waits |= !decision.as_ref().is_some_and(is_made);
        newest.get_or_insert(decision);
        ControlFlow::Continue(())
    })?;
    Ok((newest.flatten(), waits))
}

#[cfg(test)]
mod tests;
