//! A large store: 1,000,000 attempts of 10,000 tests, recorded, listed, and one test evaluated.

use std::error::Error;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use breadcrumb::engine::{FailureReason, RunInfo, RunStatus, TestRun};
use breadcrumb::flaky::{Assessment, Examination, Policy};
use breadcrumb::store::{SqliteStore, Store as _};

use super::random::Random;
use crate::measure::seconds;

/// What must hold.
const RECORD_LIMIT: f64 = 100e-6;
const EVALUATE_LIMIT: f64 = 50e-6;
const LIST_LIMIT: Duration = Duration::from_secs(2);
const LIST_MEMORY_KIB: u64 = 300 * 1024;
const XML_MEMORY_KIB: u64 = 200 * 1024;

/// One test in so many is flaky, at this rate.
const FLAKY_EVERY: usize = 100;
const FLAKY_RATE: f64 = 0.2;

/// What a command took.
struct Taken {
    time: Duration,
    memory_kib: u64,
}

pub(crate) fn run(
    tests: usize,
    runs: usize,
    command: &Path,
    xml_megabytes: usize,
) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir_in("target")?;
    let path = folder.path().join("large.db");
    let store = SqliteStore::open(&path)?;
    let mut wrong = Vec::new();
    let mut check = |what: &str, is_good: bool| {
        println!("  {}", if is_good { "ok" } else { "BEYOND THE LIMIT" });
        if !is_good {
            wrong.push(what.to_owned());
        }
    };

    let started = Instant::now();
    for number in 0..runs {
        store.record_runs(
            &RunInfo::new(format!("run {number}")),
            &attempts(number, runs, tests),
        )?;
    }
    let count = tests * runs;
    let each = started.elapsed().as_secs_f64() / count as f64;
    print!(
        "{count} attempts of {tests} tests recorded, each {:.1} µs",
        each * 1e6
    );
    check("recording", each <= RECORD_LIMIT);

    let single = record_one_by_one(&store)?;
    print!(
        "one attempt by itself, in a transaction of its own: {:.1} µs",
        single * 1e6
    );
    check("recording one by one", single <= RECORD_LIMIT);

    let examination = Examination::read(&store, &Policy::default(), now())?;
    let evaluated = seconds(|| examination.examine("suite/test_00000.py::test"));
    print!(
        "one test of {runs} revisions evaluated: {:.1} µs",
        evaluated * 1e6
    );
    check("evaluating", evaluated <= EVALUATE_LIMIT);
    let tested = examination
        .examine("suite/test_00000.py::test")
        .pop()
        .ok_or("no test")?;
    let model = seconds(|| {
        let evidence = tested.assessment.evidence.clone();
        Assessment::of(evidence, &tested.memory, &Policy::default().flaky, 0.0)
    });
    println!("  of that the model and the state: {:.1} µs", model * 1e6);
    drop(examination);
    store.close()?;

    let database = path.display().to_string();
    let taken = take(command, &["flaky", "list", "--db", &database])?;
    print!(
        "`breadcrumb flaky list`: {:.2?}, {} MiB",
        taken.time,
        taken.memory_kib / 1024
    );
    check(
        "listing",
        taken.time <= LIST_LIMIT && taken.memory_kib <= LIST_MEMORY_KIB,
    );

    if xml_megabytes > 0 {
        let report = folder.path().join("large.xml");
        write_xml(&report, xml_megabytes)?;
        let small = folder.path().join("xml.db").display().to_string();
        let taken = take(
            command,
            &["ingest", &report.display().to_string(), "--db", &small],
        )?;
        print!(
            "a report of {xml_megabytes} MB ingested: {:.1?}, {} MiB",
            taken.time,
            taken.memory_kib / 1024
        );
        check("ingesting", taken.memory_kib <= XML_MEMORY_KIB);
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join(", ").into())
    }
}

fn attempts(number: usize, runs: usize, tests: usize) -> Vec<TestRun> {
    let mut random = Random::seeded(number as u64);
    // All of them within the window, the last one now.
    let at = now() - (runs - number) as f64 * 3_600.0;
    (0..tests)
        .map(|test| {
            let failed = test % FLAKY_EVERY == 0 && random.chance(FLAKY_RATE);
            attempt(test, number, failed, at)
        })
        .collect()
}

fn attempt(test: usize, number: usize, failed: bool, at: f64) -> TestRun {
    let status = if failed {
        RunStatus::Failed
    } else {
        RunStatus::Passed
    };
    let mut run = TestRun::new(format!("suite/test_{test:05}.py::test"), status, at);
    run.duration_ms = Some(12.5);
    run.details.uid = Some(format!("{number:016x}{test:016x}"));
    run.details.run_uid = Some(format!("run {number}"));
    run.details.revision = Some(format!("{:040x}", number * 7_919));
    run.details.attempt_no = Some(1);
    run.details.phase = Some("call".to_owned());
    run.details.failure = failed.then(|| FailureReason::new(format!("fp_v1:{test}")));
    run
}

fn record_one_by_one(store: &SqliteStore) -> Result<f64, Box<dyn Error>> {
    const COUNT: u32 = 2_000;
    let started = Instant::now();
    for number in 0..COUNT {
        store.record_run(&attempt(number as usize, usize::MAX / 8_000, false, now()))?;
    }
    Ok(started.elapsed().as_secs_f64() / f64::from(COUNT))
}

/// Runs a command and watches its memory.
fn take(command: &Path, arguments: &[&str]) -> Result<Taken, Box<dyn Error>> {
    let started = Instant::now();
    let mut child = Command::new(command)
        .args(arguments)
        .stdout(Stdio::null())
        .spawn()?;
    let status = format!("/proc/{}/status", child.id());
    let mut memory_kib = 0;
    while child.try_wait()?.is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse().ok());
        memory_kib = memory_kib.max(peak.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(Taken {
        time: started.elapsed(),
        memory_kib,
    })
}

fn write_xml(path: &Path, megabytes: usize) -> Result<(), Box<dyn Error>> {
    let mut file = std::io::BufWriter::new(fs::File::create(path)?);
    let output = "a line of what the test printed\n".repeat(60);
    writeln!(file, "<testsuite name=\"large\">")?;
    let mut written = 0;
    let mut number = 0;
    while written < megabytes * 1_000_000 {
        let case = format!(
            "<testcase classname=\"suite.Test\" name=\"test_{number}\" time=\"0.01\"><system-out>{output}</system-out></testcase>\n"
        );
        file.write_all(case.as_bytes())?;
        written += case.len();
        number += 1;
    }
    writeln!(file, "</testsuite>")?;
    Ok(file.flush()?)
}

fn now() -> f64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64())
}
