//! `breadcrumb fingerprints`.

mod delete;
mod key;
mod list;
mod rollback;
mod show;

use crate::args_data::{FingerprintsArgs, FingerprintsCommand};
use crate::error::CommandError;
use crate::exit::Exit;

pub(crate) fn fingerprints(args: &FingerprintsArgs) -> Result<Exit, CommandError> {
    let database = &args.database;
    match &args.command {
        FingerprintsCommand::List { tests, limit } => list::list(database, tests, *limit),
        FingerprintsCommand::Show(key) => show::show(database, key),
        FingerprintsCommand::Delete(delete) => delete::delete(database, delete),
        FingerprintsCommand::Rollback { key, to, page } => {
            rollback::rollback(database, key, *to, page.as_deref())
        }
    }
}
