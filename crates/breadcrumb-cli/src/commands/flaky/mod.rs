//! Flaky tests and the quarantine: one file a command.

mod database;
mod gate;
mod ingest;
mod list;
mod quarantine;
mod rerun;
mod run;
mod show;

pub(crate) use gate::gate;
pub(crate) use ingest::ingest;
pub(crate) use quarantine::quarantine;
pub(crate) use run::run;

use database::Database;

use crate::args_flaky::{FlakyArgs, FlakyCommand};
use crate::error::CommandError;
use crate::exit::Exit;

pub(crate) fn flaky(args: &FlakyArgs) -> Result<Exit, CommandError> {
    let reads = matches!(
        args.command,
        FlakyCommand::List { .. } | FlakyCommand::Show { .. }
    );
    let database = if reads {
        Database::look_at(&args.database)?
    } else {
        Database::open(&args.database)?
    };
    match &args.command {
        FlakyCommand::List { all } => list::list(&database, *all),
        FlakyCommand::Show { test } => show::show(&database, test),
        FlakyCommand::Confirm(rerun) => rerun::confirm(&database, rerun),
        FlakyCommand::Verify(rerun) => rerun::verify(&database, rerun),
        FlakyCommand::Acknowledge { test } => {
            database
                .manager()
                .acknowledge(test, crate::settings::actor(), database.now)?;
            Ok(Exit::Fine)
        }
        FlakyCommand::Rename { old, new } => {
            database.store.rename_test(old, new)?;
            Ok(Exit::Fine)
        }
    }
}
