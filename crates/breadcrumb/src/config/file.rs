//! Finding the file, and reading it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use breadcrumb_flaky::{FlakyPolicy, Policy, QuarantinePolicy};
use serde::Deserialize;

use super::Origin;
use super::given::Given;
use super::keys::KEYS;
use super::value::{Raw, Value};
use crate::error::{ConfigError, Error};

/// The file with the settings.
pub const CONFIG_FILE: &str = "breadcrumb.toml";
/// The file that may have them in `[tool.breadcrumb]`.
pub const PYPROJECT_FILE: &str = "pyproject.toml";

/// What marks the topmost folder of a project; settings above it belong to somebody else.
const REPOSITORY: &str = ".git";

/// A `pyproject.toml` with all its tools has some kilobytes.
const MAX_SETTINGS: u64 = 4 * 1024 * 1024;

/// What was found.
#[derive(Default)]
pub(super) struct Found {
    pub(super) path: Option<PathBuf>,
    pub(super) values: BTreeMap<&'static str, Value>,
    pub(super) policy: Policy,
    /// Which rules are in the file.
    pub(super) rules_set: BTreeSet<String>,
}

/// What the file may have; a test compares it with [`KEYS`].
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Settings {
    enabled: Option<toml::Value>,
    db: Option<toml::Value>,
    mode: Option<toml::Value>,
    threshold: Option<toml::Value>,
    #[serde(alias = "heal-after")]
    heal_after: Option<toml::Value>,
    #[serde(alias = "max-heals")]
    relearn_after: Option<toml::Value>,
    max_heals: Option<toml::Value>,
    #[serde(alias = "locator-style")]
    locator_style: Option<toml::Value>,
    auto_approve: Option<toml::Value>,
    redact: Option<toml::Value>,
    screenshots: Option<toml::Value>,
    report: Option<toml::Value>,
    report_days: Option<toml::Value>,
    app_version: Option<toml::Value>,
    app_version_header: Option<toml::Value>,
    app_version_meta: Option<toml::Value>,
    flaky: FlakyPolicy,
    quarantine: QuarantinePolicy,
}

#[derive(Deserialize)]
struct Project {
    tool: Option<Tools>,
}

#[derive(Deserialize)]
struct Tools {
    breadcrumb: Option<Settings>,
}

/// Reads the file of a folder, or of the nearest folder above it within the repository.
pub(super) fn find(folder: &Path) -> Result<Found, Error> {
    let start = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    for folder in start.ancestors() {
        let path = folder.join(CONFIG_FILE);
        if let Some(text) = read(&path)? {
            let settings = toml::from_str(&text).map_err(|error| wrong(&path, &error))?;
            let set = toml::from_str(&text).unwrap_or_default();
            return found(path, settings, &set);
        }
        let path = folder.join(PYPROJECT_FILE);
        if let Some(text) = read(&path)? {
            let project: Project = toml::from_str(&text).map_err(|error| wrong(&path, &error))?;
            if let Some(settings) = project.tool.and_then(|tool| tool.breadcrumb) {
                let set: toml::Table = toml::from_str(&text).unwrap_or_default();
                return found(path, settings, &section(&set).unwrap_or_default());
            }
        }
        if folder.join(REPOSITORY).exists() {
            break;
        }
    }
    Ok(Found::default())
}

fn read(path: &Path) -> Result<Option<String>, Error> {
    match read_settings(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        // A folder of that name, or one that may not be looked into, is none of our business.
        Err(error) if error.kind() == io::ErrorKind::IsADirectory => Ok(None),
        Err(error) => Err(wrong(path, &error).into()),
    }
}

/// Reads a file of settings, and nothing else: a pipe of that name would never end.
fn read_settings(path: &Path) -> io::Result<String> {
    let about = fs::metadata(path)?;
    if about.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !about.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is not a regular file",
        ));
    }
    if about.len() > MAX_SETTINGS {
        let message = format!("it has more than {} MB", MAX_SETTINGS >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    fs::read_to_string(path)
}

fn section(project: &toml::Table) -> Option<toml::Table> {
    project.get("tool")?.get("breadcrumb")?.as_table().cloned()
}

fn found(path: PathBuf, settings: Settings, set: &toml::Table) -> Result<Found, Error> {
    let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
    let mut values = BTreeMap::new();
    for (name, said) in settings.given() {
        let key = KEYS.iter().find(|key| key.name == name);
        if let (Some(key), Some(said)) = (key, said) {
            let shown = serde_json::to_string(said).unwrap_or_default();
            let origin = Origin::File(path.clone());
            let (_, value) = Given::new(key.name, raw(said), shown, origin).check()?;
            let value = match value {
                Value::Path(path) => Value::Path(folder.join(path)),
                value => value,
            };
            values.insert(key.name, value);
        }
    }
    let mut rules_set = BTreeSet::new();
    for table in ["flaky", "quarantine"] {
        if let Some(value) = set.get(table) {
            collect(table, value, &mut rules_set);
        }
    }
    let mut policy = Policy::default();
    policy.flaky = settings.flaky;
    policy.quarantine = settings.quarantine;
    Ok(Found {
        path: Some(path),
        values,
        policy,
        rules_set,
    })
}

/// Collects the names of all values, with the tables around them.
fn collect(name: &str, value: &toml::Value, names: &mut BTreeSet<String>) {
    match value.as_table() {
        Some(table) => {
            for (key, value) in table {
                collect(&format!("{name}.{key}"), value, names);
            }
        }
        None => {
            names.insert(name.to_owned());
        }
    }
}

fn raw(said: &toml::Value) -> Raw {
    match said {
        toml::Value::String(text) => Raw::Text(text.into()),
        toml::Value::Boolean(on) => Raw::Switch(*on),
        toml::Value::Integer(number) => Raw::Whole(*number),
        toml::Value::Float(number) => Raw::Number(*number),
        toml::Value::Array(values) => Raw::List(values.iter().map(raw).collect()),
        toml::Value::Datetime(_) | toml::Value::Table(_) => Raw::Other,
    }
}

fn wrong(path: &Path, error: &impl ToString) -> ConfigError {
    ConfigError::file(path, error.to_string().trim_end())
}

impl Settings {
    fn given(&self) -> [(&'static str, Option<&toml::Value>); 16] {
        [
            ("enabled", self.enabled.as_ref()),
            ("db", self.db.as_ref()),
            ("mode", self.mode.as_ref()),
            ("threshold", self.threshold.as_ref()),
            ("heal_after", self.heal_after.as_ref()),
            ("relearn_after", self.relearn_after.as_ref()),
            ("max_heals", self.max_heals.as_ref()),
            ("locator_style", self.locator_style.as_ref()),
            ("auto_approve", self.auto_approve.as_ref()),
            ("redact", self.redact.as_ref()),
            ("screenshots", self.screenshots.as_ref()),
            ("report", self.report.as_ref()),
            ("report_days", self.report_days.as_ref()),
            ("app_version", self.app_version.as_ref()),
            ("app_version_header", self.app_version_header.as_ref()),
            ("app_version_meta", self.app_version_meta.as_ref()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_all_keys() {
        let given = Settings::default();
        let names: Vec<&str> = given.given().iter().map(|(name, _)| *name).collect();
        let keys: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
        assert_eq!(names, keys);
    }
}
