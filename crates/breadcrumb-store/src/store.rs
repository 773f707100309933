//! [`Store`]: what every store can do.

use std::ops::ControlFlow;

use breadcrumb_core::{
    ElementFingerprint, HealingEvent, PageMemory, RunInfo, TestRun, VerdictRecord,
};

use crate::decisions::DecisionStore;
use crate::error::Error;
use crate::filter::{EventFilter, FingerprintFilter, RunFilter};
use crate::health::Health;
use crate::history::PastFingerprint;
use crate::known::KnownFingerprint;
use crate::learn::LearnBatch;
use crate::overview::{KnownElement, KnownPage, Overview};
use crate::results::ResultStore;
use crate::survey::{FingerprintRow, HealCounts, HealDepth, HealRow};

/// A place that keeps fingerprints, heals and results between test runs.
///
/// All calls block, can be made from several threads and, on one store, from several processes.
/// A call that writes has done all of its work when it returns, or none of it.
///
/// A row that cannot be read (broken JSON) is never fatal: loading takes it as not there, a visit
/// leaves it out and counts it, [`health`](Self::health) names it.
pub trait Store: ResultStore + DecisionStore + Send + Sync {
    /// Opens the same store once more, for reading, so that two threads can read at a time.
    ///
    /// `None` where that is not possible, e.g. because the store is in memory only.
    fn reader(&self) -> Option<Box<dyn Store>>;

    /// Saves a fingerprint under its own test id and locator, in place of an earlier one.
    ///
    /// The earlier one goes into the history, unless only its place on the page was different.
    fn save_fingerprint(&self, fingerprint: &ElementFingerprint) -> Result<(), Error>;

    /// Saves a fingerprint as [`save_fingerprint`](Self::save_fingerprint) does, for one page.
    ///
    /// `page_key` is what [`page_key`](breadcrumb_core::page_key) makes of the page's URL.
    fn save_fingerprint_on_page(
        &self,
        fingerprint: &ElementFingerprint,
        page_key: &str,
    ) -> Result<(), Error>;

    /// Saves all that one test leaves behind, in one transaction.
    fn learn(&self, batch: &LearnBatch) -> Result<(), Error>;

    /// Loads the newest fingerprint of a key.
    fn load_fingerprint(
        &self,
        test_id: &str,
        locator: &str,
    ) -> Result<Option<ElementFingerprint>, Error>;

    /// Loads the fingerprint of a key on one page with when it was learned there, or the key's newest where
    /// that page has none.
    fn load_known(
        &self,
        test_id: &str,
        locator: &str,
        page_key: &str,
    ) -> Result<Option<KnownFingerprint>, Error>;

    /// Loads what else was on the page when the fingerprint of a key there was taken.
    fn load_memory(
        &self,
        test_id: &str,
        locator: &str,
        page_key: &str,
    ) -> Result<Option<PageMemory>, Error>;

    /// Loads the name of the picture of an element on a page, where one was taken.
    fn load_screenshot(
        &self,
        test_id: &str,
        locator: &str,
        page_key: &str,
    ) -> Result<Option<String>, Error>;

    /// Lists the names of all pictures that fingerprints and heals refer to.
    fn screenshots(&self) -> Result<Vec<String>, Error>;

    /// Calls `visit` with each key's newest fingerprint until it breaks off.
    ///
    /// Rows are read in small batches. The store is free while `visit` runs, which may use it.
    fn for_each_fingerprint(
        &self,
        visit: &mut dyn FnMut(ElementFingerprint) -> ControlFlow<()>,
    ) -> Result<Visited, Error>;

    /// Calls `visit` with each key that has a fingerprint, by test and locator, until it breaks off.
    ///
    /// Those that cannot be read are shown too, without a tag. The store is free while `visit`
    /// runs, which may use it.
    fn for_each_element(
        &self,
        visit: &mut dyn FnMut(KnownElement) -> ControlFlow<()>,
    ) -> Result<(), Error>;

    /// Returns the pages that a key is known on, the one that was saved last first.
    fn known_pages(&self, test_id: &str, locator: &str) -> Result<Vec<KnownPage>, Error>;

    /// Calls `visit` with each key's newest fingerprint that passes the filter, in the order of the
    /// table, until it breaks off: for lists that are shown page by page.
    ///
    /// Rows are read in small batches. The store is free while `visit` runs, which may use it.
    fn for_each_fingerprint_row(
        &self,
        filter: &FingerprintFilter,
        visit: &mut dyn FnMut(FingerprintRow) -> ControlFlow<()>,
    ) -> Result<Visited, Error>;

