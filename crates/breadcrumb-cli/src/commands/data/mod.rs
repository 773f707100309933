//! What is in a database: one file a command.

mod events;
mod fingerprints;
mod nearest;
mod source;
mod stats;

pub(crate) use events::events;
pub(crate) use fingerprints::fingerprints;
pub(crate) use stats::stats;
