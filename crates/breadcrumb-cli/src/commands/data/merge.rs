//! `breadcrumb merge`.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;

use breadcrumb::store::MergeProgress;
use breadcrumb::transfer::{self, MergedDatabases};
use serde::Serialize;

use super::source::{path, plural};
use crate::args_data::MergeArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BOLD, WARN, styled};

pub(crate) fn merge(args: &MergeArgs) -> Result<Exit, CommandError> {
    let target = match &args.output {
        Some(output) => output.clone(),
        None => path(&args.database)?,
    };
    let mut line = ProgressLine::new();
    let done = transfer::merge(&args.inputs, &target, &mut |progress| line.show(progress));
    line.clear();
    let done = done?;
    if args.database.json {
        output::print_json(&Report {
            schema_version: 1,
            output: target.display().to_string(),
            done: &done,
        })?;
    } else {
        output::print(&text(&target, &done))?;
    }
    Ok(Exit::Fine)
}

#[derive(Serialize)]
struct Report<'a> {
    schema_version: u32,
    output: String,
    done: &'a MergedDatabases,
}

fn text(output: &Path, done: &MergedDatabases) -> String {
    let merged = &done.merged;
    let inputs = plural(merged.inputs as u64, "database");
    let mut text = format!(
        "{} {inputs} into {}\n",
        styled(BOLD, "merged"),
        output.display()
    );
    for table in &merged.tables {
        let _ = write!(text, "  {:<20} {:>9} added", table.table, table.added);
        if table.changed > 0 {
            let _ = write!(text, ", {} changed", table.changed);
        }
        if table.removed > 0 {
            let _ = write!(text, ", {} removed", table.removed);
        }
        text.push('\n');
    }
    if merged.tables.is_empty() {
        text.push_str("  nothing new\n");
    }
    if done.pictures > 0 {
        let _ = writeln!(text, "  {:<20} {:>9} copied", "pictures", done.pictures);
    }
    if done.missing_pictures > 0 {
        let missing = plural(done.missing_pictures, "picture");
        let _ = writeln!(text, "  {} {missing} not found", styled(WARN, "missing"));
    }
    text
}

/// One line on a terminal that says how far it is; nothing elsewhere.
struct ProgressLine {
    is_shown: bool,
    percent: Option<u64>,
}

impl ProgressLine {
    fn new() -> Self {
        Self {
            is_shown: io::stderr().is_terminal(),
            percent: None,
        }
    }

    fn show(&mut self, progress: MergeProgress) {
        let percent = progress.rows * 100 / progress.total.max(1);
        if self.is_shown && self.percent != Some(percent) {
            self.percent = Some(percent);
            // There is nobody left to tell if this fails.
            let _ = write!(
                io::stderr(),
                "\rmerging: {percent} % of {} rows",
                progress.total
            );
        }
    }

    fn clear(&self) {
        if self.percent.is_some() {
            let _ = write!(io::stderr(), "\r{:60}\r", "");
        }
    }
}
