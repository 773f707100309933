//! The ways to decide that are compared.

use std::error::Error;
use std::sync::Arc;

use breadcrumb::engine::{EvidenceScorer, Healer, SimilarityScorer};

/// How many suggestions are looked at.
const TOP: usize = 3;

/// A way to decide.
pub(super) struct Method {
    pub(super) name: &'static str,
    pub(super) healer: Healer,
    /// Whether it is told what else was on the old page.
    pub(super) remembers: bool,
}

/// All ways, the default one last.
pub(super) fn methods() -> Result<Vec<Method>, Box<dyn Error>> {
    let classic = || Healer::new(Arc::new(SimilarityScorer::default())).with_suggestions(TOP);
    Ok(vec![
        Method {
            name: "classic, threshold only",
            healer: classic().with_margin(0.0)?.without_contradictions(),
            remembers: false,
        },
        Method {
            name: "classic",
            healer: classic(),
            remembers: true,
        },
        Method {
            name: "evidence, no page memory",
            healer: evidence(),
            remembers: false,
        },
        Method {
            name: "evidence",
            healer: evidence(),
            remembers: true,
        },
    ])
}

impl Method {
    /// The default way, but healing whatever the confidence: to see what a confidence is worth.
    pub(super) fn at_any_confidence() -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            name: "evidence, any confidence",
            healer: evidence().with_threshold(0.0)?,
            remembers: true,
        })
    }
}

fn evidence() -> Healer {
    Healer::new(Arc::new(EvidenceScorer::new())).with_suggestions(TOP)
}
