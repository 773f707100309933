//! The decision: heal onto exactly one element, or refuse and say why.
//!
//! [`Healer`] ranks the candidates with its scorer and comes to a [`Verdict`]. It knows no browser
//! and no store; it never touches anything.

mod census;
mod contradiction;
mod describe;
mod healer;
mod reasons;
mod verdict;

pub use census::{Census, CensusEntry};
pub use describe::describe;
pub use healer::{DEFAULT_THRESHOLD, HealRequest, Healer};
pub use reasons::{Reason, reasons};
pub use verdict::{Suggestion, Verdict, VerdictKind, Veto};

#[cfg(test)]
mod tests;
