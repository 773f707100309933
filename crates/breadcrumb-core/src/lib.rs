//! The engine of Breadcrumb.

mod capture;
mod error;
mod event;
mod fingerprint;
mod json_text;
mod page;
mod page_key;
mod scorer;
mod scoring;
pub mod similarity;
mod text;

pub use capture::CaptureRules;
pub use error::{Error, ErrorKind};
pub use event::{HealDetails, HealingEvent};
pub use fingerprint::{BoundingBox, ElementContext, ElementFingerprint, FingerprintBuilder};
pub use page::{ElementIndex, NewElement, PageInfo, PageSnapshot, SnapshotBuilder};
pub use page_key::page_key;
pub use scorer::{
    Candidates, ClassicSignal, RankedCandidate, Scorer, SimilarityScorer, Weights,
    compute_similarity,
};
pub use scoring::{ScoringResult, SignalScore};
pub use text::{normalize_tag, normalize_text};
