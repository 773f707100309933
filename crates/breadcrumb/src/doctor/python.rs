//! [`Python`]: the one that runs the tests, and what is installed for it.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::probe::{self, Silence};
use super::request::{DoctorRequest, PYTHON_VARIABLE};

/// A Python on a cold disk starts in a second or two.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is asked. A file of the user's that is called `json.py` must not be imported, so the working
/// directory is taken off the path first.
const QUESTION: &str = "\
import sys
sys.path[:] = [p for p in sys.path if p]
import json
from importlib import metadata
def version(name):
    try:
        return metadata.version(name)
    except Exception:
        return None
names = ('breadcrumb-playwright', 'pytest-breadcrumb', 'playwright', 'pytest', 'pytest-playwright')
print(json.dumps({'version': '.'.join(map(str, sys.version_info[:3])),
                  'packages': {name.replace('-', '_'): version(name) for name in names}}))
";

/// The Python that runs the tests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Python {
    /// The program.
    pub program: PathBuf,
    /// What it said; `None` where it did not answer.
    pub answer: Option<PythonAnswer>,
    /// Why it did not answer.
    pub trouble: Option<String>,
}

/// What a Python says about itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PythonAnswer {
    /// Its version.
    pub version: String,
    /// The versions of packages that matter here.
    pub packages: Packages,
}

/// The versions of packages that matter here; `None` where one is not installed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Packages {
    /// Ours.
    pub breadcrumb_playwright: Option<String>,
    /// The package that came before it, of the same module name.
    pub pytest_breadcrumb: Option<String>,
    /// Playwright.
    pub playwright: Option<String>,
    /// The test runner.
    pub pytest: Option<String>,
    /// The plugin with the fixture `page`.
    pub pytest_playwright: Option<String>,
}

impl Python {
    /// Finds the Python of a request and asks it; `None` where there is none.
    pub(super) fn find(request: &DoctorRequest) -> Option<Self> {
        let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        let virtual_env = variable("VIRTUAL_ENV").map(PathBuf::from);
        let own = variable(PYTHON_VARIABLE).map(PathBuf::from);
        let program = request
            .python
            .clone()
            .or_else(|| virtual_env.and_then(|folder| in_venv(&folder)))
            .or_else(|| in_venv(&request.folder.join(".venv")))
            .or_else(|| in_venv(&request.folder.join("venv")))
            .or(own)
            .or_else(|| on_path(&variable("PATH")?))?;
        Some(Self::ask(program))
    }

    fn ask(program: PathBuf) -> Self {
        let answer = match probe::ask(&program, &["-c", QUESTION], PATIENCE) {
            Ok(text) => parse(&text).ok_or_else(|| "it does not answer as Python does".to_owned()),
            Err(Silence::CannotStart(reason)) => Err(format!("it cannot be started: {reason}")),
            Err(Silence::TooSlow) => Err(format!("no answer in {} s", PATIENCE.as_secs())),
            Err(Silence::Failed) => Err("it ended without an answer".to_owned()),
        };
        Self {
            program,
            trouble: answer.as_ref().err().cloned(),
            answer: answer.ok(),
        }
    }
}

/// Reads an answer; what a start-up file of the user's prints comes before it.
fn parse(text: &str) -> Option<PythonAnswer> {
    let line = text.lines().rev().find(|line| !line.trim().is_empty())?;
    serde_json::from_str(line).ok()
}

fn in_venv(folder: &Path) -> Option<PathBuf> {
    let places = ["bin/python", "Scripts/python.exe"];
    places
        .iter()
        .map(|place| folder.join(place))
        .find(|program| program.is_file())
}

fn on_path(path: &OsStr) -> Option<PathBuf> {
    // On Windows, `python3` may be a shop window.
    let names: &[&str] = if cfg!(windows) {
        &["python.exe"]
    } else {
        &["python3", "python"]
    };
    let folders: Vec<PathBuf> = env::split_paths(path).collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|program| program.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_the_answer() {
        let text = "a start-up file says hello\n{\"version\": \"3.12.1\", \"packages\": \
                    {\"playwright\": \"1.65.0\", \"pytest\": null}}\n\n";
        let answer = parse(text).unwrap_or_default();
        assert_eq!(answer.version, "3.12.1");
        assert_eq!(answer.packages.playwright.as_deref(), Some("1.65.0"));
        assert_eq!(answer.packages.pytest, None);
        assert_eq!(parse("Python was not found"), None);
    }
}
