//! `breadcrumb import`.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use breadcrumb::store;
use serde_json::json;

use super::source::{path, plural};
use crate::args_data::ImportArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output;

/// The name that stands for standard input.
const STDIN: &str = "-";

pub(crate) fn import(args: &ImportArgs) -> Result<Exit, CommandError> {
    let database = path(&args.database)?;
    let name = args.file.display().to_string();
    let mut export = open(&args.file)?;
    let imported = store::import(&database, &name, export.as_mut())?;
    let rows: u64 = imported.rows.values().sum();
    if args.database.json {
        output::print_json(&json!({
            "schema_version": 1,
            "database": database.display().to_string(),
            "rows": imported.rows,
            "merged": imported.was_merged,
        }))?;
    } else {
        let how = if imported.was_merged {
            "merged with what was there"
        } else {
            "as they were"
        };
        let rows = plural(rows, "row");
        output::print(&format!("read {rows} into {}, {how}\n", database.display()))?;
    }
    Ok(Exit::Fine)
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, CommandError> {
    if path == Path::new(STDIN) {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let file = File::open(path).map_err(|error| CommandError::read(path, error))?;
    Ok(Box::new(BufReader::new(file)))
}
