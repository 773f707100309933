//! One file a command.

mod completions;
mod config;
mod data;
mod doctor;
mod fingerprint;
#[cfg(feature = "fix")]
mod fix;
mod flaky;
mod generate;
mod heal;
mod init;
mod man;
mod mcp;
mod reference;
mod report;
mod review;

pub(crate) use completions::completions;
pub(crate) use config::config;
pub(crate) use data::{events, export, fingerprints, import, merge, prune, redact, stats};
pub(crate) use doctor::doctor;
use doctor::size;
pub(crate) use fingerprint::fingerprint;
#[cfg(feature = "fix")]
pub(crate) use fix::fix;
pub(crate) use flaky::{flaky, gate, ingest, quarantine, run};
pub(crate) use generate::generate;
pub(crate) use heal::heal;
pub(crate) use init::init;
pub(crate) use man::man;
pub(crate) use mcp::mcp;
pub(crate) use reference::reference;
pub(crate) use report::{report, serve};
pub(crate) use review::review;
