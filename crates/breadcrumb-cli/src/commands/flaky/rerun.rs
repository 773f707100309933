//! `breadcrumb flaky confirm` and `verify`: reruns on the code as it is now.

use std::io::{IsTerminal as _, Write as _};
use std::process::{Command, Stdio};

use breadcrumb::engine::hash128;
use breadcrumb::engine::{RunStatus, TestRun};
use breadcrumb::flaky::{RERUN_VARIABLE, Suite};
use serde_json::json;

use super::database::{Database, folder};
use super::show::unknown_test;
use crate::args_flaky::RerunArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output;

/// What pytest returns for failed tests; anything else that is not 0 is not about the test.
const PYTEST_FAILED: i32 = 1;

struct Rerun<'a> {
    database: &'a Database,
    args: &'a RerunArgs,
    reason: &'static str,
    suite: Suite,
}

pub(super) fn confirm(database: &Database, args: &RerunArgs) -> Result<Exit, CommandError> {
    let examination = database.examination()?;
    let tests = examination.examine(&args.test);
    let wanted = tests
        .iter()
        .map(|test| test.assessment.confirming_reruns())
        .max();
    let runs = args
        .runs
        .or(wanted)
        .ok_or_else(|| unknown_test(&args.test, examination.test_ids()))?;
    let newest = tests
        .iter()
        .filter_map(|test| test.assessment.evidence.revisions.last());
    let rerun = Rerun::new(database, args, "confirm")?;
    // What this very code has done before counts for the mix.
    let revision = rerun
        .suite
        .revision
        .as_ref()
        .map(|revision| revision.revision.as_str());
    let known = newest.clone().find(|seen| {
        let id = seen
            .revision
            .and_then(|seen| examination.history().revision(seen));
        id.map(|facts| facts.id.as_str()) == revision
    });
    let (mut failed, mut passed) = known.map_or((0, 0), |seen| {
        (seen.failures, seen.attempts - seen.failures)
    });
    for number in 1..=runs {
        if failed > 0 && passed > 0 {
            break;
        }
        if rerun.once(number, runs)? {
            failed += 1;
        } else {
            passed += 1;
        }
    }
    Rerun::finish();
    let is_mixed = failed > 0 && passed > 0;
    let verdict = match (is_mixed, failed) {
        (true, _) => "flaky: it passed and failed on the same code",
        (false, 0) => "did not fail: not confirmed",
        (false, _) => "only failed: broken rather than flaky",
    };
    let update = database.manager().auto_update(database.now)?;
    if database.json {
        output::print_json(&json!({
            "schema_version": 1,
            "test": args.test,
            "is_flaky": is_mixed,
            "passed": passed,
            "failed": failed,
            "changes": update,
        }))?;
    } else {
        output::print(&format!(
            "{}: {verdict} ({passed} passed, {failed} failed)\n",
            args.test
        ))?;
    }
    Ok(if failed > 0 {
        Exit::FoundSomething
    } else {
        Exit::Fine
    })
}

pub(super) fn verify(database: &Database, args: &RerunArgs) -> Result<Exit, CommandError> {
    let manager = database.manager();
    let entry = manager.entry(&args.test)?;
    let rate = entry.as_ref().and_then(|entry| entry.rate_at_entry);
    let release = database.policy.quarantine.release;
    let runs = args
        .runs
        .unwrap_or_else(|| release.clean_revisions(rate.unwrap_or(0.3)));
    let rerun = Rerun::new(database, args, "verify")?;
    let mut passed = 0;
    let mut has_failed = false;
    for number in 1..=runs {
        if rerun.once(number, runs)? {
            has_failed = true;
            break;
        }
        passed += 1;
    }
    Rerun::finish();
    let verdict = if has_failed {
        "still fails"
    } else {
        "fixed so far"
    };
    let update = manager.auto_update(database.now)?;
    if database.json {
        output::print_json(&json!({
            "schema_version": 1,
            "test": args.test,
            "passed": passed,
            "reruns": runs,
            "has_failed": has_failed,
            "changes": update,
        }))?;
    } else {
        let released = if update.unquarantined.contains(&args.test) {
            format!("released {}\n", args.test)
        } else {
            String::new()
        };
        output::print(&format!(
            "{}: {verdict} ({passed} of {runs} reruns passed)\n{released}",
            args.test
        ))?;
    }
    Ok(if has_failed {
        Exit::FoundSomething
    } else {
        Exit::Fine
    })
}

