//! [`ResultStore`] on one SQLite file.

use std::ops::ControlFlow;

use breadcrumb_core::{FailureReason, RunInfo, TestRun};
use breadcrumb_flaky::{History, QuarantineEntry, QuarantineEvent};
use rusqlite::params;

use super::store::{SqliteStore, now};
use super::{attempts, connect, glimpse, quarantine, runs, survey, test_facts};
use crate::error::Error;
use crate::results::{AttemptSink, QuarantineChange, RememberedTest, ResultStore, RevisionInfo};
use crate::survey::{Glimpse, TestFacts, Tried};

impl ResultStore for SqliteStore {
    fn recorded_runs(&self, prefix: &str, limit: u32) -> Result<Vec<RunInfo>, Error> {
        self.read("read the runs", |database| {
            runs::recorded(database, prefix, limit)
        })
    }

    fn history(&self, since: f64) -> Result<History, Error> {
        let other = || connect::open(&self.target.for_reading()?).ok();
        self.read_at_once("read the runs", |database| {
            survey::history(database, since, other)
        })
    }

    fn glimpse(&self, since: f64, enough: &dyn Fn(u64) -> u64) -> Result<Option<Glimpse>, Error> {
        self.read_at_once("read the runs", |database| {
            glimpse::read(database, since, enough)
        })
    }

    fn count_tried(&self, since: f64) -> Result<Option<Tried>, Error> {
        self.read_at_once("count the runs", |database| {
            glimpse::count_tried(database, since)
        })
    }

    fn test_facts(&self, test_ids: &[&str]) -> Result<Vec<TestFacts>, Error> {
        self.read_at_once("read the tests", |database| {
            test_facts::read(database, test_ids)
        })
    }

    fn for_each_failure_reason(&self, visit: &mut dyn FnMut(FailureReason)) -> Result<(), Error> {
        self.read("read the reasons to fail", |database| {
            attempts::failure_reasons(database, visit)
        })
    }

    fn record_stream(
        &self,
        info: &RunInfo,
        produce: &mut dyn FnMut(&mut AttemptSink<'_>) -> bool,
    ) -> Result<Option<u64>, Error> {
        self.check_id(!info.run_uid.is_empty())?;
        let mut rows = 0;
        let mut refused = None;
        let mut has_given_up = false;
        let done = self.write("record the runs", |conn| {
            let run_ref = runs::save_info(conn, info, info.started_at.unwrap_or_else(now))?;
            let mut failed = None;
            has_given_up = !produce(&mut |run: TestRun| {
                if let Err(error) = self.check_run(&run) {
                    refused = Some(error);
                    return ControlFlow::Break(());
                }
                match runs::record_in(conn, &run, Some(run_ref)) {
                    Ok(_) => rows += 1,
                    Err(error) => failed = Some(error),
                }
                if failed.is_some() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            match failed {
                Some(error) => Err(error),
                // An error is what rolls a transaction back.
                None if has_given_up || refused.is_some() => {
                    Err(rusqlite::Error::QueryReturnedNoRows)
                }
                None => Ok(()),
            }
        });
        match (refused, done) {
            (Some(error), _) => Err(error),
            (None, Err(_)) if has_given_up => Ok(None),
            (None, done) => done.map(|()| Some(rows)),
        }
    }

    fn record_revision(&self, revision: &RevisionInfo) -> Result<(), Error> {
        self.check_id(!revision.revision.is_empty())?;
        self.write("record a commit", |conn| {
            conn.prepare_cached(
                "INSERT INTO revisions
                     (revision_id, commit_sha, tree_hash, diff_hash, author, committed_at,
                      first_seen_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 ON CONFLICT (revision_id) DO UPDATE SET
                     commit_sha = COALESCE(commit_sha, excluded.commit_sha),
                     tree_hash = COALESCE(tree_hash, excluded.tree_hash),
                     diff_hash = COALESCE(diff_hash, excluded.diff_hash),
                     author = COALESCE(author, excluded.author),
                     committed_at = COALESCE(committed_at, excluded.committed_at)",
            )?
            .execute(params![
                revision.revision,
                revision.commit_sha,
                revision.tree_hash,
                revision.diff_hash,
                revision.author,
                revision.committed_at,
                now()
            ])?;
            Ok(())
        })
    }

    fn quarantine_entries(&self) -> Result<Vec<QuarantineEntry>, Error> {
        self.read("read the quarantine", quarantine::entries)
    }

    fn change_quarantine(&self, changes: &[QuarantineChange]) -> Result<(), Error> {
        for change in changes {
            let (test_id, time) = match change {
                QuarantineChange::Save(entry) => (&entry.test_id, entry.quarantined_at),
                QuarantineChange::Delete(test_id) => (test_id, 0.0),
                QuarantineChange::Log(event) => (&event.test_id, event.timestamp),
                QuarantineChange::Remember(test) => (&test.test_id, 0.0),
            };
            self.check_id(!test_id.is_empty())?;
            self.check_time("quarantine", test_id, time)?;
        }
        if changes.is_empty() {
            return Ok(());
        }
        self.write("change the quarantine", |conn| {
            let now = now();
            changes
                .iter()
                .try_for_each(|change| quarantine::change(conn, change, now))
        })
    }

    fn quarantine_events(&self, test_id: Option<&str>) -> Result<Vec<QuarantineEvent>, Error> {
        self.read("read the changes of the quarantine", |database| {
            quarantine::events(database, test_id)
        })
    }

    fn test_memories(&self) -> Result<Vec<RememberedTest>, Error> {
        self.read("read the states of the tests", quarantine::memories)
    }

    fn rename_test(&self, old_id: &str, new_id: &str) -> Result<(), Error> {
        self.check_id(!old_id.is_empty() && !new_id.is_empty())?;
        self.write("rename a test", |conn| {
            attempts::rename(conn, old_id, new_id, now())
        })
    }

    fn test_before(&self, attempt: &TestRun) -> Result<Option<String>, Error> {
        self.read("read the runs", |database| {
            attempts::test_before(database, attempt)
        })
    }

    fn roll_up(&self, before: f64) -> Result<u64, Error> {
        self.write("count old runs", |conn| {
            attempts::roll_up(conn, before, before)
        })
    }
}
