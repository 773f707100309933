//! [`Config`]: what a user has set, and where.
//!
//! The nearest to the test wins: argument, marker, flag, environment, ini option, file, default. Every
//! front reads its settings here, so that a key means the same everywhere; [`KEYS`] is the list.

mod file;
mod given;
mod keys;
mod test_settings;
mod value;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use breadcrumb_core::LocatorStyle;
use breadcrumb_flaky::Policy;
use breadcrumb_store::DEFAULT_DB_FILE;
use serde::Serialize;

use crate::error::Error;
pub use file::{CONFIG_FILE, PYPROJECT_FILE};
pub use given::{Given, misspelled_variables};
pub use keys::{KEYS, Key, RULES, RuleKey};
pub use test_settings::TestSettings;
pub use value::{Kind, Raw, Value};

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
    /// An option of a test runner's own file, with that file.
    Ini(String),
    /// An environment variable.
    Environment(&'static str),
    /// A flag.
    Flag(String),
    /// A marker of this test.
    Marker(String),
    /// An argument, with the function that it was passed to.
    Argument(String),
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

impl Default for Config {
    /// Returns what holds where nobody has set anything.
    fn default() -> Self {
        let settings = KEYS.iter().map(|key| Setting {
            key,
            value: key.default.map(|default| default()),
            origin: Origin::Default,
        });
        let policy = Policy::default();
        Self {
            file: None,
            settings: settings.collect(),
            rules: keys::rules(&policy, &BTreeSet::new(), None),
            policy,
        }
    }
}

/// Returns the database that is named, else that of the settings of the working directory.
pub fn working_database(named: Option<&Path>) -> Result<PathBuf, Error> {
    if let Some(named) = named {
        return Ok(named.to_owned());
    }
    let folder = std::env::current_dir().unwrap_or_default();
    let config = Config::load(&folder, &|name| std::env::var_os(name))?;
    Ok(config.database(None))
}

fn setting(
    key: &'static Key,
    found: &file::Found,
    environment: Environment<'_>,
) -> Result<Setting, Error> {
    // A variable that is set to nothing is not set: CI files do that.
    let is_set = |text: &OsString| !text.to_string_lossy().trim().is_empty();
    let (value, origin) = if let Some(said) = environment(key.variable).filter(is_set) {
        let shown = said.to_string_lossy().into_owned();
        let origin = Origin::Environment(key.variable);
        let (_, value) = Given::new(key.name, Raw::Text(said), shown, origin.clone()).check()?;
        (Some(value), origin)
    } else if let (Some(value), Some(path)) = (found.values.get(key.name), &found.path) {
        (Some(value.clone()), Origin::File(path.clone()))
    } else {
        (key.default.map(|default| default()), Origin::Default)
    };
    Ok(Setting { key, value, origin })
}

impl Origin {
    /// An option of a test runner's own file; without a file it was given on the command line with `-o`.
    #[must_use]
    pub fn of_ini(option: &str, file: Option<&Path>) -> Self {
        Self::Ini(match file {
            Some(file) => format!("`{option}` in `{}`", file.display()),
            None => format!("`{option}` of `-o`"),
        })
    }

    /// Returns how near to the test it is: the nearest wins.
    fn rank(&self) -> u8 {
        match self {
            Self::Default => 0,
            Self::File(_) => 1,
            Self::Ini(_) => 2,
            Self::Environment(_) => 3,
            Self::Flag(_) => 4,
            Self::Marker(_) => 5,
            Self::Argument(_) => 6,
        }
    }

    /// Returns it as a part of a sentence.
    pub(crate) fn place(&self) -> String {
        match self {
            Self::Default => "the defaults".to_owned(),
            Self::File(path) => format!("`{}`", path.display()),
            Self::Ini(option) => format!("the ini option {option}"),
            Self::Environment(variable) => format!("the environment variable `{variable}`"),
            Self::Flag(flag) => format!("the flag `{flag}`"),
            Self::Marker(test) => format!("the marker `breadcrumb` of `{test}`"),
            Self::Argument(call) => format!("an argument of `{call}`"),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Environment(name) => f.write_str(name),
            Self::Ini(name) | Self::Flag(name) | Self::Marker(name) | Self::Argument(name) => {
                f.write_str(name)
            }
        }
    }
}

#[cfg(test)]
mod tests;
