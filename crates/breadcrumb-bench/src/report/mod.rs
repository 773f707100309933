//! Reports: ours and the Python package's, on the same store, in one run.

pub(crate) mod store;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use breadcrumb::report::{
    Coloring, Depth, Report, ReportRequest, collect, console, html, json_text, write_json,
};
use breadcrumb::store::SqliteStore;
use serde::Deserialize;

use crate::measure::median;

/// What must hold.
const RATIO: f64 = 10.0;
const PAGE_SECONDS: f64 = 2.0;
const PAGE_BYTES: usize = 8 << 20;
const LARGE_CONSOLE_SECONDS: f64 = 2.0;

/// How often a thing is measured; the median counts.
const ROUNDS: usize = 7;
/// The same for whole commands, of which the machine's other work takes more.
const COMMAND_ROUNDS: usize = 15;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/compare/report.py");

/// Makes a store of 100,000 attempts and 10,000 heals, and reports on it.
#[derive(Debug, clap::Args)]
pub(crate) struct ReportArgs {
    /// Python of a virtual environment with `pytest-breadcrumb` 0.1.0a2; without it only ours runs.
    #[arg(long, value_name = "PATH")]
    package_python: Option<PathBuf>,
    /// Measures a store of 1,000,000 attempts instead, ours only.
    #[arg(long)]
    large: bool,
    /// The `breadcrumb` command to measure.
    #[arg(long, value_name = "PATH", default_value = "target/release/breadcrumb")]
    command: PathBuf,
    /// Where the store is made; it is removed again.
    #[arg(long, value_name = "PATH", default_value = "target")]
    folder: PathBuf,
}

/// The median seconds of the package.
#[derive(Debug, Default, Deserialize)]
struct Theirs {
    console: Option<f64>,
    json: Option<f64>,
    json_file: Option<f64>,
    html: Option<f64>,
}

/// What is beyond its limit.
#[derive(Default)]
struct Limits {
    beyond: Vec<String>,
}

pub(crate) fn run(args: &ReportArgs) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir_in(&args.folder)?;
    let path = folder.path().join("report.db");
    let mut limits = Limits::default();
    if args.large {
        store::make(&path, &store::LARGE)?;
        large(&path, &args.command, &mut limits)?;
    } else {
        store::make(&path, &store::TYPICAL)?;
        typical(&path, args, &mut limits)?;
    }
    if limits.beyond.is_empty() {
        Ok(())
    } else {
        Err(limits.beyond.join(", ").into())
    }
}

fn typical(path: &Path, args: &ReportArgs, limits: &mut Limits) -> Result<(), Box<dyn Error>> {
    let theirs = match &args.package_python {
        Some(python) => package(python, path)?,
        None => Theirs::default(),
    };
    let store = SqliteStore::open_read_only(path)?;
    let report = |depth| collect(&store, &ReportRequest::new(store::now(), 30).depth(depth));
    let request = || ReportRequest::new(store::now(), 30);
    let our_console = timed(|| Ok(console(&report(Depth::Glance)?, Coloring::Plain)))?;
    let our_json = timed(|| json_text(&store, &request()))?;
    let file = path.with_extension("json");
    let our_file = timed(|| {
        // A disk that is full shows as a file that is short.
        let _ = breadcrumb::write_file_with(&file, |out| {
            write_json(&store, &request(), out).map(|_| ())
        });
        Ok(String::new())
    })?;
    let our_html = timed(|| Ok(html(&report(Depth::Whole)?)))?;
    print_counts(&report(Depth::Whole)?);
    println!(
        "{:<42} {:>10} {:>10} {:>9}",
        "median", "ours", "package", "ratio"
    );
    for (name, ours, theirs) in [
        ("console", our_console, theirs.console),
        ("json", our_json, theirs.json),
        ("json file", our_file, theirs.json_file),
        // The package's page has the twenty newest heals, ours has all of them.
        ("html", our_html, theirs.html),
    ] {
        print_row(name, ours, theirs, None, limits);
    }
    commands(args, "our file", path, Some(RATIO), limits)?;
    if args.package_python.is_some() {
        let classic = path.with_file_name("package.db");
        store::make_classic(path, &classic)?;
        commands(args, "package's file", &classic, Some(RATIO), limits)?;
        store::let_all_fail_at_times(&classic)?;
        commands(args, "all tests fail at times", &classic, None, limits)?;
    }
    let page = html(&report(Depth::Whole)?).len();
    print!(
        "the page: {:.2} MB, made in {our_html:.2} s",
        page as f64 / 1e6
    );
    limits.check("page", page < PAGE_BYTES && our_html < PAGE_SECONDS);
    Ok(())
}

