//! [`Config`]: what a user has set, and where.
//!
//! A flag wins over the environment, the environment over the file, the file over the default. Every
//! front reads its settings here, so that a key means the same everywhere; [`KEYS`] is the list.

mod file;
mod keys;
mod value;

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use breadcrumb_core::LocatorStyle;
use breadcrumb_flaky::Policy;
use breadcrumb_store::DEFAULT_DB_FILE;
use serde::Serialize;

use crate::error::{ConfigError, Error};
pub use file::{CONFIG_FILE, PYPROJECT_FILE};
pub use keys::{KEYS, Key, RULES, RuleKey};
pub use value::{Kind, Value};

/// How an environment variable is asked for; tests ask a map.
pub type Environment<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// All settings, each with its value and where it comes from.
#[derive(Debug, Clone)]
pub struct Config {
    file: Option<PathBuf>,
    settings: Vec<Setting>,
    policy: Policy,
    rules: Vec<RuleSetting>,
}

/// One setting.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Setting {
    /// Which one.
    pub key: &'static Key,
    /// Its value; `None` where the default is not a fixed one.
    pub value: Option<Value>,
    /// Who has set it.
    pub origin: Origin,
}

/// One setting of the rules for flaky tests.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct RuleSetting {
    /// Which one.
    pub key: &'static RuleKey,
    /// Its value, as JSON.
    pub value: serde_json::Value,
    /// Who has set it.
    pub origin: Origin,
}

/// Where a setting comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", tag = "from", content = "name")]
#[non_exhaustive]
pub enum Origin {
    /// Nobody has set it.
    Default,
    /// The file.
    File(PathBuf),
    /// An environment variable.
    Environment(&'static str),
    /// A flag of the command.
    Flag,
}

impl Config {
    /// Reads the settings for a folder: from its file, or that of the nearest folder above, and from the
    /// environment.
    ///
    /// A key that is unknown and a value that is wrong are errors: a typo must not silently change what
    /// tests do.
    pub fn load(folder: &Path, environment: Environment<'_>) -> Result<Self, Error> {
        let found = file::find(folder)?;
        let settings = KEYS
            .iter()
            .map(|key| setting(key, &found, environment))
            .collect::<Result<_, _>>()?;
        let rules = keys::rules(&found.policy, &found.rules_set, found.path.as_deref());
        Ok(Self {
            file: found.path,
            settings,
            policy: found.policy,
            rules,
        })
    }

    /// Returns the file that was found.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Returns all settings, in the order of [`KEYS`].
    #[must_use]
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// Returns the settings of the rules for flaky tests, in the order of [`RULES`].
    #[must_use]
    pub fn rules(&self) -> &[RuleSetting] {
        &self.rules
    }

    /// Returns the rules for flaky tests.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Returns a setting by its name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Setting> {
        self.settings
            .iter()
            .find(|setting| setting.key.name == name)
    }

    /// Puts what a flag says in place of a setting.
    pub fn set_flag(&mut self, name: &str, value: Value) {
        let setting = self
            .settings
            .iter_mut()
            .find(|setting| setting.key.name == name);
        if let Some(setting) = setting {
            setting.value = Some(value);
            setting.origin = Origin::Flag;
        }
    }

    /// Returns the database: what the caller names, else what is set, else `.breadcrumb.db` in the
    /// working directory.
    #[must_use]
    pub fn database(&self, named: Option<&Path>) -> PathBuf {
        let set = match self.get("db").and_then(|setting| setting.value.as_ref()) {
            Some(Value::Path(path)) => Some(path.as_path()),
            _ => None,
        };
        let path = named.or(set).unwrap_or(Path::new(DEFAULT_DB_FILE));
        path.to_path_buf()
    }

    /// Returns which kind of locator is proposed.
    #[must_use]
    pub fn locator_style(&self) -> LocatorStyle {
        match self.get("locator_style").map(|setting| &setting.value) {
            Some(Some(Value::Word(name))) => LocatorStyle::from_name(name).unwrap_or_default(),
            _ => LocatorStyle::default(),
        }
    }

    /// Returns how many days a report looks back, unless the caller says so.
    #[must_use]
    pub fn report_days(&self, named: Option<u32>) -> u32 {
        let set = match self.get("report_days").map(|setting| &setting.value) {
            Some(Some(Value::Count(days))) => u32::try_from(*days).ok(),
            _ => None,
        };
        named.or(set).unwrap_or(keys::REPORT_DAYS)
    }
}

fn setting(
    key: &'static Key,
    found: &file::Found,
    environment: Environment<'_>,
) -> Result<Setting, Error> {
    // A variable that is set to nothing is not set: CI files do that.
    let said = environment(key.variable).filter(|text| !text.is_empty());
    let (value, origin) = if let Some(said) = said {
        let value = key.kind.parse(&said).map_err(|wrong| {
            ConfigError::new(&format!("the environment variable {}", key.variable), wrong)
        })?;
        (Some(value), Origin::Environment(key.variable))
    } else if let (Some(value), Some(path)) = (found.values.get(key.name), &found.path) {
        (Some(value.clone()), Origin::File(path.clone()))
    } else {
        (key.default.map(|default| default()), Origin::Default)
    };
    Ok(Setting { key, value, origin })
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Environment(variable) => f.write_str(variable),
            Self::Flag => f.write_str("flag"),
        }
    }
}

#[cfg(test)]
mod tests;
