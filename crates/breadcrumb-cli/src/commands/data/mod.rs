//! What is in a database: one file a command.

mod events;
mod export;
mod fingerprints;
mod import;
mod merge;
pub(in crate::commands) mod nearest;
mod prune;
mod redact;
pub(super) mod source;
mod stats;

pub(crate) use events::events;
pub(crate) use export::export;
pub(crate) use fingerprints::fingerprints;
pub(crate) use import::import;
pub(crate) use merge::merge;
pub(crate) use prune::prune;
pub(crate) use redact::redact;
pub(crate) use stats::stats;
