//! [`Given`]: a setting as a front has collected it, before anybody has checked it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use breadcrumb_core::similarity::levenshtein_distance;

use super::keys::{KEYS, Key, PER_TEST, VARIABLES};
use super::value::{Raw, Value};
use super::{Config, Origin};
use crate::error::ConfigError;

/// The prefix of every environment variable of ours.
const PREFIX: &str = "BREADCRUMB_";
/// So many letters may be wrong in a name that is taken for a typo; in a short one, half as many.
const MAX_TYPOS: usize = 2;
/// Names up to this length are short: with two letters changed, `DB` is any word.
const SHORT_NAME: usize = 4;

/// One value as it was written, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// Which setting it is meant for.
    pub name: String,
    /// What was written.
    pub raw: Raw,
    /// What was written, as the user would recognize it.
    pub shown: String,
    /// Where it was written.
    pub origin: Origin,
}

impl Given {
    /// Makes one.
    #[must_use]
    pub fn new(name: &str, raw: Raw, shown: String, origin: Origin) -> Self {
        let name = name.to_owned();
        Self {
            name,
            raw,
            shown,
            origin,
        }
    }

    /// Checks it.
    pub(super) fn check(&self) -> Result<(&'static Key, Value), ConfigError> {
        let is_per_test = matches!(self.origin, Origin::Marker(_) | Origin::Argument(_));
        let known = |key: &&Key| !is_per_test || PER_TEST.contains(&key.name);
        let Some(key) = KEYS.iter().filter(known).find(|key| key.name == self.name) else {
            let names: Vec<&str> = KEYS.iter().filter(known).map(|key| key.name).collect();
            let message = format!("it is not one of `{}`", names.join("`, `"));
            return Err(ConfigError::setting(&self.name, &self.origin, &message));
        };
        if let Raw::Unreadable(why) = &self.raw {
            return Err(ConfigError::setting(key.name, &self.origin, why));
        }
        let value = match (&self.raw, &self.origin) {
            // These are only ever text.
            (Raw::Text(text), Origin::Flag(_) | Origin::Ini(_) | Origin::Environment(_)) => {
                key.kind.parse(text)
            }
            (raw, _) => key.kind.read(raw),
        };
        value.map(|value| (key, value)).ok_or_else(|| {
            let message = format!("`{}` is not {}", self.shown.trim(), key.kind);
            ConfigError::setting(key.name, &self.origin, &message)
        })
    }
}

impl Config {
    /// Adds what a front was given; where several name a setting, the origin decides, and among equal
    /// ones the first.
    ///
    /// All are checked, also those that another one outdoes: a typo is never silent.
    pub fn with(mut self, given: &[Given]) -> Result<Self, ConfigError> {
        let is_something = |said: &&Given| said.raw != Raw::Nothing;
        for said in given.iter().filter(is_something) {
            let (key, value) = said.check()?;
            let setting = self
                .settings
                .iter_mut()
                .find(|setting| setting.key.name == key.name);
            if let Some(setting) = setting
                && said.origin.rank() > setting.origin.rank()
            {
                setting.value = Some(value);
                setting.origin = said.origin.clone();
            }
        }
        Ok(self)
    }

    /// Returns what is known where another setting is wrong, so that nothing could be read: the defaults, and the flags.
    ///
    /// Breadcrumb is off where the flags themselves are wrong.
    #[must_use]
    pub fn of_flags(given: &[Given]) -> Self {
        let flags: Vec<Given> = given
            .iter()
            .filter(|said| matches!(said.origin, Origin::Flag(_)))
            .filter(|said| matches!(said.name.as_str(), "enabled" | "db"))
            .cloned()
            .collect();
        let defaults = Self::default();
        defaults.clone().with(&flags).unwrap_or(defaults)
    }

    /// Returns the database that somebody has named, seen from a folder; `None` where nobody has.
    ///
    /// A directory is an error here and not in [`Config::load`]: only who is about to record must stop for it.
    pub fn named_database(&self, folder: &Path) -> Result<Option<PathBuf>, ConfigError> {
        let named = self.get("db").filter(|db| db.origin != Origin::Default);
        let Some((setting, Some(Value::Path(path)))) = named.map(|db| (db, &db.value)) else {
            return Ok(None);
        };
        let path = folder.join(path);
        if path.is_dir() {
            let message = format!("`{}` is a directory, not a file", path.display());
            return Err(ConfigError::setting("db", &setting.origin, &message));
        }
        Ok(Some(path))
    }
}

/// Returns a sentence for each environment variable whose name looks like a misspelled one of ours.
///
/// No error: such a variable can belong to another program.
pub fn misspelled_variables(names: impl Iterator<Item = OsString>) -> Vec<String> {
    let known = || {
        KEYS.iter()
            .map(|key| key.variable)
            .chain(VARIABLES.iter().copied())
    };
    let mut sentences: Vec<String> = names
        .filter_map(|name| name.into_string().ok())
        .filter(|name| name.starts_with(PREFIX) && !known().any(|known| known == name))
        .filter_map(|name| {
            let distance = |known: &&str| levenshtein_distance(&name, known);
            let nearest = known().min_by_key(distance)?;
            let is_short = nearest.len() - PREFIX.len() <= SHORT_NAME;
            let allowed = if is_short { MAX_TYPOS / 2 } else { MAX_TYPOS };
            (distance(&nearest) <= allowed).then(|| {
                format!("the environment variable `{name}` sets nothing; did you mean `{nearest}`?")
            })
        })
        .collect();
    sentences.sort();
    sentences
}
