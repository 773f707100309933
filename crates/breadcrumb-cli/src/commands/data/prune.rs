//! `breadcrumb prune`.

use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use breadcrumb::store::{PruneRequest, Store as _};
use breadcrumb::transfer::{self, PrunedDatabase};
use serde::Serialize;

use super::source::change;
use crate::args_data::PruneArgs;
use crate::commands::size;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BOLD, styled};

pub(crate) fn prune(args: &PruneArgs) -> Result<Exit, CommandError> {
    let store = change(&args.database)?;
    let mut request = PruneRequest::new(now()).days(args.days);
    if let Some(days) = args.stale_fingerprints {
        request = request.stale_fingerprints(days);
    }
    if args.dry_run {
        request = request.dry_run();
    }
    let size_before = store.overview()?.size_bytes;
    let done = transfer::prune(&store, &request)?;
    if args.vacuum && !args.dry_run {
        store.compact()?;
    }
    let report = Report {
        schema_version: 1,
        dry_run: args.dry_run,
        size_before,
        size_after: store.overview()?.size_bytes,
        done: &done,
    };
    if args.database.json {
        output::print_json(&report)?;
    } else {
        output::print(&text(&report, args))?;
    }
    Ok(Exit::Fine)
}

#[derive(Serialize)]
struct Report<'a> {
    schema_version: u32,
    dry_run: bool,
    size_before: u64,
    size_after: u64,
    done: &'a PrunedDatabase,
}

fn text(report: &Report<'_>, args: &PruneArgs) -> String {
    let pruned = &report.done.pruned;
    let counts = [
        ("attempts", pruned.attempts),
        ("heals", pruned.heals),
        ("refusals and drifts", pruned.verdicts),
        ("decisions", pruned.decisions),
        ("runs", pruned.runs),
        ("revisions", pruned.revisions),
        ("failure reasons", pruned.errors),
        ("fingerprints", pruned.fingerprints),
        ("page memories", pruned.page_memories),
        ("pictures", report.done.pictures),
    ];
    let did = if report.dry_run {
        "would remove"
    } else {
        "removed"
    };
    let mut text = format!(
        "{} what is older than {} days\n",
        styled(BOLD, did),
        args.days
    );
    for (name, count) in counts.iter().filter(|(_, count)| *count > 0) {
        let _ = writeln!(text, "  {name:<17} {count:>9}");
    }
    if counts.iter().all(|(_, count)| *count == 0) {
        text.push_str("  nothing\n");
    }
    if args.vacuum && !report.dry_run {
        let (before, after) = (size(report.size_before), size(report.size_after));
        let _ = writeln!(text, "the database went from {before} to {after}");
    }
    text
}

fn now() -> f64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64())
}
