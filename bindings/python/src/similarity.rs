//! The single measures and the classic score.

use std::collections::{BTreeSet, HashMap};

use breadcrumb::engine::similarity as measures;
use breadcrumb::engine::{Scorer as _, ScoringResult, SimilarityScorer as Classic, Weights};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyDict};

use crate::dataclass;
use crate::error::Failure;
use crate::fingerprint::{Edges, Fingerprint};

/// A `ScoringResult` of `breadcrumb.core` on its way to Python.
pub(crate) struct Scoring<'a>(pub(crate) &'a ScoringResult);

/// The fields of a `ScoringResult`.
#[derive(IntoPyObject)]
struct Fields<'py> {
    total: f64,
    breakdown: Bound<'py, PyDict>,
    weights: Bound<'py, PyDict>,
}

impl<'py> IntoPyObject<'py> for Scoring<'_> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let signals = || self.0.signals().iter();
        let fields = Fields {
            total: self.0.total(),
            breakdown: signals().map(|s| (&*s.signal, s.score)).into_py_dict(py)?,
            weights: signals().map(|s| (&*s.signal, s.weight)).into_py_dict(py)?,
        };
        dataclass::make(&dataclass::class(py, "ScoringResult")?, fields)
    }
}

/// Weights by name, in whatever a dictionary can be made of.
#[derive(Clone)]
pub(crate) struct Overrides(HashMap<String, f64>);

impl FromPyObject<'_, '_> for Overrides {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let dictionary = value.py().get_type::<PyDict>().call1((value,))?;
        dictionary.extract().map(Self)
    }
}

impl Overrides {
    /// Returns the classic scorer with these weights.
    pub(crate) fn scorer(self) -> Result<Classic, Failure> {
        Ok(Classic::new(Weights::with_overrides(self.0)?))
    }
}

/// Texts, in whatever can be iterated.
struct Texts(Vec<String>);

impl FromPyObject<'_, '_> for Texts {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let texts = value.try_iter()?.map(|text| text?.extract());
        texts.collect::<PyResult<_>>().map(Self)
    }
}

impl Texts {
    fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.0.iter().map(String::as_str)
    }
}

/// The classic scorer: a weighted mean of eight signals.
#[pyclass(frozen, subclass, dict, weakref, module = "breadcrumb.core.similarity")]
pub(crate) struct SimilarityScorer {
    weights: Option<Overrides>,
}

#[pymethods]
impl SimilarityScorer {
    /// Override default weights by name.
    #[new]
    #[pyo3(signature = (weights=None))]
    fn new(weights: Option<Overrides>) -> Self {
        Self { weights }
    }

    /// Score a candidate against what was known.
    fn score<'py>(
        &self,
        py: Python<'py>,
        stored: Fingerprint,
        candidate: Fingerprint,
    ) -> PyResult<Bound<'py, PyAny>> {
        compute_similarity(py, stored, candidate, self.weights.clone())
    }
}

/// Score a candidate against what was known, with the classic scorer.
#[pyfunction]
#[pyo3(signature = (stored, candidate, weights=None))]
fn compute_similarity(
    py: Python<'_>,
    stored: Fingerprint,
    candidate: Fingerprint,
    weights: Option<Overrides>,
) -> PyResult<Bound<'_, PyAny>> {
    let scorer = weights.map_or_else(|| Ok(Classic::default()), Overrides::scorer)?;
    Scoring(&scorer.score(&stored.0, &candidate.0)).into_pyobject(py)
}

/// Compare two tags: 1 if both are the same.
#[pyfunction]
fn tag_similarity(a: &str, b: &str) -> f64 {
    measures::tag_similarity(a, b)
}

/// Return how many letters to add, to remove or to replace until both texts are the same.
#[pyfunction]
fn levenshtein_distance(a: &str, b: &str) -> usize {
    measures::levenshtein_distance(a, b)
}

/// Compare two texts by their edit distance.
#[pyfunction]
fn text_similarity(a: &str, b: &str) -> f64 {
    measures::text_similarity(a, b)
}

/// Return the shared part of two sets of attributes.
#[pyfunction]
fn jaccard_similarity(set_a: BTreeSet<(String, String)>, set_b: BTreeSet<(String, String)>) -> f64 {
    measures::jaccard_similarity(set_a, set_b)
}

/// Return the shared part of two `class` attributes.
#[pyfunction]
fn class_similarity(a: &str, b: &str) -> f64 {
    measures::class_similarity(a, b)
}

/// Return the length of the longest common subsequence.
#[pyfunction]
fn lcs_length(a: Texts, b: Texts) -> usize {
    measures::lcs_length(a.iter(), b.iter())
}

/// Compare two paths by their longest common subsequence.
#[pyfunction]
fn dom_path_similarity(a: Texts, b: Texts) -> f64 {
    measures::lcs_similarity(a.iter(), b.iter())
}

/// Compare the tags of two elements' siblings by their longest common subsequence.
#[pyfunction]
fn sibling_similarity(a: Texts, b: Texts) -> f64 {
    measures::lcs_similarity(a.iter(), b.iter())
}

/// Compare two places by the distance of their centers.
#[pyfunction]
#[pyo3(signature = (a, b))]
fn position_similarity(a: Option<Edges>, b: Option<Edges>) -> f64 {
    let as_box = |edges: Option<Edges>| edges.and_then(|edges| edges.as_box());
    measures::position_similarity(as_box(a), as_box(b))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<SimilarityScorer>()?;
    module.add_function(wrap_pyfunction!(compute_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(tag_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(levenshtein_distance, module)?)?;
    module.add_function(wrap_pyfunction!(text_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(jaccard_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(class_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(lcs_length, module)?)?;
    module.add_function(wrap_pyfunction!(dom_path_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(sibling_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(position_similarity, module)?)?;
    module.add("MAX_DISTANCE_PX", measures::MAX_DISTANCE_PX)?;
    let defaults: HashMap<&str, f64> = breadcrumb::engine::ClassicSignal::ALL
        .into_iter()
        .map(|signal| (signal.name(), Weights::default().get(signal)))
        .collect();
    module.add("DEFAULT_WEIGHTS", defaults)
}
