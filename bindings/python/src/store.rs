//! The store. Every call may wait for a file, so every call lets other Python threads run.

use std::path::PathBuf;
use std::sync::Arc;

use breadcrumb::engine::{ElementFingerprint, HealDetails, HealingEvent};
use breadcrumb::recorder::{
    RUN_PATIENCE, Recorder as EngineRecorder, open_for_writing, settle_database,
};
use breadcrumb::store::{EventFilter, RunFilter, Store as AnyStore};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::Failure;
use crate::fingerprint::Fingerprint;
use crate::recorder::Recorder;
use crate::run::TestRun;
use crate::{dataclass, json};

/// The name by which SQLite knows a database that is in memory only.
const IN_MEMORY: &str = ":memory:";

/// One database file; it is created on first use.
///
/// Without a path it is the file that `BREADCRUMB_DB` names, else `.breadcrumb.db`.
#[pyclass(frozen, subclass, dict, weakref, module = "breadcrumb.core.storage")]
pub(crate) struct FingerprintStore {
    pub(crate) shared: Arc<dyn AnyStore>,
    path: PathBuf,
}

/// The fields of a `HealingEvent` of `breadcrumb.core`; its fingerprints are plain dictionaries.
#[derive(FromPyObject, IntoPyObject)]
struct Heal<'py> {
    test_id: String,
    locator: String,
    confidence: f64,
    original_fingerprint: Bound<'py, PyAny>,
    healed_fingerprint: Bound<'py, PyAny>,
    timestamp: f64,
    proposed_locator: Option<String>,
    action: Option<String>,
    source_file: Option<String>,
    source_line: Option<u32>,
    reasons: Bound<'py, PyAny>,
}

/// How much there is.
#[derive(IntoPyObject)]
struct Stats {
    fingerprints: u64,
    healing_events: u64,
}

#[pymethods]
impl FingerprintStore {
    /// Open the file; a locked one is waited for.
    #[new]
    #[pyo3(signature = (db_path=None))]
    pub(crate) fn new(py: Python<'_>, db_path: Option<PathBuf>) -> Result<Self, Failure> {
        py.detach(|| {
            let path = db_path.map_or_else(crate::config::database, Ok)?;
            let shared = Arc::new(open_for_writing(&path)?);
            Ok(Self { shared, path })
        })
    }

    /// Return the recorder for tests that use this database.
    #[pyo3(name = "_recorder")]
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

    /// The database file.
    #[getter]
    fn db_path(&self) -> PathBuf {
        self.path.clone()
    }

    /// Save a fingerprint under its test id and locator, in place of an earlier one.
    ///
    /// Raises:
    ///     ValueError: The test id or the locator is empty.
    #[expect(clippy::doc_markdown, reason = "a docstring, as Python writes them")]
    pub(crate) fn save_fingerprint(
        &self,
        py: Python<'_>,
        fingerprint: Fingerprint,
    ) -> Result<(), Failure> {
        py.detach(|| Ok(self.settled().save_fingerprint(&fingerprint.0)?))
    }

    /// Load the newest fingerprint of a key; `None` if there is none.
    fn load_fingerprint(
        &self,
        py: Python<'_>,
        test_id: &str,
        locator: &str,
    ) -> Result<Option<Fingerprint>, Failure> {
        py.detach(|| {
            let loaded = self.settled().load_fingerprint(test_id, locator)?;
            Ok(loaded.map(Fingerprint))
        })
    }

    /// Load each key's newest fingerprint.
    fn get_all_fingerprints(&self, py: Python<'_>) -> Result<Vec<Fingerprint>, Failure> {
        py.detach(|| {
            let all = self.settled().all_fingerprints()?.into_iter();
            Ok(all.map(Fingerprint).collect())
        })
    }

    /// Delete a key's fingerprints; tells whether there was one.
    fn delete_fingerprint(
        &self,
        py: Python<'_>,
        test_id: &str,
        locator: &str,
    ) -> Result<bool, Failure> {
        py.detach(|| Ok(self.settled().delete_fingerprint(test_id, locator)?))
    }

    /// Load a key's earlier fingerprints, the latest first.
    fn get_fingerprint_history(
        &self,
        py: Python<'_>,
        test_id: &str,
        locator: &str,
    ) -> Result<Vec<Fingerprint>, Failure> {
        py.detach(|| {
            let past = self.settled().fingerprint_history(test_id, locator, None)?;
            let past = past.into_iter();
            Ok(past.map(|past| Fingerprint(past.fingerprint)).collect())
        })
    }

