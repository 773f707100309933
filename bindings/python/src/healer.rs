//! The decision whether an element is still there, for callers with their own candidates.

use std::sync::Arc;

use breadcrumb::engine::{DEFAULT_THRESHOLD, ElementFingerprint, Healer as EngineHealer};
use breadcrumb::heal_among;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

use crate::dataclass;
use crate::error::Failure;
use crate::fingerprint::Fingerprint;
use crate::similarity::{Overrides, Scoring};
use crate::store::FingerprintStore;

/// Finds the element that a locator no longer finds.
///
/// With `weights` it decides by the classic scorer.
#[pyclass(frozen, subclass, dict, weakref, module = "breadcrumb.core.healer")]
pub(crate) struct Healer {
    pub(crate) engine: EngineHealer,
    /// The store; a healer that only decides has none yet.
    store: PyOnceLock<Py<FingerprintStore>>,
}

/// The fields of a `HealResult` of `breadcrumb.core`.
#[derive(IntoPyObject)]
struct Fields<'py> {
    healed: bool,
    candidate: Option<Bound<'py, PyAny>>,
    score: Option<Bound<'py, PyAny>>,
    all_scores: Bound<'py, PyTuple>,
    verdict: &'static str,
    message: String,
}

#[pymethods]
impl Healer {
    /// Use a store and, with `weights`, the classic scorer.
    #[new]
    #[pyo3(signature = (store=None, threshold=None, weights=None))]
    fn new(
        py: Python<'_>,
        store: Option<Py<FingerprintStore>>,
        threshold: Option<f64>,
        weights: Option<Overrides>,
    ) -> PyResult<Self> {
        let store = store.map_or_else(|| default_store(py), Ok)?;
        let healer = Self::without_store(threshold, weights)?;
        healer.store.get_or_init(py, || store);
        Ok(healer)
    }

    /// A healer that opens the default store only when it is asked for it.
    #[staticmethod]
    #[pyo3(name = "_without_store", signature = (threshold, weights))]
    fn without_store(threshold: Option<f64>, weights: Option<Overrides>) -> Result<Self, Failure> {
        let engine = match weights {
            Some(weights) => EngineHealer::new(Arc::new(weights.scorer()?)),
            None => EngineHealer::default(),
        };
        let engine = engine.with_threshold(threshold.unwrap_or(DEFAULT_THRESHOLD))?;
        Ok(Self {
            engine,
            store: PyOnceLock::new(),
        })
    }

    /// Where the fingerprints are.
    #[getter]
    fn store<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, FingerprintStore>> {
        let store = self.store.get_or_try_init(py, || default_store(py))?;
        Ok(store.bind(py).clone())
    }

    /// The confidence from which on it heals.
    #[getter]
    fn threshold(&self) -> f64 {
        self.engine.threshold()
    }

    /// Save what a passing test has seen.
    fn save(&self, py: Python<'_>, fingerprint: Fingerprint) -> PyResult<()> {
        Ok(self.store(py)?.get().save_fingerprint(py, fingerprint)?)
    }

    /// Look for an element among candidates; a heal is logged and becomes the baseline.
    fn heal<'py>(
        &self,
        py: Python<'py>,
        test_id: &str,
        locator: &str,
        candidates: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let read = |candidate: &Bound<'py, PyAny>| Ok(candidate.extract::<Fingerprint>()?.0);
        let elements = candidates.iter().map(read);
        let elements: Vec<ElementFingerprint> = elements.collect::<PyResult<_>>()?;
        let store = self.store(py)?;
        let store = store.get();
        let verdict = py.detach(|| {
            let store = store.settled().as_ref();
            heal_among(store, &self.engine, test_id, locator, &elements).map_err(Failure::from)
        })?;
        let mut ranked = Vec::with_capacity(verdict.suggestions.len());
        for suggestion in &verdict.suggestions {
            if let Some(candidate) = candidates.get(suggestion.position) {
                let scoring = Scoring(&suggestion.scoring).into_pyobject(py)?;
                ranked.push((candidate.clone(), scoring));
            }
        }
        let (candidate, scoring) = ranked.first().cloned().unzip();
        let fields = Fields {
            healed: verdict.is_healed(),
            candidate,
            score: scoring,
            all_scores: PyTuple::new(py, ranked)?,
            verdict: verdict.kind.name(),
            message: verdict.message,
        };
        dataclass::make(&dataclass::class(py, "HealResult")?, fields)
    }
}

fn default_store(py: Python<'_>) -> PyResult<Py<FingerprintStore>> {
    Py::new(py, FingerprintStore::new(py, None)?)
}
