//! What these commands share: the database, and words for times and sizes.

use std::path::PathBuf;

use breadcrumb::recorder::open_for_writing;
use breadcrumb::report::calendar::date_time;
use breadcrumb::report::text;
use breadcrumb::store::SqliteStore;

use crate::args_flaky::DatabaseArgs;
use crate::error::CommandError;
use crate::settings;

/// How long a text of a line is at most; longer ones are cut.
const SHOWN: usize = 200;

/// Returns the path of the user's database.
pub(in crate::commands) fn path(args: &DatabaseArgs) -> Result<PathBuf, CommandError> {
    settings::database(args.db.as_deref())
}

/// Opens the database to look at it.
pub(in crate::commands) fn look_at(args: &DatabaseArgs) -> Result<SqliteStore, CommandError> {
    Ok(SqliteStore::open_read_only(path(args)?)?)
}

/// Opens a database that is there already, to change it: a wrong path makes no new one.
pub(in crate::commands) fn change(args: &DatabaseArgs) -> Result<SqliteStore, CommandError> {
    let path = path(args)?;
    drop(SqliteStore::open_read_only(&path)?);
    Ok(open_for_writing(&path)?)
}

/// Makes a stored text fit to be shown on one line.
pub(in crate::commands) fn shown(stored: &str) -> String {
    text::plain(stored, SHOWN)
}

/// Writes a time, where one is known.
pub(in crate::commands) fn time(seconds: Option<f64>) -> String {
    seconds.map_or_else(|| "unknown".to_owned(), date_time)
}

/// Counts things in words.
pub(in crate::commands) fn plural(count: u64, one: &str) -> String {
    if count == 1 {
        format!("1 {one}")
    } else {
        format!("{count} {one}s")
    }
}
