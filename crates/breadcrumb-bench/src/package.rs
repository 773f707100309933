//! Their side of the table: the Python package, on the same data.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::data::Case;

/// How many fingerprints are inserted one by one.
pub(crate) const INSERTS: usize = 1_000;
/// How many rows the store has when all are read.
pub(crate) const ROWS: usize = 10_000;
/// How often a command is started.
pub(crate) const STARTS: usize = 15;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/compare/pytest_breadcrumb.py");

/// What the package took.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Figures {
    pub(crate) seconds: BTreeMap<String, f64>,
    /// Figures that were measured on a part of the candidates and scaled.
    pub(crate) scaled: Vec<String>,
}

#[derive(Serialize)]
struct Job<'a> {
    cases: &'a [Case],
    inserts: usize,
    rows: usize,
    starts: usize,
    full: bool,
    folder: &'a Path,
}

pub(crate) fn measure(
    python: &Path,
    folder: &Path,
    cases: &[Case],
    full: bool,
) -> Result<Figures, Box<dyn Error>> {
    let job = Job {
        cases,
        inserts: INSERTS,
        rows: ROWS,
        starts: STARTS,
        full,
        folder,
    };
    let path = folder.join("job.json");
    std::fs::write(&path, serde_json::to_string(&job)?)?;
    let output = Command::new(python).arg(SCRIPT).arg(&path).output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("the package's benchmark failed:\n{errors}").into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}
