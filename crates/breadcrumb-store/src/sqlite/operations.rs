//! [`Store`] on one SQLite file.

use std::ops::ControlFlow;

use breadcrumb_core::{
    ElementFingerprint, HealingEvent, PageMemory, RunInfo, TestRun, VerdictRecord,
};

use super::connect::Database;
use super::fingerprints::{self, Baseline};
use super::health::Checkup;
use super::log::Cursor;
use super::memories::{self, Packed};
use super::store::{SqliteStore, now};
use super::{events, heal_rows, health, history, overview, rows, runs, screenshots, verdicts};
use crate::error::Error;
use crate::filter::{EventFilter, FingerprintFilter, RunFilter};
use crate::health::Health;
use crate::history::{Cause, PastFingerprint};
use crate::known::KnownFingerprint;
use crate::learn::LearnBatch;
use crate::overview::{KnownElement, KnownPage, Overview};
use crate::store::{Stats, Store, Visited};
use crate::survey::{FingerprintRow, HealCounts, HealDepth, HealRow};

impl Store for SqliteStore {
    fn reader(&self) -> Option<Box<dyn Store>> {
        Some(Box::new(self.second_for_reading()?))
    }

    fn save_fingerprint(&self, fingerprint: &ElementFingerprint) -> Result<(), Error> {
        self.save(fingerprint, None)
    }

    fn save_fingerprint_on_page(
        &self,
        fingerprint: &ElementFingerprint,
        page_key: &str,
    ) -> Result<(), Error> {
        self.save(fingerprint, Some(page_key))
    }

    fn learn(&self, batch: &LearnBatch) -> Result<(), Error> {
        let mut baselines = Vec::with_capacity(batch.fingerprints.len());
        for learned in &batch.fingerprints {
            let fingerprint = &learned.fingerprint;
            self.check_key(fingerprint)?;
            let cause = if batch.has_healed(fingerprint.test_id(), fingerprint.locator()) {
                Cause::Healed
            } else {
                Cause::Passed
            };
            let page_key = learned.page_key.as_deref();
            let screenshot = learned.screenshot.as_deref();
            let baseline = Baseline::new(fingerprint, page_key, cause)
                .with_screenshot(screenshot)
                .with_revision(batch.revision.as_deref());
            baselines.push(baseline);
        }
        for event in &batch.healing_events {
            self.check_event(event)?;
        }
        for run in &batch.runs {
            self.check_run(run)?;
        }
        for verdict in &batch.verdicts {
            self.check_verdict(verdict)?;
        }
        if batch.is_empty() {
            return Ok(());
        }
        // A memory helps to heal; where it cannot be packed, the test's results still count.
        let memories = batch.memories.iter();
        let memories: Vec<Packed<'_>> = memories
            .filter_map(|(page, memory)| Packed::new(page, memory).ok())
            .collect();
        self.write("save what a test leaves behind", |conn| {
            let now = batch.learned_at.unwrap_or_else(now);
            let mut baselines = baselines;
            if batch.learned_at.is_some() {
                let mut newer = Vec::new();
                for baseline in baselines {
                    if !baseline.is_outdated(conn, now)? {
                        newer.push(baseline);
                    }
                }
                baselines = newer;
            }
            for baseline in &baselines {
                baseline.save(conn, now)?;
            }
            for memory in &memories {
                let id = memory.save(conn, now)?;
                let of_page = baselines
                    .iter()
                    .filter(|b| b.page_key() == Some(memory.page_key()));
                for baseline in of_page {
                    memories::attach(conn, baseline.key(), memory.page_key(), id)?;
                }
                memories::collect_garbage(conn, Some(memory.page_key()))?;
            }
            for event in &batch.healing_events {
                events::record(conn, event)?;
            }
            for run in &batch.runs {
                runs::record(conn, run)?;
            }
            for verdict in &batch.verdicts {
                verdicts::record(conn, verdict)?;
            }
            Ok(())
        })
    }

