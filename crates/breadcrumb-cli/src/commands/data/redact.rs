//! `breadcrumb redact`.

use std::fmt::Write as _;

use breadcrumb::store::Redacted;
use serde::Serialize;

use super::source::change;
use crate::args_data::RedactArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output;

pub(crate) fn redact(args: &RedactArgs) -> Result<Exit, CommandError> {
    let redacted = change(&args.database)?.redact()?;
    if args.database.json {
        output::print_json(&Report {
            schema_version: 1,
            redacted: &redacted,
        })?;
    } else {
        output::print(&text(&redacted))?;
    }
    Ok(Exit::Fine)
}

#[derive(Serialize)]
struct Report<'a> {
    schema_version: u32,
    redacted: &'a Redacted,
}

fn text(redacted: &Redacted) -> String {
    let counts = [
        ("fingerprints", redacted.fingerprints),
        ("heals", redacted.heals),
        ("looks", redacted.looks),
        ("messages of failures", redacted.messages),
        ("page memories", redacted.page_memories),
    ];
    if counts.iter().all(|(_, count)| *count == 0) {
        return "no secrets found\n".to_owned();
    }
    let mut text = "took secrets out of\n".to_owned();
    for (name, count) in counts.iter().filter(|(_, count)| *count > 0) {
        let _ = writeln!(text, "  {name:<21} {count:>9}");
    }
    text
}
