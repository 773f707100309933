//! The ways to decide that are compared.

use std::error::Error;
use std::sync::Arc;

use breadcrumb::engine::{EvidenceScorer, Healer, Property, Purpose, SimilarityScorer};

/// How many suggestions are looked at.
const TOP: usize = 3;

/// A way to decide.
pub(super) struct Method {
    pub(super) name: &'static str,
    pub(super) healer: Healer,
    /// Whether it is told what else was on the old page.
    pub(super) remembers: bool,
    /// What the test does with the element.
    pub(super) purpose: Purpose,
}

/// All ways, the default one last.
pub(super) fn methods() -> Result<Vec<Method>, Box<dyn Error>> {
    let classic = || Healer::new(Arc::new(SimilarityScorer::default())).with_suggestions(TOP);
    Ok(vec![
        Method {
            name: "classic, threshold only",
            healer: classic().with_margin(0.0)?.without_contradictions(),
            remembers: false,
            purpose: Purpose::Action,
        },
        Method {
            name: "classic",
            healer: classic(),
            remembers: true,
            purpose: Purpose::Action,
        },
        Method {
            name: "evidence, no page memory",
            healer: evidence(),
            remembers: false,
            purpose: Purpose::Action,
        },
        // Without the texts before and after an element, which these pages do not have.
        Method {
            name: "evidence, text is checked",
            healer: evidence(),
            remembers: true,
            purpose: Purpose::Check(Property::Text),
        },
        Method {
            name: "evidence",
            healer: evidence(),
            remembers: true,
            purpose: Purpose::Action,
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
            purpose: Purpose::Action,
        })
    }
}

fn evidence() -> Healer {
    Healer::new(Arc::new(EvidenceScorer::new())).with_suggestions(TOP)
}
