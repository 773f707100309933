//! The single measures and the classic score.

use std::collections::{BTreeSet, HashMap};

use breadcrumb::engine::similarity as measures;
use breadcrumb::engine::{BoundingBox, ElementFingerprint, Scorer as _, SimilarityScorer, Weights};
use pyo3::prelude::*;

use crate::error::Failure;
use crate::healer::{Scoring, scoring};

#[pyfunction]
fn tag_similarity(a: &str, b: &str) -> f64 {
    measures::tag_similarity(a, b)
}

#[pyfunction]
fn levenshtein_distance(a: &str, b: &str) -> usize {
    measures::levenshtein_distance(a, b)
}

#[pyfunction]
fn text_similarity(a: &str, b: &str) -> f64 {
    measures::text_similarity(a, b)
}

#[pyfunction]
fn jaccard_similarity(a: BTreeSet<(String, String)>, b: BTreeSet<(String, String)>) -> f64 {
    measures::jaccard_similarity(a, b)
}

#[pyfunction]
fn class_similarity(a: &str, b: &str) -> f64 {
    measures::class_similarity(a, b)
}

#[pyfunction]
fn lcs_length(a: Vec<String>, b: Vec<String>) -> usize {
    measures::lcs_length(a.iter().map(String::as_str), b.iter().map(String::as_str))
}

#[pyfunction]
fn lcs_similarity(a: Vec<String>, b: Vec<String>) -> f64 {
    measures::lcs_similarity(a.iter().map(String::as_str), b.iter().map(String::as_str))
}

/// The four numbers of a bounding box.
type Edges = (f64, f64, f64, f64);

#[pyfunction]
#[pyo3(signature = (a, b))]
fn position_similarity(a: Option<Edges>, b: Option<Edges>) -> f64 {
    let as_box = |(x, y, width, height): Edges| BoundingBox::new(x, y, width, height);
    measures::position_similarity(a.and_then(as_box), b.and_then(as_box))
}

#[pyfunction]
#[pyo3(signature = (stored, candidate, weights))]
fn score(
    stored: &str,
    candidate: &str,
    weights: Option<HashMap<String, f64>>,
) -> Result<Scoring, Failure> {
    let stored = ElementFingerprint::from_json(stored)?;
    let candidate = ElementFingerprint::from_json(candidate)?;
    let weights = Weights::with_overrides(weights.unwrap_or_default())?;
    Ok(scoring(
        &SimilarityScorer::new(weights).score(&stored, &candidate),
    ))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(tag_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(levenshtein_distance, module)?)?;
    module.add_function(wrap_pyfunction!(text_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(jaccard_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(class_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(lcs_length, module)?)?;
    module.add_function(wrap_pyfunction!(lcs_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(position_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(score, module)?)?;
    module.add("MAX_DISTANCE_PX", measures::MAX_DISTANCE_PX)?;
    let defaults: HashMap<&str, f64> = breadcrumb::engine::ClassicSignal::ALL
        .into_iter()
        .map(|signal| (signal.name(), Weights::default().get(signal)))
        .collect();
    module.add("DEFAULT_WEIGHTS", defaults)
}