    /// Make a key's previous fingerprint the current one again, and return it.
    fn roll_back(
        &self,
        py: Python<'_>,
        test_id: &str,
        locator: &str,
    ) -> Result<Option<Fingerprint>, Failure> {
        py.detach(|| {
            let previous = self.settled().roll_back(test_id, locator, None)?;
            Ok(previous.map(Fingerprint))
        })
    }

    /// Append a heal to the log.
    fn record_healing(&self, py: Python<'_>, event: Heal<'_>) -> PyResult<()> {
        let event = event.read()?;
        let recorded = py.detach(|| self.settled().record_healing(&event));
        recorded.map_err(Failure::from)?;
        Ok(())
    }

    /// Load heals, newest first.
    #[pyo3(signature = (test_id=None, locator=None))]
    fn get_healing_events<'py>(
        &self,
        py: Python<'py>,
        test_id: Option<String>,
        locator: Option<String>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut filter = EventFilter::new();
        if let Some(test_id) = test_id {
            filter = filter.test_id(test_id);
        }
        if let Some(locator) = locator {
            filter = filter.locator(locator);
        }
        let events = py.detach(|| self.settled().healing_events(&filter));
        let events = events.map_err(Failure::from)?.into_iter();
        let class = dataclass::class(py, "HealingEvent")?;
        events
            .map(|event| dataclass::make(&class, Heal::of(py, event)?))
            .collect()
    }

    /// Return the recorded runs of all tests.
    #[pyo3(name = "_test_runs")]
    fn test_runs(&self, py: Python<'_>) -> Result<Vec<TestRun>, Failure> {
        py.detach(|| {
            let runs = self.settled().test_runs(&RunFilter::new())?.into_iter();
            Ok(runs.map(|engine| TestRun { engine }).collect())
        })
    }

    /// Delete all fingerprints and heals.
    fn clear(&self, py: Python<'_>) -> Result<(), Failure> {
        py.detach(|| Ok(self.settled().clear()?))
    }

    /// Count fingerprints and heals.
    fn stats(&self, py: Python<'_>) -> Result<Stats, Failure> {
        py.detach(|| {
            let stats = self.settled().stats()?;
            Ok(Stats {
                fingerprints: stats.fingerprints,
                healing_events: stats.healing_events,
            })
        })
    }

    /// Close the file; the next call opens it again.
    fn close(&self, py: Python<'_>) -> Result<(), Failure> {
        py.detach(|| Ok(self.settled().close()?))
    }
}

impl FingerprintStore {
    /// Returns the store when it has what sessions of this process have learned.
    pub(crate) fn settled(&self) -> &Arc<dyn AnyStore> {
        settle_database(&self.path, RUN_PATIENCE);
        &self.shared
    }
}

impl<'py> Heal<'py> {
    fn of(py: Python<'py>, event: HealingEvent) -> PyResult<Self> {
        let HealDetails {
            proposed_locator,
            action,
            source_file,
            source_line,
            reasons,
            ..
        } = event.details;
        Ok(Self {
            original_fingerprint: json::read(py, &event.original.to_json())?,
            healed_fingerprint: json::read(py, &event.healed.to_json())?,
            test_id: event.test_id,
            locator: event.locator,
            confidence: event.confidence,
            timestamp: event.timestamp,
            proposed_locator,
            action,
            source_file,
            source_line,
            reasons: PyTuple::new(py, reasons)?.into_any(),
        })
    }

    fn read(self) -> PyResult<HealingEvent> {
        let fingerprint = |plain| {
            let json = json::write(plain)?;
            PyResult::Ok(ElementFingerprint::from_json(&json).map_err(Failure::from)?)
        };
        let original = fingerprint(&self.original_fingerprint)?;
        let healed = fingerprint(&self.healed_fingerprint)?;
        let mut event = HealingEvent::new(original, healed, self.confidence, self.timestamp);
        event.test_id = self.test_id;
        event.locator = self.locator;
        event.details.proposed_locator = self.proposed_locator;
        event.details.action = self.action;
        event.details.source_file = self.source_file;
        event.details.source_line = self.source_line;
        event.details.reasons = self.reasons.extract()?;
        Ok(event)
    }
}