    fn load_fingerprint(
        &self,
        test_id: &str,
        locator: &str,
    ) -> Result<Option<ElementFingerprint>, Error> {
        self.read("load a fingerprint", |database| {
            fingerprints::load(database, test_id, locator)
        })
    }

    fn load_known(
        &self,
        test_id: &str,
        locator: &str,
        page_key: &str,
    ) -> Result<Option<KnownFingerprint>, Error> {
        self.read("load a fingerprint", |database| {
            fingerprints::load_known(database, test_id, locator, page_key)
        })
    }

    fn load_memory(
        &self,
        test_id: &str,
        locator: &str,
        page_key: &str,
    ) -> Result<Option<PageMemory>, Error> {
        self.read("load what was on a page", |database| {
            memories::load(database, test_id, locator, page_key)
        })
    }

    fn load_screenshot(
        &self,
        test_id: &str,
        locator: &str,
        page_key: &str,
    ) -> Result<Option<String>, Error> {
        self.read("load the name of a picture", |database| {
            screenshots::load(database, test_id, locator, page_key)
        })
    }

    fn screenshots(&self) -> Result<Vec<String>, Error> {
        self.read("list the pictures", screenshots::list)
    }

    fn for_each_fingerprint(
        &self,
        visit: &mut dyn FnMut(ElementFingerprint) -> ControlFlow<()>,
    ) -> Result<Visited, Error> {
        self.for_each_fingerprint_row(&FingerprintFilter::new(), &mut |row| visit(row.fingerprint))
    }

    fn for_each_fingerprint_row(
        &self,
        filter: &FingerprintFilter,
        visit: &mut dyn FnMut(FingerprintRow) -> ControlFlow<()>,
    ) -> Result<Visited, Error> {
        let mut visited = Visited::default();
        let mut left = filter.limit.unwrap_or(u64::MAX);
        let mut after = Some(filter.after.unwrap_or(i64::MIN));
        while let Some(row) = after
            && left > 0
        {
            let batch = self.read("read the fingerprints", |database| {
                fingerprints::batch_after(&database.conn, filter.test_id.as_deref(), row, left)
            })?;
            visited.skipped += batch.skipped;
            for fingerprint in batch.fingerprints {
                visited.rows += 1;
                left -= 1;
                if visit(fingerprint).is_break() {
                    return Ok(visited);
                }
            }
            after = batch.last_row;
        }
        Ok(visited)
    }

    fn for_each_element(
        &self,
        visit: &mut dyn FnMut(KnownElement) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let read = |after: Option<(&str, &str)>| {
            self.read("list the fingerprints", |database| {
                overview::elements_after(database, after)
            })
        };
        overview::visit_elements(read, visit)
    }

    fn known_pages(&self, test_id: &str, locator: &str) -> Result<Vec<KnownPage>, Error> {
        self.read("list the pages of a fingerprint", |database| {
            overview::pages(database, test_id, locator)
        })
    }

    fn delete_fingerprint(&self, test_id: &str, locator: &str) -> Result<bool, Error> {
        let key = (test_id.to_owned(), locator.to_owned());
        Ok(self.delete_fingerprints(&[key])? > 0)
    }

    fn delete_fingerprints(&self, keys: &[(String, String)]) -> Result<u64, Error> {
        self.write("delete fingerprints", |conn| {
            let mut deleted = 0;
            for (test_id, locator) in keys {
                deleted += u64::from(fingerprints::delete(conn, test_id, locator)?);
            }
            memories::collect_garbage(conn, None)?;
            Ok(deleted)
        })
    }

    fn fingerprint_history(
        &self,
        test_id: &str,
        locator: &str,
        page_key: Option<&str>,
    ) -> Result<Vec<PastFingerprint>, Error> {
        self.read("read the history of a fingerprint", |database| {
            if !database.is_full() {
                return Ok(Vec::new());
            }
            history::list(&database.conn, (test_id, locator), page_key)
        })
    }

