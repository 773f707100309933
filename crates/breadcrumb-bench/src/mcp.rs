//! The MCP server: how long each tool takes on a store of 100,000 attempts, as a client sees it.

use std::error::Error;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use breadcrumb::store::{LearnBatch, SqliteStore, Store as _};
use serde_json::{Value, json};

use crate::data::{Dice, Texts, element};
use crate::measure::median;
use crate::report::store;

/// An assistant that waits for longer is noticed.
const LIMIT_SECONDS: f64 = 0.2;
/// How often a tool is called; the median counts.
const ROUNDS: usize = 9;
/// In which Linux counts processor time for others to see.
const TICKS_A_SECOND: f64 = 100.0;
/// How many elements the store knows.
const FINGERPRINTS: usize = 5_000;

/// Makes a store of 100,000 attempts, 10,000 heals and 5,000 fingerprints, and calls every tool.
#[derive(Debug, clap::Args)]
pub(crate) struct McpArgs {
    /// The `breadcrumb` command to measure.
    #[arg(long, value_name = "PATH", default_value = "target/release/breadcrumb")]
    command: PathBuf,
    /// Where the store is made; it is removed again.
    #[arg(long, value_name = "PATH", default_value = "target")]
    folder: PathBuf,
}

/// A server at the other end of two pipes.
struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    calls: u64,
}

pub(crate) fn run(args: &McpArgs) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir_in(&args.folder)?;
    let path = folder.path().join("mcp.db");
    store::make(&path, &store::TYPICAL)?;
    add_fingerprints(&path)?;
    let page = "<title>Login</title><form><input name=mail><button>Sign in</button></form>";
    std::fs::write(folder.path().join("page.html"), page)?;
    let mut server = Server::start(&args.command, folder.path())?;
    println!(
        "{:<32} {:>9} {:>9} {:>9} {:>10}",
        "tool", "median", "slowest", "processor", "answer"
    );
    let mut beyond = Vec::new();
    for (tool, arguments) in calls() {
        let (mut seconds, mut bytes) = (Vec::new(), 0);
        let worked = server.processor_seconds();
        for _ in 0..ROUNDS {
            let started = Instant::now();
            bytes = server.call(tool, &arguments)?;
            seconds.push(started.elapsed().as_secs_f64());
        }
        let slowest = seconds.iter().copied().fold(0.0, f64::max);
        let middle = median(seconds);
        let worked = (server.processor_seconds() - worked) / ROUNDS as f64;
        println!(
            "{tool:<32} {:>6.1} ms {:>6.1} ms {:>6.1} ms {:>7.1} KB  {arguments}",
            middle * 1e3,
            slowest * 1e3,
            worked * 1e3,
            bytes as f64 / 1e3
        );
        if middle > LIMIT_SECONDS {
            beyond.push(format!("{tool} is beyond its limit"));
        }
    }
    server.end()?;
    if beyond.is_empty() {
        Ok(())
    } else {
        Err(beyond.join(", ").into())
    }
}

fn calls() -> Vec<(&'static str, Value)> {
    vec![
        ("breadcrumb_stats", json!({})),
        ("breadcrumb_report", json!({})),
        (
            "breadcrumb_report",
            json!({ "cursor": "healing_events:5000", "limit": 100 }),
        ),
        (
            "breadcrumb_report",
            json!({ "cursor": "tests:1000", "limit": 100 }),
        ),
        ("breadcrumb_doctor", json!({})),
        ("breadcrumb_healing_events", json!({})),
        ("breadcrumb_flaky_tests", json!({})),
        ("breadcrumb_generate_tests", json!({ "url": "page.html" })),
        ("breadcrumb_list_fingerprints", json!({})),
        (
            "breadcrumb_list_fingerprints",
            json!({ "test_id": "test 2500" }),
        ),
        ("breadcrumb_explain_heal", json!({ "event_id": 5_000 })),
        ("breadcrumb_suggest_locator", json!({ "event_id": 5_000 })),
        ("breadcrumb_failing_tests", json!({})),
    ]
}

fn add_fingerprints(path: &Path) -> Result<(), Box<dyn Error>> {
    let mut batch = LearnBatch::new();
    let mut dice = Dice(7);
    for number in 0..FINGERPRINTS {
        let key = (format!("test {number}"), format!("#element-{number}"));
        let fingerprint = element(&mut dice, Texts::Chars(40)).with_key(&key.0, &key.1);
        batch.add_fingerprint(fingerprint, None);
    }
    SqliteStore::open(path)?.learn(&batch)?;
    Ok(())
}

impl Server {
    fn start(command: &Path, folder: &Path) -> Result<Self, Box<dyn Error>> {
        let command = command.canonicalize()?;
        let mut child = Command::new(command)
            .args(["mcp", "--db", "mcp.db"])
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let mut server = Self {
            child,
            input,
            output,
            calls: 0,
        };
        server.ask(
            "initialize",
            &json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": { "name": "bench", "version": "1" },
            }),
        )?;
        server.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
        Ok(server)
    }

    /// Calls a tool and returns the length of its answer.
    fn call(&mut self, tool: &str, arguments: &Value) -> Result<usize, Box<dyn Error>> {
        let (answer, bytes) = self.ask(
            "tools/call",
            &json!({ "name": tool, "arguments": arguments }),
        )?;
        let has_failed = answer.pointer("/result/isError") != Some(&json!(false));
        if has_failed {
            return Err(format!("{tool}: {answer}").into());
        }
        Ok(bytes)
    }

    fn ask(&mut self, method: &str, params: &Value) -> Result<(Value, usize), Box<dyn Error>> {
        self.calls += 1;
        let id = self.calls;
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok((serde_json::from_str(&line)?, line.len()))
    }

    fn say(&mut self, message: &Value) -> Result<(), Box<dyn Error>> {
        let input = self.input.as_mut().ok_or("no input")?;
        writeln!(input, "{message}")?;
        Ok(input.flush()?)
    }

    /// Returns how long the server has worked so far: other processes do not count.
    fn processor_seconds(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let stat = stat.unwrap_or_default();
        // Behind the program's name, which may have spaces: the time in itself, then in the system.
        let fields = stat.rsplit(')').next().unwrap_or_default();
        let ticks = fields.split_whitespace().skip(11).take(2);
        ticks
            .filter_map(|ticks| ticks.parse::<f64>().ok())
            .sum::<f64>()
            / TICKS_A_SECOND
    }

    fn end(mut self) -> Result<(), Box<dyn Error>> {
        drop(self.input.take());
        let status = self.child.wait()?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("the server ended with {status}").into())
        }
    }
}
