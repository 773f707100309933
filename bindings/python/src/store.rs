//! The store. Every call may wait for a file, so every call lets other Python threads run.

use std::path::PathBuf;
use std::sync::Arc;

use breadcrumb::engine::{ElementFingerprint, HealingEvent, RunInfo};
use breadcrumb::store::{EventFilter, RunFilter, SqliteStore, Store as AnyStore};
use pyo3::prelude::*;

use crate::error::Failure;
use crate::run::{ShownRun, read_json, shown};

/// A heal: test, locator, confidence, original, healed, time, and the details.
pub(crate) type Event = (String, String, f64, String, String, f64, Details);

/// What a heal says beyond the classic record: proposed locator, action, file, line, reasons.
pub(crate) type Details = (
    Option<String>,
    Option<String>,
    Option<String>,
    Option<u32>,
    Vec<String>,
);

/// One database file.
#[pyclass(frozen, module = "breadcrumb._native")]
pub(crate) struct Store {
    pub(crate) shared: Arc<dyn AnyStore>,
    path: PathBuf,
}

#[pymethods]
impl Store {
    #[new]
    #[pyo3(signature = (path=None))]
    fn new(py: Python<'_>, path: Option<PathBuf>) -> Result<Self, Failure> {
        py.detach(|| {
            let path = path.unwrap_or_else(crate::config::database);
            let shared = Arc::new(SqliteStore::open(&path)?);
            Ok(Self { shared, path })
        })
    }

    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    fn save_fingerprint(&self, py: Python<'_>, json: &str) -> Result<(), Failure> {
        py.detach(|| {
            let fingerprint = ElementFingerprint::from_json(json)?;
            Ok(self.shared.save_fingerprint(&fingerprint)?)
        })
    }

    fn load_fingerprint(
        &self,
        py: Python<'_>,
        test_id: &str,
        locator: &str,
    ) -> Result<Option<String>, Failure> {
        py.detach(|| {
            let loaded = self.shared.load_fingerprint(test_id, locator)?;
            Ok(loaded.map(|fingerprint| fingerprint.to_json()))
        })
    }

    fn all_fingerprints(&self, py: Python<'_>) -> Result<Vec<String>, Failure> {
        py.detach(|| {
            let all = self.shared.all_fingerprints()?;
            Ok(all.iter().map(ElementFingerprint::to_json).collect())
        })
    }

    fn delete_fingerprint(
        &self,
        py: Python<'_>,
        test_id: &str,
        locator: &str,
    ) -> Result<bool, Failure> {
        py.detach(|| Ok(self.shared.delete_fingerprint(test_id, locator)?))
    }

    fn fingerprint_history(
        &self,
        py: Python<'_>,
        test_id: &str,
        locator: &str,
    ) -> Result<Vec<String>, Failure> {
        py.detach(|| {
            let past = self.shared.fingerprint_history(test_id, locator, None)?;
            Ok(past.iter().map(|past| past.fingerprint.to_json()).collect())
        })
    }

    fn roll_back(
        &self,
        py: Python<'_>,
        test_id: &str,
        locator: &str,
    ) -> Result<Option<String>, Failure> {
        py.detach(|| {
            let previous = self.shared.roll_back(test_id, locator, None)?;
            Ok(previous.map(|fingerprint| fingerprint.to_json()))
        })
    }

    fn record_healing(
        &self,
        py: Python<'_>,
        key: (String, String),
        confidence: f64,
        fingerprints: (String, String),
        timestamp: f64,
    ) -> Result<(), Failure> {
        py.detach(|| {
            let original = ElementFingerprint::from_json(&fingerprints.0)?;
            let healed = ElementFingerprint::from_json(&fingerprints.1)?;
            let mut event = HealingEvent::new(original, healed, confidence, timestamp);
            (event.test_id, event.locator) = key;
            self.shared.record_healing(&event)?;
            Ok(())
        })
    }

    #[pyo3(signature = (test_id=None, locator=None))]
    fn healing_events(
        &self,
        py: Python<'_>,
        test_id: Option<String>,
        locator: Option<String>,
    ) -> Result<Vec<Event>, Failure> {
        py.detach(|| {
            let mut filter = EventFilter::new();
            if let Some(test_id) = test_id {
                filter = filter.test_id(test_id);
            }
            if let Some(locator) = locator {
                filter = filter.locator(locator);
            }
            let events = self.shared.healing_events(&filter)?;
            Ok(events.iter().map(event).collect())
        })
    }

    /// Records a run of the suite, given as JSON; what is known of it already is kept.
    fn record_suite(&self, py: Python<'_>, info: &str) -> PyResult<()> {
        let info = read_json::<RunInfo>(info)?;
        py.detach(|| Ok(self.shared.record_runs(&info, &[]).map_err(Failure::from)?))
    }

    /// Returns the recorded runs of all tests, or of one.
    #[pyo3(signature = (test_id=None))]
    fn test_runs(&self, py: Python<'_>, test_id: Option<String>) -> Result<Vec<ShownRun>, Failure> {
        py.detach(|| {
            let mut filter = RunFilter::new();
            if let Some(test_id) = test_id {
                filter = filter.test_id(test_id);
            }
            Ok(self.shared.test_runs(&filter)?.iter().map(shown).collect())
        })
    }

    fn clear(&self, py: Python<'_>) -> Result<(), Failure> {
        py.detach(|| Ok(self.shared.clear()?))
    }

    /// Returns how many fingerprints and heals there are.
    fn stats(&self, py: Python<'_>) -> Result<(u64, u64), Failure> {
        py.detach(|| {
            let stats = self.shared.stats()?;
            Ok((stats.fingerprints, stats.healing_events))
        })
    }

    fn close(&self, py: Python<'_>) -> Result<(), Failure> {
        py.detach(|| Ok(self.shared.close()?))
    }
}

pub(crate) fn event(event: &HealingEvent) -> Event {
    let details = &event.details;
    (
        event.test_id.clone(),
        event.locator.clone(),
        event.confidence,
        event.original.to_json(),
        event.healed.to_json(),
        event.timestamp,
        (
            details.proposed_locator.clone(),
            details.action.clone(),
            details.source_file.clone(),
            details.source_line,
            details.reasons.clone(),
        ),
    )
}
