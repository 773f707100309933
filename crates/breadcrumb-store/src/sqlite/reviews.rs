//! [`DecisionStore`] on one SQLite file.

use breadcrumb_core::{Acceptance, Rejection};

use super::store::{SqliteStore, now};
use super::{decisions, memories, moving, passes};
use crate::decisions::{Decided, DecidedHeal, DecisionStore, Decisions, KeyMove, NewDecision};
use crate::error::Error;

impl DecisionStore for SqliteStore {
    fn heals(&self) -> Result<Vec<DecidedHeal>, Error> {
        self.read_at_once("read the heals", decisions::heals)
    }

    fn decisions(&self) -> Result<Decisions, Error> {
        self.read("read the decisions about heals", decisions::newest)
    }

    fn decide(&self, decision: &NewDecision) -> Result<Option<Decided>, Error> {
        self.write_to("review a heal", |database| {
            let decided = decisions::decide(database, decision, now())?;
            memories::collect_garbage(&database.conn, None)?;
            Ok(decided)
        })
    }

    fn rejections(&self) -> Result<Vec<Rejection>, Error> {
        self.read("read the rejected heals", decisions::rejections)
    }

    fn acceptances(&self) -> Result<Vec<Acceptance>, Error> {
        self.read("read the accepted suggestions", decisions::acceptances)
    }

    fn last_passes(&self, test_ids: &[&str]) -> Result<Vec<Option<f64>>, Error> {
        self.read("read when tests passed last", |database| {
            passes::last(database, test_ids)
        })
    }

    fn move_keys(&self, moves: &[KeyMove]) -> Result<u64, Error> {
        self.write("move fingerprints", |conn| {
            let mut count = 0;
            for change in moves {
                count += u64::from(moving::move_key(conn, change)?);
            }
            Ok(count)
        })
    }
}
