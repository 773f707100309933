//! The key that a locator's fingerprints are stored under: the calls that make it, in Python.
//!
//! Databases are read by keys, so they stay what they are, to the letter. A root selector without options
//! is its own key, as in the databases of the Python package `pytest-breadcrumb`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::read::{Form, read};
use super::write::{self, Grammar};
use super::{Locator, Pattern, Step};

impl Locator {
    /// Reads a key. What is not the key of calls is a selector, so nothing is lost:
    /// `Locator::from_key(key).key()` is `key`, whatever that is.
    #[must_use]
    pub fn from_key(key: &str) -> Self {
        if key.is_empty() {
            return Self::root();
        }
        // Most keys are selectors, and there is nothing to read.
        let calls = starts_with_call(key)
            .then(|| read(key, Form::Key))
            .flatten();
        calls
            .filter(|locator| locator.key() == key)
            .unwrap_or_else(|| Self::css(key))
    }

    /// Returns the key.
    #[must_use]
    pub fn key(&self) -> String {
        match self.as_css() {
            Some(selector) => selector.to_owned(),
            None => write::steps(&Key, &self.steps, None),
        }
    }
}

impl Serialize for Locator {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.key())
    }
}

impl<'de> Deserialize<'de> for Locator {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|key| Self::from_key(&key))
    }
}

/// Whether a key can be followed by other calls as it is.
fn starts_with_call(key: &str) -> bool {
    let Some((name, _)) = key.split_once('(') else {
        return false;
    };
    let is_word = |rest: &str| rest.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let is_get_by = |rest: &str| !rest.is_empty() && is_word(rest);
    matches!(name, "locator" | "frame_locator")
        || name.strip_prefix("get_by_").is_some_and(is_get_by)
}

/// How keys are written: as Python, but for what is in quotes.
struct Key;

impl Grammar for Key {
    /// Controls other than a line end stay as they are.
    fn text(&self, text: &str) -> String {
        let escaped = text
            .replace('\\', "\\\\")
            .replace('"', "\\\"")
            .replace('\n', "\\n");
        format!("\"{escaped}\"")
    }

    /// Backslashes are doubled in spite of the `r`.
    fn pattern(&self, pattern: &Pattern) -> String {
        let source = self.text(&pattern.source);
        format!("re.compile(r{source}{})", pattern.python_flags())
    }

    fn flag(&self, flag: bool) -> &'static str {
        write::python_flag(flag)
    }

    fn other(&self, shown: &str) -> String {
        shown.to_owned()
    }

    fn call(&self, step: &Step, arguments: &[(String, String)]) -> String {
        write::python_call(step, arguments)
    }

    /// A selector that looks like a call has always been taken for one.
    fn first(&self, step: &Step) -> Option<String> {
        let selector = step.as_css().filter(|selector| starts_with_call(selector));
        selector.map(str::to_owned)
    }
}
