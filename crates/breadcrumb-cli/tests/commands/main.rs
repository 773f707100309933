//! The command as users run it, one file a command.

mod cli;
mod doctor;
mod heal;
