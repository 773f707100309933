//! The healer and what it decides, as plain values.

use std::collections::HashMap;
use std::sync::Arc;

use breadcrumb::engine::{
    DEFAULT_THRESHOLD, ElementFingerprint, HealRequest, Healer as EngineHealer, ScoringResult,
    SimilarityScorer, Suggestion, Verdict, Weights,
};
use pyo3::prelude::*;

use crate::error::Failure;

/// Total, then each signal's name, score and weight.
pub(crate) type Scoring = (f64, Vec<(String, f64, f64)>);

/// A candidate: its position, fingerprint, scoring, reasons, and why it is out of the question.
pub(crate) type Shown = (usize, String, Scoring, Vec<String>, Option<String>);

/// Decides whether an element is still among some candidates.
#[pyclass(frozen, module = "breadcrumb._native")]
pub(crate) struct Healer {
    pub(crate) engine: EngineHealer,
}

#[pymethods]
impl Healer {
    #[new]
    #[pyo3(signature = (threshold=None, weights=None, margin=None))]
    fn new(
        threshold: Option<f64>,
        weights: Option<HashMap<String, f64>>,
        margin: Option<f64>,
    ) -> Result<Self, Failure> {
        let mut engine = match weights {
            Some(weights) => {
                let weights = Weights::with_overrides(weights)?;
                EngineHealer::new(Arc::new(SimilarityScorer::new(weights)))
            }
            None => EngineHealer::default(),
        };
        engine = engine.with_threshold(threshold.unwrap_or(DEFAULT_THRESHOLD))?;
        if let Some(margin) = margin {
            engine = engine.with_margin(margin)?;
        }
        Ok(Self { engine })
    }

    #[getter]
    fn threshold(&self) -> f64 {
        self.engine.threshold()
    }

    /// Decides, and returns the verdict's kind, its message and all candidates, the best first.
    #[pyo3(signature = (stored, candidates))]
    fn heal(
        &self,
        py: Python<'_>,
        stored: Option<&str>,
        candidates: Vec<String>,
    ) -> Result<(&'static str, String, Vec<Shown>), Failure> {
        py.detach(|| {
            let stored = stored.map(ElementFingerprint::from_json).transpose()?;
            let candidates = candidates
                .iter()
                .map(|json| ElementFingerprint::from_json(json))
                .collect::<Result<Vec<_>, _>>()?;
            let healer = self.engine.clone().with_suggestions(usize::MAX);
            let verdict = healer.heal(&HealRequest::new(stored.as_ref(), candidates.as_slice()));
            Ok((
                verdict.kind.name(),
                verdict.message.clone(),
                shown(&verdict),
            ))
        })
    }
}

pub(crate) fn scoring(result: &ScoringResult) -> Scoring {
    let signals = result.signals().iter();
    let signals = signals.map(|s| (s.signal.to_string(), s.score, s.weight));
    (result.total(), signals.collect())
}

pub(crate) fn shown(verdict: &Verdict) -> Vec<Shown> {
    verdict.suggestions.iter().map(shown_candidate).collect()
}

fn shown_candidate(suggestion: &Suggestion) -> Shown {
    let reasons = suggestion.reasons.iter();
    (
        suggestion.position,
        suggestion.element.to_json(),
        scoring(&suggestion.scoring),
        reasons.map(|reason| reason.sentence.clone()).collect(),
        suggestion.veto.as_ref().map(ToString::to_string),
    )
}