impl<'a> Rerun<'a> {
    fn new(
        database: &'a Database,
        args: &'a RerunArgs,
        reason: &'static str,
    ) -> Result<Self, CommandError> {
        let uid = hash128(&[reason, &args.test, &database.now.to_string()]);
        let suite = Suite::detect(&folder()?, &uid, &|name| std::env::var_os(name));
        let suite = suite.with_app(&database.app.version(None, None));
        Ok(Self {
            database,
            args,
            reason,
            suite,
        })
    }

    /// Runs the test once; returns whether it failed.
    fn once(&self, number: u32, of: u32) -> Result<bool, CommandError> {
        self.progress(number, of);
        let failed = match &self.args.command {
            Some(command) => {
                let failed = self.run_command(command)?;
                self.record(failed, number)?;
                failed
            }
            // The plugin records by itself, with the reason of a failure.
            None => self.run_pytest()?,
        };
        Ok(failed)
    }

    fn run_pytest(&self) -> Result<bool, CommandError> {
        let output = Command::new("pytest")
            .args([
                "-q",
                "-p",
                "no:cacheprovider",
                "--breadcrumb",
                "--breadcrumb-db",
            ])
            .arg(&self.database.path)
            .arg(&self.args.test)
            .env(RERUN_VARIABLE, self.reason)
            .output()
            .map_err(|error| cannot_start("pytest", &error))?;
        match output.status.code() {
            Some(0) => Ok(false),
            Some(PYTEST_FAILED) => Ok(true),
            _ => {
                let text = String::from_utf8_lossy(&output.stdout);
                let last = text.trim().lines().last().unwrap_or_default().to_owned();
                let message = format!("pytest could not run `{}`: {last}", self.args.test);
                Err(CommandError::input(
                    message,
                    "check the id, and that pytest runs it from here",
                ))
            }
        }
    }

    fn run_command(&self, command: &str) -> Result<bool, CommandError> {
        let mut words = command
            .split_whitespace()
            .map(|word| word.replace("{test}", &self.args.test));
        let program = words.next().unwrap_or_default();
        let status = Command::new(&program)
            .args(words)
            .env(RERUN_VARIABLE, self.reason)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .map_err(|error| cannot_start(&program, &error))?;
        Ok(!status.success())
    }

    fn record(&self, failed: bool, number: u32) -> Result<(), CommandError> {
        let status = if failed {
            RunStatus::Failed
        } else {
            RunStatus::Passed
        };
        let time = self.database.now + f64::from(number) * 1e-3;
        let mut run = TestRun::new(&self.args.test, status, time);
        run.details.attempt_no = Some(number);
        run.details.retry_reason = Some(self.reason.to_owned());
        run.details
            .commit_sha
            .clone_from(&self.suite.info.commit_sha);
        run.details.variant.clone_from(&self.suite.variant);
        run.details.revision = self
            .suite
            .revision
            .as_ref()
            .map(|revision| revision.revision.clone());
        self.database.store.record_runs(&self.suite.info, &[run])?;
        Ok(())
    }

    /// Shows how far it is, on a terminal only.
    fn progress(&self, number: u32, of: u32) {
        const WIDTH: u32 = 30;
        let mut stderr = std::io::stderr();
        if !stderr.is_terminal() {
            return;
        }
        let done = (number - 1) * WIDTH / of.max(1);
        let bar: String = (0..WIDTH)
            .map(|at| if at < done { '#' } else { '-' })
            .collect();
        let _ = write!(stderr, "\r{} [{bar}] {number} of at most {of}", self.reason);
        let _ = stderr.flush();
    }

    fn finish() {
        let mut stderr = std::io::stderr();
        if stderr.is_terminal() {
            let _ = write!(stderr, "\r\x1b[2K");
        }
    }
}

pub(super) fn cannot_start(program: &str, error: &std::io::Error) -> CommandError {
    CommandError::input(
        format!("cannot start `{program}`: {error}"),
        "check that it is installed and on the path",
    )
}
