//! The command as users run it, one file a command.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

mod cli;
mod completions;
mod config;
mod data;
mod doctor;
mod doctor_environment;
mod fix;
mod flaky;
mod heal;
mod help;
mod init;
mod man;
mod readers;
mod report;
mod review;
mod serve;
mod transfer;
