//! [`Environment`]: what tests run in, and what is to be said about it.

use std::env;
use std::path::{Path, PathBuf};

use breadcrumb_crawl::{BROWSER_VARIABLE, find_browser};
use serde::Serialize;

use super::diagnosis::{Area, Finding, Severity};
use super::node::Node;
use super::python::{Packages, Python};
use super::request::DoctorRequest;
use super::{shell, version};
use crate::error::Error;

/// The oldest Python and Playwright that the Python front runs with; its `pyproject.toml` has them
/// too, and a test compares.
pub(super) const LEAST_PYTHON: &str = "3.10";
pub(super) const LEAST_PLAYWRIGHT: &str = breadcrumb_front::OLDEST_PLAYWRIGHT;
pub(super) const LEAST_PYTEST: &str = "7.4";

/// What tests run in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Environment {
    /// The version of this command.
    pub command_version: String,
    /// The Python that runs the tests; `None` where there is none.
    pub python: Option<Python>,
    /// The project of Playwright Test; `None` where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<Node>,
    /// The program of the browser; `None` where there is none.
    pub browser: Option<PathBuf>,
    /// Whether [`BROWSER_VARIABLE`] names a browser that is not there.
    pub is_browser_missing: bool,
}

/// Says what is wrong with the file that has the policy.
pub(super) fn unusable_policy(error: &Error) -> Finding {
    // The reader of the file shows the line with a mark below it; here one line is enough.
    let message = error.to_string();
    let finding = Finding::error(Area::Config, message.trim_end());
    match error.hint() {
        Some(hint) => finding.fix(hint),
        None => finding,
    }
}

impl Environment {
    /// Looks around.
    pub(super) fn collect(request: &DoctorRequest) -> Self {
        let browser = find_browser();
        let is_named = env::var_os(BROWSER_VARIABLE).is_some_and(|name| !name.is_empty());
        Self {
            command_version: env!("CARGO_PKG_VERSION").to_owned(),
            python: Python::find(request),
            node: Node::find(&request.folder),
            is_browser_missing: is_named && !browser.as_deref().is_some_and(Path::is_file),
            browser,
        }
    }

    /// Says what is to be known about it.
    pub(super) fn findings(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        found.extend(self.node.iter().flat_map(Node::findings));
        let is_node_only = self.node.as_ref().is_some_and(|node| !node.is_python_too);
        match &self.python {
            _ if is_node_only => {}
            None => found.push(
                Finding::note(Area::Python, "there is no Python here; tests of other languages are recorded from their reports")
                    .fix("breadcrumb ingest REPORT"),
            ),
            Some(python) => self.of_python(python, &mut found),
        }
        self.of_browser(&mut found);
        found
    }

    fn of_python(&self, python: &Python, found: &mut Vec<Finding>) {
        let program = shell::word(&python.program.display().to_string());
        let Some(answer) = &python.answer else {
            let reason = python.trouble.as_deref().unwrap_or("it does not answer");
            let message = format!("cannot ask `{}`: {reason}", python.program.display());
            let fix = "breadcrumb doctor --python PROGRAM";
            found.push(Finding::warning(Area::Python, message).fix(fix));
            return;
        };
        if !version::is_at_least(&answer.version, LEAST_PYTHON) {
            let message = format!(
                "Python {} is too old: {LEAST_PYTHON} is the first that works",
                answer.version
            );
            found.push(Finding::error(Area::Python, message).fix("python3.12 -m venv .venv"));
        }
        let install = |what: &str| format!("{program} -m pip install --upgrade {what}");
        self.of_plugin(&answer.packages, &program, &install, found);
        found.extend(of_playwright(&answer.packages, &install));
        found.extend(of_pytest(&answer.packages, &install));
    }