    /// Deletes a key's fingerprints, on all pages and with their history; tells whether it had one.
    fn delete_fingerprint(&self, test_id: &str, locator: &str) -> Result<bool, Error>;

    /// Returns a key's earlier fingerprints, the latest first.
    ///
    /// With a page: those of that page and those that were saved without one. At most
    /// [`HISTORY_LIMIT`](crate::HISTORY_LIMIT) are kept for a page.
    fn fingerprint_history(
        &self,
        test_id: &str,
        locator: &str,
        page_key: Option<&str>,
    ) -> Result<Vec<PastFingerprint>, Error>;

    /// Deletes the fingerprints of these keys, in one transaction; returns how many there were.
    fn delete_fingerprints(&self, keys: &[(String, String)]) -> Result<u64, Error>;

    /// Returns the earlier fingerprints that a key can go back to, the latest first.
    ///
    /// Those of one page, of the one that was saved last where none is given; and those that were
    /// saved without a page.
    fn rollback_choices(
        &self,
        test_id: &str,
        locator: &str,
        page_key: Option<&str>,
    ) -> Result<Vec<PastFingerprint>, Error>;

    /// Makes an earlier fingerprint the current one again and returns it.
    ///
    /// `steps` counts [`rollback_choices`](Self::rollback_choices) from 1. The current one and
    /// those in between are dropped. `None` where there are not so many.
    fn roll_back_to(
        &self,
        test_id: &str,
        locator: &str,
        page_key: Option<&str>,
        steps: usize,
    ) -> Result<Option<ElementFingerprint>, Error>;

    /// Makes a key's previous fingerprint the current one again and returns it.
    ///
    /// Without a page it undoes what was saved last. The fingerprint that is undone is dropped:
    /// a second call goes one further back. `None` where there is nothing to go back to.
    fn roll_back(
        &self,
        test_id: &str,
        locator: &str,
        page_key: Option<&str>,
    ) -> Result<Option<ElementFingerprint>, Error> {
        self.roll_back_to(test_id, locator, page_key, 1)
    }

    /// Appends a heal to the log and returns its row id.
    ///
    /// An event whose `uid` is in the log already is not appended again.
    fn record_healing(&self, event: &HealingEvent) -> Result<i64, Error>;

    /// Calls `visit` with each heal that passes the filter, newest first, until it breaks off.
    ///
    /// Rows are read in small batches. The store is free while `visit` runs, which may use it.
    fn for_each_healing_event(
        &self,
        filter: &EventFilter,
        visit: &mut dyn FnMut(HealingEvent) -> ControlFlow<()>,
    ) -> Result<Visited, Error>;

    /// Calls `visit` with each heal that passes the filter as it is stored, newest first, until it
    /// breaks off: for reports, which hand fingerprints on without looking at them.
    ///
    /// Rows are read in small batches. The store is free while `visit` runs, which may use it.
    fn for_each_heal_row(
        &self,
        filter: &EventFilter,
        depth: HealDepth,
        visit: &mut dyn FnMut(HealRow) -> ControlFlow<()>,
    ) -> Result<Visited, Error>;

    /// Returns the row ids of the heals at `since` or later, newest first.
    fn heal_ids(&self, since: f64) -> Result<Vec<i64>, Error>;

    /// Calls `visit` with whole heals as they are stored, by their row ids and in that order; one that is
    /// gone or cannot be read is left out.
    ///
    /// `visit` must not use the store.
    fn visit_heals(&self, ids: &[i64], visit: &mut dyn FnMut(HealRow<&str>)) -> Result<(), Error>;

    /// Counts the heals at `since` or later, by test and locator, and lists so many of the newest.
    fn heal_counts(&self, since: f64, newest: u32) -> Result<HealCounts, Error>;

    /// Calls `visit` with each look and each drift as [`for_each_verdict`](Self::for_each_verdict)
    /// does, with its row id.
    fn for_each_verdict_row(
        &self,
        filter: &EventFilter,
        visit: &mut dyn FnMut(i64, VerdictRecord) -> ControlFlow<()>,
    ) -> Result<Visited, Error>;

    /// Returns a number that is another one after somebody else has written to the store.
    ///
    /// Only two numbers of one open store can be compared.
    fn change_stamp(&self) -> Result<u64, Error>;

    /// Appends one attempt at a test and returns its row id.
    ///
    /// An attempt whose `uid` is there already is not appended again. The run, the revision and
    /// the reason to fail that it names are stored once for all attempts that name them.
    fn record_run(&self, run: &TestRun) -> Result<i64, Error>;

