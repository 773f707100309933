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
use crate::output;

pub(crate) fn flaky(args: &FlakyArgs) -> Result<Exit, CommandError> {
    let reads = matches!(
        args.command,
        FlakyCommand::List { .. } | FlakyCommand::Show { .. }
    );
    // A test that is not there is an error before anything is opened for writing, or created.
    let database = Database::look_at(&args.database)?;
    if let FlakyCommand::Acknowledge { test } | FlakyCommand::Rename { old: test, .. } =
        &args.command
    {
        show::known_test(&database, test)?;
    }
    let database = if reads {
        database
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
            output::print(&format!(
                "acknowledged {test}: it can be quarantined from now on\n"
            ))?;
            Ok(Exit::Fine)
        }
        FlakyCommand::Rename { old, new } => {
            database.store.rename_test(old, new)?;
            output::print(&format!("renamed {old} to {new}\n"))?;
            Ok(Exit::Fine)
        }
    }
}
