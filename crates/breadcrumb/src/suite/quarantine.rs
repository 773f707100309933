//! [`RunQuarantine`]: failures of quarantined tests, which do not fail the run.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use breadcrumb_core::{RunStatus, TestRun};

use super::failure::FailedPhase;
use super::identity::rerun;
use super::report::open_briefly;
use crate::clock::now;
use crate::config::working_database;
use crate::error::Error;
use crate::flaky::{AutoUpdate, Judge, QuarantineManager, SuiteEnvironment, load_policy};

/// The name of the property that reports of test runners carry the reason under.
pub const MASKED_PROPERTY: &str = "breadcrumb_quarantined";

/// The quarantine as one run needs it, in the process that decides whether the run has failed.
///
/// Nothing here fails: where the quarantine cannot be read every failure counts, and the summary says so.
#[derive(Default)]
pub struct RunQuarantine {
    database: Option<PathBuf>,
    folder: PathBuf,
    /// A rerun of single tests records, and masks nothing.
    is_rerun: bool,
    manager: Option<QuarantineManager>,
    trouble: Option<String>,
    out_of_date: Option<String>,
    masked: Reasons,
    counted: Reasons,
    changes: AutoUpdate,
}

/// A reason for each test, in the order in which the tests have failed first.
type Reasons = Vec<(String, String)>;

impl RunQuarantine {
    /// Makes the quarantine of a database, by the policy of a folder; `None` is the database of the working directory.
    ///
    /// The database is opened when the first test has failed, or when the run is over.
    #[must_use]
    pub fn new(
        database: Option<PathBuf>,
        folder: &Path,
        environment: SuiteEnvironment<'_>,
    ) -> Self {
        Self {
            database,
            folder: folder.to_owned(),
            is_rerun: rerun(environment).is_some(),
            ..Self::default()
        }
    }

    /// Judges a failure; returns why it does not fail the run, where it does not.
    pub fn mask(&mut self, test_id: &str, failed: &FailedPhase) -> Option<String> {
        let judged = self.ask(|manager| {
            let mut run = TestRun::new(test_id, RunStatus::Failed, now());
            run.details = failed.details();
            let variant = failed.variant.as_deref().unwrap_or_default();
            Ok(Judge::new(manager.entries()?, now()).judge(&run, variant))
        });
        match judged? {
            Err(error) => {
                self.trouble = Some(error.with_hint());
                None
            }
            Ok(judged) if judged.is_masked => {
                let why = judged.why.unwrap_or_default();
                let reason = format!("quarantined: {why}");
                put(&mut self.masked, test_id, why);
                Some(reason)
            }
            Ok(judged) => {
                if let Some(why) = judged.why {
                    put(&mut self.counted, test_id, why);
                }
                None
            }
        }
    }

    /// Brings the quarantine up to date with what the run says.
    pub fn update(&mut self) {
        match self.ask(|manager| manager.auto_update(now())) {
            Some(Ok(changes)) => self.changes = changes,
            Some(Err(error)) => self.out_of_date = Some(error.with_hint()),
            None => {}
        }
    }

    /// Returns the lines of the summary: every failure of a quarantined test, and what has changed.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let said = |title: &'static str, reasons: &Reasons| {
            let line = |(test_id, why): &(String, String)| format!("{title}: {test_id}: {why}");
            reasons.iter().map(line).collect::<Vec<_>>()
        };
        let mut lines = said("quarantined, does not fail the run", &self.masked);
        lines.extend(said("quarantined, but fails the run", &self.counted));
        lines.extend(self.changes.lines());
        if let Some(why) = &self.trouble {
            let text = "the quarantine is not known, so every failure counts";
            lines.push(format!("{text}: {why}"));
        }
        if let Some(why) = &self.out_of_date {
            let text = "the next run brings the quarantine up to date";
            lines.push(format!("{text}: {why}"));
        }
        lines
    }

    /// Asks the quarantine; `None` where nobody may, or where it cannot be opened.
    fn ask<T>(
        &mut self,
        question: impl FnOnce(&QuarantineManager) -> Result<T, Error>,
    ) -> Option<Result<T, Error>> {
        if self.is_rerun || self.trouble.is_some() {
            return None;
        }
        if self.manager.is_none() {
            match self.open() {
                Ok(manager) => self.manager = Some(manager),
                Err(error) => self.trouble = Some(error.with_hint()),
            }
        }
        self.manager.as_ref().map(question)
    }

    fn open(&self) -> Result<QuarantineManager, Error> {
        let path = working_database(self.database.as_deref())?;
        let store = open_briefly(&path)?;
        let policy = load_policy(&self.folder)?;
        Ok(QuarantineManager::new(Arc::new(store), policy))
    }
}

fn put(reasons: &mut Reasons, test_id: &str, why: String) {
    match reasons.iter_mut().find(|(known, _)| known == test_id) {
        Some((_, known)) => *known = why,
        None => reasons.push((test_id.to_owned(), why)),
    }
}