    fn rollback_choices(
        &self,
        test_id: &str,
        locator: &str,
        page_key: Option<&str>,
    ) -> Result<Vec<PastFingerprint>, Error> {
        self.read("read the history of a fingerprint", |database| {
            if !database.is_full() {
                return Ok(Vec::new());
            }
            let choices = history::choices(&database.conn, (test_id, locator), page_key)?;
            Ok(choices.into_iter().map(|choice| choice.past).collect())
        })
    }

    fn roll_back_to(
        &self,
        test_id: &str,
        locator: &str,
        page_key: Option<&str>,
        steps: usize,
    ) -> Result<Option<ElementFingerprint>, Error> {
        self.write("roll a fingerprint back", |conn| {
            history::roll_back(conn, (test_id, locator), page_key, steps, now())
        })
    }

    fn record_healing(&self, event: &HealingEvent) -> Result<i64, Error> {
        self.check_event(event)?;
        self.write("record a heal", |conn| events::record(conn, event))
    }

    fn for_each_healing_event(
        &self,
        filter: &EventFilter,
        visit: &mut dyn FnMut(HealingEvent) -> ControlFlow<()>,
    ) -> Result<Visited, Error> {
        let read = |database: &Database, after: Option<&Cursor>, limit| {
            events::batch_after(database, filter, after, limit)
        };
        self.visit_log("read the heals", place(filter), filter.limit, read, visit)
    }

    fn record_run(&self, run: &TestRun) -> Result<i64, Error> {
        self.check_run(run)?;
        self.write("record a run", |conn| runs::record(conn, run))
    }

    fn record_runs(&self, info: &RunInfo, runs: &[TestRun]) -> Result<(), Error> {
        self.check_id(!info.run_uid.is_empty())?;
        for run in runs {
            self.check_run(run)?;
        }
        self.write("record the runs", |conn| {
            runs::record_all(conn, info, runs, now())
        })
    }

    fn for_each_test_run(
        &self,
        filter: &RunFilter,
        visit: &mut dyn FnMut(TestRun) -> ControlFlow<()>,
    ) -> Result<Visited, Error> {
        let read = |database: &Database, after: Option<&Cursor>, limit| {
            runs::batch_after(database, filter, after, limit)
        };
        self.visit_log("read the runs", None, filter.limit, read, visit)
    }

    fn test_ids(&self) -> Result<Vec<String>, Error> {
        self.read("read the tests", runs::test_ids)
    }

    fn record_verdict(&self, verdict: &VerdictRecord) -> Result<i64, Error> {
        self.check_verdict(verdict)?;
        self.write("record a verdict", |conn| verdicts::record(conn, verdict))
    }

    fn for_each_verdict(
        &self,
        filter: &EventFilter,
        visit: &mut dyn FnMut(VerdictRecord) -> ControlFlow<()>,
    ) -> Result<Visited, Error> {
        let read = |database: &Database, after: Option<&Cursor>, limit| {
            verdicts::batch_after(database, filter, after, limit)
        };
        self.visit_log(
            "read the verdicts",
            place(filter),
            filter.limit,
            read,
            &mut |(_, verdict)| visit(verdict),
        )
    }

    fn for_each_verdict_row(
        &self,
        filter: &EventFilter,
        visit: &mut dyn FnMut(i64, VerdictRecord) -> ControlFlow<()>,
    ) -> Result<Visited, Error> {
        let read = |database: &Database, after: Option<&Cursor>, limit| {
            verdicts::batch_after(database, filter, after, limit)
        };
        self.visit_log(
            "read the verdicts",
            place(filter),
            filter.limit,
            read,
            &mut |(id, verdict)| visit(id, verdict),
        )
    }

