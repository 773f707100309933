//! The decision: heal onto exactly one element, or refuse and say why.
//!
//! [`Healer`] ranks the candidates with its scorer and comes to a [`Verdict`]. It knows no browser
//! and no store; it never touches anything.

mod acceptance;
mod contradiction;
mod describe;
mod drift;
mod earlier;
mod healer;
mod identity;
mod meant;
mod memory;
mod memory_json;
mod percent;
mod reasons;
mod rejection;
mod telling;
mod verdict;

pub use acceptance::Acceptance;
pub use describe::describe;
pub use drift::{DriftFinding, drift};
pub use earlier::EarlierHeal;
pub use healer::{DEFAULT_THRESHOLD, HealRequest, Healer};
pub use identity::{identity_digest, is_same_element};
pub use memory::{CensusEntry, PageMemory};
pub use reasons::{Reason, reasons};
pub use rejection::Rejection;
pub(crate) use telling::numbered;
pub use verdict::{Suggestion, Verdict, VerdictKind, Veto};

#[cfg(test)]
mod decision_tests;
#[cfg(test)]
mod tests;
