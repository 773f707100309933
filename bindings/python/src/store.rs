//! The store. Every call may wait for a file, so every call lets other Python threads run.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use breadcrumb::engine::{ElementFingerprint, HealingEvent};
use breadcrumb::recorder::{
    RUN_PATIENCE, Recorder as EngineRecorder, open_for_writing, settle_database,
};
use breadcrumb::store::{EventFilter, OpenOptions, RunFilter, Store as AnyStore};
use pyo3::prelude::*;

use crate::error::Failure;
use crate::recorder::Recorder;
use crate::run::TestRun;

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

/// The name by which SQLite knows a database that is in memory only.
const IN_MEMORY: &str = ":memory:";

/// One database file.
#[pyclass(frozen, module = "breadcrumb._native")]
pub(crate) struct Store {
    pub(crate) shared: Arc<dyn AnyStore>,
    path: PathBuf,
}

#[pymethods]
impl Store {
    /// Opens the database; a locked one is waited for, up to 10 s or so many milliseconds.
    #[new]
    #[pyo3(signature = (path=None, patience_ms=None))]
    fn new(
        py: Python<'_>,
        path: Option<PathBuf>,
        patience_ms: Option<f64>,
    ) -> Result<Self, Failure> {
        py.detach(|| {
            let path = path.map_or_else(crate::config::database, Ok)?;
            let patience = patience_ms.and_then(|ms| Duration::try_from_secs_f64(ms / 1000.0).ok());
            let store = match patience {
                Some(patience) => OpenOptions::new().busy_timeout(patience).open(&path)?,
                None => open_for_writing(&path)?,
            };
            let shared = Arc::new(store);
            Ok(Self { shared, path })
        })
    }

    /// Returns the recorder for tests that use this database.
    fn recorder(&self, py: Python<'_>) -> Result<Recorder, Failure> {
        py.detach(|| {
            let engine = if self.path.as_os_str() == IN_MEMORY {
                EngineRecorder::direct(Arc::clone(&self.shared))
            } else {
                EngineRecorder::at(&self.path)?
            };
            let engine = Arc::new(engine);
            Ok(Recorder { engine })
        })
    }

    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    fn save_fingerprint(&self, py: Python<'_>, json: &str) -> Result<(), Failure> {
        py.detach(|| {
            let fingerprint = ElementFingerprint::from_json(json)?;
            Ok(self.settled().save_fingerprint(&fingerprint)?)
        })
    }

    fn load_fingerprint(
        &self,
        py: Python<'_>,
        test_id: &str,
        locator: &str,
    ) -> Result<Option<String>, Failure> {
        py.detach(|| {
            let loaded = self.settled().load_fingerprint(test_id, locator)?;
            Ok(loaded.map(|fingerprint| fingerprint.to_json()))
        })
    }

    fn all_fingerprints(&self, py: Python<'_>) -> Result<Vec<String>, Failure> {
        py.detach(|| {
            let all = self.settled().all_fingerprints()?;
            Ok(all.iter().map(ElementFingerprint::to_json).collect())
        })
    }

    fn delete_fingerprint(
        &self,
        py: Python<'_>,
        test_id: &str,
        locator: &str,
    ) -> Result<bool, Failure> {
        py.detach(|| Ok(self.settled().delete_fingerprint(test_id, locator)?))
    }

    fn fingerprint_history(
        &self,
        py: Python<'_>,
        test_id: &str,
        locator: &str,
    ) -> Result<Vec<String>, Failure> {
        py.detach(|| {
            let past = self.settled().fingerprint_history(test_id, locator, None)?;
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
            let previous = self.settled().roll_back(test_id, locator, None)?;
            Ok(previous.map(|fingerprint| fingerprint.to_json()))
        })
    }

    fn record_healing(&self, py: Python<'_>, event: Event) -> Result<(), Failure> {
        py.detach(|| {
            self.settled().record_healing(&read_event(event)?)?;
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
            let events = self.settled().healing_events(&filter)?;
            Ok(events.iter().map(event).collect())
        })
    }

    /// Returns the recorded runs of all tests, or of one.
    #[pyo3(signature = (test_id=None))]
    fn test_runs(&self, py: Python<'_>, test_id: Option<String>) -> Result<Vec<TestRun>, Failure> {
        py.detach(|| {
            let mut filter = RunFilter::new();
            if let Some(test_id) = test_id {
                filter = filter.test_id(test_id);
            }
            let runs = self.settled().test_runs(&filter)?.into_iter();
            Ok(runs.map(|engine| TestRun { engine }).collect())
        })
    }

    fn clear(&self, py: Python<'_>) -> Result<(), Failure> {
        py.detach(|| Ok(self.settled().clear()?))
    }

    /// Returns how many fingerprints and heals there are.
    fn stats(&self, py: Python<'_>) -> Result<(u64, u64), Failure> {
        py.detach(|| {
            let stats = self.settled().stats()?;
            Ok((stats.fingerprints, stats.healing_events))
        })
    }

    fn close(&self, py: Python<'_>) -> Result<(), Failure> {
        py.detach(|| Ok(self.settled().close()?))
    }
}

impl Store {
    /// Returns the store when it has what sessions of this process have learned.
    pub(crate) fn settled(&self) -> &Arc<dyn AnyStore> {
        settle_database(&self.path, RUN_PATIENCE);
        &self.shared
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

fn read_event(event: Event) -> Result<HealingEvent, Failure> {
    let (test_id, locator, confidence, original, healed, timestamp, details) = event;
    let original = ElementFingerprint::from_json(&original)?;
    let healed = ElementFingerprint::from_json(&healed)?;
    let mut event = HealingEvent::new(original, healed, confidence, timestamp);
    (event.test_id, event.locator) = (test_id, locator);
    (
        event.details.proposed_locator,
        event.details.action,
        event.details.source_file,
        event.details.source_line,
        event.details.reasons,
    ) = details;
    Ok(event)
}