    fn for_each_heal_row(
        &self,
        filter: &EventFilter,
        depth: HealDepth,
        visit: &mut dyn FnMut(HealRow) -> ControlFlow<()>,
    ) -> Result<Visited, Error> {
        let read = |database: &Database, after: Option<&Cursor>, limit| {
            heal_rows::batch_after(database, filter, depth, after, limit)
        };
        self.visit_log("read the heals", place(filter), filter.limit, read, visit)
    }

    fn heal_ids(&self, since: f64) -> Result<Vec<i64>, Error> {
        self.read("list the heals", |database| {
            heal_rows::ids(database, since, None)
        })
    }

    fn visit_heals(&self, ids: &[i64], visit: &mut dyn FnMut(HealRow<&str>)) -> Result<(), Error> {
        self.read_at_once("read the heals", |database| {
            heal_rows::visit(database, ids, visit)
        })
    }

    fn heal_counts(&self, since: f64, newest: u32) -> Result<HealCounts, Error> {
        self.read_at_once("count the heals", |database| {
            heal_rows::counts(database, since, newest)
        })
    }

    fn change_stamp(&self) -> Result<u64, Error> {
        self.read("look for changes", |database| {
            let stamp = database
                .conn
                .pragma_query_value(None, "data_version", |row| row.get::<_, i64>(0))?;
            Ok(stamp.unsigned_abs())
        })
    }

    fn clear(&self) -> Result<(), Error> {
        self.write("clear the store", |conn| {
            conn.execute_batch(
                "DELETE FROM fingerprint_pages;
                 DELETE FROM fingerprint_history;
                 DELETE FROM fingerprints;
                 DELETE FROM page_memories;
                 DELETE FROM heal_decisions;
                 DELETE FROM rejected_pairs;
                 DELETE FROM healing_events;
                 DELETE FROM verdicts;",
            )
        })
    }

    fn stats(&self) -> Result<Stats, Error> {
        self.read("count the rows", |database| {
            database
                .conn
                .prepare_cached(
                    "SELECT (SELECT COUNT(*) FROM fingerprints),
                            (SELECT COUNT(*) FROM healing_events)",
                )?
                .query_row([], |row| {
                    Ok(Stats {
                        fingerprints: rows::count(row, 0)?,
                        healing_events: rows::count(row, 1)?,
                    })
                })
        })
    }

    fn overview(&self) -> Result<Overview, Error> {
        self.read("count the rows", |database| {
            overview::read(database, &self.target)
        })
    }

    fn health(&self, now: f64, stale_after_days: u32) -> Result<Health, Error> {
        let oldest_fresh = health::oldest_fresh(now, stale_after_days);
        self.read("examine the database", |database| {
            health::examine(database, &self.target, oldest_fresh, Checkup::Thorough)
        })
    }

    fn quick_health(&self, now: f64, stale_after_days: u32) -> Result<Health, Error> {
        let oldest_fresh = health::oldest_fresh(now, stale_after_days);
        self.read("examine the database", |database| {
            health::examine(database, &self.target, oldest_fresh, Checkup::Quick)
        })
    }

    fn location(&self) -> String {
        self.target.location()
    }

    fn close(&self) -> Result<(), Error> {
        let Some(database) = self.lock().take() else {
            return Ok(());
        };
        database
            .conn
            .close()
            .map_err(|(_, source)| Error::sqlite(&self.location(), "close the database", source))
    }
}

impl SqliteStore {
    fn save(&self, fingerprint: &ElementFingerprint, page_key: Option<&str>) -> Result<(), Error> {
        self.check_key(fingerprint)?;
        let baseline = Baseline::new(fingerprint, page_key, Cause::Saved);
        self.write("save a fingerprint", |conn| baseline.save(conn, now()))
    }
}

/// Returns where a list goes on.
fn place(filter: &EventFilter) -> Option<Cursor> {
    let (timestamp, id) = filter.older_than?;
    Some(Cursor::after(timestamp, id))
}