    /// Saves what is known of a run of the suite and appends its attempts, in one transaction.
    ///
    /// May be called several times for one run: what `info` does not say stays as it was. All
    /// `runs` are taken as part of it, whatever run they name.
    fn record_runs(&self, info: &RunInfo, runs: &[TestRun]) -> Result<(), Error>;

    /// Calls `visit` with each attempt that passes the filter, newest first, until it breaks off.
    ///
    /// Rows are read in small batches. The store is free while `visit` runs, which may use it.
    fn for_each_test_run(
        &self,
        filter: &RunFilter,
        visit: &mut dyn FnMut(TestRun) -> ControlFlow<()>,
    ) -> Result<Visited, Error>;

    /// Returns the ids of all tests that have an attempt, sorted.
    fn test_ids(&self) -> Result<Vec<String>, Error>;

    /// Appends a look that did not heal, or a drift, and returns its row id.
    ///
    /// A record whose `uid` is there already is not appended again.
    fn record_verdict(&self, verdict: &VerdictRecord) -> Result<i64, Error>;

    /// Calls `visit` with each look that did not heal and each drift that passes the filter,
    /// newest first, until it breaks off.
    ///
    /// Rows are read in small batches. The store is free while `visit` runs, which may use it.
    fn for_each_verdict(
        &self,
        filter: &EventFilter,
        visit: &mut dyn FnMut(VerdictRecord) -> ControlFlow<()>,
    ) -> Result<Visited, Error>;

    /// Deletes all fingerprints and heals, with all that hangs on them; test results stay.
    fn clear(&self) -> Result<(), Error>;

    /// Counts fingerprints and heals.
    fn stats(&self) -> Result<Stats, Error>;

    /// Counts all that there is, and says since when.
    fn overview(&self) -> Result<Overview, Error>;

    /// Examines the whole store.
    ///
    /// A fingerprint is stale when it was last saved more than `stale_after_days` before `now`,
    /// which is in seconds since 1970.
    fn health(&self, now: f64, stale_after_days: u32) -> Result<Health, Error>;

    /// Examines the store as [`health`](Self::health) does, but takes on trust that every index
    /// says what its table says: for who waits for the answer.
    fn quick_health(&self, now: f64, stale_after_days: u32) -> Result<Health, Error>;

    /// Returns where the store is, as the user gave it.
    fn location(&self) -> String;

    /// Closes the connection; the next call opens it again.
    fn close(&self) -> Result<(), Error>;

    /// Loads the fingerprint of a key on one page, or the key's newest where that page has none.
    fn load_fingerprint_on_page(
        &self,
        test_id: &str,
        locator: &str,
        page_key: &str,
    ) -> Result<Option<ElementFingerprint>, Error> {
        let known = self.load_known(test_id, locator, page_key)?;
        Ok(known.map(|known| known.fingerprint))
    }

    /// Loads all heals that pass the filter, newest first.
    fn healing_events(&self, filter: &EventFilter) -> Result<Vec<HealingEvent>, Error> {
        let mut events = Vec::new();
        self.for_each_healing_event(filter, &mut |event| {
            events.push(event);
            ControlFlow::Continue(())
        })?;
        Ok(events)
    }

    /// Loads all attempts that pass the filter, newest first.
    fn test_runs(&self, filter: &RunFilter) -> Result<Vec<TestRun>, Error> {
        let mut runs = Vec::new();
        self.for_each_test_run(filter, &mut |run| {
            runs.push(run);
            ControlFlow::Continue(())
        })?;
        Ok(runs)
    }

    /// Loads all looks that did not heal and drifts that pass the filter, newest first.
    fn verdicts(&self, filter: &EventFilter) -> Result<Vec<VerdictRecord>, Error> {
        let mut verdicts = Vec::new();
        self.for_each_verdict(filter, &mut |verdict| {
            verdicts.push(verdict);
            ControlFlow::Continue(())
        })?;
        Ok(verdicts)
    }

    /// Loads each key's newest fingerprint.
    fn all_fingerprints(&self) -> Result<Vec<ElementFingerprint>, Error> {
        let mut fingerprints = Vec::new();
        self.for_each_fingerprint(&mut |fingerprint| {
            fingerprints.push(fingerprint);
            ControlFlow::Continue(())
        })?;
        Ok(fingerprints)
    }
}

/// How many rows a visit has seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Visited {
    /// The rows that were handed over.
    pub rows: u64,
    /// The rows that could not be read and were left out.
    pub skipped: u64,
}

/// How much a store holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Stats {
    /// The number of keys with a fingerprint.
    pub fingerprints: u64,
    /// The number of heals in the log.
    pub healing_events: u64,
}
