//! `breadcrumb run`: a test command whose quarantined failures do not count.

use std::path::PathBuf;
use std::process::Command;
use std::time::SystemTime;

use breadcrumb::engine::hash128;
use breadcrumb::flaky::{Judge, Judged, Suite, ingest_files};

use super::database::{Database, folder, now};
use super::gate;
use super::rerun::cannot_start;
use crate::args_flaky::RunArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output;

pub(crate) fn run(args: &RunArgs) -> Result<Exit, CommandError> {
    let database = Database::open(&args.database)?;
    let manager = database.manager();
    let mut judge = Judge::new(manager.entries()?, database.now);
    let started = SystemTime::now();
    let code = start(&args.command)?;
    let files = reports(&args.junit, started)?;
    if files.is_empty() {
        let message = format!("no report matches `{}`", args.junit.join("`, `"));
        output::print_error(&CommandError::input(
            message,
            "the command must write its reports there; quote the pattern",
        ));
        // A command that failed without a report has failed.
        return Ok(if code == 0 {
            Exit::NoResults
        } else {
            Exit::Child(code)
        });
    }
    let uid = hash128(&["run", &database.now.to_string()]);
    let environment = |name: &str| std::env::var_os(name);
    let app = database.app.version(args.app_version.as_deref(), None);
    let suite = Suite::detect(&folder()?, &uid, &environment).with_app(&app);
    let mut suite = suite.in_ci_run(&environment);
    suite.variant = args.variant.clone().or(suite.variant);
    suite.info.exit_code = Some(i32::from(code));
    let store = database.store.as_ref();
    ingest_files(store, &files, &suite, &mut |run| judge.see(run))?;
    suite.record(store)?;
    let update = manager.auto_update(now())?;
    let judged = judge.finish();
    output::print(&(gate::text(&judged) + &gate::changes(&update)))?;
    Ok(exit(code, &judged, args.strict))
}

/// The command's own exit code, unless every failure is masked.
fn exit(code: u8, judged: &Judged, strict: bool) -> Exit {
    let is_masked = judged.real.is_empty() && !judged.masked.is_empty() && !strict;
    match code {
        _ if judged.tests == 0 && code == 0 => Exit::NoResults,
        0 if !judged.real.is_empty() || (strict && !judged.masked.is_empty()) => {
            Exit::FoundSomething
        }
        0 => Exit::Fine,
        _ if is_masked => Exit::Fine,
        code => Exit::Child(code),
    }
}

fn start(command: &[String]) -> Result<u8, CommandError> {
    let program = command.first().map(String::as_str).unwrap_or_default();
    let status = Command::new(program)
        .args(command.iter().skip(1))
        .status()
        .map_err(|error| cannot_start(program, &error))?;
    // A command that a signal has ended has no code; it has failed.
    let code = status.code().unwrap_or(1);
    Ok(u8::try_from(code).unwrap_or(1))
}

/// Returns the reports that were written since the command began.
fn reports(patterns: &[String], started: SystemTime) -> Result<Vec<PathBuf>, CommandError> {
    let mut files = Vec::new();
    for pattern in patterns {
        let found = glob::glob(pattern).map_err(|error| {
            CommandError::input(
                format!("`{pattern}` is no pattern: {error}"),
                "e.g. 'out/*.xml'",
            )
        })?;
        files.extend(found.flatten().filter(|path| is_new(path, started)));
    }
    files.sort();
    files.dedup();
    Ok(files)
}

fn is_new(path: &std::path::Path, started: SystemTime) -> bool {
    // Disks keep times in seconds, some of them in two.
    let slack = std::time::Duration::from_secs(2);
    let modified = std::fs::metadata(path).and_then(|data| data.modified());
    modified.is_ok_and(|time| time + slack >= started)
}
