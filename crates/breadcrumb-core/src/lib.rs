//! The engine of Breadcrumb.

mod error;
mod event;
mod fingerprint;
mod json_text;
mod page_key;
mod scoring;
pub mod similarity;
mod text;

pub use error::{Error, ErrorKind};
pub use event::{HealDetails, HealingEvent};
pub use fingerprint::{BoundingBox, ElementContext, ElementFingerprint, FingerprintBuilder};
pub use page_key::page_key;
pub use scoring::{ScoringResult, SignalScore};
pub use text::{normalize_tag, normalize_text};