/// Measures what users run, from start to end.
fn commands(
    args: &ReportArgs,
    which: &str,
    path: &Path,
    wanted: Option<f64>,
    limits: &mut Limits,
) -> Result<(), Box<dyn Error>> {
    for format in ["console", "json"] {
        let (ours, theirs) = both_commands(args, path, format)?;
        let name = format!("{format}, command, {which}");
        print_row(&name, ours, theirs, wanted, limits);
    }
    Ok(())
}

fn print_row(name: &str, ours: f64, theirs: Option<f64>, wanted: Option<f64>, limits: &mut Limits) {
    let shown = |seconds: Option<f64>| {
        seconds.map_or("-".to_owned(), |seconds| format!("{:.1} ms", seconds * 1e3))
    };
    let ratio = theirs.map(|theirs| theirs / ours);
    let told = ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.1}x"));
    let (ours, theirs) = (shown(Some(ours)), shown(theirs));
    print!("{name:<42} {ours:>10} {theirs:>10} {told:>9}");
    let is_good = wanted
        .zip(ratio)
        .is_none_or(|(wanted, ratio)| ratio >= wanted);
    limits.check(name, is_good);
}

fn large(path: &Path, program: &Path, limits: &mut Limits) -> Result<(), Box<dyn Error>> {
    let store = SqliteStore::open_read_only(path)?;
    let request = ReportRequest::new(store::now(), 30).depth(Depth::Glance);
    print_counts(&collect(&store, &request)?);
    let seconds = command(program, path, "console")?;
    print!("`breadcrumb report` from start to end: {seconds:.2} s");
    limits.check("console", seconds < LARGE_CONSOLE_SECONDS);
    Ok(())
}

fn print_counts(report: &Report) {
    let counts = &report.summary;
    println!(
        "{} attempts of {} tests, {} heals, {} refusals, {} flaky, {} failing",
        counts.attempts, counts.total, counts.heals, counts.refusals, counts.flaky, counts.failing
    );
}

/// Returns the median seconds of a call on an open store; two threads work on it.
fn timed(
    mut call: impl FnMut() -> Result<String, breadcrumb::Error>,
) -> Result<f64, Box<dyn Error>> {
    call()?;
    let mut seconds = Vec::new();
    for _ in 0..COMMAND_ROUNDS {
        let started = Instant::now();
        std::hint::black_box(call()?);
        seconds.push(started.elapsed().as_secs_f64());
    }
    Ok(median(seconds))
}

/// Runs the command and the package's by turns, so that both have the same neighbors on the machine; returns the
/// median seconds of each.
fn both_commands(
    args: &ReportArgs,
    path: &Path,
    format: &str,
) -> Result<(f64, Option<f64>), Box<dyn Error>> {
    let package = args.package_python.as_ref().and_then(|python| {
        let command = python.with_file_name("breadcrumb");
        command.exists().then_some(command)
    });
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..COMMAND_ROUNDS {
        // Each to a file of its own: who replaces one pays for the end of the old one.
        ours.push(command_once(&args.command, path, format, "ours.json")?);
        if let Some(package) = &package {
            theirs.push(command_once(package, path, format, "package.json")?);
        }
    }
    Ok((median(ours), package.map(|_| median(theirs))))
}

fn command(program: &Path, path: &Path, format: &str) -> Result<f64, Box<dyn Error>> {
    let rounds = (0..ROUNDS).map(|_| command_once(program, path, format, "ours.json"));
    Ok(median(rounds.collect::<Result<_, _>>()?))
}

fn command_once(
    program: &Path,
    path: &Path,
    format: &str,
    output: &str,
) -> Result<f64, Box<dyn Error>> {
    let mut command = Command::new(program);
    command
        .args(["report", "--format", format, "--db"])
        .arg(path);
    if format != "console" {
        command.arg("--output").arg(path.with_extension(output));
    }
    let started = Instant::now();
    let status = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    if !status.success() {
        return Err(format!("`{} report` ended with {status}", program.display()).into());
    }
    Ok(started.elapsed().as_secs_f64())
}

fn package(python: &Path, path: &Path) -> Result<Theirs, Box<dyn Error>> {
    let rounds = ROUNDS.to_string();
    let output = Command::new(python)
        .arg(SCRIPT)
        .arg(path)
        .arg(rounds)
        .output()?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("the package's report failed:\n{errors}").into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

impl Limits {
    fn check(&mut self, what: &str, is_good: bool) {
        println!("  {}", if is_good { "ok" } else { "BEYOND THE LIMIT" });
        if !is_good {
            self.beyond.push(format!("{what} is beyond its limit"));
        }
    }
}
