//! One file a command.

mod doctor;
mod fingerprint;
mod heal;

pub(crate) use doctor::doctor;
pub(crate) use fingerprint::fingerprint;
pub(crate) use heal::heal;
