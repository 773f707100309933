//! One file a command.

mod config;
mod doctor;
mod fingerprint;
mod flaky;
mod generate;
mod heal;
mod report;

pub(crate) use config::config;
pub(crate) use doctor::doctor;
pub(crate) use fingerprint::fingerprint;
pub(crate) use flaky::{flaky, gate, ingest, quarantine, run};
pub(crate) use generate::generate;
pub(crate) use heal::heal;
pub(crate) use report::{report, serve};
