//! [`Kind`] and [`Value`]: what a setting may be.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde::Serialize;

/// What a setting may be.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// On or off.
    Switch,
    /// A path; in a file it starts at that file's folder.
    Path,
    /// Any text.
    Text,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A number from 0 to 1.
    Share,
    /// A time in seconds, not below 0.
    Seconds,
    /// A whole number, not below this one.
    Count(u64),
    /// A list of names; in the environment with commas or spaces between them.
    Names,
}

/// What a setting is.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Value {
    /// On or off.
    Switch(bool),
    /// A path.
    Path(PathBuf),
    /// A word.
    Word(String),
    /// A number.
    Number(f64),
    /// A whole number.
    Count(u64),
    /// A list of names.
    Names(Vec<String>),
}

impl Kind {
    /// Reads a value of the environment; the error says what it may be.
    pub(super) fn parse(self, said: &OsStr) -> Result<Value, String> {
        if self == Self::Path {
            return Ok(Value::Path(said.into()));
        }
        let text = said.to_string_lossy();
        let text = text.trim();
        let value = match self {
            Self::Switch => match text.to_ascii_lowercase().as_str() {
                "1" | "true" | "yes" | "on" => Some(Value::Switch(true)),
                "0" | "false" | "no" | "off" => Some(Value::Switch(false)),
                _ => None,
            },
            Self::Names => {
                let names = text.split([',', ' ']).filter(|name| !name.is_empty());
                Some(Value::Names(names.map(str::to_owned).collect()))
            }
            Self::Count(_) => text.parse().ok().map(Value::Count),
            Self::Share | Self::Seconds => text.parse().ok().map(Value::Number),
            Self::Choice(_) | Self::Path | Self::Text => Some(Value::Word(text.to_owned())),
        };
        self.accept(value)
            .ok_or_else(|| format!("`{text}` is not {self}"))
    }

    /// Reads a value of a file in this folder.
    pub(super) fn read(self, said: &toml::Value, folder: &Path) -> Result<Value, String> {
        let value = match (self, said) {
            (Self::Switch, toml::Value::Boolean(on)) => Some(Value::Switch(*on)),
            (Self::Path, toml::Value::String(path)) if !path.is_empty() => {
                Some(Value::Path(folder.join(path)))
            }
            (Self::Choice(_) | Self::Text, toml::Value::String(word)) => {
                Some(Value::Word(word.clone()))
            }
            (Self::Share | Self::Seconds, toml::Value::Float(number)) => {
                Some(Value::Number(*number))
            }
            (Self::Share | Self::Seconds, toml::Value::Integer(number)) => {
                Some(Value::Number(*number as f64))
            }
            (Self::Count(_), toml::Value::Integer(number)) => {
                u64::try_from(*number).ok().map(Value::Count)
            }
            (Self::Names, toml::Value::Array(names)) => {
                let names = names.iter().map(|name| name.as_str().map(str::to_owned));
                names.collect::<Option<_>>().map(Value::Names)
            }
            _ => None,
        };
        self.accept(value).ok_or_else(|| {
            let said = serde_json::to_string(said).unwrap_or_default();
            format!("`{said}` is not {self}")
        })
    }

    fn accept(self, value: Option<Value>) -> Option<Value> {
        value.filter(|value| match (self, value) {
            (Self::Choice(words), Value::Word(word)) => words.contains(&word.as_str()),
            (Self::Share, Value::Number(number)) => (0.0..=1.0).contains(number),
            (Self::Seconds, Value::Number(number)) => number.is_finite() && *number >= 0.0,
            (Self::Count(least), Value::Count(count)) => count >= &least,
            _ => true,
        })
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Switch => f.write_str("true or false"),
            Self::Path => f.write_str("a path"),
            Self::Text => f.write_str("a text"),
            Self::Choice(words) => {
                let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
                write!(f, "one of {}", words.join(", "))
            }
            Self::Share => f.write_str("a number from 0 to 1"),
            Self::Seconds => f.write_str("a number of seconds, 0 or more"),
            Self::Count(least) => write!(f, "a whole number, {least} or more"),
            Self::Names => f.write_str("a list of names"),
        }
    }
}

impl std::fmt::Display for Value {
    /// Writes it as TOML has it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Switch(on) => write!(f, "{on}"),
            Self::Path(path) => write!(f, "\"{}\"", path.display()),
            Self::Word(word) => write!(f, "\"{word}\""),
            Self::Number(number) => write!(f, "{number}"),
            Self::Count(count) => write!(f, "{count}"),
            Self::Names(names) => write!(f, "{names:?}"),
        }
    }
}
