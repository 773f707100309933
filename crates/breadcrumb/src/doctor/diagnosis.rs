//! [`Diagnosis`]: all that an examination has found.

use breadcrumb_store::Health;
use serde::Serialize;

use super::environment::Environment;

/// The version of the JSON form of a [`Diagnosis`].
pub const DIAGNOSIS_VERSION: u32 = 1;

/// What an examination has found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Diagnosis {
    /// The version of this form; a field may be added without a new one.
    pub schema_version: u32,
    /// Whether there is no error among the findings.
    pub is_sound: bool,
    /// The facts about the database; `None` where it cannot be read or is not there yet.
    pub health: Option<Health>,
    /// The facts about the environment; `None` where it was not looked at.
    pub environment: Option<Environment>,
    /// What is to be said about them, the worst first.
    pub findings: Vec<Finding>,
}

/// One thing that somebody should know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What it is about.
    pub area: Area,
    /// What was found.
    pub message: String,
    /// What mends it: a command where there is one, else a sentence.
    pub fix: Option<String>,
}

/// How bad a [`Finding`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Severity {
    /// Something does not work.
    Error,
    /// Something works, but not as well as it could, or not for long.
    Warning,
    /// Good to know.
    Note,
}

/// What a [`Finding`] is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Area {
    /// The file that results are kept in.
    Database,
    /// Fingerprints that no test renews.
    Fingerprints,
    /// Tests that cannot be relied on.
    Flaky,
    /// Entries of the quarantine.
    Quarantine,
    /// Heals and refusals that wait for somebody.
    Heals,
    /// The file with the settings.
    Config,
    /// The Python that runs the tests.
    Python,
    /// The pytest plugin.
    Plugin,
    /// Versions that do not fit.
    Versions,
    /// Playwright.
    Playwright,
    /// The browser.
    Browser,
}

impl Diagnosis {
    pub(super) fn new(
        health: Option<Health>,
        environment: Option<Environment>,
        mut findings: Vec<Finding>,
    ) -> Self {
        findings.sort_by_key(|finding| finding.severity);
        Self {
            schema_version: DIAGNOSIS_VERSION,
            is_sound: findings
                .iter()
                .all(|found| found.severity != Severity::Error),
            health,
            environment,
            findings,
        }
    }

    /// Returns why the database could not be examined, where it could not.
    #[must_use]
    pub fn failure(&self) -> Option<&Finding> {
        let is_error =
            |found: &&Finding| found.severity == Severity::Error && found.area == Area::Database;
        self.findings
            .iter()
            .find(is_error)
            .filter(|_| self.health.is_none())
    }
}

impl Finding {
    pub(super) fn error(area: Area, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, area, message)
    }

    pub(super) fn warning(area: Area, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, area, message)
    }

    pub(super) fn note(area: Area, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, area, message)
    }

    pub(super) fn new(severity: Severity, area: Area, message: impl Into<String>) -> Self {
        Self {
            severity,
            area,
            message: message.into(),
            fix: None,
        }
    }

    pub(super) fn fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }
}

impl Severity {
    /// Returns its name, as JSON has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

impl Area {
    /// Returns its name, as JSON has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Database => "database",
            Self::Fingerprints => "fingerprints",
            Self::Flaky => "flaky",
            Self::Quarantine => "quarantine",
            Self::Heals => "heals",
            Self::Config => "config",
            Self::Python => "python",
            Self::Plugin => "plugin",
            Self::Versions => "versions",
            Self::Playwright => "playwright",
            Self::Browser => "browser",
        }
    }
}
