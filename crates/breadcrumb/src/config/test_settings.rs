//! [`TestSettings`]: how Breadcrumb works in one test, each setting as what it is.

use std::path::{Path, PathBuf};
use std::time::Duration;

use breadcrumb_core::{DEFAULT_THRESHOLD, LocatorStyle};
use breadcrumb_front::Mode;

use super::{Config, Value};
use crate::error::ConfigError;
use crate::patience::DEFAULT_HEAL_AFTER;
use crate::session::{DEFAULT_MAX_HEALS, DEFAULT_RELEARN_AFTER};

/// The settings that hold in a test, or in a whole run.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TestSettings {
    /// Whether every test heals, without a change in it.
    pub enabled: bool,
    /// Whether a report is printed at the end of the run.
    pub report: bool,
    /// Whether pictures of elements are kept.
    pub screenshots: bool,
    /// The database; `None` where nobody has named one.
    pub db: Option<PathBuf>,
    /// What is done when a locator finds nothing.
    pub mode: Mode,
    /// The least confidence that heals.
    pub threshold: f64,
    /// How long a locator may match nothing before a heal is tried.
    pub heal_after: Duration,
    /// After how long the fingerprint of a known element is taken again.
    pub relearn_after: Duration,
    /// How many heals the test may have.
    pub max_heals: usize,
    /// Which kind of locator is proposed.
    pub locator_style: LocatorStyle,
    /// From which confidence on heals are approved without a person.
    pub auto_approve: Option<f64>,
    /// Attributes that are never kept.
    pub redact: Vec<String>,
}

impl Config {
    /// Returns the settings as they are used; the path of a database starts at a folder.
    pub fn test_settings(&self, folder: &Path) -> Result<TestSettings, ConfigError> {
        let value = |name: &str| self.get(name).and_then(|setting| setting.value.clone());
        let is_on = |name: &str| matches!(value(name), Some(Value::Switch(true)));
        let number = |name: &str| match value(name) {
            Some(Value::Number(number)) => Some(number),
            _ => None,
        };
        let mode = match value("mode") {
            Some(Value::Word(word)) => Mode::from_name(&word),
            _ => None,
        };
        let max_heals = match value("max_heals") {
            Some(Value::Count(count)) => usize::try_from(count).ok(),
            _ => None,
        };
        let redact = match value("redact") {
            Some(Value::Names(names)) => names,
            _ => Vec::new(),
        };
        // A time that is too long for a clock is for ever.
        let time = |name: &str, default: Duration| {
            let seconds = number(name).map(Duration::try_from_secs_f64);
            seconds.map_or(default, |time| time.unwrap_or(Duration::MAX))
        };
        Ok(TestSettings {
            enabled: is_on("enabled"),
            report: is_on("report"),
            screenshots: is_on("screenshots"),
            db: self.named_database(folder)?,
            mode: mode.unwrap_or_default(),
            threshold: number("threshold").unwrap_or(DEFAULT_THRESHOLD),
            heal_after: time("heal_after", DEFAULT_HEAL_AFTER),
            relearn_after: time("relearn_after", DEFAULT_RELEARN_AFTER),
            max_heals: max_heals.unwrap_or(DEFAULT_MAX_HEALS),
            locator_style: self.locator_style(),
            auto_approve: number("auto_approve"),
            redact,
        })
    }
}

impl TestSettings {
    /// Returns the mode by its name.
    #[must_use]
    pub fn mode_name(&self) -> &'static str {
        match self.mode {
            Mode::Heal => "heal",
            Mode::Suggest => "suggest",
            Mode::Off => "off",
        }
    }
}
