//! `breadcrumb stats`.

use std::fmt::Write as _;

use breadcrumb::store::{Overview, Store as _};
use serde::Serialize;

use super::source::{look_at, time};
use crate::args_data::StatsArgs;
use crate::commands::size;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BOLD, styled};

pub(crate) fn stats(args: &StatsArgs) -> Result<Exit, CommandError> {
    let store = look_at(&args.database)?;
    let overview = store.overview()?;
    if args.database.json {
        output::print_json(&Report {
            schema_version: 1,
            location: store.location(),
            database: &overview,
        })?;
    } else {
        output::print(&text(&store.location(), &overview))?;
    }
    Ok(Exit::Fine)
}

#[derive(Serialize)]
struct Report<'a> {
    schema_version: u32,
    location: String,
    database: &'a Overview,
}

fn text(location: &str, overview: &Overview) -> String {
    let mut text = format!(
        "{} {location}, schema v{}, {}\n",
        styled(BOLD, "Database"),
        overview.schema_version,
        size(overview.size_bytes)
    );
    let counts = [
        ("fingerprints", overview.fingerprints),
        ("heals", overview.healed),
        ("refused heals", overview.refused),
        ("drifts", overview.drifts),
        ("tests", overview.tests),
        ("attempts", overview.attempts),
        ("runs", overview.runs),
        ("quarantined", overview.quarantined),
    ];
    for (name, count) in counts {
        let _ = writeln!(text, "  {name:<14} {count:>9}");
    }
    if overview.first_record.is_some() {
        let (first, last) = (time(overview.first_record), time(overview.last_record));
        let _ = writeln!(text, "  from {first} to {last}");
    }
    text
}