    fn of_plugin(
        &self,
        packages: &Packages,
        program: &str,
        install: &dyn Fn(&str) -> String,
        found: &mut Vec<Finding>,
    ) {
        let command = &self.command_version;
        let Some(plugin) = &packages.breadcrumb_playwright else {
            let message = "the pytest plugin is not installed";
            let fix = install("'breadcrumb-playwright[pytest]'");
            found.push(Finding::warning(Area::Plugin, message).fix(fix));
            return;
        };
        if !version::is_same(plugin, command) {
            let message = format!("the pytest plugin is {plugin}, this command is {command}");
            let fix = install(&format!("breadcrumb-playwright=={command}"));
            found.push(Finding::warning(Area::Versions, message).fix(fix));
        }
        if let Some(old) = &packages.pytest_breadcrumb {
            let message = format!(
                "pytest-breadcrumb {old} is installed beside breadcrumb-playwright: both are the module `breadcrumb`"
            );
            // Taking the old one away takes files of the same names with it.
            let fix = format!(
                "{program} -m pip uninstall -y pytest-breadcrumb && {program} -m pip install --force-reinstall breadcrumb-playwright"
            );
            found.push(Finding::error(Area::Versions, message).fix(fix));
        }
    }

    fn of_browser(&self, found: &mut Vec<Finding>) {
        if self.is_browser_missing {
            let named = self.browser.as_deref().unwrap_or(Path::new("")).display();
            let message = format!("{BROWSER_VARIABLE} names `{named}`, which is no file");
            let fix = format!("unset {BROWSER_VARIABLE}");
            found.push(Finding::error(Area::Browser, message).fix(fix));
        } else if self.browser.is_none() {
            let message = "there is no browser: none of Playwright's own, none on PATH";
            let packages = self.packages();
            let python = self
                .python
                .as_ref()
                .filter(|_| packages.is_some_and(|p| p.playwright.is_some()));
            let fix = python.map_or_else(
                || "npx playwright install chromium".to_owned(),
                |python| {
                    let program = shell::word(&python.program.display().to_string());
                    format!("{program} -m playwright install chromium")
                },
            );
            found.push(Finding::new(needed(packages), Area::Browser, message).fix(fix));
        }
    }

    fn packages(&self) -> Option<&Packages> {
        Some(&self.python.as_ref()?.answer.as_ref()?.packages)
    }
}

fn of_playwright(packages: &Packages, install: &dyn Fn(&str) -> String) -> Option<Finding> {
    let wanted = format!("'playwright>={LEAST_PLAYWRIGHT}'");
    let severity = needed(Some(packages));
    match &packages.playwright {
        None => {
            let finding = Finding::new(severity, Area::Playwright, "Playwright is not installed");
            Some(finding.fix(install("pytest-playwright")))
        }
        Some(version) if !version::is_at_least(version, LEAST_PLAYWRIGHT) => {
            let message = format!(
                "Playwright {version} is too old: {LEAST_PLAYWRIGHT} is the first that works"
            );
            Some(Finding::new(severity, Area::Playwright, message).fix(install(&wanted)))
        }
        Some(_) if packages.pytest_playwright.is_none() => {
            let message =
                "pytest-playwright is not installed: tests have no fixture `page` but your own";
            Some(Finding::note(Area::Playwright, message).fix(install("pytest-playwright")))
        }
        Some(_) => None,
    }
}

fn of_pytest(packages: &Packages, install: &dyn Fn(&str) -> String) -> Option<Finding> {
    let message = match &packages.pytest {
        None => "pytest is not installed".to_owned(),
        Some(version) if !version::is_at_least(version, LEAST_PYTEST) => {
            format!("pytest {version} is too old: {LEAST_PYTEST} is the first that works")
        }
        Some(_) => return None,
    };
    Some(Finding::new(needed(Some(packages)), Area::Plugin, message).fix(install("pytest")))
}

/// Returns how bad it is that something is missing: whoever has the plugin cannot do without.
fn needed(packages: Option<&Packages>) -> Severity {
    let has_plugin = packages.is_some_and(|packages| packages.breadcrumb_playwright.is_some());
    if has_plugin {
        Severity::Error
    } else {
        Severity::Warning
    }
}
