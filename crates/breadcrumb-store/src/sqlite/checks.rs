//! What is refused before it is written: a key, an id or a time that is missing.

use breadcrumb_core::{ElementFingerprint, HealingEvent, TestRun, VerdictRecord};

use super::store::SqliteStore;
use crate::error::{Error, ErrorKind};
use crate::store::Store as _;

impl SqliteStore {
    pub(super) fn check_key(&self, fingerprint: &ElementFingerprint) -> Result<(), Error> {
        let missing = if fingerprint.test_id().is_empty() {
            "test id"
        } else if fingerprint.locator().is_empty() {
            "locator"
        } else {
            return Ok(());
        };
        let location = self.location();
        let message = format!("cannot save a fingerprint without a {missing} in `{location}`");
        Err(Error::new(ErrorKind::EmptyKey, &location, message))
    }

    pub(super) fn check_event(&self, event: &HealingEvent) -> Result<(), Error> {
        let wrong = if !event.confidence.is_finite() {
            "confidence"
        } else if !event.timestamp.is_finite() {
            "time"
        } else {
            return Ok(());
        };
        let location = self.location();
        let locator = &event.locator;
        let message = format!(
            "cannot record the heal of `{locator}` in `{location}`: its {wrong} is not a number"
        );
        Err(Error::new(ErrorKind::InvalidEvent, &location, message))
    }

    pub(super) fn check_run(&self, run: &TestRun) -> Result<(), Error> {
        let has_run = run.details.run_uid.as_deref() != Some("");
        self.check_id(!run.test_id.is_empty() && has_run)?;
        self.check_time("run", &run.test_id, run.timestamp)
    }

    pub(super) fn check_verdict(&self, verdict: &VerdictRecord) -> Result<(), Error> {
        self.check_id(verdict.run_uid.as_deref() != Some(""))?;
        self.check_time("verdict", &verdict.locator, verdict.timestamp)
    }

    pub(super) fn check_id(&self, is_there: bool) -> Result<(), Error> {
        if is_there {
            return Ok(());
        }
        let location = self.location();
        let message = format!("cannot record a run without an id in `{location}`");
        Err(Error::new(ErrorKind::EmptyKey, &location, message))
    }

    pub(super) fn check_time(&self, what: &str, of: &str, timestamp: f64) -> Result<(), Error> {
        if timestamp.is_finite() {
            return Ok(());
        }
        let location = self.location();
        let message =
            format!("cannot record the {what} of `{of}` in `{location}`: its time is not a number");
        Err(Error::new(ErrorKind::InvalidEvent, &location, message))
    }
}
