//! One file a command.

mod config;
mod data;
mod doctor;
mod fingerprint;
mod flaky;
mod generate;
mod heal;
mod mcp;
mod init;
mod report;

pub(crate) use config::config;
pub(crate) use data::{events, export, fingerprints, import, merge, prune, stats};
pub(crate) use doctor::doctor;
use doctor::size;
pub(crate) use fingerprint::fingerprint;
pub(crate) use flaky::{flaky, gate, ingest, quarantine, run};
pub(crate) use generate::generate;
pub(crate) use heal::heal;
pub(crate) use mcp::mcp;
pub(crate) use init::init;
pub(crate) use report::{report, serve};
